"""What was written, in CP-SAT's own terms: its elements, products, minima, automata, circuits and intervals.

Every variable that is added here is a function of the written ones, so that solutions stay one to one: a Boolean for
a constraint is enforced in both directions, and an operation without a value (a division by zero, a place outside of a
list) is given that of a divisor or a place that does exist, while a condition says that there is none.
CP-SAT's own division rounds towards zero: it is used where nothing is negative.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from copla.language import operations as op
from copla.language.bounds import bounds
from copla.language.constraints import AllDifferent, Clause, Linear, Table, is_literal
from copla.language.expressions import Expression, Variable
from copla.language.lists import Distinct
from copla.language.logic import Combined, Relation
from copla.language.paths import Circuit, Inverse, Regular
from copla.language.scheduling import Cumulative, Interval, NoOverlap
from copla.rewriting.decomposition import decomposed
from copla.rewriting.flattening import RewritingError, conditions, opposite_of
from copla.rewriting.keys import Keys

COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    ">=": lambda left, right: left >= right,
    ">": lambda left, right: left > right,
}

LARGEST_OF_32_BITS = 2**31 - 1
"""CP-SAT 9.15 is wrong about larger values in several places (docs/findings.md)."""


class Trees:
    """Expressions and constraints added to a model; ``is_value`` gives the Boolean of a variable and a value.

    ``is_one_of`` gives the Booleans of values of which the variable is known to have one, more cheaply.
    ``stated`` are the constraints of the problem: what is known to be different makes its distance one or more.
    ``ask`` is called for each part, and may raise what ends the work. ``size`` is how long the lists are that
    constraints were made of, and what OR-Tools makes of them: see ``Translation.size``.
    """

    def __init__(
        self,
        cp_model: Any,
        model: Any,
        variables: Sequence[Any],
        is_value: Callable[[int, int], Any],
        is_one_of: Callable[[int, Sequence[int]], Iterable[Any]],
        stated: Iterable[Any],
        ask: Callable[[], None],
    ) -> None:
        self.cp_model = cp_model
        self.model = model
        self.variables = variables
        self.is_value = is_value
        self.is_one_of = is_one_of
        self.known: dict[Hashable, Any] = {}
        self.ask = ask
        self.size = 0
        self.key_of = Keys(ask)
        self.true = model.new_constant(1)
        self.divides = False  # where something may be negative
        self.schedules = False
        different = [constraint.scope for constraint in stated if isinstance(constraint, AllDifferent)]
        self.lists: dict[Variable, set[int]] = {}  # of different variables, in which each stands
        for number, scope in enumerate(different):
            for variable in scope:
                self.lists.setdefault(variable, set()).add(number)

    # Constraints that hold.

    def post(self, constraint: Any) -> None:
        match constraint:
            case Combined("and", parts):
                for part in parts:
                    self.post(part)
            case Combined("or", parts):
                self.model.add_bool_or(list(map(self.literal, parts)))
            case Combined("implies", (condition, conclusion)):
                self.model.add_bool_or([~self.literal(condition), self.literal(conclusion)])
            case Combined("not", (part,)):
                negated = opposite_of(part)
                self.model.add_bool_and([~self.literal(part)]) if negated is None else self.post(negated)
            case Combined("iff" | "xor" as connective, (left, right)):
                one, other = self.literal(left), self.literal(right)
                self.model.add(one == (other if connective == "iff" else ~other))
            case Linear():
                self.compare(Expression(constraint.terms), constraint.comparison, Expression((), constraint.bound))
            case _:
                for condition in conditions(getattr(constraint, "parts", ())):
                    self.post(condition)
                self.post_list(constraint)

    def post_list(self, constraint: Any) -> None:
        """A constraint whose expressions all have a value."""
        self.size += _size(constraint)
        match constraint:
            case Relation(left, comparison, right):
                self.compare(left, comparison, right)
            case AllDifferent(parts) | Distinct(parts):
                self.model.add_all_different(list(map(self.affine, parts)))
            case Circuit(parts) if len(parts) > 1:
                self.circuit(parts)
            case Inverse(left, right) if left:
                for part in (*left, *right):
                    self.model.add_linear_constraint(self.number(part), 0, len(left) - 1)
                self.model.add_inverse(list(map(self.variable, left)), list(map(self.variable, right)))
            case Regular(parts, _, steps, accepting) if parts and steps and accepting:
                self.model.add_automaton(list(map(self.variable, parts)), 0, accepting, steps)
            case NoOverlap(intervals):
                self.model.add_no_overlap(list(map(self.interval, intervals)))
            case Cumulative(intervals, demands, capacity):
                tasks = list(map(self.interval, intervals))
                self.model.add_cumulative(tasks, list(map(self.affine, demands)), self.affine(capacity))
            case _:
                self.post(self.other(constraint))

    def circuit(self, parts: Sequence[Expression]) -> None:
        """With arcs where a domain has them. CP-SAT overlooks a place that no arc begins at: no circuit then."""
        check_size(*parts)
        arcs = []
        for here, part in enumerate(parts):
            self.ask()
            reached = part.domain if isinstance(part, Variable) else range(len(parts))
            targets = [there for there in reached if there != here and 0 <= there < len(parts)]
            if not targets:
                self.model.add_bool_or([])
                return
            if isinstance(part, Variable):
                literals = self.is_one_of(part.index, targets)
            else:
                literals = [self.literal(part == there) for there in targets]
            arcs += [(here, there, literal) for there, literal in zip(targets, literals, strict=True)]
        self.model.add_circuit(arcs)

    def compare(self, left: Expression, comparison: str, right: Expression) -> None:
        found = COMPARE[comparison](self.sum_of(left - right), 0)
        self.model.add(found) if not isinstance(found, bool) else self.model.add_bool_and([self.constant(found)])

    def interval(self, task: Interval) -> Any:
        """Absent where it takes no time: then it is in nobody's way."""
        check_size(task.start, task.duration, task.end)
        self.schedules = True
        start, size = self.affine(task.start), self.affine(task.duration)
        least = bounds(task.duration)[0]
        if least > 0 and isinstance(size, int):
            return self.model.new_fixed_size_interval_var(start, size, "")
        end = self.affine(task.end)
        if least > 0:
            return self.model.new_interval_var(start, size, end, "")
        return self.model.new_optional_interval_var(start, size, end, self.literal(task.duration > 0), "")

    def other(self, constraint: Any) -> Any:
        """What CP-SAT has no word for, or not in this case."""
        match constraint:
            case Circuit(parts):
                return Combined("and", tuple(part == 0 for part in parts))
            case Regular(parts, _, _, accepting):
                return Combined("and" if not parts and 0 in accepting else "or", ())
        return decomposed(constraint, self.ask)

    # Constraints as Booleans.

    def literal(self, constraint: Any) -> Any:
        """A Boolean that is true exactly where the constraint holds."""
        if isinstance(constraint, Linear) and is_literal(constraint):
            ((coefficient, variable),) = constraint.terms
            found = self.is_value(variable.index, constraint.bound // coefficient)
            return found if constraint.comparison == "==" else ~found
        key = self.key_of(constraint)
        if key not in self.known:
            self.known[key] = self.made_literal(constraint)
        return self.known[key]

    def made_literal(self, constraint: Any) -> Any:
        match constraint:
            case Linear(terms, comparison, bound):
                return self.compared(Expression(terms), comparison, Expression((), bound))
            case Combined():
                return self.combined(constraint)
            case Clause() | Table() | AllDifferent():
                return self.literal(decomposed(constraint, self.ask))
        needed = [self.literal(condition) for condition in conditions(constraint.parts)]
        if isinstance(constraint, Relation):
            return self.both([*needed, self.compared(constraint.left, constraint.comparison, constraint.right)])
        if isinstance(constraint, Circuit | Regular):
            return self.both([*needed, self.followed(constraint)])
        return self.both([*needed, self.literal(decomposed(constraint, self.ask))])

    def compared(self, left: Expression, comparison: str, right: Expression) -> Any:
        opposite = {"<": ">=", "<=": ">", "==": "!=", "!=": "==", ">=": "<", ">": "<="}[comparison]
        difference = self.sum_of(left - right)
        if isinstance(difference, int):
            return self.constant(COMPARE[comparison](difference, 0))
        return self.decided(COMPARE[comparison](difference, 0), COMPARE[opposite](difference, 0))

    def decided(self, this: Any, opposite: Any) -> Any:
        """A Boolean that says which of two comparisons holds."""
        holds = self.model.new_bool_var("")
        self.model.add(this).only_enforce_if(holds)
        self.model.add(opposite).only_enforce_if(~holds)
        return holds

    def combined(self, constraint: Combined) -> Any:
        literals = list(map(self.literal, constraint.constraints))
        match constraint.connective:
            case "and":
                return self.both(literals)
            case "or":
                return self.any_of(literals)
            case "not":
                return ~literals[0]
            case "implies":
                return ~self.both([literals[0], ~literals[1]])
        same = self.decided(literals[0] == literals[1], literals[0] != literals[1])
        return same if constraint.connective == "iff" else ~same

    def both(self, literals: Iterable[Any]) -> Any:
        found = list(literals)
        if len(found) == 1:
            return found[0]
        holds = self.model.new_bool_var("")
        self.model.add_bool_and(found).only_enforce_if(holds)
        self.model.add_bool_or([~literal for literal in found] + [holds])
        return holds

    def any_of(self, literals: Iterable[Any]) -> Any:
        return ~self.both([~literal for literal in literals])

    def followed(self, constraint: Circuit | Regular) -> Any:
        """Circuit and regular as Booleans: step by step, with a variable for each place on the way.

        An automaton is in a state, or has failed. No table says so: CP-SAT misreads tables beside clauses.
        """
        parts = constraint.parts
        if isinstance(constraint, Regular):
            states = {0: self.true}
            for part in parts:
                ways: dict[int, list[Any]] = {}
                for state, value, target in constraint.steps:
                    if state in states:
                        ways.setdefault(target, []).append(self.both([states[state], self.literal(part == value)]))
                states = {target: self.any_of(literals) for target, literals in ways.items()}
            return self.any_of(states[state] for state in constraint.accepting if state in states)
        check_size(*parts)
        length = len(parts)
        inside = [self.literal(bound) for part in parts for bound in (part >= 0, part < length)]
        walk, entries = [], list(map(self.number, parts))
        place: Any = self.true - 1
        low, high = min(map(min, map(bounds, parts)), default=0), max(map(max, map(bounds, parts)), default=0)
        for _ in parts:
            following = self.model.new_int_var(low, high, "")
            self.model.add_element(self.clamped(place, low, high, length), entries, following)
            walk.append(following)
            place = following
        away = [~self.equals(stop, 0) for stop in walk[:-1]]
        return self.both([*inside, *away, *(self.equals(stop, 0) for stop in walk[-1:])])

    def equals(self, variable: Any, value: int) -> Any:
        return self.decided(variable == value, variable != value)

    def constant(self, truth: bool) -> Any:
        return self.true if truth else ~self.true

    # Numbers.

    def sum_of(self, expression: Expression) -> Any:
        """The expression as what is compared with a number."""
        if len(expression.terms) > 1:
            check_size(*(atom for _, atom in expression.terms))
        return self.number(expression)

    def number(self, expression: Expression) -> Any:
        """The expression as a sum of CP-SAT's variables, or a number."""
        constant = expression.constant
        self.size += len(expression.terms)
        parts, coefficients = [], []
        for coefficient, atom in expression.terms:
            part = self.variables[atom.index] if isinstance(atom, Variable) else self.operation(atom)
            if isinstance(part, int):
                constant += coefficient * part
            elif coefficient:
                parts.append(part)
                coefficients.append(coefficient)
        if not parts:
            return constant
        found = self.cp_model.LinearExpr.weighted_sum(parts, coefficients)
        return found + constant if constant else found

    def affine(self, expression: Expression) -> Any:
        """The expression as a number, or as one variable with a factor and a constant."""
        match expression.terms:
            case ((coefficient, atom),) if coefficient:
                part = self.variables[atom.index] if isinstance(atom, Variable) else self.operation(atom)
                if isinstance(part, self.cp_model.IntVar):
                    return part if atom is expression else coefficient * part + expression.constant
        return self.variable(expression)

    def variable(self, expression: Expression) -> Any:
        """The expression as what global constraints take: a number, or one variable."""
        if isinstance(expression, Variable):
            return self.variables[expression.index]
        if not expression.terms:
            return expression.constant
        key = ("variable", self.key_of(expression))
        if key not in self.known:
            found = self.operation(expression) if isinstance(expression, op.Operation) else self.sum_of(expression)
            if not isinstance(found, int | self.cp_model.IntVar):
                value, found = found, self.new(expression)
                self.model.add(found == value)
            self.known[key] = found
        return self.known[key]

    def new(self, expression: Expression) -> Any:
        low, high = bounds(expression)
        if low == 0 and isinstance(expression, op.Absolute) and self.is_nonzero(expression.parts[0]):
            low = 1
        return self.model.new_int_var(low, high, "")

    def is_nonzero(self, expression: Expression) -> bool:
        """Whether it is the difference of two variables that differ."""
        match expression.terms:
            case ((coefficient, Variable() as one), (factor, Variable() as other)):
                known = self.lists.get(one, set()) & self.lists.get(other, set())
                return bool(coefficient and known) and coefficient + factor == expression.constant == 0
        return False

    def operation(self, operation: op.Operation) -> Any:
        if isinstance(operation, op.Truth):
            return self.literal(operation.parts[0])
        key = self.key_of(operation)
        if key not in self.known:
            self.known[key] = self.made_operation(operation)
        return self.known[key]

    def made_operation(self, operation: op.Operation) -> Any:
        parts: Any = operation.parts
        self.size += len(parts)
        match operation:
            case op.Count():
                return self.weighted((1, self.literal(part == parts[0])) for part in parts[1:])
            case op.Quotient() | op.Remainder():
                return self.division(operation, parts[0], parts[1])
            case op.Product() if all(map(_is_switch, parts)):
                return self.both([self.number(part) for part in parts])
            case op.Element() if len(parts) == 1:
                return 0
            case op.Element() if isinstance(parts[0], Variable) and not any(entry.terms for entry in parts[1:]):
                return self.looked_up(parts[0], [entry.constant for entry in parts[1:]])
        check_size(operation, *(part for part in parts if isinstance(part, Expression)))
        found = self.new(operation)
        match operation:
            case op.Product():
                self.model.add_multiplication_equality(found, list(map(self.affine, parts)))
            case op.Absolute():
                self.model.add_abs_equality(found, self.number(parts[0]))
            case op.Minimum():
                self.model.add_min_equality(found, list(map(self.number, parts)))
            case op.Maximum():
                self.model.add_max_equality(found, list(map(self.number, parts)))
            case op.Element():
                low, high = bounds(parts[0])
                index = self.clamped(self.variable(parts[0]), low, high, len(parts) - 1)
                self.model.add_element(index, list(map(self.variable, parts[1:])), found)
            case op.Choice():
                condition = self.literal(parts[0])
                self.model.add(found == self.number(parts[1])).only_enforce_if(condition)
                self.model.add(found == self.number(parts[2])).only_enforce_if(~condition)
        return found

    def looked_up(self, index: Variable, entries: list[int]) -> Any:
        """A number from a list, that of place 0 from outside: what each place adds to the most frequent number."""
        inside = range(len(entries))
        found = {place: entries[place if place in inside else 0] for place in index.domain}
        times = Counter(found.values())
        most = max(times, key=lambda number: (times[number], -abs(number)))
        others = ((value - most, self.is_value(index.index, place)) for place, value in found.items() if value != most)
        return self.weighted(others) + most

    def weighted(self, terms: Iterable[tuple[int, Any]]) -> Any:
        pairs = list(terms)
        return self.cp_model.LinearExpr.weighted_sum([b for _, b in pairs], [c for c, _ in pairs]) if pairs else 0

    def clamped(self, index: Any, low: int, high: int, length: int) -> Any:
        """The index, or 0 where it is outside of the list."""
        if low >= 0 and high < length:
            return index
        found, inside = self.model.new_int_var(0, length - 1, ""), self.model.new_bool_var("")
        self.model.add_linear_constraint(index, 0, length - 1).only_enforce_if(inside)
        self.model.add_linear_expression_in_domain(index, self.outside(low, high, length)).only_enforce_if(~inside)
        self.model.add(found == index).only_enforce_if(inside)
        self.model.add(found == 0).only_enforce_if(~inside)
        return found

    def outside(self, low: int, high: int, length: int) -> Any:
        """The values between the bounds that are no places of a list."""
        pieces = [piece for piece in ((low, min(high, -1)), (max(low, length), high)) if piece[0] <= piece[1]]
        return self.cp_model.Domain.from_intervals([list(piece) for piece in pieces])

    def division(self, operation: op.Operation, number: Expression, divisor: Expression) -> Any:
        """Rounded down: ``number == quotient * divisor + rest``, and the rest has the sign of the divisor."""
        low, high = bounds(divisor)
        if low == high == 0:
            return 0
        check_size(number, divisor)
        quotient_of = op.Quotient(number, divisor)
        key = ("division", self.key_of(number), self.key_of(divisor))
        if key not in self.known:
            by, over = self.nonzero(divisor), self.variable(number)
            quotient = self.new(quotient_of)
            if bounds(number)[0] >= 0 and low >= 0:
                self.model.add_division_equality(quotient, over, by)
                multiple = self.multiple(quotient, by, quotient_of, number, divisor)
            else:
                self.divides = True
                multiple = self.multiple(quotient, by, quotient_of, number, divisor)
                rest = over - multiple
                positive = self.constant(low >= 0) if low >= 0 or high <= 0 else self.model.new_bool_var("")
                if low < 0 < high:
                    self.model.add(by >= 1).only_enforce_if(positive)
                    self.model.add(by <= -1).only_enforce_if(~positive)
                for bound in (rest >= 0, rest < by):
                    self.model.add(bound).only_enforce_if(positive)
                for bound in (rest <= 0, rest > by):
                    self.model.add(bound).only_enforce_if(~positive)
            self.known[key] = quotient, over - multiple
        return self.known[key][0 if isinstance(operation, op.Quotient) else 1]

    def multiple(self, quotient: Any, by: Any, quotient_of: Expression, number: Expression, divisor: Expression) -> Any:
        if isinstance(by, int):
            return by * quotient
        (a, b), (c, d), (low, high) = bounds(quotient_of), bounds(divisor), bounds(number)
        corners = (a * c, a * d, b * c, b * d)
        least, most = low - max(d - 1, 0), high - min(c + 1, 0)  # the rest is nearer to 0 than the divisor
        found = self.model.new_int_var(max(least, min(corners)), min(most, max(corners)), "")
        self.model.add_multiplication_equality(found, [quotient, by])
        return found

    def nonzero(self, divisor: Expression) -> Any:
        """The divisor, or one that there is where it is 0."""
        low, high = bounds(divisor)
        itself = self.variable(divisor)
        if not low <= 0 <= high:
            return itself
        key = ("nonzero", self.key_of(divisor))
        if key not in self.known:
            found = self.model.new_int_var_from_domain(self.outside(low, high, 1), "")
            zero = self.equals(itself, 0)
            self.model.add(found == itself).only_enforce_if(~zero)
            self.model.add(found == (1 if high >= 1 else -1)).only_enforce_if(zero)
            self.known[key] = found
        return self.known[key]


def _size(constraint: Any) -> int:
    """How much OR-Tools makes of a list: values of its members, pairs of them, steps of an automaton at each place."""
    match constraint:
        case AllDifferent(parts) | Distinct(parts):
            return sum(high - low + 1 for low, high in map(bounds, parts))
        case Circuit(parts) | Inverse(parts, _) | NoOverlap(parts) | Cumulative(parts, _, _):
            return len(parts) ** 2
        case Regular(parts, _, steps, _):
            return len(parts) * len(steps)
    return 0


def check_size(*parts: Expression) -> None:
    """Refuse values beyond 32 bits where they meet others: the presolve of CP-SAT 9.15 loses solutions then."""
    for part in parts:
        low, high = bounds(part)
        if max(-low, high) > LARGEST_OF_32_BITS:
            raise RewritingError(f"'{part}' has values beyond 32 bits, and CP-SAT is not always right about their sums")


def _is_switch(part: Expression) -> bool:
    """Whether CP-SAT has a Boolean for it."""
    return isinstance(part, op.Truth) or (isinstance(part, Variable) and part.domain == (0, 1))
