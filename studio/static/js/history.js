// Undo and redo over whole states, which are small: each change keeps what was before.
export class History {
  constructor(present) { this.present = present; this.past = []; this.future = []; }

  change(next) {
    if (JSON.stringify(next) === JSON.stringify(this.present)) return false;
    this.past.push(this.present);
    if (this.past.length > 500) this.past.shift();
    this.present = next;
    this.future = [];
    return true;
  }

  undo() { return this.move(this.past, this.future); }

  redo() { return this.move(this.future, this.past); }

  move(from, to) {
    if (!from.length) return false;
    to.push(this.present);
    this.present = from.pop();
    return true;
  }
}
