"""Why is there no plan? The goals that cannot be met, and what blocks them.

First by relaxed reachability, in which nothing is ever undone: a fact that stays out of reach even so is out of reach,
and so are two goals that it never lets hold together. All actions that would bring a fact about are blocked by facts of
their conditions, down to those that no action brings about at all, or round in a circle. Where that says nothing, a
backend is asked, and goals are left out one after the other as long as there is no plan for the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from copla.bridges.facts import Facts
from copla.bridges.reachability import NEVER, Layers, forward
from copla.ground.errors import LimitError, ModelError
from copla.ground.html import html_table
from copla.ground.limits import Limits, Watch
from copla.ground.status import Status
from copla.ground.text import counted, listed
from copla.language.planning_problem import Action, Fact, PlanningProblem
from copla.language.printing import facts_in_words
from copla.plugins.backend import Backend
from copla.running.solving import solve

_MOST_LINES = 12


@dataclass(frozen=True, slots=True)
class OutOfReach:
    """Goals that no plan meets: each of them alone (``alone``), or all of them together.

    ``obstacles`` say what stands in the way, in words, from the goals down to what nothing brings about.
    """

    goals: tuple[str, ...]
    alone: bool
    obstacles: tuple[str, ...] = ()

    def __str__(self) -> str:
        what = listed(list(self.goals)) or "the goal"
        said = f"{what} cannot be reached" if self.alone or len(self.goals) == 1 else f"{what} never hold together"
        return "; ".join([said, *self.obstacles])

    def _repr_html_(self) -> str:
        rows = [["goal", goal] for goal in self.goals] + [["because", reason] for reason in self.obstacles]
        return html_table(["", "cannot be reached" if self.alone else "never hold together"], rows)


def out_of_reach(problem: PlanningProblem, backend: Backend | None, watch: Watch) -> OutOfReach | None:
    """Why there is no plan, or None if there is one; LimitError if the limits end before that is known.

    >>> problem = PlanningProblem("a locked door")
    >>> door = problem.variable("door", ["open", "locked"], "locked")
    >>> key = problem.variable("key", ["here", "lost"], "lost")
    >>> problem.action("unlock", {door: "locked", key: "here"}, {door: "open"})
    >>> problem.set_goal({door: "open"})
    >>> print(out_of_reach(problem, None, Watch()))
    door = open cannot be reached; door = open needs key = here first; no action brings about key = here
    """
    watch.begin()
    facts = Facts(problem)
    known = forward(facts, watch)
    missing = [fact for fact in problem.goal if _out(facts, known, fact)]
    if missing:
        return OutOfReach(_words(problem, missing), alone=True, obstacles=tuple(_obstacles(facts, known, missing)))
    for pair in combinations(problem.goal, 2):
        if not _together(facts, known, pair):
            return OutOfReach(_words(problem, pair), alone=False, obstacles=("each of them excludes the other",))
    if _plan_exists(problem, problem.goal, backend, watch):
        return None
    needed = list(problem.goal)
    for fact in problem.goal:
        without = [other for other in needed if other != fact]
        if not _plan_exists(problem, without, backend, watch):
            needed = without
    alone = len(needed) == 1
    why = "it could be reached only if nothing were ever undone" if alone else "there is a plan without any one of them"
    return OutOfReach(_words(problem, needed), alone, (why,))


def _obstacles(facts: Facts, known: Layers, goals: Sequence[Fact]) -> list[str]:
    """What each fact out of reach waits for, and what that waits for, until nothing is new."""
    problem = facts.problem
    lines: list[str] = []
    waiting, seen = list(goals), set(goals)
    while waiting:
        fact = waiting.pop(0)
        (word,) = _words(problem, [fact])
        makers = [action for action in problem.actions if fact in action.effects]
        if not makers:
            lines.append(f"no action brings about {word}")
            continue
        blocking = _blocking([_needs(facts, known, action) for action in makers], seen)
        words = [" together with ".join(_words(problem, never)) for never in blocking]
        lines.append(f"{word} needs {listed(words, 'or')} first")
        new = [never[0] for never in blocking if len(never) == 1 and never[0] not in seen]
        waiting += new
        seen.update(new)
    more = len(lines) - _MOST_LINES
    return [*lines[:_MOST_LINES], f"and so on ({counted(more, 'more fact')})"] if more > 0 else lines


Never = tuple[Fact, ...]
"""A fact that is out of reach, or two that never hold together."""


def _needs(facts: Facts, known: Layers, action: Action) -> list[Never]:
    pairs = combinations(action.condition, 2)
    alone: list[Never] = [(fact,) for fact in action.condition if _out(facts, known, fact)]
    return alone or [pair for pair in pairs if not _together(facts, known, pair)]


def _blocking(needs: list[list[Never]], seen: Collection[Fact]) -> list[Never]:
    """A few of these that block all actions: the most frequent first, and rather what has been met before."""
    chosen: list[Never] = []
    left = needs
    while left:
        counts = Counter(never for need in left for never in need)
        best = max(counts, key=lambda never: (counts[never], never[0] in seen))
        chosen.append(best)
        left = [need for need in left if best not in need]
    return chosen


def _out(facts: Facts, known: Layers, fact: Fact) -> bool:
    return known.facts[facts.number(fact)] == NEVER


def _together(facts: Facts, known: Layers, pair: tuple[Fact, Fact]) -> bool:
    first, second = map(facts.number, pair)
    return bool(known.together[first] >> second & 1)


def _plan_exists(problem: PlanningProblem, goal: Sequence[Fact], backend: Backend | None, watch: Watch) -> bool:
    """Whether a backend finds a plan for these goals alone; what the problem estimates is of no use there."""
    asked = PlanningProblem(problem.name)
    for variable in problem.variables:
        asked.variable(variable.name, variable.domain, variable.domain[variable.initial])
    asked.actions, asked.goal, asked.invariants = list(problem.actions), tuple(goal), list(problem.invariants)
    limits = Limits(watch.seconds_left, watch.limits.bytes)
    result = solve(asked, backend, watch=watch.again(limits))
    if result.status is Status.UNSUPPORTED:
        raise ModelError(f"{result.backend} cannot take this problem: {result.message}")
    if not result.solutions and result.status is not Status.INFEASIBLE:
        raise LimitError(f"no explanation: {result.status} after {watch.seconds:.1f} s", result.status)
    return bool(result.solutions)


def _words(problem: PlanningProblem, facts: Sequence[Fact]) -> tuple[str, ...]:
    return tuple(facts_in_words(problem, [fact]) for fact in facts)
