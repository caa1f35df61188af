"""Families of random planning problems: costs of every size, labels that are shared, goals that cannot be reached.

Each family is a function of dice alone; the states that can be reached are few enough to be listed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, permutations, product
from math import prod

from copla.fuzzing.dice import Dice
from copla.fuzzing.planning_data import ActionRecord, Facts, HeuristicRecord, PlanningData, TableRecord
from copla.fuzzing.planning_oracle import distances_to_goal
from copla.ground.numbers import LARGEST
from copla.language.planning_problem import Value

COSTS: dict[str, tuple[int, ...]] = {
    "unit": (1,),
    "same": (7,),
    "zero": (0, 0, 0, 1),
    "nothing": (0,),
    "mixed": (0, 1, 1, 2, 3, 5, 10),
    "large": (1, 2**30 - 1, 2**30, 2**30 + 1, 2**31 - 1, 2**31, 2**32, 2**40),
    "largest": (1, 2**51, 2**52, 2**53 - 1, 2**53),
}


def routes(dice: Dice) -> PlanningData:
    """A few variables, random actions, costs small or all the same, and heuristics half of the time."""
    return _maybe_guided(dice, _task(dice, dice.pick(("unit", "unit", "mixed", "same")), 200))


def free(dice: Dice) -> PlanningData:
    """Actions that cost nothing, among others or alone: circles are free."""
    return _maybe_guided(dice, _task(dice, dice.pick(("zero", "zero", "nothing")), 100))


def costly(dice: Dice) -> PlanningData:
    """Costs around 2**30, 2**31 and 2**40, and up to the end of the range of numbers."""
    return _maybe_guided(dice, _task(dice, dice.pick(("large", "large", "largest")), 60))


def guided(dice: Dice) -> PlanningData:
    """Declared heuristics of every form: admissible or not, consistent or not, with dead ends, tables or functions."""
    return with_heuristics(dice, _task(dice, dice.pick(("unit", "mixed", "mixed", "zero", "large")), 150))


def labels(dice: Dice) -> PlanningData:
    """Labels that several actions share, with the same result or with another, and actions that stand there twice."""
    data = _task(dice, dice.pick(("unit", "mixed", "zero")), 80)
    names = [f"l{i}" for i in range(dice.number(1, max(1, len(data.actions) // 2)))]
    actions = [replace(action, label=dice.pick(names)) for action in data.actions]
    for action in dice.some(actions, dice.number(0, 3)):
        actions.append(replace(action, cost=dice.pick((action.cost, action.cost, action.cost + 1))))
    return _maybe_guided(dice, replace(data, actions=tuple(dice.shuffled(actions))))


def exchanges(dice: Dice) -> PlanningData:
    """Things that change places: the declared invariant is true, or only nearly so."""
    number = dice.number(2, 4)
    places = tuple(range(number + dice.pick((0, 0, 1))))
    variables = [(f"v{i}", places, i) for i in range(number)]
    actions = []
    for a, b in permutations(places, 2):
        if dice.chance(0.4):
            for i in range(number):
                for j in range(i + 1, number):
                    condition = ((f"v{i}", a), (f"v{j}", b))
                    actions.append(ActionRecord(f"swap {a} {b}", condition, ((f"v{i}", b), (f"v{j}", a))))
    if dice.chance(0.5):
        name, (before, after) = f"v{dice.number(0, number - 1)}", dice.some(places, 2)
        actions.append(ActionRecord("jump", ((name, before),), ((name, after),), dice.pick((0, 1, 3))))
    goal = dice.shuffled(places)[:number]
    chosen = [(f"v{i}", goal[i]) for i in range(number) if dice.chance(0.8)]
    if dice.chance(0.1) and len(chosen) > 1:
        chosen[0] = (chosen[0][0], chosen[1][1])
    invariant = tuple(f"v{i}" for i in range(number))
    return _maybe_guided(dice, PlanningData(tuple(variables), tuple(actions), tuple(chosen), (invariant,)))


def promises(dice: Dice) -> PlanningData:
    """Invariants declared at random: most of them false."""
    data = _task(dice, dice.pick(("unit", "mixed")), 100)
    names = [name for name, _, _ in data.variables]
    declared = [tuple(dice.some(names, dice.pick((0, 1, 2, 2, 3)))) for _ in range(dice.number(1, 2))]
    return _maybe_guided(dice, replace(data, invariants=tuple(declared)))


def crowds(dice: Dice) -> PlanningData:
    """More than 64 variables, most of them of one value or in steps one after the other; or hundreds of actions."""
    number, moves = dice.pick((65, 66, 100, 130)), dice.number(1, 12)
    names = [f"v{i}" for i in range(number)]
    moving = dice.some(names, moves)
    variables = tuple((name, (0, 1) if name in moving else (dice.number(0, 5),), 0) for name in names)
    variables = tuple((name, domain, domain[0]) for name, domain, _ in variables)
    actions = [ActionRecord("begin", ((moving[0], 0),), ((moving[0], 1),), 1)]
    for before, after in pairwise(moving):
        actions.append(ActionRecord(f"set {after}", ((before, 1), (after, 0)), ((after, 1),), dice.pick((0, 1, 2))))
        if dice.chance(0.1):
            actions.append(ActionRecord(f"drop {before}", ((before, 1), (after, 1)), ((before, 0),), 1))
    if dice.chance(0.5) and moves > 2:  # hundreds of actions, most of them never applicable
        for i in range(dice.number(200, 400)):
            name, other = dice.some(moving[1:], 2)
            never: Facts = ((moving[0], 0),) if dice.chance(0.98) else ()
            condition = (*never, (name, 1), (other, 0))
            actions.append(ActionRecord(f"useless {i}", condition, ((other, 1),), dice.pick((3, 50))))
    goal = [(name, 1) for name in dice.some(moving, dice.number(0, 3))]
    if dice.chance(0.1) and moves > 1:
        goal = [(moving[0], 0), (moving[-1], 1)]
    return PlanningData(variables, tuple(actions), tuple(goal))


def corners(dice: Dice) -> PlanningData:
    """What people rarely write: no variables, no actions, nothing to reach, or what is reached at the start."""
    data = _task(dice, dice.pick(tuple(COSTS)), 30)
    match dice.pick(("no goal", "start", "no actions", "one value", "nothing", "unreachable")):
        case "no goal":
            data = replace(data, goal=())
        case "start":
            data = replace(data, goal=tuple((name, start) for name, _, start in data.variables if dice.chance(0.7)))
        case "no actions":
            data = replace(data, actions=())
        case "one value":
            fixed = [(f"f{i}", ("only",), "only") for i in range(dice.number(1, 3))]
            goal = (*data.goal, ("f0", "only")) if dice.chance(0.5) else data.goal
            data = replace(data, variables=(*fixed, *data.variables), goal=goal)
        case "nothing":
            data = PlanningData(())
        case "unreachable":
            name, domain, _ = data.variables[0]
            data = replace(data, variables=((name, (*domain, "never"), domain[0]), *data.variables[1:]))
            data = replace(data, goal=((name, "never"),))
    return _maybe_guided(dice, data)


def counters(dice: Dice) -> PlanningData:
    """More states than the oracle looks at: counters that go up and down, some of them only beside another's value."""
    names, size = [f"v{i}" for i in range(dice.number(6, 7))], dice.number(5, 6)
    domain = tuple(range(size))
    costs = COSTS[dice.pick(("unit", "mixed", "same"))]
    actions = []
    for name in names:
        for value in domain[:-1]:
            for before, after in ((value, value + 1), (value + 1, value)):
                beside = dice.pick([other for other in names if other != name])
                watched = ((beside, dice.pick(domain)),) if dice.chance(0.15) else ()
                label = f"{name} from {before} to {after}"
                actions.append(ActionRecord(label, ((name, before), *watched), ((name, after),), dice.pick(costs)))
    goal = tuple((name, dice.pick(domain)) for name in dice.some(names, dice.number(4, len(names))))
    return PlanningData(tuple((name, domain, dice.pick(domain)) for name in names), tuple(actions), goal)


