"""How hard is a board? Measured by the inference that a solver needs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from copla.answers.checker import violations
from copla.answers.result import Result
from copla.ground.errors import ModelError
from copla.ground.limits import Watch
from copla.models.futoshiki.board import Board
from copla.models.futoshiki.model import problem_of
from copla.models.futoshiki.solving import solve_within
from copla.plugins import registry
from copla.plugins.backend import Backend

NAKED_SINGLE, FORWARD, ARC, SEARCH = GRADES = ("naked-single", "forward-checking", "arc-consistency", "search")
WORDS = dict(zip(GRADES, ("easy", "medium", "hard", "extreme"), strict=True))
"""What people call the grades."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The weakest of GRADES that solves the board, and how many guesses a search makes.

    naked-single
        filling in cells whose row and column leave one digit is enough; the signs are not needed
    forward-checking
        the same, with the signs next to filled cells
    arc-consistency
        all that rows, columns and signs say without trying a digit: chains of signs, digits with one
        place left, groups of cells that share their digits
    search
        digits must be tried
    """

    name: str
    guesses: int = 0

    def __str__(self) -> str:
        guesses = f", {self.guesses} {'guess' if self.guesses == 1 else 'guesses'}" if self.name == SEARCH else ""
        return f"{WORDS[self.name]} ({self.name}{guesses})"


def read_difficulty(word: str) -> str:
    """The grade that a word means, or the grade itself.

    >>> read_difficulty("hard"), read_difficulty("search")
    ('arc-consistency', 'search')
    """
    return next((grade for grade, known in WORDS.items() if word == known), word)


def grade(board: Board, watch: Watch) -> Grade:
    """The grade of a board with exactly one solution; ModelError if it has none or several.

    >>> str(grade(Board(2, ((1, 0), (0, 0))), Watch()))
    'easy (naked-single)'
    """
    for name in GRADES[:-1]:
        if needs_no_guess(board, name, watch):
            return Grade(name)
    result = _run(board, watch, {"inference": "mac", "variables": "dom/wdeg"})
    if not result.unique:
        raise ModelError(f"a board with {'several solutions' if result.solutions else 'no solution'} has no grade")
    return Grade(SEARCH, result.statistics.guesses or 0)


def needs_no_guess(board: Board, name: str, watch: Watch) -> bool:
    """Whether the inference of this grade (or a weaker one) finds the only solution without trying digits."""
    inference = "mac" if name == ARC else "forward"
    options = {"inference": inference, "variables": "smallest", "guesses": 0}
    result = _run(board, watch, options, with_signs=name != NAKED_SINGLE)
    # Found without the signs, a solution may still contradict them: then there is none.
    return bool(result.solutions) and not violations(problem_of(board), result.best)


@cache
def _solver() -> Backend:
    """The engine where it is installed; its inferences and guesses are those of the readable solver."""
    native = registry.backend("native") if "native" in registry.backend_names() else None
    return native if native and native.missing() is None else registry.backend("forward-checking")


def _run(board: Board, watch: Watch, options: dict[str, object], *, with_signs: bool = True) -> Result:
    problem = problem_of(board)
    if not with_signs:
        problem = problem.restricted(c for c in problem.constraints if not c.clue or len(c.scope) == 1)
    return solve_within(watch, problem, "no grade", solutions=2, backend=_solver(), options=options, may_give_up=True)
