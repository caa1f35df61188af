"""Solution files: the configurations from start to goal with the move between them, or a plain list of moves.

What a run writes is its report: all its solutions, each with what it took to find it.

    solution 1
    length: 2
    cost: 2
    start
    #####
    #.*..
    #####
    step 1: * right
    ...

Reading takes the moves and replays them. A configuration that does not follow from its move is no matter of format:
the move gets a label that no action has, and the checker names the step.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from copla.answers.result import Solution, Statistics
from copla.ground.errors import FormatError
from copla.ground.text import Line, read_lines, shortened
from copla.models.klotski.board import DIRECTIONS, SYMBOLS, Board
from copla.models.klotski.formats import read_matrix
from copla.models.klotski.replay import Move, cost_of, labels_of, matrix_of, replay

LONGEST_PLAN = 20_000
NONE_FOUND = "no solution found"
"""What the report of a run says that found nothing."""

_SOLUTION = re.compile("solution *([0-9]*):?", re.IGNORECASE)
_FACT = re.compile("([a-z]+) *: *(.*)", re.IGNORECASE)
_STEP = re.compile("step *([0-9]+) *: *(.*)", re.IGNORECASE)
_NUMBERS = ("length", "cost")
_MEASURES = ("time", "memmax", "nmax")
_WORDS = {**{name: name for name in DIRECTIONS}, **{name[0]: name for name in DIRECTIONS}}


def read(board: Board, text: str, source: str) -> Solution:
    """The first solution of a file in either form, with the labels of the model.

    >>> read(Board(("####", "#*..", "####")), "* right 2", "example").moves
    ('* at r2c2 right', '* at r2c3 right')
    """
    return read_all(board, text, source)[0]


def read_all(board: Board, text: str, source: str) -> list[Solution]:
    """All solutions of a file; see :func:`read`."""
    lines = read_lines(text, source, comment=None)
    if not lines:
        raise FormatError("found nothing, expected a solution or a list of moves", source=source)
    if lines[0].text.strip().lower() == NONE_FOUND:
        raise lines[0].error(lines[0].indent, f"found '{NONE_FOUND}', expected a solution or a list of moves")
    return [_solution(board, draft) for draft in _drafts(lines)]


def write(board: Board, solution: Solution, number: int = 1, measures: Mapping[str, str] | None = None) -> str:
    """One solution: its length, cost and measures, then every configuration from the start to the goal.

    >>> print(write(Board(("###", "#*.", "###")), Solution(moves=("* at r2c2 right",), cost=1)), end="")
    solution 1
    length: 1
    cost: 1
    start
    ###
    #*.
    ###
    step 1: * right
    ###
    #.*
    ###
    """
    steps = replay(board, solution)
    lines = [f"solution {number}", f"length: {len(steps)}", f"cost: {solution.cost}"]
    lines += [f"{name}: {value}" for name, value in (measures or {}).items()]
    lines += ["start", *matrix_of(board, board.blocks())]
    for count, step in enumerate(steps, 1):
        lines += [f"step {count}: {step.move}", *matrix_of(board, step.after)]
    return "\n".join(lines) + "\n"


def write_report(board: Board, solutions: Sequence[Solution], statistics: Statistics) -> str:
    """The output file of a run: each solution with length, cost, ``time``, ``memMax`` and ``nMax``.

    ``time`` is in seconds since the start of the run, ``memMax`` the largest number of nodes held at once, ``nMax``
    the number of nodes computed in all; without a solution the file says so and gives the measures of the run.
    """
    if not solutions:
        return "\n".join([NONE_FOUND, *(f"{name}: {value}" for name, value in _measures(statistics).items())]) + "\n"
    return "\n".join(
        write(board, solution, number, _measures(statistics, solution)) for number, solution in enumerate(solutions, 1)
    )


@dataclass(slots=True)
class _Step:
    """A move as it stands in the file, and the configuration after it if there is one."""

    line: Line
    move: Move
    after: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class _Draft:
    """What the lines of one solution say."""

    numbers: dict[str, tuple[Line, int]] = field(default_factory=dict)
    start: list[Line] = field(default_factory=list)
    started: bool = False
    steps: list[_Step] = field(default_factory=list)


def _drafts(lines: list[Line]) -> list[_Draft]:
    drafts = [_Draft()]
    for at, line in enumerate(lines):
        draft, text = drafts[-1], line.text.strip()
        step, fact = _STEP.fullmatch(text), _FACT.fullmatch(text)
        if _SOLUTION.fullmatch(text):
            if at > 0:
                drafts.append(_Draft())
        elif text.lower() == "start":
            if draft.started:
                raise line.error(line.indent, "found a second 'start', expected one in a solution")
            draft.started = True
        elif step is not None:
            _add_step(draft, line, step[2], int(step[1][:9]))
        elif fact is not None:
            _add_number(draft, line, fact[1].lower(), fact[2])
        elif " " in text or not draft.started:
            _add_step(draft, line, text, None)
        elif draft.steps:
            draft.steps[-1].after.append(line)
        else:
            draft.start.append(line)
    for draft in drafts:
        if draft.started and not draft.start:
            last = lines[-1]
            raise last.error(len(last.text), "found no configuration after 'start', expected the start matrix")
    return drafts


def _add_number(draft: _Draft, line: Line, name: str, value: str) -> None:
    if name in _MEASURES:
        return  # what the run took: nothing that a checker could replay
    if name not in _NUMBERS:
        known = ", ".join((*_NUMBERS, *_MEASURES))
        raise line.error(line.indent, f"found {shortened(name)!r}, expected a move, 'step', 'start' or one of {known}")
    if name in draft.numbers:
        raise line.error(line.indent, f"found a second {name}, expected one in a solution")
    if re.fullmatch("[0-9]{1,9}", value) is None:
        column = len(line.text) - len(value)
        raise line.error(column, f"found {shortened(value)!r} as the {name}, expected a whole number")
    draft.numbers[name] = line, int(value)


def _add_step(draft: _Draft, line: Line, text: str, number: int | None) -> None:
    expected = len(draft.steps) + 1
    if number is not None and number != expected:
        raise line.error(line.indent, f"found step {number}, expected step {expected}")
    if expected > LONGEST_PLAN:
        raise line.error(0, f"found more than {LONGEST_PLAN} moves, expected fewer")
    draft.steps.append(_Step(line, _read_move(line, text)))


def _read_move(line: Line, text: str) -> Move:
    """A block's symbol and directions, each with a distance if it is more than 1."""
    column = len(line.text.rstrip()) - len(text)
    words = line.words(column)
    if not words:
        raise line.error(len(line.text), "found no move, expected a block and a direction such as 'B down'")
    symbol = words[0][1]
    if len(symbol) != 1 or symbol not in SYMBOLS:
        raise line.error(words[0][0], f"found {shortened(symbol)!r}, expected a block, one letter or digit or '*'")
    legs: list[tuple[str, int]] = []
    counted = True
    for place, word in words[1:]:
        direction = _WORDS.get(word.lower())
        if direction is not None:
            legs.append((direction, 1))
            counted = False
        elif not counted and re.fullmatch("[1-9][0-9]?", word):
            legs[-1] = legs[-1][0], int(word)
            counted = True
        else:
            also = "" if counted else " or a distance from 1 to 99"
            raise line.error(place, f"found {shortened(word)!r}, expected up, down, left or right{also}")
    if not legs:
        raise line.error(len(line.text), f"found the block {symbol!r} alone, expected a direction after it")
    return Move(symbol, tuple(legs))


