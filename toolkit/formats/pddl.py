"""PDDL: a small domain of parametrised schemas, and a problem that holds the actions as data.

One predicate says that a variable has a value: planners find the finite-domain variables again from it. Actions of
the same shape (so many values changed, so many only asked for) share one schema, and a table of facts that never
change names the actions. Fast Downward translates that in about half of the time that one schema an action takes;
docs/exports.md has the figures.
"""

from __future__ import annotations

from collections.abc import Iterator

from copla.formats.names import identifiers, one_line
from copla.language.planning_problem import Action, Fact, PlanningProblem

Shape = tuple[int, int]
"""How many variables an action changes, and how many more it asks for."""


def write(problem: PlanningProblem) -> dict[str, str]:
    """The problem as PDDL with action costs. ``action-7`` in a plan is the action number 7; comments have the labels.

    >>> problem = PlanningProblem("a door")
    >>> door = problem.variable("door", ["open", "closed"], "closed")
    >>> problem.action("open it", {door: "closed"}, {door: "open"}, cost=2)
    >>> problem.set_goal({door: "open"})
    >>> print(write(problem)["domain.pddl"].split("(:action")[1].strip())
    apply-1-0
        :parameters (?a - action ?v1 - variable ?old1 ?new1 - value)
        :precondition (and (acts-1-0 ?a ?v1 ?old1 ?new1) (val ?v1 ?old1))
        :effect (and (not (val ?v1 ?old1)) (val ?v1 ?new1) (increase (total-cost) (cost ?a)))))
    """
    # An action without effects is in no cheapest plan, and not every planner takes one.
    actions = {number: action for number, action in enumerate(problem.actions) if action.effects}
    shapes = sorted({_shape(action) for action in actions.values()})
    return {"domain.pddl": _domain(shapes), "problem.pddl": _problem(problem, actions)}


def _domain(shapes: list[Shape]) -> str:
    lines = [
        "; Written by copla. The problem file says which variables and actions there are.",
        "(define (domain copla)",
        "  (:requirements :strips :typing :equality :negative-preconditions :action-costs)",
        "  (:types variable value action)",
        "  (:predicates",
        "    (val ?v - variable ?x - value)",
        *(f"    ({_table(shape)} {' '.join(_parameters(shape))})" for shape in shapes),
        "  )",
        "  (:functions (total-cost) - number (cost ?a - action) - number)",
        *(line for shape in shapes for line in _schema(shape)),
    ]
    return "\n".join(lines) + ")\n"


def _schema(shape: Shape) -> Iterator[str]:
    changed, asked = shape
    arguments = ["?a", *(f"?v{i} ?old{i} ?new{i}" for i in range(1, changed + 1))]
    arguments += [f"?w{i} ?x{i}" for i in range(1, asked + 1)]
    # Without saying that they differ, planners could not see that a variable has one value at a time.
    distinct = [f"(not (= ?v{i} ?v{j}))" for j in range(1, changed + 1) for i in range(1, j)]
    facts = [f"(val ?v{i} ?old{i})" for i in range(1, changed + 1)] + [
        f"(val ?w{i} ?x{i})" for i in range(1, asked + 1)
    ]
    effects = [f"(not (val ?v{i} ?old{i})) (val ?v{i} ?new{i})" for i in range(1, changed + 1)]
    yield f"  (:action apply-{changed}-{asked}"
    yield f"    :parameters ({' '.join(_parameters(shape))})"
    named = f"({_table(shape)} {' '.join(arguments)})"
    yield f"    :precondition (and {' '.join([named, *distinct, *facts])})"
    yield f"    :effect (and {' '.join(effects)} (increase (total-cost) (cost ?a))))"


def _problem(problem: PlanningProblem, actions: dict[int, Action]) -> str:
    variables = identifiers((v.name for v in problem.variables), "v-", "-")
    domain_values = list(dict.fromkeys(value for v in problem.variables for value in v.domain))
    values = dict(zip(domain_values, identifiers(map(str, domain_values), "x-", "-"), strict=True))

    def words(fact: Fact) -> str:
        return f"{variables[fact[0]]} {values[problem.variables[fact[0]].domain[fact[1]]]}"

    def row(number: int, action: Action) -> str:
        new = dict(action.effects)
        cells = [f"{words(f)} {words((f[0], new[f[0]])).split()[1]}" for f in action.condition if f[0] in new]
        cells += [words(fact) for fact in action.condition if fact[0] not in new]
        table = f"({_table(_shape(action))} action-{number} {' '.join(cells)})"
        return f"    {table} (= (cost action-{number}) {action.cost}) ; {one_line(action.label)}".rstrip()

    facts = [words((variable.index, variable.initial)) for variable in problem.variables]
    goal = [words(fact) for fact in problem.goal]
    objects = variables, list(values.values())
    if not goal:  # planners expect one: a fact that holds at the start, and that nothing changes
        goal = ["goal reached"]
        facts, objects = facts + goal, ([*variables, "goal"], [*objects[1], "reached"])
    lines = [
        f"; {one_line(problem.name)}",
        f"(define (problem {identifiers([problem.name], 'p-', '-')[0]})",
        "  (:domain copla)",
        "  (:objects",
        *_objects(objects[0], "variable"),
        *_objects(objects[1], "value"),
        *_objects([f"action-{number}" for number in actions], "action"),
        "  )",
        "  (:init",
        "    (= (total-cost) 0)",
        *(f"    (val {fact})" for fact in facts),
        *(row(number, action) for number, action in actions.items()),
        "  )",
        f"  (:goal (and {' '.join(f'(val {fact})' for fact in goal)}))",
        "  (:metric minimize (total-cost)))",
    ]
    return "\n".join(lines) + "\n"


def _objects(names: list[str], kind: str) -> list[str]:
    return [f"    {' '.join(names)} - {kind}"] if names else []


def _shape(action: Action) -> Shape:
    return len(action.effects), len(action.condition) - len(action.effects)


def _table(shape: Shape) -> str:
    return f"acts-{shape[0]}-{shape[1]}"


def _parameters(shape: Shape) -> list[str]:
    changed, asked = shape
    return [
        "?a - action",
        *(f"?v{i} - variable ?old{i} ?new{i} - value" for i in range(1, changed + 1)),
        *(f"?w{i} - variable ?x{i} - value" for i in range(1, asked + 1)),
    ]
