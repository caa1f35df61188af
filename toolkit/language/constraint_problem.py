"""ConstraintProblem: named variables, constraints and an optional objective, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal as OneOf

from copla.ground.errors import ModelError
from copla.ground.numbers import checked_number, shown
from copla.language.accepting import accepted, checked_terms
from copla.language.constraints import Constraint
from copla.language.expressions import Expression, Variable, as_expression


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """What to minimise or maximise: ``sum(c * x for c, x in terms) + constant``."""

    sense: OneOf["minimize", "maximize"]
    terms: tuple[tuple[int, Variable], ...]
    constant: int = 0

    def value(self, values: Mapping[str, int]) -> int:
        return self.constant + sum(coefficient * values[variable.name] for coefficient, variable in self.terms)


class ConstraintProblem:
    """A constraint satisfaction or optimisation problem.

    >>> from copla import ConstraintProblem, all_different, solve
    >>> problem = ConstraintProblem("three digits")
    >>> a, b, c = (problem.variable(name, range(1, 4)) for name in "abc")
    >>> _ = problem.add(all_different([a, b, c]))
    >>> _ = problem.add(a < b, label="clue a < b")
    >>> _ = problem.add(c == 2)
    >>> solve(problem, backend="forward-checking").best.values
    {'a': 1, 'b': 3, 'c': 2}
    """

    def __init__(self, name: str = "problem") -> None:
        self.name = name
        self.variables: list[Variable] = []
        self.constraints: list[Constraint] = []
        self.objective: Objective | None = None
        self._accepted_objective: Objective | None = None
        self._names = _Names()
        self._shares_names = False  # with another problem, so that they are copied before they grow
        self._domains: dict[object, tuple[int, ...]] = {}

    def variable(self, name: str, domain: Iterable[int]) -> Variable:
        """Add a variable; its domain is any non-empty collection of integers."""
        if not isinstance(name, str) or not name:
            raise ModelError(f"a variable's name is a non-empty text, found {shown(name)}")
        if name in self._names.by_name:
            raise ModelError(f"there is a variable {name!r} already")
        if self._shares_names:
            self._names, self._shares_names = self._names.copy(), False
        variable = Variable(name, self._checked_domain(name, domain), len(self._names.variables))
        self.variables.append(variable)
        self._names.add(variable)
        return variable

    def add(self, constraint: Constraint, *, label: str = "", clue: bool = False) -> Constraint:
        """Add a constraint and return it as stored (one that always holds, such as ``0 <= 1``, is not).

        The label is what people read when the constraint is violated or explains a conflict. ``clue``
        marks it as part of this instance rather than of the rules: explanations choose among clues.
        """
        if (label or clue) and isinstance(constraint, Constraint):
            constraint = replace(constraint, label=label, clue=clue)
        stored = self._accepted(constraint)
        if stored is None:
            return constraint
        self.constraints.append(stored)
        return stored

    def check(self) -> None:
        """Check what was put into the lists by hand; everybody who hands the problem to a backend calls it first.

        What came through :meth:`variable` and :meth:`add` is known to be right: that takes a few microseconds.
        """
        names = self._names
        if not _same(self.variables, names.variables):
            raise ModelError(f"the variables of {self.name!r} were changed by hand: make them with problem.variable")
        try:
            for constraint in self.constraints:
                if constraint.accepted_by is not names:
                    known = False
                    break
            else:
                known = True
        except (AttributeError, TypeError):
            known = False
        if not known:
            if not isinstance(self.constraints, Iterable):
                raise ModelError(f"the constraints of {self.name!r} are a list, found {shown(self.constraints)}")
            stored = map(self._accepted, self.constraints)
            self.constraints = [constraint for constraint in stored if constraint is not None]
        if self.objective is not self._accepted_objective:
            self._accept_objective(self.objective)

    def minimize(self, expression: Expression | int) -> None:
        self._set_objective("minimize", expression)

    def maximize(self, expression: Expression | int) -> None:
        self._set_objective("maximize", expression)

    def __getitem__(self, name: str) -> Variable:
        try:
            return self._names.by_name[name]
        except (KeyError, TypeError):
            raise ModelError(f"there is no variable {name!r}") from None

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._names.by_name

    def restricted(self, constraints: Iterable[Constraint]) -> ConstraintProblem:
        """The same variables under other constraints and without the objective; neither follows later changes."""
        other = ConstraintProblem(self.name)
        other.variables = self.variables.copy()
        other._names = self._names
        self._shares_names = other._shares_names = True
        other.constraints = list(constraints)
        return other

    def __repr__(self) -> str:
        return (
            f"<ConstraintProblem {self.name!r}: {len(self.variables)} variables, {len(self.constraints)} constraints>"
        )

    def _accepted(self, constraint: object) -> Constraint | None:
        """A constraint as the problem stores it; None if it always holds."""
        names = self._names
        stored = accepted(constraint)
        if stored is not None and stored.accepted_by is not names:
            for variable in stored.scope:
                names.check_owner(variable)
            object.__setattr__(stored, "accepted_by", names)  # the one thing about it that may change
        return stored

    def _set_objective(self, sense: OneOf["minimize", "maximize"], expression: Expression | int) -> None:
        what = as_expression(expression)
        self._accept_objective(Objective(sense, what.terms, what.constant))

    def _accept_objective(self, objective: Objective | None) -> None:
        if objective is not None:
            if type(objective) is not Objective or objective.sense not in ("minimize", "maximize"):
                raise ModelError(f"expected an objective to minimize or maximize, found {shown(objective)}")
            terms = checked_terms(objective.terms, objective.constant, "the objective")
            for _, variable in terms:
                self._names.check_owner(variable)
            objective = Objective(objective.sense, terms, objective.constant)
        self.objective = self._accepted_objective = objective

    def _checked_domain(self, name: str, domain: Iterable[int]) -> tuple[int, ...]:
        # Puzzles give the same few ranges to many variables: check and sort each of them once.
        key = domain if isinstance(domain, range | tuple | frozenset) else None
        known = self._domains.get(key) if key is not None else None
        if known is not None:
            return known
        if not isinstance(domain, Iterable):
            raise ModelError(f"the domain of {name!r} is {shown(domain)}, expected a list or a range of whole numbers")
        values = list(domain)
        if not values:
            raise ModelError(f"the domain of {name!r} is empty")
        what = f"a value of {name!r}"
        for value in values:
            checked_number(value, what)
        checked = tuple(sorted(set(values)))
        if key is not None:
            self._domains[key] = checked
        return checked


class _Names:
    """The variables of a problem, and of those that were made of it by leaving out constraints.

    A constraint that was accepted under these names uses no other variables.
    """

    def __init__(self, variables: Iterable[Variable] = ()) -> None:
        self.variables = list(variables)
        self.by_name = {variable.name: variable for variable in self.variables}

    def add(self, variable: Variable) -> None:
        self.variables.append(variable)
        self.by_name[variable.name] = variable

    def copy(self) -> _Names:
        return _Names(self.variables)

    def check_owner(self, variable: Variable) -> None:
        known = self.variables
        if variable.index >= len(known) or known[variable.index] is not variable:
            raise ModelError(f"variable {variable.name!r} belongs to another problem")


def _same(left: list[Variable], right: list[Variable]) -> bool:
    """Whether both lists hold the very same variables."""
    try:
        return left == right  # asks for identity first
    except ModelError:
        return False
