"""Families of random constraint problems; together they reach every edge of the language and phase of an engine.

Each family is a function of dice alone. Parts that no constraint joins stay small enough to be counted by brute force.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from copla.fuzzing import constraint_parts as parts
from copla.fuzzing.constraint_data import (
    COMPARISONS,
    ConstraintData,
    ConstraintRecord,
    Different,
    Either,
    ObjectiveRecord,
    Rows,
    Said,
    Sum,
)
from copla.fuzzing.dice import Dice
from copla.fuzzing.tree_oracle import Tree, true
from copla.fuzzing.tree_parts import Trees
from copla.ground.numbers import LARGEST

DISTANCES = (2, 31, 33, 40, 48)
HUGE = (2**31, 2**31 - 1, 2**32, 2**40, 2**52, 2**52 + 1)


def sums(dice: Dice) -> ConstraintData:
    """Long sums, four to twelve terms with coefficients of both signs, all of them around one solution."""
    variables, solution = _space(dice, dice.number(4, 9), 3000, (1, 2, 2, 3, 3, 4))
    constraints: list[ConstraintRecord] = []
    for _ in range(dice.number(2, 5)):
        constraints.append(parts.any_sum(dice, variables, solution, dice.pick((4, 4, 5, 5, 6, 6, 7, 8, 10, 12))))
    if dice.chance(0.3):
        constraints.append(parts.any_constraint(dice, variables, solution))
    return _with_objective(dice, variables, constraints, 0.25)


def systems(dice: Dice) -> ConstraintData:
    """A few variables of several values under many sums of most of them: sums meet sums, and conflicts abound."""
    variables, solution = _space(dice, dice.number(5, 6), 4000, (3, 4, 5))
    constraints: list[ConstraintRecord] = []
    for _ in range(dice.number(3, 8)):
        terms = tuple((dice.pick(parts.SMALL_COEFFICIENTS), n) for n in dice.some(list(variables), dice.pick((4, 5))))
        value = sum(coefficient * solution[name] for coefficient, name in terms)
        comparison = dice.pick(("!=", "!=", "<=", ">=", "=="))
        apart = {"!=": (1, -1, 2, -2, 3), "<=": (2, 5, 10), ">=": (-2, -5, -10)}.get(comparison)
        constraints.append(Sum(terms, comparison, value + (dice.pick(apart) if apart else 0)))
    return _with_objective(dice, variables, constraints, 0.2)


def mixed(dice: Dice) -> ConstraintData:
    """A few variables under a few constraints of any kind."""
    variables, solution = _space(dice, dice.number(1, 7), 2000, (1, 2, 3, 3, 4, 5, 7))
    constraints = [parts.any_constraint(dice, variables, solution) for _ in range(dice.number(0, 6))]
    return _with_objective(dice, variables, constraints, 0.25)


def best(dice: Dice) -> ConstraintData:
    """Problems with an objective, whose bound an engine has to find from both sides."""
    variables, solution = _space(dice, dice.number(2, 8), 3000, (2, 2, 3, 4, 6))
    constraints = [parts.any_constraint(dice, variables, solution) for _ in range(dice.number(1, 5))]
    return _with_objective(dice, variables, constraints, 1)


def permutations(dice: Dice) -> ConstraintData:
    """All-different constraints that overlap, with as many values as variables, one more or one less."""
    number = dice.number(2, 6)
    values = tuple(range(1, number + dice.pick((0, 0, 0, 1, -1)) + 1))
    variables = {f"v{i}": values if dice.chance(0.8) else tuple(dice.some(values, 2)) for i in range(number)}
    variables = {name: tuple(sorted(set(domain))) for name, domain in variables.items()}
    solution = parts.planted(dice, variables)
    names = list(variables)
    constraints: list[ConstraintRecord] = [Different(tuple(names))] if dice.chance(0.7) else []
    for _ in range(dice.number(0, 3)):
        constraints.append(parts.any_different(dice, variables))
    for _ in range(dice.number(0, 3)):
        a, b = dice.pick(names), dice.pick(names)
        constraints.append(Sum(((1, a), (-1, b)), dice.pick(COMPARISONS), dice.pick((0, 0, 0, 1, -1, 2))))
    if dice.chance(0.3):
        constraints.append(parts.any_constraint(dice, variables, solution))
    return _with_objective(dice, variables, constraints, 0.2)


def tables(dice: Dice) -> ConstraintData:
    """Allowed and forbidden tables over shared variables."""
    variables, solution = _space(dice, dice.number(2, 6), 2500, (1, 2, 3, 4, 5))
    constraints: list[ConstraintRecord] = [parts.any_rows(dice, variables, solution) for _ in range(dice.number(1, 4))]
    if dice.chance(0.4):
        constraints.append(parts.any_constraint(dice, variables, solution))
    return _with_objective(dice, variables, constraints, 0.2)


def clauses(dice: Dice) -> ConstraintData:
    """Clauses over values, from none to many, unit ones and the empty one among them."""
    variables, solution = _space(dice, dice.number(2, 8), 2500, (2, 2, 2, 3, 4))
    constraints: list[ConstraintRecord] = []
    constraints += [parts.any_either(dice, variables, solution) for _ in range(dice.number(1, 14))]
    if dice.chance(0.4):
        constraints.append(parts.any_constraint(dice, variables, solution))
    return _with_objective(dice, variables, constraints, 0.2)


def wide(dice: Dice) -> ConstraintData:
    """Domains of more than 64 and more than 200 values beside small ones."""
    first = dice.pick((65, 66, 70, 100, 128, 129, 201, 300))
    sizes = [first, *parts.sizes_within(dice, dice.number(0, 3), 6000 // first, (1, 2, 3, 8, 65, 70))]
    variables = parts.domains(dice, sizes)
    solution = parts.planted(dice, variables)
    constraints = [parts.any_constraint(dice, variables, solution) for _ in range(dice.number(1, 4))]
    return _with_objective(dice, variables, constraints, 0.4)


def huge(dice: Dice) -> ConstraintData:
    """Values and coefficients around 2**31, 2**40 and 2**52, up to the end of the range of numbers."""
    offset = dice.pick(HUGE) * dice.pick((1, 1, -1))
    sizes = parts.sizes_within(dice, dice.number(1, 5), 1500, (1, 2, 3, 3, 4))
    variables = {}
    for number, size in enumerate(sizes):
        shift = offset if dice.chance(0.7) else dice.pick((0, 0, offset // 2))
        step = dice.pick((1, 1, 1, 2, 2**20))
        variables[f"v{number}"] = tuple(shift + step * i for i in range(size))
    solution = parts.planted(dice, variables)
    constraints = [parts.any_constraint(dice, variables, solution) for _ in range(dice.number(1, 4))]
    if dice.chance(0.4):
        name, other = dice.pick(list(variables)), dice.pick(list(variables))
        value = solution[name] - solution[other]
        if abs(solution[name]) + abs(solution[other]) + abs(value) <= LARGEST // 2:
            constraints.append(Sum(((1, name), (-1, other)), dice.pick(COMPARISONS), value + dice.pick((0, 0, 1, -1))))
    if dice.chance(0.3):
        name = dice.pick(list(variables))
        factor = LARGEST // (2 * max(abs(v) for v in (*variables[name], 1)))
        constraints.append(Sum(((factor, name),), dice.pick(COMPARISONS), factor * solution[name]))
    return _with_objective(dice, variables, constraints, 0.3)


def distant(dice: Dice) -> ConstraintData:
    """Values far from each other, up to 2**48, in sums that hold or are conditions: most pass 32 bits."""
    sizes = parts.sizes_within(dice, dice.number(2, 3), 300, (2, 2, 3, 4, 5))
    variables: parts.Domains = {
        f"v{number}": tuple(
            sorted({dice.number(-1, 1) * dice.number(0, 2 ** dice.pick(DISTANCES)) for _ in range(size)})
        )
        for number, size in enumerate(sizes)
    }
    solution = parts.planted(dice, variables)
    trees = Trees(dice, variables)
    constraints: list[ConstraintRecord] = []
    for _ in range(dice.number(1, 3)):
        tree = trees.sum_of(dice.some(list(variables), 2))
        if dice.chance(0.6):
            other = trees.sum_of(dice.some(list(variables), dice.number(1, 2)))
            tree = (dice.pick(("or", "and", "implies", "iff", "xor")), tree, other)
        constraints.append(_said(dice, tree, solution))
    return _with_objective(dice, variables, constraints, 0.2)


def many(dice: Dice) -> ConstraintData:
    """More than 64 variables: most of them fixed, in chains that leave little freedom, or in small groups."""
    number = dice.pick((65, 66, 80, 100, 129, 150))
    variables: dict[str, tuple[int, ...]] = {}
    freedom = 5  # so many free variables at most: the others are tied to them or fixed
    for i in range(number):
        low = dice.number(-3, 3)
        free = freedom > 0 and dice.chance(0.2)
        freedom -= free
        variables[f"v{i}"] = tuple(range(low, low + dice.pick((2, 3)))) if free else (low,)
    solution = parts.planted(dice, variables)
    names = list(variables)
    constraints: list[ConstraintRecord] = []
    for i in range(dice.number(0, number)):  # a copy of an earlier variable, moved: as many solutions as before
        copied, distance = dice.pick(names), dice.number(-2, 2)
        variables[f"c{i}"] = tuple(value + distance for value in variables[copied])
        solution[f"c{i}"] = solution[copied] + distance
        constraints.append(Sum(((1, f"c{i}"), (-1, copied)), "==", distance))
        names.append(f"c{i}")
    for _ in range(dice.number(0, 5)):
        a, b = dice.pick(names), dice.pick(names)
        difference = solution[a] - solution[b]
        constraints.append(Sum(((1, a), (-1, b)), dice.pick(("<=", ">=", "==")), difference))
    if dice.chance(0.5):
        constraints.append(parts.any_sum(dice, variables, solution, dice.number(4, 70)))
    if dice.chance(0.3):
        distinct = {solution[name]: name for name in dice.shuffled(names)}
        constraints.append(Different(tuple(distinct.values())))
    return _with_objective(dice, variables, constraints, 0.2)


def hard(dice: Dice) -> ConstraintData:
    """A hard part of random clauses beside an easy one with sums: an engine learns, and meets the sums then.

    An engine that measures its patience by the size of the problem loses it sooner beside a very wide domain.
    """
    easy = dice.pick((sums, systems, systems, systems, systems, mixed, permutations, tables, clauses, best))(dice)
    names = [f"h{i}" for i in range(22)]
    variables: list[tuple[str, tuple[int, ...]]] = [(name, (0, 1)) for name in names]
    solution = {name: dice.number(0, 1) for name in names} if dice.chance(0.7) else None
    constraints: list[ConstraintRecord] = [*parts.random_clauses(dice, names, dice.number(80, 130), solution)]
    if dice.chance(0.8):
        variables.append(("wide", tuple(range(dice.pick((1000, 7000, 7000, 7000))))))
        constraints.append(Sum(((1, "wide"),), "==", dice.number(0, 999)))
    order = [*variables, *easy.variables] if dice.chance(0.5) else [*easy.variables, *variables]
    return ConstraintData(tuple(order), tuple(dice.shuffled([*constraints, *easy.constraints])), easy.objective)


def clues(dice: Dice) -> ConstraintData:
    """Clues among rules, most of them in conflict: what explanations are asked about."""
    data = dice.pick((sums, systems, mixed, permutations, tables, clauses))(dice)
    constraints = list(data.constraints)
    names = dict(data.variables)
    for _ in range(dice.number(1, 4)):
        name = dice.pick(list(names))
        value = dice.pick(names[name])
        constraints.append(Sum(((1, name),), dice.pick(COMPARISONS), value))
    marked = [replace(record, clue=dice.chance(0.7)) for record in dice.shuffled(constraints)]
    return ConstraintData(data.variables, tuple(marked))


def edges(dice: Dice) -> ConstraintData:
    """What people rarely write: nothing at all, contradictions, and the ends of the range of numbers."""
    variables: dict[str, tuple[int, ...]] = {}
    for i in range(dice.pick((0, 1, 1, 2, 3))):
        end = dice.pick((0, 1, -1, LARGEST, 1 - LARGEST, LARGEST - 1, 2**31, -(2**31)))
        other = dice.pick((0, end, -end, end // 2, 1 - LARGEST))
        variables[f"v{i}"] = tuple(sorted({end, other}))
    solution = parts.planted(dice, variables)
    constraints: list[ConstraintRecord] = []
    for _ in range(dice.number(0, 3)):
        name = dice.pick(list(variables)) if variables else ""
        match dice.pick(("different", "either", "constant", "unary", "rows", "rows", "zero")):
            case "different":
                constraints.append(Different((name,) if name and dice.chance(0.5) else ()))
            case "either":
                literals = ((name, solution[name] - dice.pick((0, 0, 1)), dice.chance(0.5)),) if name else ()
                constraints.append(Either(literals if dice.chance(0.8) else ()))
            case "constant":
                constraints.append(Sum((), dice.pick(COMPARISONS), dice.pick((0, 0, 1, -1))))
            case "unary" if name:
                constraints.append(Sum(((1, name),), dice.pick(COMPARISONS), dice.pick((0, LARGEST, -LARGEST))))
            case "rows" if name:
                rows = [(solution[name],)] if dice.chance(0.7) else []
                constraints.append(Rows((name,), tuple(rows), dice.chance(0.5)))
            case "zero" if name:
                constraints.append(Sum(((0, name),), dice.pick(COMPARISONS), dice.pick((0, 1, -1))))
    checked = [r for r in constraints if not isinstance(r, Sum) or _fits(r, variables)]
    return _with_objective(dice, variables, checked, 0.3)


def language(dice: Dice) -> ConstraintData:
    """Everything that can be said, up to three deep, beside the flat kinds; some of it clues."""
    most = dice.pick((60, 300, 300, 1500))
    sizes = parts.sizes_within(dice, dice.number(0, 5), most, (1, 2, 2, 3, 3, 4, 5))
    variables = {name: domain for name, domain in parts.domains(dice, sizes).items() if dice.chance(0.98)}
    near = {
        name: tuple(dict.fromkeys(max(-9, min(9, value)) for value in domain)) if dice.chance(0.9) else domain
        for name, domain in variables.items()
    }
    trees = Trees(dice, near)
    solution = parts.planted(dice, near)
    constraints: list[ConstraintRecord] = []
    for _ in range(dice.number(1, 3)):
        constraints.append(_said(dice, trees.constraint(dice.number(1, 3)), solution))
    if near and dice.chance(0.3):
        constraints.append(parts.any_constraint(dice, near, solution))
    return ConstraintData(tuple(near.items()), tuple(constraints), _said_objective(dice, trees, 0.3))


def spacious(dice: Dice) -> ConstraintData:
    """Too many combinations for tables: the engines' own propagators have to answer, and brute force still can."""
    kind = dice.pick(("product", "product", "circuit", None, None, None, None))
    if kind == "product":  # of a size that no table is made of
        sizes = [dice.number(100, 130), dice.number(100, 130), *[2] * dice.number(0, 1)]
    elif kind == "circuit":
        sizes = [5] * 5
    else:
        sizes = parts.sizes_within(dice, dice.number(4, 6), 6000, (3, 4, 5, 6, 7, 8))
    variables: parts.Domains = parts.domains(dice, sizes)
    if kind == "circuit" or dice.chance(0.4):  # places in a list
        variables = {name: tuple(range(len(domain))) for name, domain in variables.items()}
    solution = parts.planted(dice, variables)
    if kind == "circuit":
        order = dice.shuffled(range(len(sizes)))
        after = dict(zip(order, [*order[1:], order[0]], strict=True))
        solution = {name: after[place] for place, name in enumerate(variables)}
    trees = Trees(dice, variables)
    constraints: list[ConstraintRecord] = []
    for _ in range(dice.number(1, 3)):
        constraints.append(_said(dice, trees.over_many(kind if dice.chance(0.7) else None), solution))
    return _with_objective(dice, variables, constraints, 0.3)


