"""The next move of a plan, and which block it makes room for."""

from __future__ import annotations

from collections.abc import Sequence

from copla.answers.result import Solution
from copla.ground.limits import Watch
from copla.models.klotski.board import COST, SPECIAL, Blocks, Board
from copla.models.klotski.model import problem_of
from copla.models.klotski.refutation import refute
from copla.models.klotski.replay import Step, replay
from copla.plugins.puzzle import Hint
from copla.running.plan_hints import Advice, follow, in_time, next_move


def hint(board: Board, watch: Watch, so_far: Solution | None = None) -> Hint:
    """The next move after those that were made.

    >>> hint(Board(("######", "#.*a..", "####.#", "######")), Watch()).reasons[0]
    'makes room for the special block, which moves right next'
    """
    made = so_far.moves or () if so_far else ()
    problem = follow(problem_of(board), made)
    before = replay(board, Solution(moves=made))

    def advise(plan: Solution) -> Advice:
        steps = replay(board, Solution(moves=(*made, *(plan.moves or ()))))[len(before) :]
        started = sum(step.labels for step in before)
        labels = steps[0].labels - (len(made) - started)  # a move in its middle goes on
        why = purpose(board, before[-1].after if before else board.blocks(), steps)
        return Advice(str(steps[0].move), labels, why, len(steps), priced=board.metric == COST)

    return next_move(problem, watch, advise, refute(board))


def purpose(board: Board, blocks: Blocks, steps: Sequence[Step]) -> str:
    """What the first move is for; ``blocks`` is where they are before it."""
    symbol = steps[0].move.symbol
    name = _name(symbol)
    after = steps[0].after[symbol]
    again = next((k for k, step in enumerate(steps[1:], 1) if step.move.symbol == symbol), None)
    freed = blocks[symbol] - after
    entered = next((k for k, step in enumerate(steps[1:], 1) if step.after[step.move.symbol] & freed), None)
    if again is None and symbol == SPECIAL:
        return f"{name} is {'in its place' if board.classic else 'out'} then"
    if entered is not None and (again is None or entered < again):
        other = steps[entered].move
        way = str(other).removeprefix(other.symbol).strip()
        return f"makes room for {_name(other.symbol)}, which moves {way} {in_time(entered)}"
    if again is None:
        return f"{name} is where the plan leaves it then"
    way = str(steps[again].move).removeprefix(symbol).strip()
    return f"{name} is on its way: it moves {way} {in_time(again)}"


def _name(symbol: str) -> str:
    return "the special block" if symbol == SPECIAL else f"block {symbol}"
