"""A student's SAT solver: unit propagation and branching over a DIMACS file; right as it stands."""

# mypy: ignore-errors

import sys


def search(clauses, model):
    while True:
        left = []
        unit = None
        for clause in clauses:
            if any(x in model for x in clause):
                continue
            free = [x for x in clause if -x not in model]
            if not free:
                return None
            if len(free) == 1:
                unit = free[0]
            left.append(free)
        if unit is None:
            break
        model = model | {unit}
    if not left:
        return model
    literal = left[0][0]
    return search(left, model | {literal}) or search(left, model | {-literal})


with open(sys.argv[1]) as file:
    lines = [line.split() for line in file]
header = next(words for words in lines if words[0] == "p")
clauses = [[int(word) for word in words[:-1]] for words in lines if words[0] not in ("c", "p")]
model = search(clauses, frozenset())
if model is None:
    print("s UNSATISFIABLE")
else:
    values = [number if number in model else -number for number in range(1, int(header[2]) + 1)]
    print("s SATISFIABLE\nv " + " ".join(map(str, values)) + " 0")
