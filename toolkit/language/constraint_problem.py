"""ConstraintProblem: named variables, constraints and an optional objective, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import islice
from operator import itemgetter
from typing import Any
from typing import Literal as OneOf

from copla.ground.errors import ModelError
from copla.ground.html import html_lines
from copla.ground.numbers import checked_number, shown, whole
from copla.ground.text import counted
from copla.language.accepting import accepted, checked_terms
from copla.language.bounds import bounds
from copla.language.expressions import Expression, Operand, Variable, as_expression
from copla.language.grids import Array, Grid
from copla.language.logic import as_constraint
from copla.language.written import Written, scope_of


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """What to minimise or maximise: ``sum(c * x for c, x in terms) + constant``.

    In what a backend sees every ``x`` is a variable; in what was written it may be any operation.
    """

    sense: OneOf["minimize", "maximize"]
    terms: tuple[tuple[int, Any], ...]
    constant: int = 0

    @property
    def flat(self) -> bool:
        """Whether it is a sum of variables."""
        return all(type(atom) is Variable for _, atom in self.terms)

    @property
    def expression(self) -> Expression:
        return Expression(self.terms, self.constant)

    def value(self, values: Mapping[str, int]) -> int:
        """Of a sum of variables, under the values by name."""
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
        if not isinstance(name, str):
            raise ModelError(f"a problem's name is a text, found {shown(name)}")
        self.name = name
        self.variables: list[Variable] = []
        self.constraints: list[Any] = []  # of the flat kinds and of those that are kept as they were written
        self.objective: Objective | None = None
        self.later_objectives: tuple[Objective, ...] = ()
        self._accepted_objectives: tuple[Objective | None, tuple[Objective, ...]] = None, ()
        self._checked: tuple[_Names | None, list[Any]] = None, []
        self._names = _Names()
        self._shares_names = False  # with another problem, so that they are copied before they grow
        self._domains: dict[object, tuple[int, ...]] = {}
        self._words: dict[str, int] = {}  # names of values: one number each, whatever variable has it

    def variable(self, name: str, domain: Iterable[Any]) -> Variable:
        """Add a variable; its domain is any non-empty collection of integers, or of names such as "red".

        A name is the same value for every variable of the problem that has it.
        """
        if not isinstance(name, str) or not name:
            raise ModelError(f"a variable's name is a non-empty text, found {shown(name)}")
        if name in self._names.by_name:
            raise ModelError(f"there is a variable {name!r} already")
        if self._shares_names:
            self._names, self._shares_names = self._names.copy(), False
        words = None
        if type(domain) is not range and isinstance(domain, Iterable) and not isinstance(domain, str | bytes):
            if isinstance(domain, Mapping):
                raise ModelError(f"the domain of {name!r} is a dict, of which only the keys would be read: give a list")
            unordered = isinstance(domain, set | frozenset)
            domain = domain if isinstance(domain, tuple | frozenset) else tuple(islice(domain, MOST_VALUES + 1))
            if domain and all(isinstance(value, str) for value in domain):
                # A set of texts has another order in every run.
                domain, words = self._numbered(sorted(domain) if unordered else domain)
        variable = Variable(name, self._checked_domain(name, domain), len(self._names.variables), words)
        self.variables.append(variable)
        self._names.add(variable)
        return variable

    def boolean(self, name: str) -> Variable:
        """Add a variable over 0 and 1, which may stand for a constraint: ``implies(b, x > 3)``."""
        return self.variable(name, _SWITCH)

    def array(self, name: str, length: int, domain: Iterable[int] | Iterable[str]) -> Array:
        """Add a list of variables, ``name[0]``, ``name[1]``, ..., which an expression can index.

        >>> problem = ConstraintProblem()
        >>> x = problem.array("x", 3, range(3))
        >>> print(x[x[0]] == 2)
        element([x[0], x[1], x[2]], x[0]) == 2
        """
        values = self._shared(domain)
        return Array(self.variable(f"{name}[{place}]", values) for place in range(_size(length, "an array")))

    def grid(self, name: str, height: int, width: int, domain: Iterable[int] | Iterable[str]) -> Grid:
        """Add variables ``name[row,column]`` in rows and columns."""
        values, columns = self._shared(domain), range(_size(width, "a grid"))
        rows = range(_size(height, "a grid"))
        return Grid([self.variable(f"{name}[{row},{column}]", values) for column in columns] for row in rows)

    def add(self, constraint: Any, *, label: str = "", clue: bool = False) -> Any:
        """Add a constraint and return it as stored (one that always holds, such as ``0 <= 1``, is not).

        The label is what people read when the constraint is violated or explains a conflict. ``clue``
        marks it as part of this instance rather than of the rules: explanations choose among clues.
        """
        if (label or clue) and not isinstance(constraint, bool):
            constraint = as_constraint(constraint)
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
        checked, constraints = self._checked
        if checked is not names or not _same((self.variables, self.constraints), (names.variables, constraints)):
            self._check_lists()
        first, later = self._accepted_objectives
        if self.objective is not first or self.later_objectives is not later:
            self._accept_objectives(self.objective, *self.later_objectives)

    def _check_lists(self) -> None:
        names = self._names
        if not _same(self.variables, names.variables):
            raise ModelError(f"the variables of {self.name!r} were changed by hand: make them with problem.variable")
        if type(self.constraints) is not list:
            if not isinstance(self.constraints, Iterable):
                raise ModelError(f"the constraints of {self.name!r} are a list, found {shown(self.constraints)}")
            self.constraints = list(self.constraints)
        try:
            known = [constraint.accepted_by for constraint in self.constraints].count(names) == len(self.constraints)
        except AttributeError:
            known = False
        if not known:
            stored = map(self._accepted, self.constraints)
            self.constraints = [constraint for constraint in stored if constraint is not None]
        self._checked = names, list(self.constraints)

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """All of them, the most important first."""
        return () if self.objective is None else (self.objective, *self.later_objectives)

    @property
    def has_named_values(self) -> bool:
        """Whether values of a variable have names."""
        return bool(self._words)

    @property
    def most_values(self) -> int:
        """How many values the variable with the most of them has."""
        return self._names.most_values

    @property
    def alike(self) -> Alike | None:
        """What all variables have in common, where they have the same few values: it makes checking quicker."""
        names = self._names
        return names.alike if names.alike_is_known else names.look_for_alike()

    @property
    def flat(self) -> bool:
        """Whether it says nothing but the four flat kinds and at most one objective, a sum of variables.

        Of what was put into the list by hand it knows after :meth:`check`.
        """
        if self._names.written and any(isinstance(constraint, Written) for constraint in self.constraints):
            return False
        return self.objective is None or (not self.later_objectives and self.objective.flat)

    def minimize(self, expression: Operand) -> None:
        """Ask for a solution with the least value of the expression, instead of what was asked for before."""
        self._accept_objectives(_objective("minimize", expression))

    def maximize(self, expression: Operand) -> None:
        """Ask for a solution with the greatest value of the expression, instead of what was asked for before."""
        self._accept_objectives(_objective("maximize", expression))

    def then_minimize(self, expression: Operand) -> None:
        """Among the best solutions so far, ask for the least value of a further expression."""
        self._accept_objectives(*self.objectives, _objective("minimize", expression))

    def then_maximize(self, expression: Operand) -> None:
        """Among the best solutions so far, ask for the greatest value of a further expression."""
        self._accept_objectives(*self.objectives, _objective("maximize", expression))

    def __getitem__(self, name: str) -> Variable:
        try:
            return self._names.by_name[name]
        except (KeyError, TypeError):
            raise ModelError(f"there is no variable {shown(name)}") from None

    def __contains__(self, name: object) -> bool:
        if isinstance(name, Variable):
            return self._names.by_name.get(name.name) is name
        return isinstance(name, str) and name in self._names.by_name

    def accept(self, constraint: Any) -> Any:
        """The constraint as :meth:`add` would store it, for ``restricted(..., accepted=True)``; it is not added."""
        return self._accepted(constraint)

    def restricted(self, constraints: Iterable[Any], *, accepted: bool = False) -> ConstraintProblem:
        """The same variables under other constraints and without the objective; neither follows later changes.

        ``accepted`` says that this problem's :meth:`add` or :meth:`accept` has returned each of them: with thousands
        of boards that share their constraints, looking at each again took a twentieth of the time.
        """
        other = object.__new__(ConstraintProblem)  # without the names of an empty problem, which take time to make
        other.name, other.variables, other.constraints = self.name, self.variables.copy(), list(constraints)
        other.objective, other.later_objectives, other._accepted_objectives = _NO_OBJECTIVES
        other._names, other._words, other._domains = self._names, self._words, self._domains
        other._shares_names = self._shares_names = True
        other._checked = (self._names, other.constraints.copy()) if accepted else self._checked
        return other

    def __copy__(self) -> ConstraintProblem:
        """The same variables and constraints; neither problem follows later changes of the other."""
        other = self.restricted(self.constraints)
        other.objective, other.later_objectives = self.objective, self.later_objectives
        return other

    def __deepcopy__(self, memo: object) -> ConstraintProblem:
        return copy(self)  # variables and constraints never change

    def __repr__(self) -> str:
        size = f"{counted(len(self.variables), 'variable')}, {counted(len(self.constraints), 'constraint')}"
        return f"<ConstraintProblem {self.name!r}: {size}>"

    def __str__(self) -> str:
        from copla.language.printing import constraint_problem_in_words

        return constraint_problem_in_words(self)

    def _repr_html_(self) -> str:
        return html_lines(str(self))

    def _accepted(self, constraint: object) -> Any:
        """A constraint as the problem stores it; None if it always holds."""
        names = self._names
        stored = accepted(constraint)
        if stored is not None and stored.accepted_by is not names:
            for variable in stored.scope:
                names.check_owner(variable)
            names.written = names.written or isinstance(stored, Written)
            object.__setattr__(stored, "accepted_by", names)  # the one thing about it that may change
        return stored

    def _accept_objectives(self, *objectives: Objective | None) -> None:
        found = []
        for objective in objectives:
            if objective is not None or len(objectives) > 1:
                objective = self._accepted_objective(objective)
            found.append(objective)
        self.objective, self.later_objectives = (found or [None])[0], tuple(filter(None, found[1:]))
        self._accepted_objectives = self.objective, self.later_objectives

    def _accepted_objective(self, objective: Objective | None) -> Objective:
        if type(objective) is not Objective or objective.sense not in ("minimize", "maximize"):
            raise ModelError(f"expected an objective to minimize or maximize, found {shown(objective)}")
        if type(objective.terms) is tuple and not objective.flat:
            bounds(objective.expression)
            scope = scope_of(objective.expression)
        else:
            terms = checked_terms(objective.terms, objective.constant, "the objective")
            scope = tuple(variable for _, variable in terms)
            objective = Objective(objective.sense, terms, objective.constant)
        for variable in scope:
            self._names.check_owner(variable)
        return objective

    def _shared(self, domain: Iterable[Any]) -> Iterable[Any]:
        """A domain that several variables can be given."""
        if isinstance(domain, range | set | frozenset | str | bytes | Mapping) or not isinstance(domain, Iterable):
            return domain
        return tuple(islice(domain, MOST_VALUES + 1))

    def _numbered(self, names: Iterable[Any]) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """The numbers of named values, in order, and their names in the same order."""
        numbers = {self._words.setdefault(name, len(self._words)): name for name in names}
        return tuple(sorted(numbers)), tuple(numbers[number] for number in sorted(numbers))

    def _checked_domain(self, name: str, domain: Any) -> tuple[int, ...]:
        # Puzzles give the same few ranges to many variables: check and sort each of them once.
        key = domain if isinstance(domain, range | tuple | frozenset) else None
        try:
            known = self._domains.get(key) if key is not None else None
        except TypeError:  # lists in a list: what is wrong with them is said below
            key = known = None
        if known is not None:
            return known
        if not isinstance(domain, Iterable) or isinstance(domain, bytes):
            raise ModelError(f"the domain of {name!r} is {shown(domain)}, expected a list or a range of whole numbers")
        values = list(islice(domain, MOST_VALUES + 1))
        if not values:
            raise ModelError(f"the domain of {name!r} is empty")
        if len(values) > MOST_VALUES:
            raise ModelError(f"the domain of {name!r} has more than {MOST_VALUES:,} values")
        what = f"a value of {name!r}"
        if {*map(type, values)} != {int}:
            values = [checked_number(whole(value), what) for value in values]
        checked = tuple(sorted(set(values)))
        for end in (checked[0], checked[-1]):
            checked_number(end, what)
        if key is not None:
            self._domains[key] = checked
        return checked


@dataclass(frozen=True, slots=True)
class Alike:
    """Variables of one domain: what takes their values from a mapping in their order, the domain, and its types."""

    pick: itemgetter[Any]
    domain: frozenset[int]
    types: list[type]


FEW_VALUES = 64
"""Among so many a value is found soonest by looking at one after the other."""

MOST_VALUES = 10_000_000
"""Of one variable: each stands in its domain."""

_SWITCH = range(2)

_NO_OBJECTIVES: tuple[None, tuple[()], tuple[None, tuple[()]]] = None, (), (None, ())


def _objective(sense: OneOf["minimize", "maximize"], expression: Operand) -> Objective:
    what = as_expression(expression)
    return Objective(sense, what.terms, what.constant)


def _size(number: object, what: str) -> int:
    size = whole(number)
    if type(size) is not int or not 0 <= size <= MOST_VALUES:
        raise ModelError(f"the size of {what} is a whole number from 0 to {MOST_VALUES:,}, found {shown(number)}")
    return size


class _Names:
    """The variables of a problem, and of those that were made of it by leaving out constraints.

    A constraint that was accepted under these names uses no other variables.
    """

    def __init__(self, variables: Iterable[Variable] = ()) -> None:
        self.written = False  # whether a constraint was accepted under them that is kept as it was written
        self.variables = list(variables)
        self.by_name = {variable.name: variable for variable in self.variables}
        self.most_values = max((len(variable.domain) for variable in self.variables), default=0)
        self.alike: Alike | None = None
        self.alike_is_known = False

    def add(self, variable: Variable) -> None:
        self.variables.append(variable)
        self.by_name[variable.name] = variable
        self.most_values = max(self.most_values, len(variable.domain))
        self.alike_is_known = False

    def look_for_alike(self) -> Alike | None:
        domains = {variable.domain for variable in self.variables} if self.most_values <= FEW_VALUES else ()
        if len(self.variables) > 1 and len(domains) == 1:  # of one variable, itemgetter gives no tuple
            pick, (domain,) = itemgetter(*self.by_name), domains
            self.alike = Alike(pick, frozenset(domain), [int] * len(self.variables))
        else:
            self.alike = None
        self.alike_is_known = True
        return self.alike

    def copy(self) -> _Names:
        other = _Names(self.variables)
        other.written = self.written
        return other

    def check_owner(self, variable: Variable) -> None:
        known = self.variables
        if variable.index >= len(known) or known[variable.index] is not variable:
            raise ModelError(f"variable {variable.name!r} belongs to another problem")


def _same(left: Sequence[Any], right: Sequence[Any]) -> bool:
    """Whether both, or the lists in them, hold the very same variables, or constraints."""
    try:
        return left == right  # asks for identity first
    except ModelError:
        return False