def conditions(dice: Dice) -> ConstraintData:
    """Everything that can be said over hundreds of values, so that few things are tables; most of it conditions."""
    if dice.chance(0.3):  # reasons and diagrams of such domains are long
        sizes = [dice.number(500, 1500), dice.number(1, 4)]
    else:
        sizes = [dice.number(30, 80), dice.number(30, 80), *([2] if dice.chance(0.7) else [2, 2])]
    variables = parts.domains(dice, sizes)
    wide, narrow = list(variables)[:2], list(variables)[1:]
    if dice.chance(0.7):
        variables[narrow[-1]] = (0, 1)[: len(variables[narrow[-1]])]
    solution = parts.planted(dice, variables)
    trees = Trees(dice, variables)
    constraints: list[ConstraintRecord] = []
    for _ in range(dice.number(1, 2)):
        tree = trees.between_wide(dice.shuffled(wide)) if dice.chance(0.7) else trees.constraint(dice.number(1, 2))
        constraints.append(_said(dice, tree, solution))
    for name in wide:  # solutions are few
        if dice.chance(0.6):
            constraints.append(Sum(((1, name),), dice.pick(("<=", ">=")), solution[name]))
    return ConstraintData(tuple(variables.items()), tuple(constraints), _said_objective(dice, trees, 0.4))


