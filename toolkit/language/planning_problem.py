"""PlanningProblem: state variables, grounded actions and a goal, as plain data (the SAS+ form)."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from copla.ground.errors import ModelError
from copla.ground.html import html_lines
from copla.ground.numbers import LARGEST, checked_cost, shown
from copla.ground.text import counted
from copla.language.heuristics import Heuristic

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


@dataclass(frozen=True, slots=True, eq=False)
class Action:
    """A grounded action: applicable where the condition holds; then the effects hold. Both are sorted facts.

    Every variable of the effects stands in the condition, too: the old value is always known. An action equals itself
    alone, so that one that was put in by hand is noticed by comparing two lists.
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
        if not isinstance(name, str):
            raise ModelError(f"a problem's name is a text, found {shown(name)}")
        self.name = name
        self.variables: list[StateVariable] = []
        self.actions: list[Action] = []
        self.goal: tuple[Fact, ...] = ()
        self.invariants: list[tuple[int, ...]] = []
        self.heuristics: dict[str, DeclaredHeuristic] = {}
        self._structure: tuple[Structure | None, tuple[object, ...]] = None, ()
        # What is known to be right: the very objects that came through the methods or were checked.
        self._known_variables: list[StateVariable] = []
        self._known_actions: list[Action] = []
        self._known_goal: tuple[Fact, ...] = ()
        self._by_label: tuple[list[Action], dict[str, list[Action]]] = [], {}
        self._by_name: dict[str, StateVariable] = {}
        self._positions: dict[tuple[Value, ...], dict[Value, int]] = {}

    def variable(self, name: str, domain: Iterable[Value], initial: Value) -> StateVariable:
        """Add a state variable; its domain is a collection of different texts or integers."""
        if not isinstance(domain, Iterable):
            raise ModelError(f"the domain of {shown(name)} is {shown(domain)}, expected a list of values")
        values = tuple(domain)
        if not isinstance(name, str) or not name:
            raise ModelError(f"a variable's name is a non-empty text, found {shown(name)}")
        if name in self._by_name:
            raise ModelError(f"there is a variable {name!r} already")
        for value in (*values, initial):
            if type(value) is not str and type(value) is not int:
                raise ModelError(f"a value of {name!r} is {shown(value)}, expected a text or a whole number")
        if values not in self._positions:
            if len(set(values)) < len(values) or not values:
                raise ModelError(f"the domain of {name!r} is empty or names a value twice")
            self._positions[values] = {value: place for place, value in enumerate(values)}
        if initial not in self._positions[values]:
            raise ModelError(f"variable {name!r} starts with {initial!r}, which is not in its domain")
        variable = StateVariable(name, values, self._positions[values][initial], len(self._known_variables))
        self.variables.append(variable)
        self._known_variables.append(variable)
        self._by_name[name] = variable
        return variable

    def action(
        self,
        label: str,
        condition: Mapping[StateVariable, Value],
        effects: Mapping[StateVariable, Value],
        cost: int = 1,
    ) -> None:
        """Add an action. Its label says what is done; several may share one, such as the cases of a disjunction.

        A plan is a sequence of labels: right if some choice of actions with them leads to the goal, for the least cost
        among those choices.
        """
        facts = self._facts(condition, f"the condition of {label!r}")
        new = self._facts(effects, f"the effects of {label!r}")
        action = Action(label, facts, new, cost)
        _check_sense(action, self.variables)
        self.actions.append(action)
        self._known_actions.append(action)

    def set_goal(self, goal: Mapping[StateVariable, Value]) -> None:
        self.goal = self._known_goal = self._facts(goal, "the goal")

    def all_different(self, variables: Iterable[StateVariable]) -> None:
        """Declare an invariant: in every reachable state no two of these variables have the same value."""
        if not isinstance(variables, Iterable):
            raise ModelError(f"an invariant names variables in a list, found {shown(variables)}")
        places = tuple(self._own(variable, "an invariant").index for variable in variables)
        self.invariants.append(self._checked_invariant(places))

    def heuristic(
        self, name: str, build: Callable[[], Heuristic], *, admissible: bool, consistent: bool, summary: str
    ) -> None:
        """Declare a heuristic by name; it is built when a backend first asks for it."""
        if not isinstance(name, str) or not name:
            raise ModelError(f"a heuristic's name is a non-empty text, found {shown(name)}")
        if not callable(build) or isinstance(build, Heuristic) or _needs_arguments(build):
            advice = "write lambda: Function(f) for a function f of the state"
            raise ModelError(f"heuristic {name!r}: expected a function without arguments that makes it; {advice}")
        if type(admissible) is not bool or type(consistent) is not bool or not isinstance(summary, str):
            found = f"found {shown(admissible)}, {shown(consistent)} and {shown(summary)}"
            raise ModelError(
                f"heuristic {name!r}: admissible and consistent are True or False, summary a text, {found}"
            )
        self.heuristics[name] = DeclaredHeuristic(name, build, admissible, consistent, summary)

    @property
    def labels(self) -> Mapping[str, Sequence[Action]]:
        """The actions by their labels; made once, and again when the actions have changed."""
        known, by_label = self._by_label
        if known != self.actions:
            by_label = {}
            for action in self.actions:
                by_label.setdefault(action.label, []).append(action)
            self._by_label = list(self.actions), by_label
        return by_label

    @property
    def structure(self) -> Structure | None:
        """What the puzzle told; believed only as long as the problem is as it was when that was told."""
        structure, told_of = self._structure
        contents = self.variables, self.actions, self.goal, self.heuristics
        return structure if structure is None or told_of == contents else None

    @structure.setter
    def structure(self, structure: Structure | None) -> None:
        self._structure = structure, (list(self.variables), list(self.actions), self.goal, dict(self.heuristics))

    def check(self) -> None:
        """Check what was put into the lists by hand; everybody who hands the problem to a backend calls it first.

        What came through the methods, or was checked before, is known to be right.
        """
        for name, found in (("variables", self.variables), ("actions", self.actions), ("invariants", self.invariants)):
            if not isinstance(found, list):
                raise ModelError(f"the {name} of {self.name!r} are a list, found {shown(found)}")
        if self.variables != self._known_variables:  # asks for identity first, and for nothing else
            raise ModelError(f"the variables of {self.name!r} were changed by hand: make them with problem.variable")
        if self.actions != self._known_actions:
            self.actions = [checked_action(action, self.variables) for action in self.actions]
            self._known_actions = list(self.actions)
        if self.goal is not self._known_goal:
            self.goal = self._known_goal = checked_facts(self.goal, self.variables, "the goal")
        for invariant in self.invariants:
            self._checked_invariant(invariant)

    @property
    def initial_state(self) -> State:
        return tuple(variable.initial for variable in self.variables)

    def is_goal(self, state: State) -> bool:
        return all(state[variable] == value for variable, value in self.goal)

    def values(self, state: State) -> dict[str, Value]:
        """A state in words: the value of each variable by name."""
        return {v.name: v.domain[place] for v, place in zip(self.variables, state, strict=True)}

    def starting_from(self, state: State) -> PlanningProblem:
        """The same problem from another state; what a puzzle told of its structure holds of the old start alone.

        >>> problem = PlanningProblem("a lamp")
        >>> lamp = problem.variable("lamp", ["off", "on"], "off")
        >>> problem.starting_from((1,)).values((1,)), problem.starting_from((1,)).initial_state
        ({'lamp': 'on'}, (1,))
        """
        sizes = [len(variable.domain) for variable in self.variables]
        if type(state) is not tuple or len(state) != len(sizes) or not all(map(_is_place, state, sizes)):
            form = "a tuple of the place of each variable's value in its domain"
            raise ModelError(f"a state is {form}, found {shown(state)}")
        other = PlanningProblem(self.name)
        for variable, place in zip(self.variables, state, strict=True):
            other.variable(variable.name, variable.domain, variable.domain[place])
        other.actions, other._known_actions = list(self.actions), list(self.actions)
        other.goal = other._known_goal = self.goal
        other.invariants, other.heuristics = list(self.invariants), dict(self.heuristics)
        return other

    def __getitem__(self, name: str) -> StateVariable:
        try:
            return self._by_name[name]
        except KeyError:
            raise ModelError(f"there is no variable {name!r}") from None

    def __repr__(self) -> str:
        size = f"{counted(len(self.variables), 'variable')}, {counted(len(self.actions), 'action')}"
        return f"<PlanningProblem {self.name!r}: {size}>"

    def __str__(self) -> str:
        from copla.language.printing import planning_problem_in_words

        return planning_problem_in_words(self)

    def _repr_html_(self) -> str:
        return html_lines(str(self))

    def _facts(self, values: Mapping[StateVariable, Value], where: str) -> tuple[Fact, ...]:
        if not isinstance(values, Mapping):
            raise ModelError(f"{where}: expected a dict from variables to values, found {shown(values)}")
        facts = []
        for variable, value in values.items():
            place = self._positions[self._own(variable, where).domain].get(value) if _plain(value) else None
            if place is None:
                what = f"the value {shown(value)}, which is not in its domain"
                raise ModelError(f"{where} gives {variable.name!r} {what}")
            facts.append((variable.index, place))
        return tuple(sorted(facts))

    def _checked_invariant(self, invariant: tuple[int, ...]) -> tuple[int, ...]:
        known = self._known_variables
        places = range(len(known))
        if type(invariant) is not tuple or not all(type(place) is int and place in places for place in invariant):
            raise ModelError(f"an invariant names variables by their places, found {shown(invariant)}")
        if len(set(invariant)) < len(invariant):
            twice = next(place for place in invariant if invariant.count(place) > 1)
            raise ModelError(f"variable {known[twice].name!r} stands twice in an invariant")
        return invariant

    def _own(self, variable: StateVariable, where: str) -> StateVariable:
        known = self._known_variables
        if not isinstance(variable, StateVariable):
            raise ModelError(f"{where} names {shown(variable)}, expected a variable made with problem.variable")
        if variable.index >= len(known) or known[variable.index] is not variable:
            raise ModelError(f"{where} names {variable.name!r}, a variable of another problem")
        return variable


