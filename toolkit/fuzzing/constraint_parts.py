"""The building blocks of random constraint problems: domains of every shape and constraints of every kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from copla.fuzzing.constraint_data import COMPARISONS, ConstraintRecord, Different, Either, ObjectiveRecord, Rows, Sum
from copla.fuzzing.dice import Dice
from copla.ground.numbers import LARGEST

Domains = Mapping[str, tuple[int, ...]]

SMALL_COEFFICIENTS = (-3, -2, -1, -1, 1, 1, 2, 3)
LARGE_COEFFICIENTS = (-1000003, -4096, -97, 97, 4096, 1000003)


def domain(dice: Dice, size: int) -> tuple[int, ...]:
    """So many values: in a row or with gaps, below, around or above zero."""
    start = dice.pick((0, 0, 0, 1, 1, -1, -3, -20, 7, 1000))
    if dice.chance(0.6):
        return tuple(range(start, start + size))
    values, value = [], start
    for _ in range(size):
        values.append(value)
        value += dice.pick((1, 1, 2, 2, 3, 5, 40))
    return tuple(values)


def near_zero(dice: Dice, size: int) -> tuple[int, ...]:
    """So many values from -4 to 10: in a row, or with gaps of a few."""
    start = dice.number(-4, 3)
    return tuple(sorted(dice.some(range(start, start + size + dice.pick((0, 0, 1, 2))), size)))


def among(dice: Dice, values: Sequence[int], size: int, one: int) -> tuple[int, ...]:
    """So many of the values, this one among them, or one less."""
    return tuple(sorted({one, *dice.some(values, size - 1)}))


def domains(dice: Dice, sizes: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """A variable for each size; sometimes all domains are moved together, near zero or far from it."""
    far = dice.pick((0, 0, 0, 0, 0, 1000, -1000))
    return {f"v{number}": tuple(far + value for value in domain(dice, size)) for number, size in enumerate(sizes)}


def sizes_within(dice: Dice, number: int, most_combinations: int, choices: Sequence[int]) -> list[int]:
    """Sizes of so many domains whose combinations stay few enough to be tried one by one."""
    sizes, product = [], 1
    for _ in range(number):
        size = dice.pick(choices)
        if product * size > most_combinations:
            size = 1
        product *= size
        sizes.append(size)
    return dice.shuffled(sizes)


def planted(dice: Dice, variables: Domains) -> dict[str, int]:
    """Some value for each variable: a solution that constraints can be made for."""
    return {name: dice.pick(values) for name, values in variables.items()}


def any_sum(dice: Dice, variables: Domains, solution: Mapping[str, int], length: int) -> Sum:
    """A comparison around the planted solution: most hold there, some only just do not."""
    names = list(variables)
    if dice.chance(0.15) or length > len(names):
        chosen = [dice.pick(names) for _ in range(length)]
    else:
        chosen = dice.some(names, length)
    large = dice.chance(0.05)
    terms = []
    for name in chosen:
        coefficient = dice.pick(LARGE_COEFFICIENTS if large and dice.chance(0.5) else SMALL_COEFFICIENTS)
        terms.append((0 if dice.chance(0.03) else coefficient, name))
    value = sum(coefficient * solution[name] for coefficient, name in terms)
    comparison = dice.pick(COMPARISONS)
    slack = dice.pick((0, 0, 1, 1, 2, 5))
    if dice.chance(0.07):
        slack = -slack
    match comparison:
        case "<=" | "<":
            bound = value + slack + (comparison == "<")
        case ">=" | ">":
            bound = value - slack - (comparison == ">")
        case "!=":
            bound = value + dice.pick((1, -1, 2, -2)) if dice.chance(0.93) else value
        case _:
            bound = value if dice.chance(0.93) else value + dice.pick((1, -1))
    return _within_range(Sum(tuple(terms), comparison, bound), variables)


def any_different(dice: Dice, variables: Domains) -> Different:
    """Of any size, mostly small; sometimes over none or one."""
    number = dice.pick((0, 1, 2, 2, 3, 3, 4, 5, 6))
    return Different(tuple(dice.some(list(variables), number)))


def any_rows(dice: Dice, variables: Domains, solution: Mapping[str, int]) -> Rows:
    """Allowed or forbidden rows: few or many, none at all, some twice, some with values that no domain has."""
    names = tuple(dice.some(list(variables), dice.pick((1, 2, 2, 3, 3, 4))))
    allowed = dice.chance(0.6)
    number = 0 if dice.chance(0.03) else dice.pick((1, 2, 4, 8, 16))
    rows = [tuple(dice.pick(variables[name]) for name in names) for _ in range(number)]
    if allowed and dice.chance(0.9):
        rows.append(tuple(solution[name] for name in names))
    if rows and dice.chance(0.1):
        rows.append(rows[0])
    if rows and dice.chance(0.15):
        rows.append(tuple(value + dice.pick((0, 1, 100)) for value in rows[-1]))
    return Rows(names, tuple(dice.shuffled(rows)), allowed)


def any_either(dice: Dice, variables: Domains, solution: Mapping[str, int]) -> Either:
    """A clause of any length, mostly two or three; some literals name a value that the domain does not have."""
    literals = []
    for _ in range(0 if dice.chance(0.01) else dice.pick((1, 2, 2, 3, 3, 3, 4, 6))):
        name = dice.pick(list(variables))
        value = dice.pick(variables[name]) if dice.chance(0.93) else variables[name][-1] + dice.pick((1, 1000))
        literals.append((name, value, dice.chance(0.5)))
    if literals and dice.chance(0.6):
        name = literals[0][0]
        literals[0] = (name, solution[name], True)
    return Either(tuple(literals))


def any_constraint(dice: Dice, variables: Domains, solution: Mapping[str, int]) -> ConstraintRecord:
    match dice.pick(("sum", "sum", "sum", "sum", "different", "rows", "rows", "either")):
        case "sum":
            return any_sum(dice, variables, solution, dice.pick((1, 1, 2, 2, 2, 3, 3, 4, 5)))
        case "different":
            return any_different(dice, variables)
        case "rows":
            return any_rows(dice, variables, solution)
        case _:
            return any_either(dice, variables, solution)


def any_objective(dice: Dice, variables: Domains) -> ObjectiveRecord:
    """Both senses, constants, zero coefficients, a variable twice, or nothing but a constant."""
    names = [dice.pick(list(variables)) for _ in range(dice.pick((0, 1, 2, 3, 4, 6)))] if variables else []
    terms = tuple((dice.pick((0, *SMALL_COEFFICIENTS, *SMALL_COEFFICIENTS, 1000003)), name) for name in names)
    made = Sum(terms, "==", dice.pick((0, 0, 7, -100)))
    kept = _within_range(made, variables)
    return ObjectiveRecord("minimize" if dice.chance(0.5) else "maximize", kept.terms, kept.bound)


def random_clauses(
    dice: Dice, names: Sequence[str], number: int, solution: Mapping[str, int] | None = None
) -> list[Either]:
    """Random clauses of three over 0/1 variables, those that exclude a planted solution left out.

    This is the hard part that makes an engine turn to learning.
    """
    clauses: list[Either] = []
    while len(clauses) < number:
        literals = tuple((name, 1, dice.chance(0.5)) for name in dice.some(names, 3))
        if solution is None or any((solution[name] == 1) == positive for name, _, positive in literals):
            clauses.append(Either(literals))
    return clauses


def _within_range(record: Sum, variables: Domains) -> Sum:
    """The sum with so many of its terms as the range of numbers allows."""
    size, terms = abs(record.bound), []
    for coefficient, name in record.terms:
        size += abs(coefficient) * max(abs(variables[name][0]), abs(variables[name][-1]))
        if size > LARGEST:
            break
        terms.append((coefficient, name))
    return Sum(tuple(terms), record.comparison, min(max(record.bound, -LARGEST), LARGEST), record.clue)
