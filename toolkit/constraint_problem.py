"""ConstraintProblem: named variables, constraints and an optional objective, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal as OneOf

from copla.constraints import Clause, Constraint, Linear, compare
from copla.errors import ModelError
from copla.expressions import Expression, Variable, merged
from copla.numbers import check_sum, checked_number


@dataclass(frozen=True, slots=True)
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
        self._by_name: dict[str, Variable] = {}
        self._shares_names = False  # with another problem, so that it is copied before it changes
        self._domains: dict[object, tuple[int, ...]] = {}

    def variable(self, name: str, domain: Iterable[int]) -> Variable:
        """Add a variable; its domain is any non-empty collection of integers."""
        if not isinstance(name, str) or not name:
            raise ModelError(f"a variable's name is a non-empty text, found {name!r}")
        if name in self._by_name:
            raise ModelError(f"there is a variable {name!r} already")
        variable = Variable(name, self._checked_domain(name, domain), len(self.variables))
        self.variables.append(variable)
        if self._shares_names:
            self._by_name, self._shares_names = self._by_name.copy(), False
        self._by_name[name] = variable
        return variable

    def add(self, constraint: Constraint | bool, *, label: str = "", clue: bool = False) -> Constraint:
        """Add a constraint and return it as stored (one that always holds, such as ``0 <= 1``, is not).

        The label is what people read when the constraint is violated or explains a conflict. ``clue``
        marks it as part of this instance rather than of the rules: explanations choose among clues.
        """
        if isinstance(constraint, bool):
            # sum([]) >= 1 is plain Python and already false; the model must not forget that.
            constraint = Linear((), "==" if constraint else "!=", 0)
        if not isinstance(constraint, Constraint):
            raise ModelError(f"expected a constraint such as x < y or all_different(row), found {constraint!r}")
        for variable in constraint.scope:
            self._check_owner(variable)
        if isinstance(constraint, Linear):
            if not constraint.terms:
                if compare(0, constraint.comparison, constraint.bound):
                    return constraint
                constraint = Clause(())
            else:
                _check_range(constraint.terms, constraint.bound, str(constraint))
        if label or clue:
            constraint = replace(constraint, label=label, clue=clue)
        self.constraints.append(constraint)
        return constraint

    def minimize(self, expression: Expression) -> None:
        self._set_objective("minimize", expression)

    def maximize(self, expression: Expression) -> None:
        self._set_objective("maximize", expression)

    def __getitem__(self, name: str) -> Variable:
        try:
            return self._by_name[name]
        except KeyError:
            raise ModelError(f"there is no variable {name!r}") from None

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def restricted(self, constraints: Iterable[Constraint]) -> ConstraintProblem:
        """The same variables under other constraints and without the objective; neither follows later changes."""
        other = ConstraintProblem(self.name)
        other.variables = self.variables.copy()
        other._by_name = self._by_name
        self._shares_names = other._shares_names = True
        other.constraints = list(constraints)
        return other

    def __repr__(self) -> str:
        return (
            f"<ConstraintProblem {self.name!r}: {len(self.variables)} variables, {len(self.constraints)} constraints>"
        )

    def _set_objective(self, sense: OneOf["minimize", "maximize"], expression: Expression) -> None:
        terms = merged(expression.terms)
        for _, variable in terms:
            self._check_owner(variable)
        _check_range(terms, expression.constant, "the objective")
        self.objective = Objective(sense, terms, expression.constant)

    def _checked_domain(self, name: str, domain: Iterable[int]) -> tuple[int, ...]:
        # Puzzles give the same few ranges to many variables: check and sort each of them once.
        key = domain if isinstance(domain, range | tuple | frozenset) else None
        known = self._domains.get(key) if key is not None else None
        if known is not None:
            return known
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

    def _check_owner(self, variable: Variable) -> None:
        known = self.variables
        if variable.index >= len(known) or known[variable.index] is not variable:
            raise ModelError(f"variable {variable.name!r} belongs to another problem")


def _check_range(terms: tuple[tuple[int, Variable], ...], constant: int, what: str) -> None:
    products = []
    for coefficient, variable in terms:
        checked_number(coefficient, f"{what}: the coefficient of {variable.name!r}")
        products.append((coefficient, max(abs(variable.domain[0]), abs(variable.domain[-1]))))
    check_sum(products, constant, what)
