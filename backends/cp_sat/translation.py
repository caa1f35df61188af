"""A constraint problem as a model of CP-SAT: the four flat kinds here, what was written beyond them in ``trees``."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from copla.backends.cp_sat.trees import COMPARE, LARGEST_OF_32_BITS, Trees, check_size
from copla.ground.limits import Watch
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import AllDifferent, Clause, Linear, Table
from copla.language.expressions import Expression, Variable
from copla.language.written import Written
from copla.rewriting.flattening import conditions

_CONSTRAINTS_BETWEEN_LOOKS = 256
_SWITCH = (0, 1)


class Translation:
    """The problem as a CP-SAT model."""

    def __init__(self, problem: ConstraintProblem, watch: Watch) -> None:
        from ortools.sat.python import cp_model

        self.cp_model: Any = cp_model
        self.problem = problem
        self.model = cp_model.CpModel()
        self.ask = watch.check
        self.lists = 0
        self.variables = self.new_variables()
        self.literals: dict[tuple[int, int], Any] = {}
        self.wide = any(max(-v.domain[0], v.domain[-1]) > LARGEST_OF_32_BITS for v in problem.variables)
        # CP-SAT 9.15 misreads tables of larger numbers, and tables beside clauses (docs/findings.md).
        self.own_tables = self.wide or any(
            isinstance(constraint, Clause | Written) for constraint in problem.constraints
        )
        self.trees: Trees | None = None
        if not problem.flat:
            written = problem.constraints
            self.trees = Trees(cp_model, self.model, self.variables, self.literal, self.one_of, written, self.ask)
        # Whether a difference has been written, of a sum or of a variable and a value.
        self.differs = self.trees is not None

    def new_variables(self) -> list[Any]:
        """The problem's own variables, in order."""
        domains: dict[range | tuple[int, ...], Any] = {}
        found = []
        for number, variable in enumerate(self.problem.variables):
            if number % _CONSTRAINTS_BETWEEN_LOOKS == 0:
                self.ask()
            values = variable.domain
            key: range | tuple[int, ...] = range(values[0], values[-1] + 1)  # of a tuple each value is looked at
            if len(key) > len(values):
                key = values
                self.lists += len(values)
            if key not in domains:
                whole = isinstance(key, range)
                domain = self.cp_model.Domain
                domains[key] = domain(values[0], values[-1]) if whole else domain.from_values(values)
            found.append(self.model.new_int_var_from_domain(domains[key], variable.name))
        return found

    @property
    def size(self) -> int:
        """How much there is for OR-Tools to look at: variables, constraints, and what stands in lists."""
        proto = self.model.proto
        in_trees = 0 if self.trees is None else self.trees.size
        return len(proto.variables) + len(proto.constraints) + self.lists + in_trees

    def write(self) -> None:
        """Write down all constraints and the objective; LimitError if a limit comes first."""
        for number, constraint in enumerate(self.problem.constraints):
            if number % _CONSTRAINTS_BETWEEN_LOOKS == 0:
                self.ask()
            self.add(constraint)
        objective = self.problem.objective
        if objective is not None:
            expression = self.sum(objective.terms) if objective.flat else self.value(objective.expression)
            if objective.sense == "minimize":
                self.model.minimize(expression)
            else:
                self.model.maximize(expression)

    def value(self, expression: Expression) -> Any:
        """An objective that is no sum of variables: a variable of its own, which has a value."""
        assert self.trees is not None
        for condition in conditions((expression,)):
            self.trees.post(condition)
        return self.trees.variable(expression)

    def add(self, constraint: Any) -> None:
        if self.trees is not None and isinstance(constraint, Written):
            self.trees.post(constraint)
            return
        match constraint:
            case AllDifferent(variables):
                self.lists += sum(len(variable.domain) for variable in variables)
                self.model.add_all_different([self.variables[v.index] for v in variables])
            case Linear(terms, comparison, bound):
                self.lists += len(terms)
                if self.wide and len(terms) > 1:
                    check_size(*constraint.scope)
                choice = self.at_most_one(terms, bound) if comparison in ("<=", "==") else None
                if choice is None:
                    self.differs = self.differs or comparison == "!="
                    self.model.add(COMPARE[comparison](self.sum(terms), bound))
                elif comparison == "<=":
                    self.model.add_at_most_one(choice)
                else:
                    self.model.add_exactly_one(choice)
            case Table(variables, rows, True) if self.own_tables:
                self.add_rows(variables, rows)
            case Table(variables, rows, False) if self.own_tables:
                self.forbid_rows(variables, rows)
            case Table(variables, rows, allowed):
                self.lists += len(rows) * len(variables)
                scope = [self.variables[v.index] for v in variables]
                if allowed:
                    self.model.add_allowed_assignments(scope, rows)
                elif rows:
                    self.model.add_forbidden_assignments(scope, rows)
            case Clause(literals):
                self.lists += len(literals)
                chosen = [(self.literal(lit.variable.index, lit.value), lit.positive) for lit in literals]
                self.model.add_bool_or([literal if positive else ~literal for literal, positive in chosen])

    def add_rows(self, variables: tuple[Variable, ...], rows: tuple[tuple[int, ...], ...]) -> None:
        """Allowed rows with a Boolean for each of them. The values determine it, so that solutions stay distinct."""
        chosen = []
        rows_with: dict[tuple[int, int], list[Any]] = {(v.index, value): [] for v in variables for value in v.domain}
        for row in dict.fromkeys(rows):
            self.ask()
            facts = [(v.index, value) for v, value in zip(variables, row, strict=True)]
            if all(fact in rows_with for fact in facts):
                this = self.model.new_bool_var("")
                self.model.add_bool_and([self.literal(*fact) for fact in facts]).only_enforce_if(this)
                chosen.append(this)
                for fact in facts:
                    rows_with[fact].append(this)
        self.model.add_exactly_one(chosen) if chosen else self.model.add_bool_or([])
        for fact, supporting in rows_with.items():
            self.ask()
            self.model.add_bool_or([~self.literal(*fact), *supporting])

    def forbid_rows(self, variables: tuple[Variable, ...], rows: tuple[tuple[int, ...], ...]) -> None:
        """Forbidden rows, a clause for each; one with a value that its variable cannot have says nothing."""
        for row in dict.fromkeys(rows):
            self.ask()
            if all(value in variable.domain for variable, value in zip(variables, row, strict=True)):
                facts = (self.literal(v.index, value) for v, value in zip(variables, row, strict=True))
                self.model.add_bool_or([~fact for fact in facts])

    def at_most_one(self, terms: tuple[tuple[int, Variable], ...], bound: int) -> list[Any] | None:
        """The literals of a sum over 0/1 variables that says of them "at most (or exactly) one", else None."""
        negative = 0
        literals = []
        for coefficient, variable in terms:
            if variable.domain != _SWITCH or coefficient not in (1, -1):
                return None
            literal = self.variables[variable.index]
            negative += coefficient < 0
            literals.append(literal if coefficient > 0 else ~literal)
        return literals if bound + negative == 1 else None

    def literal(self, variable: int, value: int) -> Any:
        """A Boolean that is true exactly if the variable has the value."""
        key = (variable, value)
        if key not in self.literals:
            domain = self.problem.variables[variable].domain
            place = bisect_left(domain, value)  # a wide domain is asked about each of its values
            if domain[place : place + 1] != (value,):
                self.literals[key] = self.model.new_constant(0)
            elif domain == _SWITCH:
                itself = self.variables[variable]
                self.literals[key] = itself if value else ~itself
            else:
                self.ask()  # one constraint may need very many of them
                literal = self.model.new_bool_var("")
                self.differs = True
                self.model.add(self.variables[variable] == value).only_enforce_if(literal)
                self.model.add(self.variables[variable] != value).only_enforce_if(~literal)
                self.literals[key] = literal
        return self.literals[key]

    def one_of(self, variable: int, values: Sequence[int]) -> list[Any]:
        """The Booleans of values, exactly one of which the variable is known to have: one sum says which."""
        keys = [(variable, value) for value in values]
        if self.problem.variables[variable].domain == _SWITCH or any(key in self.literals for key in keys):
            return [self.literal(*key) for key in keys]
        found = [self.model.new_bool_var("") for _ in keys]
        self.literals.update(zip(keys, found, strict=True))
        chosen = self.cp_model.LinearExpr.weighted_sum(found, list(values))
        self.model.add(chosen == self.variables[variable])
        return found

    def sum(self, terms: Any) -> Any:
        variables = [self.variables[variable.index] for _, variable in terms]
        return self.cp_model.LinearExpr.weighted_sum(variables, [coefficient for coefficient, _ in terms])
