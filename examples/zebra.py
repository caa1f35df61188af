"""Who owns the zebra, and who drinks water? Five houses in a row (Life International, 1962)."""

from copla import ConstraintProblem, all_different

KINDS = [
    "english spanish japanese ukrainian norwegian", "red green ivory yellow blue", "dog snails fox horse zebra",
    "coffee tea milk juice water", "oldgold kools chesterfield luckystrike parliament",
]  # fmt: skip
problem = ConstraintProblem("zebra")
house = {name: problem.variable(name, range(1, 6)) for kind in KINDS for name in kind.split()}
for kind in KINDS:
    problem.add(all_different(house[name] for name in kind.split()))
for same in (
    "english red", "spanish dog", "coffee green", "ukrainian tea", "oldgold snails", "kools yellow",
    "luckystrike juice", "japanese parliament",
):  # fmt: skip
    one, other = same.split()
    problem.add(house[one] == house[other])
for neighbours in ("chesterfield fox", "kools horse", "norwegian blue"):
    one, other = neighbours.split()
    problem.add(abs(house[one] - house[other]) == 1)
problem.add(house["green"] == house["ivory"] + 1)
problem.add(house["milk"] == 3)
problem.add(house["norwegian"] == 1)