FAMILIES: dict[str, Callable[[Dice], PlanningData]] = {
    family.__name__: family
    for family in (routes, free, costly, guided, labels, exchanges, promises, crowds, corners, counters)
}


def _task(dice: Dice, costs: str, most_states: int) -> PlanningData:
    """Random actions over a few variables; the goal is where a random walk ends, or anywhere."""
    variables: list[tuple[str, tuple[Value, ...], Value]] = []
    states = 1
    for i in range(dice.number(1, 6)):
        size = dice.pick((1, 2, 2, 3, 3, 4, 6))
        if states * size > most_states:
            continue
        states *= size
        domain: tuple[Value, ...] = tuple(range(size)) if dice.chance(0.7) else tuple("abcdef"[:size])
        variables.append((f"v{i}", domain, dice.pick(domain)))
    moving = [variable for variable in variables if len(variable[1]) > 1]
    changes = [[(name, value)] for name, domain, _ in moving for value in domain if dice.chance(0.85)]
    for _ in range(dice.number(0, 6)):
        changes.append([(name, dice.pick(domain)) for name, domain, _ in dice.some(moving, dice.number(0, 3))])
    domains = {name: domain for name, domain, _ in variables}
    actions = []
    for i, before in enumerate(dice.shuffled(changes)):
        effects = tuple((n, dice.pick([other for other in domains[n] if other != value])) for n, value in before)
        watched = [(name, dice.pick(domains[name])) for name in dice.some(list(domains), dice.pick((0, 0, 0, 1, 2)))]
        condition = tuple((dict(watched) | dict(before)).items())
        actions.append(ActionRecord(f"a{i}", condition, effects, dice.pick(COSTS[costs])))
    state = {name: start for name, _, start in variables}
    for _ in range(dice.number(0, 25)):
        possible = [a for a in actions if all(state[name] == value for name, value in a.condition)]
        if possible:
            state.update(dice.pick(possible).effects)
    if dice.chance(0.15):
        state = {name: dice.pick(domain) for name, domain, _ in variables}
    whole = dice.chance(0.4)
    goal = tuple((name, value) for name, value in state.items() if whole or dice.chance(0.5))
    return PlanningData(tuple(variables), tuple(actions), goal)


