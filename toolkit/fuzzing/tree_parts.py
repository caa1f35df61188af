"""Random trees: every operation and every constraint of the language, nested, negated, repeated, empty and constant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from copla.fuzzing.constraint_data import COMPARISONS
from copla.fuzzing.constraint_parts import Domains
from copla.fuzzing.dice import Dice
from copla.fuzzing.tree_oracle import NothingThereError, Tree, number, true


class Trees:
    """Grows trees over some variables; variables repeat, and numbers stand in place of variables."""

    def __init__(self, dice: Dice, variables: Domains) -> None:
        self.dice = dice
        self.variables = variables
        self.names = list(variables)
        self.grown: list[Tree] = []  # numbers that may stand in several places

    def leaf(self) -> Tree:
        if not self.names or self.dice.chance(0.2):
            return self.dice.pick((-3, -1, 0, 0, 1, 1, 2, 3, 5))
        return self.dice.pick(self.names)

    def number(self, depth: int) -> Tree:
        """An expression that is so many levels deep at most."""
        dice = self.dice
        if depth <= 0 or dice.chance(0.25):
            return self.leaf()
        if self.grown and dice.chance(0.1):
            return dice.pick(self.grown)
        grown = self.grow(depth)
        if depth == 1:
            self.grown.append(grown)
        return grown

    def grow(self, depth: int) -> Tree:
        dice = self.dice
        kind = dice.pick((
            "sum", "sum", "sum", "product", "quotient", "remainder", "abs", "min", "max", "element", "count", "choice",
            "truth", "truth",
        ))  # fmt: skip
        match kind:
            case "sum":
                factors, places = (-2, -1, 0, 1, 1, 1, 3), range(dice.number(0, 3))
                terms = tuple((dice.pick(factors), self.number(depth - 1)) for _ in places)
                return ("sum", dice.pick((0, 0, 1, -2)), terms) if terms else dice.number(-2, 3)
            case "product" | "quotient" | "remainder":
                return (kind, self.number(depth - 1), self.number(depth - 1))
            case "abs":
                return (kind, self.number(depth - 1))
            case "min" | "max":
                return (kind, *self.numbers(depth, 1, 3))
            case "element" | "count":
                return (kind, self.number(depth - 1), *self.numbers(depth, 0, 4))
            case "choice":
                return (kind, self.constraint(depth - 1), self.number(depth - 1), self.number(depth - 1))
            case _:
                return (kind, self.constraint(depth - 1))

    def numbers(self, depth: int, least: int, most: int) -> tuple[Tree, ...]:
        return tuple(self.number(depth - 1) for _ in range(self.dice.number(least, most)))

    def constraint(self, depth: int) -> Tree:
        dice = self.dice
        if depth <= 0:
            return (dice.pick(COMPARISONS), self.leaf(), self.leaf())
        return dice.pick((self.comparison, self.comparison, self.logic, self.logic, self.listed, self.listed))(depth)

    def over_many(self, kind: str | None = None) -> Tree:
        """A constraint over many variables at once: an operation on them, a list of them, or sums as conditions."""
        dice = self.dice
        many = tuple(dice.shuffled(self.names))
        value = dice.pick(self.variables[many[0]])
        kinds = ("extreme", "element", "count", "cardinality", "circuit", "conditions", "conditions")
        match kind or dice.pick(kinds):
            case "product":
                operation: Tree = ("product", *many[:2])
            case "extreme":
                operation = (dice.pick(("min", "max")), *many)
            case "element":
                operation = ("element", *many)
            case "count":
                operation = ("count", value, *many)
            case "cardinality":
                values = tuple(dict.fromkeys((value, *self.variables[dice.pick(many)][:2])))
                times = tuple(dice.pick((many[0], 1, 1, 2)) for _ in values)
                return ("cardinality", many, values, times, dice.chance(0.3))
            case "circuit":
                return ("circuit", *self.names)
            case _:
                sums = tuple(self.sum_of(dice.shuffled(many)[: dice.number(2, 4)]) for _ in range(2))
                return (dice.pick(("or", "and", "implies", "iff", "xor")), *sums)
        compared = (dice.pick(COMPARISONS), operation, dice.pick((dice.pick(many), value, value + dice.number(-2, 2))))
        if kind == "product" and dice.chance(0.6):  # near a product that there is, and only a condition
            there = value * dice.pick(self.variables[many[1]]) + dice.pick((0, 0, 1, -1))
            compared = (dice.pick(COMPARISONS), operation, there)
            return (dice.pick(("or", "or", "implies", "iff", "xor")), compared, self.sum_of(many[:2]))
        return compared

    def equation(self, tree: Tree, solution: Mapping[str, int]) -> Tree:
        """What such a constraint compares, or counts, and what it is in a solution: a sum of some variables."""
        match tree:
            case ("cardinality", members, values, _, closed):
                found = [solution[name] for name in members]
                closed = closed and set(found) <= set(values)
                # One that is counted says itself how often, where it can: no rule but the meaning knows what follows.
                times = (members[0] if found[0] == often else often for often in map(found.count, values))
                return ("cardinality", members, values, tuple(times), closed)
            case (_, ("product" | "min" | "max" | "element" | "count", *_) as operation, _):
                names = self.dice.some(self.names, self.dice.number(0, 2))
                terms = tuple((self.dice.pick((-2, -1, 1, 1)), name) for name in names)
                with suppress(NothingThereError):
                    rest = number(operation, solution) - sum(factor * solution[name] for factor, name in terms)
                    return (self.dice.pick(("==", "==", "<=", ">=")), operation, ("sum", rest, terms))
        return tree if true(tree, solution) else ("not", tree)

    def between_wide(self, names: Sequence[str]) -> Tree:
        """A choice between parts of many values, compared; any kind of constraint may be its condition."""
        dice = self.dice
        one, other = (dice.pick((name, self.number(2), ("sum", 1, ((-1, name),)))) for name in (names[0], names[-1]))
        near = dice.pick(self.variables[dice.pick(names)]) + dice.number(-1, 1)
        return (dice.pick(COMPARISONS), ("choice", self.condition(), one, other), near)

    def condition(self) -> Tree:
        """A constraint of any kind, or a clause, of one literal too; of values that a variable never has, too."""
        if self.dice.chance(0.5):
            return self.constraint(self.dice.number(0, 2))
        literals = []
        for name in self.dice.some(self.names, self.dice.pick((1, 1, 2))):
            value = self.dice.pick(self.variables[name]) + self.dice.pick((0, 0, 1, 7))
            literals.append((self.dice.pick(("==", "!=")), name, value))
        return ("or", *literals)

    def sum_of(self, names: Sequence[str]) -> Tree:
        """A sum compared with what it is for some values, or nearly."""
        terms = tuple((self.dice.pick((-2, -1, 1, 1, 3)), name) for name in names)
        there = sum(coefficient * self.dice.pick(self.variables[name]) for coefficient, name in terms)
        return (self.dice.pick(COMPARISONS), ("sum", self.dice.pick((0, 0, 1)), terms), there)

    def comparison(self, depth: int) -> Tree:
        return (self.dice.pick(COMPARISONS), self.number(depth), self.number(depth - 1))

    def logic(self, depth: int) -> Tree:
        kind = self.dice.pick(("and", "or", "or", "not", "not", "implies", "iff", "xor"))
        length = {"not": 1, "implies": 2, "iff": 2, "xor": 2}.get(kind, self.dice.number(0, 3))
        return (kind, *(self.constraint(depth - 1) for _ in range(length)))

    def listed(self, depth: int) -> Tree:
        makers: tuple[Callable[[int], Tree], ...] = (
            self.different, self.equal, self.table, self.cardinality, self.increasing, self.lexicographic, self.circuit,
            self.inverse, self.regular, self.no_overlap, self.cumulative,
        )  # fmt: skip
        return self.dice.pick(makers)(depth)

    def different(self, depth: int) -> Tree:
        parts = self.numbers(depth, 0, 4)
        plain = [part for part in parts if isinstance(part, str)]
        if len(plain) == len(parts) and len(set(plain)) < len(plain):  # the language refuses a variable twice
            parts = (*parts, 0)
        return ("different", *parts)

    def equal(self, depth: int) -> Tree:
        return ("equal", *self.numbers(depth, 0, 3))

    def table(self, depth: int) -> Tree:
        parts = self.numbers(depth, 1, 3)
        if len(set(parts)) < len(parts):
            parts = (*parts, 1)
        rows = tuple(tuple(self.entry(part) for part in parts) for _ in range(self.dice.pick((0, 1, 2, 4, 8))))
        return ("table", parts, rows, self.dice.chance(0.6))

    def entry(self, part: Tree) -> int | None:
        if self.dice.chance(0.2):
            return None
        return self.dice.pick(self.variables[part]) if isinstance(part, str) else self.dice.number(-2, 4)

    def cardinality(self, depth: int) -> Tree:
        values = tuple(dict.fromkeys(self.dice.number(-1, 3) for _ in range(self.dice.number(0, 3))))
        times = tuple(self.leaf() if self.dice.chance(0.3) else self.dice.number(0, 2) for _ in values)
        return ("cardinality", self.numbers(depth, 0, 4), values, times, self.dice.chance(0.3))

    def increasing(self, depth: int) -> Tree:
        return ("increasing", self.dice.chance(0.5), *self.numbers(depth, 0, 4))

    def lexicographic(self, depth: int) -> Tree:
        length = self.dice.number(0, 3)
        strict = self.dice.chance(0.5)
        return ("lexicographic", strict, self.numbers(depth, length, length), self.numbers(depth, length, length))

    def circuit(self, depth: int) -> Tree:
        return ("circuit", *self.numbers(depth, 0, 4))

    def inverse(self, depth: int) -> Tree:
        length = self.dice.number(0, 3)
        return ("inverse", self.numbers(depth, length, length), self.numbers(depth, length, length))

    def regular(self, depth: int) -> Tree:
        states = self.dice.number(1, 3)
        steps = {}
        for _ in range(self.dice.number(0, 6)):
            steps[self.dice.number(0, states - 1), self.dice.number(-1, 3)] = self.dice.number(0, states - 1)
        accepting = tuple(state for state in range(states) if self.dice.chance(0.6))
        return ("regular", self.numbers(depth, 0, 3), tuple((*key, target) for key, target in steps.items()), accepting)

    def tasks(self, depth: int) -> tuple[Tree, ...]:
        return tuple((self.number(depth - 1), self.amount()) for _ in range(self.dice.number(0, 3)))

    def no_overlap(self, depth: int) -> Tree:
        return ("no overlap", self.tasks(depth))

    def cumulative(self, depth: int) -> Tree:
        tasks = self.tasks(depth)
        return ("cumulative", tasks, tuple(self.amount() for _ in tasks), self.amount())

    def amount(self) -> Tree:
        """A number that is never negative, as the language demands."""
        never_negative = [name for name, domain in self.variables.items() if 0 <= domain[0] <= domain[-1] < 50]
        if never_negative and self.dice.chance(0.4):
            return self.dice.pick(never_negative)
        if self.dice.chance(0.1):
            return ("remainder", self.leaf_within(), self.dice.number(1, 3))
        return ("abs", self.leaf_within()) if self.dice.chance(0.2) else self.dice.number(0, 4)

    def leaf_within(self) -> Tree:
        """A leaf near zero: the oracle looks at every moment."""
        near = [name for name, domain in self.variables.items() if -50 < domain[0] <= domain[-1] < 50]
        return self.dice.pick(near) if near else self.dice.number(-2, 3)
