"""Steiner triples of order 7: any two of seven points are in exactly one of seven triples."""

from itertools import combinations, pairwise

from copla import ConstraintProblem, exactly, increasing, lexicographic

N = 7
problem = ConstraintProblem("Steiner triples")
triples = problem.grid("triple", N * (N - 1) // 6, 3, range(N))
for triple in triples:
    problem.add(increasing(triple, strictly=True))
for one, other in pairwise(triples):
    problem.add(lexicographic(one, other, strictly=True))
for one, other in combinations(range(N), 2):
    pairs = [(a, b) for triple in triples for a, b in combinations(triple, 2)]
    problem.add(exactly(1, ((a == one) & (b == other) for a, b in pairs)))