def _maybe_guided(dice: Dice, data: PlanningData) -> PlanningData:
    return with_heuristics(dice, data) if dice.chance(0.5) else data


MOST_STATES = 400

Distance = int | None
"""None where the goal cannot be reached."""


def with_heuristics(dice: Dice, data: PlanningData) -> PlanningData:
    """The problem with one to three heuristics; unchanged if it has too many states for tables over all of them."""
    if not data.variables or prod(len(domain) for _, domain, _ in data.variables) > MOST_STATES:
        return data
    states = list(product(*(domain for _, domain, _ in data.variables)))
    known = distances_to_goal(data, states)
    distances = [_capped(known.get(state)) for state in states]
    names = tuple(name for name, _, _ in data.variables)
    kinds = [dice.pick(tuple(_KINDS)) for _ in range(dice.number(1, 3))]
    made = [replace(_KINDS[kind](dice, names, distances), name=f"{kind}-{i}") for i, kind in enumerate(kinds)]
    return replace(data, heuristics=tuple(replace(h, function=dice.chance(0.3)) for h in made))


def _exact(dice: Dice, names: tuple[str, ...], distances: list[Distance]) -> HeuristicRecord:
    return _single(names, distances, admissible=True, consistent=True)


def _half(dice: Dice, names: tuple[str, ...], distances: list[Distance]) -> HeuristicRecord:
    return _single(names, [d if d is None else d // 2 for d in distances], admissible=True, consistent=True)


def _ragged(dice: Dice, names: tuple[str, ...], distances: list[Distance]) -> HeuristicRecord:
    """Never too much, but up and down from state to state; dead ends are not all known."""
    estimates = [dice.pick((d, 0)) if d is None else dice.number(0, d) for d in distances]
    return _single(names, estimates, admissible=True, consistent=False)


def _parts(dice: Dice, names: tuple[str, ...], distances: list[Distance]) -> HeuristicRecord:
    """A sum of two tables that share the distance between them."""
    first = TableRecord(names, tuple(None if d is None else d // 2 for d in distances))
    second = TableRecord(names, tuple(0 if d is None else (d + 1) // 2 for d in distances))
    return HeuristicRecord("", ((first, second),), admissible=True, consistent=False)


def _highest(dice: Dice, names: tuple[str, ...], distances: list[Distance]) -> HeuristicRecord:
    """A maximum of sums, each of them never too much."""
    sums = []
    for _ in range(dice.number(2, 3)):
        sums.append((TableRecord(names, tuple(None if d is None else dice.number(0, d) for d in distances)),))
    return HeuristicRecord("", tuple(sums), admissible=True, consistent=False)


def _too_much(dice: Dice, names: tuple[str, ...], distances: list[Distance]) -> HeuristicRecord:
    """More than the distance here and there, not zero at the goal: declared as what it is."""
    most = max([d for d in distances if d is not None], default=0) + 3
    told = [d if d is None else _capped(dice.pick((d, d + 1, 3 * d, dice.number(0, most), most))) for d in distances]
    return _single(names, told, admissible=False, consistent=False)


def _one_variable(dice: Dice, names: tuple[str, ...], distances: list[Distance]) -> HeuristicRecord:
    """Zero everywhere, over no variable at all."""
    return HeuristicRecord("", ((TableRecord((), (0,)),),), admissible=True, consistent=True)


_KINDS: dict[str, Callable[[Dice, tuple[str, ...], list[Distance]], HeuristicRecord]] = {
    "exact": _exact,
    "half": _half,
    "ragged": _ragged,
    "parts": _parts,
    "highest": _highest,
    "too-much": _too_much,
    "nothing": _one_variable,
}


def _single(
    names: tuple[str, ...], estimates: list[Distance], *, admissible: bool, consistent: bool
) -> HeuristicRecord:
    table = TableRecord(names, tuple(estimates))
    return HeuristicRecord("", ((table,),), admissible=admissible, consistent=consistent)


def _capped(distance: Distance) -> Distance:
    return distance if distance is None else min(distance, LARGEST)
