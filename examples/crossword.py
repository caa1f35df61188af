"""A word square from a small list: the same words across and down."""

from string import ascii_lowercase

from copla import ConstraintProblem, table

WORDS = """
able area ball bare bite card dale deal dear ease east ends idea icon lady land lead lean near note oven race rage reed
rose send star tart team tear test tour
"""
N = 4
problem = ConstraintProblem("crossword")
letter = problem.grid("letter", N, N, list(ascii_lowercase))
for line in (*letter.rows, *letter.columns):
    problem.add(table(line, WORDS.split()))
