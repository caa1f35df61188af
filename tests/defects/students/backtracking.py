"""A student's constraint solver: backtracking over all assignments, constraint by constraint; right as it stands."""

# mypy: ignore-errors

import copla

COMPARE = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
}


def holds(constraint, values):
    match constraint:
        case copla.AllDifferent(variables):
            taken = [values[v.name] for v in variables]
            return len(set(taken)) == len(taken)
        case copla.Linear(terms, comparison, bound):
            total = sum(c * values[v.name] for c, v in terms)
            return COMPARE[comparison](total, bound)
        case copla.Table(variables, rows, allowed):
            row = tuple(values[v.name] for v in variables)
            return (row in set(map(tuple, rows))) == allowed
        case copla.Clause(literals):
            return any((values[x.variable.name] == x.value) == x.positive for x in literals)


def scope(constraint):
    match constraint:
        case copla.Linear(terms, _, _):
            return [v.name for _, v in terms]
        case copla.Clause(literals):
            return [x.variable.name for x in literals]
    return [v.name for v in constraint.variables]


def every(problem: copla.ConstraintProblem):
    names = [v.name for v in problem.variables]
    domains = [v.domain for v in problem.variables]
    due = {name: [] for name in names}
    for constraint in problem.constraints:
        places = [names.index(name) for name in scope(constraint)]
        if places:
            due[names[max(places)]].append(constraint)
        elif not holds(constraint, {}):
            return

    def search(values, at):
        if at == len(names):
            yield dict(values)
            return
        for value in domains[at]:
            values[names[at]] = value
            if all(holds(constraint, values) for constraint in due[names[at]]):
                yield from search(values, at + 1)
        values.pop(names[at], None)

    yield from search({}, 0)


def best(problem: copla.ConstraintProblem):
    objective = problem.objective
    better = min if objective.sense == "minimize" else max
    return better(every(problem), key=objective.value, default=None)