def operations(dice: Dice) -> ConstraintData:
    """Operations on wide domains that lists and comparisons cut to a few values: no tables, and short searches.

    What has the size of a table becomes one, and explains nothing of its own. Here the domains are too large for
    that when the problem is rewritten, and small when the search begins: a learning search goes through whole trees
    of conclusions from products, extremes, entries, counts and cycles, and every reason of them can be checked.
    """
    kinds = ("product", "product", "extreme", "extreme", "element", "count", "cardinality", "circuit", None)
    kind, many = dice.pick(kinds), dice.number(3, 5)
    sizes = parts.sizes_within(dice, many, 800, (2, 3, 4, 4, 5, 6))
    few = {f"v{i}": parts.near_zero(dice, size) for i, size in enumerate(sizes)}
    if kind == "element":  # places in a list, and some that it does not have
        few = {name: tuple(range(dice.pick((0, 0, -1)), len(values))) for name, values in few.items()}
    solution = parts.planted(dice, few)
    if kind == "circuit":
        places = range(many + 2)
        order = dice.shuffled(places)
        solution = {f"v{place}": after for place, after in zip(order, [*order[1:], order[0]], strict=True)}
        few = {name: parts.among(dice, places, 4, solution[name]) for name in (f"v{place}" for place in places)}
    trees = Trees(dice, few)
    constraints: list[ConstraintRecord] = []
    if kind == "circuit":  # there are few of them already
        constraints.append(Said(trees.over_many(kind)))
    for _ in range(dice.number(0, 1) if kind == "circuit" else dice.number(2, 3)):
        tree = trees.over_many(None if kind == "circuit" or dice.chance(0.2) else kind)
        if dice.chance(0.7):  # what holds for hardly any values makes a search go back
            tree = trees.equation(tree, solution)
        elif dice.chance(0.8) and not true(tree, solution):
            tree = ("not", tree)
        constraints.append(Said(tree, dice.chance(0.3)))
    for _ in range(dice.number(0, 1 if kind == "circuit" else 2)):  # what makes values go in the middle of a search
        constraints.append(parts.any_constraint(dice, few, solution))
    if kind == "circuit":  # so many places are too many for a table as they are
        variables: parts.Domains = few
    else:
        variables, cuts = _widened(dice, few, reach=50 if kind == "product" else None)
        constraints += cuts
    data = _with_objective(dice, few, dice.shuffled(constraints), 0.25)
    return replace(data, variables=tuple(variables.items()))