def _is_place(place: object, size: int) -> bool:
    return type(place) is int and 0 <= place < size


def checked_action(action: object, variables: Sequence[StateVariable]) -> Action:
    """An action over these variables with sorted tuples of facts; ModelError if it makes no sense."""
    if type(action) is not Action:
        raise ModelError(f"expected an action, found {shown(action)}")
    condition = checked_facts(action.condition, variables, f"the condition of {shown(action.label)}")
    effects = checked_facts(action.effects, variables, f"the effects of {shown(action.label)}")
    if condition is not action.condition or effects is not action.effects:
        action = Action(action.label, condition, effects, action.cost)
    _check_sense(action, variables)
    return action


def _check_sense(action: Action, variables: Sequence[StateVariable]) -> None:
    """Refuse an action of right facts that still makes no sense."""
    label = action.label
    if not isinstance(label, str):
        raise ModelError(f"the label of an action is a text, found {shown(label)}")
    if type(action.cost) is not int or not 0 <= action.cost <= LARGEST:
        checked_cost(action.cost, f"the cost of action {label!r}")
    known = dict(action.condition)
    for variable, value in action.effects:
        if variable not in known:
            raise ModelError(
                f"action {label!r} changes {variables[variable].name!r} without a condition on it: "
                "split it into one action for each old value"
            )
        if known[variable] == value:
            raise ModelError(f"action {label!r} leaves {variables[variable].name!r} as it is")


