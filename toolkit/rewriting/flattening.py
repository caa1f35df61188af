"""From the tree that was written to the flat kinds: the frame that all steps share.

Each auxiliary variable is a function of the written variables, whatever values they have: it stands for the value of
an expression, or for whether a constraint holds. What defines it is a rule of its own that no written constraint is
charged with, so that solutions correspond one to one and conflicts are conflicts of what was written.

A *literal* says of one variable that it has a value or not; True and False are literals, too. A *sum* is a list of
terms over variables and a constant.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from itertools import product
from typing import Any

from copla.ground.numbers import LARGEST
from copla.language.bounds import bounds
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import AllDifferent, Clause, Linear, Literal, Table, different_literals, is_literal
from copla.language.expressions import Expression, Variable, as_expression, merged
from copla.language.logic import Combined, Relation
from copla.language.operations import Element, Operation, Quotient, Remainder
from copla.language.written import Written, operations_in, variables_in
from copla.rewriting import arithmetic, chains, tables
from copla.rewriting.comparisons import checked, compared, negation
from copla.rewriting.decomposition import decomposed
from copla.rewriting.keys import Keys
from copla.rewriting.propagated import Propagated

Lit = Literal | bool
Terms = tuple[tuple[int, Variable], ...]

FEW = 400
"""So many combinations of values are tried one by one, and become a table."""

MOST_VALUES = 100_000
"""Of an auxiliary variable."""


class RewritingError(Exception):
    """A part of the problem that cannot be brought into the flat kinds, and why."""


class Flattening:
    """The flat problem while it grows: the written variables, auxiliary ones, and constraints with their origin.

    ``kinds``: what may stand in it beside the four flat kinds, of ``copla.rewriting.propagated``.
    """

    def __init__(self, problem: ConstraintProblem, ask: Callable[[], None], kinds: Collection[type]) -> None:
        self.problem = problem.restricted([])
        self.kinds = kinds
        self.ask = ask
        self.origins: list[int | None] = []
        self.origin: int | None = None
        self.known: dict[Hashable, Any] = {}
        self.key_of = Keys(ask)
        self.number = 0

    # What is written down.

    def put(self, constraint: AllDifferent | Linear | Table | Clause | Propagated) -> None:
        """A flat constraint, on account of the written one at hand."""
        if isinstance(constraint, Linear) and constraint.accepted_by is None:
            constraint = checked(constraint, constraint)  # of a list: two numbers in the range, but not their sum
        self.problem.constraints.append(constraint)
        self.origins.append(self.origin)

    def define(self, *constraints: Any) -> None:
        """What makes an auxiliary variable what it is, on nobody's account."""
        origin, self.origin = self.origin, None
        for constraint in constraints:
            self.post(constraint)
        self.origin = origin

    def put_clause(self, literals: Iterable[Lit]) -> None:
        found = list(literals)
        if not any(literal is True for literal in found):
            self.put(Clause(different_literals(literal for literal in found if isinstance(literal, Literal))))

    def define_clause(self, literals: Iterable[Lit]) -> None:
        origin, self.origin = self.origin, None
        self.put_clause(literals)
        self.origin = origin

    def new(self, domain: Iterable[int], what: object) -> Variable:
        """An auxiliary variable; ``what`` it stands for is named where it has too many values."""
        self.ask()
        if isinstance(domain, range) and len(domain) > MOST_VALUES:
            raise RewritingError(f"'{what}' could take {len(domain):,} values, more than {MOST_VALUES:,}")
        self.number += 1
        while f"aux {self.number}" in self.problem:
            self.number += 1
        return self.problem.variable(f"aux {self.number}", domain)

    # Constraints that hold.

    def post(self, constraint: Any) -> None:
        """Write down that a constraint holds."""
        if isinstance(constraint, AllDifferent | Linear | Table | Clause | Propagated):
            if isinstance(constraint, Linear) and not constraint.terms:
                self.put_clause([compared(self, (), constraint.comparison, constraint.bound)])
            else:
                self.put(constraint)
            return
        if isinstance(constraint, Combined) and self.post_logic(constraint):
            return
        if self.few(constraint):
            tables.post(self, constraint)
            return
        if isinstance(constraint, Combined):
            self.put_clause([self.literal(constraint)])
            return
        for condition in conditions(constraint.parts):
            self.post(condition)
        if isinstance(constraint, Relation):
            terms, constant = self.sum(constraint.left - constraint.right)
            self.post(checked(Linear(terms, constraint.comparison, -constant), constraint))
        elif not (chains.post(self, constraint) or tables.post_list(self, constraint)):
            self.post(decomposed(constraint, self.ask))

    def post_logic(self, constraint: Combined) -> bool:
        """Logic that is a conjunction or one clause; False if it is better looked at as a whole."""
        parts = constraint.constraints
        match constraint.connective:
            case "and":
                for part in parts:
                    self.post(part)
                return True
            case "not":
                negated = opposite_of(parts[0])
                if negated is None:
                    return False
                self.post(negated)
                return True
            case "or" | "implies":
                if not all(map(is_literal, parts)) and self.few(constraint):
                    return False
                literals = list(map(self.literal, parts))
                if constraint.connective == "implies":
                    literals[0] = negation(literals[0])
                self.put_clause(literals)
                return True
        return False

    # Constraints as literals.

    def literal(self, constraint: Any) -> Lit:
        """A literal that is true exactly where the constraint holds."""
        key = self.key_of(constraint)
        if key not in self.known:
            self.known[key] = self.made_literal(constraint)
        return self.known[key]  # type: ignore[no-any-return]

    def made_literal(self, constraint: Any) -> Lit:
        if isinstance(constraint, Linear):
            return compared(self, constraint.terms, constraint.comparison, constraint.bound)
        if isinstance(constraint, Clause):
            return self.either(map(possible, constraint.literals))
        if self.few(constraint):
            return tables.literal(self, constraint)
        if isinstance(constraint, Combined):
            return self.combined(constraint)
        if isinstance(constraint, Written):
            needed = [self.literal(condition) for condition in conditions(constraint.parts)]
            if isinstance(constraint, Relation):
                terms, constant = self.sum(constraint.left - constraint.right)
                found = compared(self, terms, constraint.comparison, -constant)
                return self.both([*needed, found])
            in_a_chain = chains.literal(self, constraint)
            return self.both(
                [*needed, self.literal(decomposed(constraint, self.ask)) if in_a_chain is None else in_a_chain]
            )
        return self.literal(decomposed(constraint, self.ask))

    def combined(self, constraint: Combined) -> Lit:
        literals = list(map(self.literal, constraint.constraints))
        match constraint.connective:
            case "and":
                return self.both(literals)
            case "or":
                return self.either(literals)
            case "not":
                return negation(literals[0])
            case "implies":
                return self.either([negation(literals[0]), literals[1]])
            case "iff":
                return self.same(literals[0], literals[1])
            case "xor":
                return negation(self.same(literals[0], literals[1]))

    def both(self, literals: Iterable[Lit]) -> Lit:
        """All of them."""
        return negation(self.either(map(negation, literals)))

    def either(self, literals: Iterable[Lit]) -> Lit:
        """At least one of them."""
        found = {}
        for literal in literals:
            if literal is True:
                return True
            if isinstance(literal, Literal):
                found[literal.variable.index, literal.value, literal.positive] = literal
        if any((index, value, not positive) in found for index, value, positive in found):
            return True
        if len(found) < 2:
            return next(iter(found.values()), False)
        key = ("either", frozenset(found))
        if key not in self.known:
            switch = self.new(range(2), "a disjunction")
            self.known[key] = on = Literal(switch, 1)
            self.define_clause([negation(on), *found.values()])
            for one in found.values():
                self.define_clause([on, negation(one)])
        return self.known[key]  # type: ignore[no-any-return]

    def same(self, left: Lit, right: Lit) -> Lit:
        if isinstance(left, bool) or isinstance(right, bool):
            one, other = (left, right) if isinstance(left, bool) else (right, left)
            return other if one else negation(other)
        if left.variable is right.variable and left.value == right.value:
            return left.positive == right.positive
        switch = Literal(self.new(range(2), "an equivalence"), 1)
        for signs in product((False, True), repeat=2):
            sides = [side if sign else negation(side) for side, sign in zip((left, right), signs, strict=True)]
            self.define_clause([*map(negation, sides), switch if signs[0] == signs[1] else negation(switch)])
        return switch

    # Numbers.

    def sum(self, expression: Expression) -> tuple[Terms, int]:
        """The expression as a sum of variables."""
        terms: list[tuple[int, Variable]] = []
        constant = expression.constant
        for coefficient, atom in expression.terms:
            inner, more = (((1, atom),), 0) if isinstance(atom, Variable) else self.operation(atom)
            terms += [(coefficient * factor, variable) for factor, variable in inner]
            constant += coefficient * more
        return merged(terms), constant

    def operation(self, operation: Operation) -> tuple[Terms, int]:
        key = self.key_of(operation)
        if key not in self.known:
            few = self.few(operation)
            self.known[key] = tables.operation(self, operation) if few else arithmetic.operation(self, operation)
        return self.known[key]  # type: ignore[no-any-return]

    def variable(self, expression: Expression) -> Variable:
        """A variable with the value of the expression."""
        terms, constant = self.sum(expression)
        if len(terms) == 1 and terms[0][0] == 1 and not constant:
            return terms[0][1]
        key = ("sum", tuple((coefficient, variable.index) for coefficient, variable in terms), constant)
        if key not in self.known:
            variable = self.new(tables.values_of_sum(terms, constant), expression)
            if terms:
                self.define(checked(Linear((*terms, (-1, variable)), "==", -constant), expression))
            self.known[key] = variable
        return self.known[key]  # type: ignore[no-any-return]

    def switch(self, literal: Lit) -> tuple[Terms, int]:
        """A literal as 1 or 0, a sum."""
        if isinstance(literal, bool):
            return (), int(literal)
        variable, value, positive = literal.variable, literal.value, literal.positive
        if variable.domain != (0, 1):
            key = ("is", variable.index, value)
            if key not in self.known:
                self.known[key] = made = self.new(range(2), f"{variable.name} == {value}")
                self.define_clause([Literal(made, 0), Literal(variable, value)])
                self.define_clause([Literal(made, 1), Literal(variable, value, False)])
            variable, value = self.known[key], 1
        return (((1, variable),), 0) if (value == 1) == positive else (((-1, variable),), 1)

    def few(self, node: Any) -> bool:
        """Whether so few combinations of values are possible that all can be tried."""
        combinations = 1
        for variable in variables_in(node):  # no further than it takes: there may be a million parts
            combinations *= len(variable.domain)
            if combinations > FEW:
                return False
        return True