def _solution(board: Board, draft: _Draft) -> Solution:
    labels: list[str] = []
    blocks, cost = board.blocks(), 0
    if draft.start:
        written = read_matrix(draft.start, board.rows)
        if written != matrix_of(board, blocks):
            raise draft.start[0].error(0, "found another start, expected the configuration of the instance")
    for step in draft.steps:
        these, blocks = labels_of(board, blocks, step.move)
        cost += cost_of(board, step.move)
        if step.after and read_matrix(step.after, board.rows) != matrix_of(board, blocks):
            these = [f"{step.move} to another configuration"]
        labels += these
    if "length" in draft.numbers:
        line, length = draft.numbers["length"]
        if length != len(draft.steps):
            raise line.error(0, f"found the length {length}, expected {len(draft.steps)}, the number of steps")
    stated = draft.numbers.get("cost")
    return Solution(cost=cost if stated is None else stated[1], moves=tuple(labels))


def _measures(statistics: Statistics, solution: Solution | None = None) -> dict[str, str]:
    """The measures when the solution was found, as far as it tells them; else those of the whole run."""
    time, held, computed = statistics.seconds, statistics.max_nodes, statistics.generated
    if solution is not None:
        time = time if solution.seconds is None else solution.seconds
        held = held if solution.max_nodes is None else solution.max_nodes
        computed = computed if solution.generated is None else solution.generated
    return {"time": f"{time:.6f}", "memMax": _shown(held), "nMax": _shown(computed)}


def _shown(number: int | None) -> str:
    return "unknown" if number is None else str(number)
