"""What XCSP3's words cannot hold where it stands, given a variable of its own: the same problem in narrower terms.

A formula of the format has no element and no choice and divides towards zero, and its lists take variables, each once.
Each part beyond that becomes a variable with a constraint that says what it is: an element by ``<element>``, all others
by formulas. It is a function of the written variables, whatever values they have, so that solutions correspond one to
one; a comparison with a part that may have no value says also that it has one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from copla.ground.errors import ModelError
from copla.language.bounds import bounds
from copla.language.constraint_problem import ConstraintProblem, Objective
from copla.language.constraints import AllDifferent, Clause, Linear, Table, compare
from copla.language.expressions import Expression, Variable, as_expression, total
from copla.language.lists import Cardinality, Distinct, Equal, Increasing, Lexicographic, Rows
from copla.language.logic import Combined, Relation, all_of, any_of, implies
from copla.language.operations import Choice, Count, Element, Operation, Product, Quotient, Remainder, Truth
from copla.language.paths import Circuit, Inverse, Regular
from copla.language.scheduling import Cumulative, Interval, NoOverlap
from copla.language.written import Written
from copla.rewriting.decomposition import decomposed
from copla.rewriting.flattening import conditions
from copla.rewriting.keys import Keys


def in_narrow_terms(problem: ConstraintProblem) -> ConstraintProblem:
    """The same problem, its variables first; the others have names that begin with ``part``."""
    if problem.flat:
        return problem
    made = _Parts(problem)
    for constraint in problem.constraints:
        made.post(constraint, constraint.label, constraint.clue)
    objective = problem.objective
    if objective is not None:
        for condition in conditions((objective.expression,)):
            made.post(condition)
        found = made.number(objective.expression)
        made.problem.objective = Objective(objective.sense, found.terms, found.constant)
    return made.problem


class _Parts:
    """The problem while it grows."""

    def __init__(self, problem: ConstraintProblem) -> None:
        self.problem = problem.restricted([])
        self.known: dict[Hashable, Variable] = {}
        self.key_of = Keys()
        self.count = 0

    def post(self, constraint: Any, label: str = "", clue: bool = False) -> None:
        """The constraint holds, and so does that its parts have a value."""
        if isinstance(constraint, Linear) and not constraint.terms:
            self.problem.add(constraint, label=label, clue=clue)
            return
        if not isinstance(constraint, Written):
            self.problem.constraints.append(constraint)
            return
        for condition in conditions(constraint.parts) if not isinstance(constraint, Combined) else ():
            self.post(condition, label, clue)
        stated = self.listed(constraint)
        if stated is not None:
            self.problem.add(stated, label=label, clue=clue)

    def listed(self, constraint: Any) -> Any:
        """A constraint that holds: its lists are lists of variables. None if it says nothing."""
        match constraint:
            case Distinct(parts):
                words = [self.number(part) if part.terms else self.variable(part) for part in parts]
                return Distinct(tuple(words)) if len(parts) > 1 else None
            case Equal(parts):
                return Equal(self.variables(parts)) if len(parts) > 1 else None
            case Increasing(parts, strictly):
                return Increasing(self.variables(parts), strictly) if len(parts) > 1 else None
            case Rows(parts, rows, True) if rows and len(parts) > 1:
                return Rows(self.variables(parts), rows, True)
            case Rows(_, (), allowed):
                return Clause(()) if allowed else None
            case Cardinality(members, values, numbers, closed) if members and values:
                return Cardinality(self.variables(members), values, tuple(map(self.word, numbers)), closed)
            case Lexicographic(left, right, strictly) if left:
                both = self.variables((*left, *right))
                return Lexicographic(both[: len(left)], both[len(left) :], strictly)
            case Inverse(left, right) if left:
                both = self.variables((*left, *right))
                return Inverse(both[: len(left)], both[len(left) :])
            case Circuit(parts):
                return Circuit(self.variables(parts)) if len(parts) > 1 else all_of(part == 0 for part in parts)
            case Regular(parts, states, steps, accepting) if parts and steps and accepting:
                return Regular(self.variables(parts), states, steps, accepting)
            case Regular(parts, _, _, accepting):
                return None if not parts and 0 in accepting else Clause(())
            case NoOverlap(intervals) if all(bounds(task.duration)[0] > 0 for task in intervals):
                return NoOverlap(self.tasks(intervals)) if len(intervals) > 1 else None
            case Cumulative(intervals, demands, capacity) if intervals:
                return Cumulative(self.tasks(intervals), self.alike(demands), self.word(capacity))
            case Combined("and", ()):
                return None
            case Combined("or", ()):
                return Clause(())
        return self.truth(constraint)

    def tasks(self, intervals: Sequence[Interval]) -> tuple[Interval, ...]:
        """Tasks that start at variables, and take numbers of time or variables."""
        starts = self.variables(task.start for task in intervals)
        lengths = self.alike([task.duration for task in intervals])
        return tuple(Interval(start, length) for start, length in zip(starts, lengths, strict=True))

    def alike(self, parts: Sequence[Expression]) -> tuple[Expression, ...]:
        """All of them numbers, or all of them variables."""
        return self.variables(parts) if any(part.terms for part in parts) else tuple(parts)

    def word(self, part: Expression) -> Expression:
        """A number, or a variable."""
        return self.variable(part) if part.terms else part

    # Constraints as formulas.

    def truth(self, constraint: Any) -> Any:
        """The same, as a formula can say it."""
        match constraint:
            case Linear((), comparison, bound):
                return self.constant(compare(0, comparison, bound))
            case Clause(()):
                return self.constant(False)
            case Linear() | Clause():
                return constraint
            case Relation(left, comparison, right):
                return Relation(self.number(left), comparison, self.number(right))
            case Combined(connective, parts) if parts:
                return Combined(connective, tuple(map(self.inner, parts)))
            case AllDifferent() | Table():
                return self.truth(decomposed(constraint))
            case Combined(connective):
                return self.constant(connective == "and")
            case Circuit() | Regular():
                raise ModelError(f"'{constraint}' is not written as XCSP3: a formula of the format cannot hold it")
        return self.inner(decomposed(constraint))

    def inner(self, constraint: Any) -> Any:
        """The same where it may hold or not: it does not where a part has no value."""
        stated = self.truth(constraint)
        needed = [] if isinstance(constraint, Combined) else conditions(getattr(constraint, "parts", ()))
        return all_of([*map(self.inner, needed), stated]) if needed else stated

    def constant(self, truth: bool) -> Any:
        """The format has no word for it: a variable with one value has it, or another one."""
        return self.variable(as_expression(1)) == int(truth)

    # Numbers.

    def number(self, expression: Expression) -> Expression:
        """The same, as a formula can say it."""
        if isinstance(expression, Variable):
            return expression
        if not isinstance(expression, Operation):
            return total([expression.constant, *(c * self.number(atom) for c, atom in expression.terms if c)])
        match expression:
            case Truth(parts=(constraint,)):
                return Truth(self.inner(constraint))
            case Element() | Choice():
                return self.variable(expression)
            case Count(parts=(value, *members)) if len(members) < 2:
                return total(Truth(self.inner(member == value)) for member in members)
            case Quotient(parts=(number, divisor)) | Remainder(parts=(number, divisor)):
                if bounds(number)[0] < 0 or bounds(divisor)[0] <= 0:
                    quotient = self.variable(Quotient(number, divisor))
                    rest = self.number(number) - self.number(divisor) * quotient
                    return quotient if isinstance(expression, Quotient) else rest
        return type(expression)(*map(self.number, expression.parts))

    def variables(self, parts: Iterable[Expression]) -> tuple[Variable, ...]:
        """A variable for each, no two of them the same."""
        found: list[Variable] = []
        for part in parts:
            variable = self.variable(part)
            found.append(self.new(variable) if any(variable is one for one in found) else variable)
        return tuple(found)

    def variable(self, expression: Expression) -> Variable:
        """A variable with the value of the expression, whatever it is where there is none."""
        if isinstance(expression, Variable):
            return expression
        key = self.key_of(expression)
        if key not in self.known:
            match expression:
                case Element(parts=(index, *entries)):
                    self.known[key] = self.element(index, tuple(entries))
                case Choice(parts=(condition, then, otherwise)):
                    self.known[key] = self.choice(self.inner(condition), self.number(then), self.number(otherwise))
                case Quotient(parts=(number, divisor)) if bounds(number)[0] < 0 or bounds(divisor)[0] <= 0:
                    self.known[key] = self.quotient(self.number(number), self.number(divisor))
                case _:
                    self.known[key] = self.new(self.number(expression))
        return self.known[key]

    def choice(self, condition: Any, then: Expression, otherwise: Expression) -> Variable:
        ends = bounds(then) + bounds(otherwise)
        found = self.made(range(min(ends), max(ends) + 1))
        self.problem.add(implies(condition, found == then))
        self.problem.add(any_of([condition, found == otherwise]))
        return found

    def element(self, index: Expression, entries: tuple[Expression, ...]) -> Variable:
        """The first entry from outside of the list."""
        if not entries:
            return self.new(as_expression(0))
        place = self.variable(index)
        if place.domain[0] < 0 or place.domain[-1] >= len(entries):
            inside, outside = all_of([place >= 0, place < len(entries)]), place
            place = self.made(range(len(entries)))
            self.problem.add(implies(inside, place == outside))
            self.problem.add(any_of([inside, place == 0]))
        listed = tuple(map(self.variable, entries)) if any(entry.terms for entry in entries) else entries
        ends = [end for entry in listed for end in bounds(entry)]
        found = self.made(range(min(ends), max(ends) + 1))
        self.problem.add(Relation(Element(place, *listed), "==", found))
        return found

    def quotient(self, number: Expression, divisor: Expression) -> Variable:
        """Rounded down, and 0 for a divisor of 0."""
        low, high = bounds(Quotient(number, divisor))
        found = self.made(range(min(low, 0), max(high, 0) + 1))
        least, most = bounds(divisor)
        product = found * divisor if not divisor.terms else Product(found, divisor)
        rest = number - product
        if most > 0:
            positive = all_of([rest >= 0, rest < divisor])
            self.problem.add(positive if least > 0 else implies(divisor > 0, positive))
        if least < 0:
            negative = all_of([rest <= 0, rest > divisor])
            self.problem.add(negative if most < 0 else implies(divisor < 0, negative))
        if least <= 0 <= most:
            self.problem.add(found == 0 if least == most else implies(divisor == 0, found == 0))
        return found

    def new(self, value: Expression) -> Variable:
        low, high = bounds(value)
        found = self.made(range(low, high + 1))
        self.problem.add(found == value)
        return found

    def made(self, domain: range) -> Variable:
        self.count += 1
        while f"part {self.count}" in self.problem:
            self.count += 1
        return self.problem.variable(f"part {self.count}", domain)