def possible(literal: Literal) -> Lit:
    """The literal, or its truth where the variable never has the value, or no other one."""
    domain = literal.variable.domain
    if literal.value not in domain:
        return not literal.positive
    return literal.positive if len(domain) == 1 else literal


def conditions(parts: Iterable[Any]) -> list[Any]:
    """What must hold so that all of the expressions have a value."""
    found: list[Any] = []
    for operation in operations_in(parts):
        if isinstance(operation, Quotient | Remainder):
            low, high = bounds(operation.parts[1])
            if low <= 0 <= high:
                found.append(operation.parts[1] != 0)
        elif isinstance(operation, Element):
            low, high = bounds(operation.parts[0])
            length = len(operation.parts) - 1
            found += [operation.parts[0] >= 0] * (low < 0)
            if high >= length:
                fits = max(-low, high) + length <= LARGEST  # else only each side of it is in the range of numbers
                place = operation.parts[0]
                found.append(place < length if fits else Relation(place, "<", as_expression(length)))
    return found


def opposite_of(constraint: Any) -> Any:
    """The opposite without a "not" around it, or None."""
    match constraint:
        case Linear():
            return ~constraint
        case Combined("not", (inner,)):
            return inner
        case Combined("or", parts):
            return Combined("and", tuple(~part for part in parts))
        case Combined("implies", (condition, conclusion)):
            return Combined("and", (condition, ~conclusion))
        case Combined("iff", parts):
            return Combined("xor", parts)
        case Combined("xor", parts):
            return Combined("iff", parts)
    return None