def checked_facts(facts: Iterable[Fact], variables: Sequence[StateVariable], where: str) -> tuple[Fact, ...]:
    """The facts, sorted, at most one of each variable."""
    if type(facts) is not tuple:
        if not isinstance(facts, Iterable):
            raise ModelError(f"{where}: expected facts such as ((0, 1), (2, 0)), found {shown(facts)}")
        facts = tuple(facts)
    last = -1
    for fact in facts:
        if type(fact) is not tuple or len(fact) != 2 or type(fact[0]) is not int or type(fact[1]) is not int:
            raise ModelError(f"{where}: expected facts such as (0, 1), found {shown(fact)}")
        variable, value = fact
        if not 0 <= variable < len(variables) or not 0 <= value < len(variables[variable].domain):
            raise ModelError(f"{where}: there is no fact {fact}: no such variable, or no such place in its domain")
        if variable <= last:
            if len({variable for variable, _ in facts}) < len(facts):
                raise ModelError(f"{where} names a variable twice")
            return checked_facts(tuple(sorted(facts)), variables, where)
        last = variable
    return facts


def _needs_arguments(function: Callable[..., object]) -> bool:
    """Whether it cannot be called without arguments, as a function of the state cannot."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    return any(p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters)


def _plain(value: object) -> bool:
    return type(value) is str or type(value) is int
