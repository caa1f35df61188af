"""Boards for the tests, and the rules once more: slow, on plain data, and without a look at the model's code."""

from __future__ import annotations

import random
from collections.abc import Iterator

from copla.models.klotski import PUZZLE, Board

Cell = tuple[int, int]
Config = dict[str, frozenset[Cell]]
"""Where each block is, by name; of the special block also the cells beyond the matrix."""

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}

CLASSIC = """\
rules: classic
metric: steps
B**C
B**C
DEEF
DGHF
I..J
goal:
....
....
....
.**.
.**.
"""

GENERAL = {
    "corridor": "#####\n#.*..\n#####\n",
    "two in a room": "#####\n#a*.#\n#a..#\n#.b..\n#####\n",
    "exit above": "##..#\n#a**#\n#a.b#\n#..b#\n#####\n",
    "wide exit": "####\n#a*.\n#.*.\n####\n",
    "corner exit": "###.\n#*a.\n#..#\n####\n",
    "special in the gap": "#####\n#.a.*\n#b..*\n#####\n",
    "angle": "######\n#**a.#\n#*..b.\n#.cc..\n######\n",
    "exit below for an angle": "#####\n#.**#\n#a.*#\n#ab.#\n#...#\n##..#\n",
    "does not fit": "#####\n#**.#\n#**..\n#####\n",
    "blocked": "####\n#*aa\n####\n",
    "no special block": "####\n#a..\n####\n",
}

SMALL_CLASSIC = {
    "two and a wall": ("**ab\n..#.\nc...", "....\n....\n..**"),
    "equal bars": ("*aa\nbbc\n.d.", "...\n...\n..*"),
    "gate": ("#####\n#*ab#\n#.a.#\n#.--#\n....#", ".....\n.....\n.....\n.....\n*...."),
    "three goals": ("*a\n.b\n..", ".b\n.a\n*."),
    "angle": ("**.\n*ab\n..b", "...\n**.\n*.."),
}


def general(name: str) -> Board:
    return PUZZLE.parse(GENERAL[name], name)


def classic(name: str, metric: str) -> Board:
    start, goal = SMALL_CLASSIC[name]
    return PUZZLE.parse(f"rules: classic\nmetric: {metric}\n{start}\ngoal:\n{goal}\n", name)


def start_of(board: Board) -> Config:
    cells: dict[str, set[Cell]] = {}
    for r, row in enumerate(board.rows):
        for c, content in enumerate(row):
            if content not in "#-.":
                cells.setdefault(content, set()).add((r, c))
    return {symbol: frozenset(where) for symbol, where in cells.items()}


def is_goal(board: Board, config: Config) -> bool:
    if not board.goal:
        return not any(on_matrix(board, cell) for cell in config.get("*", ()))
    return all(
        (r, c) in config[content] for r, row in enumerate(board.goal) for c, content in enumerate(row) if content != "."
    )


def on_matrix(board: Board, cell: Cell) -> bool:
    return cell[0] in range(len(board.rows)) and cell[1] in range(len(board.rows[0]))


def step(board: Board, config: Config, symbol: str, direction: str) -> Config | None:
    """One block by one cell, or None where the rules forbid it."""
    if not any(on_matrix(board, cell) for cell in config[symbol]):
        return None
    dr, dc = STEPS[direction]
    new = frozenset((r + dr, c + dc) for r, c in config[symbol])
    for r, c in new:
        if on_matrix(board, (r, c)):
            if board.rows[r][c] == "#" or (board.rows[r][c] == "-" and symbol != "*"):
                return None
        elif symbol != "*" or board.goal:
            return None
        if any((r, c) in cells for other, cells in config.items() if other != symbol):
            return None
    return {**config, symbol: new}


def unit_steps(board: Board, config: Config) -> Iterator[tuple[int, Config]]:
    """What each unit step costs, and what it leads to."""
    for symbol in config:
        for direction in STEPS:
            after = step(board, config, symbol, direction)
            if after is not None:
                yield (1 if board.goal or symbol == "*" else len(config[symbol])), after


def slides(board: Board, config: Config) -> Iterator[tuple[int, Config]]:
    for symbol in config:
        for direction in STEPS:
            after = step(board, config, symbol, direction)
            while after is not None:
                yield 1, after
                after = step(board, after, symbol, direction)


def any_path(board: Board, config: Config) -> Iterator[tuple[int, Config]]:
    """One block along any path: everything that it gets to while the others stand still."""
    for symbol in config:
        seen, waiting = {config[symbol]}, [config]
        while waiting:
            here = waiting.pop()
            for direction in STEPS:
                after = step(board, here, symbol, direction)
                if after is not None and after[symbol] not in seen:
                    seen.add(after[symbol])
                    waiting.append(after)
                    yield 1, after


def encode(board: Board, config: Config) -> dict[str, str]:
    """A configuration as the model should say it: for each cell the kind and the number of the part in it."""
    named = {"*"} | {content for row in board.goal for content in row}
    values = {
        f"r{r + 1}c{c + 1}": "free"
        for r, row in enumerate(board.rows)
        for c, content in enumerate(row)
        if content != "#"
    }
    for symbol, cells in config.items():
        rows, columns = [r for r, _ in cells], [c for _, c in cells]
        box = [
            "".join("X" if (r, c) in cells else "." for c in range(min(columns), max(columns) + 1))
            for r in range(min(rows), max(rows) + 1)
        ]
        shape = "/".join(box) if "." in "".join(box) else f"{len(box)}x{len(box[0])}"
        for number, cell in enumerate(sorted(cells), 1):
            if on_matrix(board, cell):
                values[f"r{cell[0] + 1}c{cell[1] + 1}"] = f"{symbol if symbol in named else shape}:{number}"
    if not board.goal:
        values["special"] = "gone" if is_goal(board, config) else "here"
    elif board.metric == "moves":
        values["hand"] = "nothing"
    return values


def random_board(chance: random.Random) -> Board:
    """A board of the general form with blocks of any shape in random places."""
    height, width = chance.randint(2, 4), chance.randint(2, 4)
    matrix = [["#"] * (width + 2) for _ in range(height + 2)]
    for r in range(1, height + 1):
        matrix[r][1 : width + 1] = ["."] * width
    for r in range(1, chance.randint(2, height + 1)):
        matrix[r][width + 1] = "."
    free = {(r, c) for r, row in enumerate(matrix) for c, content in enumerate(row) if content == "."}
    for symbol in "*abcd"[: chance.randint(1, 5)]:
        if len(free) < 3:
            break
        cells = {chance.choice(sorted(free))}
        for _ in range(chance.randint(0, 3)):
            near = sorted({(r + dr, c + dc) for r, c in cells for dr, dc in STEPS.values()} & free - cells)
            if near:
                cells.add(chance.choice(near))
        for r, c in cells:
            matrix[r][c] = symbol
        free -= cells
    return PUZZLE.parse("\n".join(map("".join, matrix)), "random")