def large(dice: Dice) -> ConstraintData:
    """More than the oracle can try: a permutation under comparisons and sums, held to the answer about its twins."""
    number = dice.number(8, 10)
    names = [f"v{i}" for i in range(number)]
    variables = dict.fromkeys(names, tuple(range(1, number + 1)))
    solution = dict(zip(names, dice.shuffled(range(1, number + 1)), strict=True))
    constraints: list[ConstraintRecord] = [Different(tuple(names))]
    for _ in range(dice.number(number // 2, number)):
        a, b = dice.some(names, 2)
        comparison, bound = ("<", 0) if solution[a] < solution[b] else (">", dice.pick((0, 0, 1)))
        constraints.append(Sum(((1, a), (-1, b)), comparison, bound))
    for _ in range(dice.number(0, 2)):
        constraints.append(parts.any_sum(dice, variables, solution, 3))
    return _with_objective(dice, variables, constraints, 0.3)


FAMILIES: dict[str, Callable[[Dice], ConstraintData]] = {
    family.__name__: family
    for family in (
        sums, systems, mixed, best, permutations, tables, clauses, wide, huge, distant, many, hard, clues, edges,
        language, spacious, conditions, operations, large,
    )
}  # fmt: skip


def _space(
    dice: Dice, number: int, most_combinations: int, sizes: tuple[int, ...]
) -> tuple[dict[str, tuple[int, ...]], dict[str, int]]:
    """So many variables, few enough to be tried one by one, and a solution that constraints can be made for."""
    variables = parts.domains(dice, parts.sizes_within(dice, number, most_combinations, sizes))
    return variables, parts.planted(dice, variables)


def _said(dice: Dice, tree: Tree, solution: Mapping[str, int]) -> Said:
    """A tree, mostly one that is true of the solution; some are clues."""
    if dice.chance(0.75) and not true(tree, solution):
        tree = ("not", tree)
    return Said(tree, dice.chance(0.3))


def _fits(record: Sum, variables: parts.Domains) -> bool:
    size = sum(abs(c) * max(abs(variables[name][0]), abs(variables[name][-1])) for c, name in record.terms)
    return size + abs(record.bound) <= LARGEST


def _said_objective(dice: Dice, trees: Trees, probability: float) -> ObjectiveRecord | None:
    """One or several after each other, of any expressions; a few of them at the end of the range of numbers."""
    if not dice.chance(probability):
        return None
    sense = ("minimize", "maximize")
    first = trees.number(3)
    if trees.names and dice.chance(0.05):
        name = dice.pick(trees.names)
        first = ("sum", 0, ((LARGEST // max(1, *map(abs, trees.variables[name])), name),))
    later = tuple((dice.pick(sense), trees.number(2)) for _ in range(dice.pick((0, 0, 1, 2))))
    return ObjectiveRecord(dice.pick(sense), (), 0, first, later)  # type: ignore[arg-type]


def _widened(
    dice: Dice, few: parts.Domains, reach: int | None
) -> tuple[dict[str, tuple[int, ...]], list[ConstraintRecord]]:
    """Domains from -reach to reach, or without a reach every other one a bit wider, and what leaves the few values."""
    variables = dict(few)
    cuts: list[ConstraintRecord] = []
    for place, (name, values) in enumerate(few.items()):
        if reach is None and place % 2:
            continue
        end = reach or dice.number(12, 20)
        variables[name] = tuple(range(-end, end + 1))
        if len(values) == values[-1] - values[0] + 1 and dice.chance(0.5):
            cuts += [Sum(((1, name),), ">=", values[0]), Sum(((1, name),), "<=", values[-1])]
        else:
            cuts.append(Rows((name,), tuple((value,) for value in values)))
    return variables, cuts


def _with_objective(
    dice: Dice, variables: parts.Domains, constraints: list[ConstraintRecord], probability: float
) -> ConstraintData:
    objective = parts.any_objective(dice, variables) if dice.chance(probability) else None
    return ConstraintData(tuple(variables.items()), tuple(constraints), objective)
