"""PlanningProblem: state variables, grounded actions and a goal, as plain data (the SAS+ form)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from copla.errors import ModelError
from copla.heuristics import Heuristic
from copla.numbers import checked_cost

Value = str | int
State = tuple[int, ...]
"""For each variable the place of its value in the variable's domain."""

Fact = tuple[int, int]
"""A variable's index and the place of a value in its domain."""


@dataclass(frozen=True, slots=True, eq=False)
class StateVariable:
    """A named variable of the state over a finite domain; made by ``PlanningProblem.variable``."""

    name: str
    domain: tuple[Value, ...]
    initial: int
    index: int


@dataclass(frozen=True, slots=True)
class Action:
    """A grounded action: applicable where the condition holds; then the effects hold. Both are sorted facts.

    Every variable of the effects stands in the condition, too: the old value is always known.
    """

    label: str
    condition: tuple[Fact, ...]
    effects: tuple[Fact, ...]
    cost: int

    def applicable(self, state: State) -> bool:
        for variable, value in self.condition:  # three times as fast as all(): plans are checked with it  # noqa: SIM110
            if state[variable] != value:
                return False
        return True

    def apply(self, state: State) -> State:
        new = list(state)
        for variable, value in self.effects:
            new[variable] = value
        return tuple(new)


@dataclass(frozen=True, slots=True)
class DeclaredHeuristic:
    """A heuristic that a puzzle offers: built when it is first used, since a table may take a while.

    ``admissible``: never above the true cost. ``consistent``: never falls by more than an action costs.
    """

    name: str
    build: Callable[[], Heuristic]
    admissible: bool
    consistent: bool
    summary: str


@dataclass(frozen=True, slots=True)
class Structure:
    """What a puzzle tells of its problem beyond the rules, for an engine with a kernel of its own for this kind.

    Only an accelerator: the actions stay the one definition of the rules, and a backend may ignore it.
    """

    kind: str
    data: Mapping[str, Any]


class PlanningProblem:
    """A classical planning task.

    >>> problem = PlanningProblem("a door")
    >>> door = problem.variable("door", ["open", "closed"], "closed")
    >>> place = problem.variable("place", ["in", "out"], "in")
    >>> problem.action("open", {door: "closed"}, {door: "open"})
    >>> problem.action("leave", {place: "in", door: "open"}, {place: "out"}, cost=2)
    >>> problem.set_goal({place: "out"})
    >>> from copla import solve
    >>> solve(problem, "search").best.moves
    ('open', 'leave')
    """

    def __init__(self, name: str = "problem") -> None:
        self.name = name
        self.variables: list[StateVariable] = []
        self.actions: list[Action] = []
        self.goal: tuple[Fact, ...] = ()
        self.invariants: list[tuple[int, ...]] = []
        self.heuristics: dict[str, DeclaredHeuristic] = {}
        self.structure: Structure | None = None
        self._by_name: dict[str, StateVariable] = {}
        self._positions: dict[tuple[Value, ...], dict[Value, int]] = {}

    def variable(self, name: str, domain: Iterable[Value], initial: Value) -> StateVariable:
        """Add a state variable; its domain is a collection of different texts or integers."""
        values = tuple(domain)
        if not isinstance(name, str) or not name:
            raise ModelError(f"a variable's name is a non-empty text, found {name!r}")
        if name in self._by_name:
            raise ModelError(f"there is a variable {name!r} already")
        if values not in self._positions:
            if len(set(values)) < len(values) or not values:
                raise ModelError(f"the domain of {name!r} is empty or names a value twice")
            self._positions[values] = {value: place for place, value in enumerate(values)}
        if initial not in self._positions[values]:
            raise ModelError(f"variable {name!r} starts with {initial!r}, which is not in its domain")
        variable = StateVariable(name, values, self._positions[values][initial], len(self.variables))
        self.variables.append(variable)
        self._by_name[name] = variable
        return variable

    def action(
        self,
        label: str,
        condition: Mapping[StateVariable, Value],
        effects: Mapping[StateVariable, Value],
        cost: int = 1,
    ) -> None:
        """Add an action. Several may share a label if no state admits two of them with different results."""
        checked_cost(cost, f"the cost of action {label!r}")
        facts = self._facts(condition, f"the condition of {label!r}")
        new = self._facts(effects, f"the effects of {label!r}")
        known = dict(facts)
        for variable, value in new:
            if variable not in known:
                raise ModelError(
                    f"action {label!r} changes {self.variables[variable].name!r} without a condition on it: "
                    "split it into one action for each old value"
                )
            if known[variable] == value:
                raise ModelError(f"action {label!r} leaves {self.variables[variable].name!r} as it is")
        self.actions.append(Action(label, facts, new, cost))

    def set_goal(self, goal: Mapping[StateVariable, Value]) -> None:
        self.goal = self._facts(goal, "the goal")

    def all_different(self, variables: Iterable[StateVariable]) -> None:
        """Declare an invariant: in every reachable state no two of these variables have the same value."""
        self.invariants.append(tuple(variable.index for variable in variables))

    def heuristic(
        self, name: str, build: Callable[[], Heuristic], *, admissible: bool, consistent: bool, summary: str
    ) -> None:
        """Declare a heuristic by name; it is built when a backend first asks for it."""
        self.heuristics[name] = DeclaredHeuristic(name, build, admissible, consistent, summary)

    @property
    def initial_state(self) -> State:
        return tuple(variable.initial for variable in self.variables)

    def is_goal(self, state: State) -> bool:
        return all(state[variable] == value for variable, value in self.goal)

    def values(self, state: State) -> dict[str, Value]:
        """A state in words: the value of each variable by name."""
        return {v.name: v.domain[place] for v, place in zip(self.variables, state, strict=True)}

    def __getitem__(self, name: str) -> StateVariable:
        try:
            return self._by_name[name]
        except KeyError:
            raise ModelError(f"there is no variable {name!r}") from None

    def __repr__(self) -> str:
        return f"<PlanningProblem {self.name!r}: {len(self.variables)} variables, {len(self.actions)} actions>"

    def _facts(self, values: Mapping[StateVariable, Value], where: str) -> tuple[Fact, ...]:
        facts = []
        for variable, value in values.items():
            if variable.index >= len(self.variables) or self.variables[variable.index] is not variable:
                raise ModelError(f"{where} names {variable.name!r}, a variable of another problem")
            place = self._positions[variable.domain].get(value)
            if place is None:
                raise ModelError(f"{where} gives {variable.name!r} the value {value!r}, which is not in its domain")
            facts.append((variable.index, place))
        return tuple(sorted(facts))
