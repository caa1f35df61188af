"""SEND + MORE = MONEY: each letter is a digit of its own."""

from copla import ConstraintProblem, all_different, total

problem = ConstraintProblem("send more money")
digit = {letter: problem.variable(letter, range(10)) for letter in "SENDMORY"}


def number(word):
    return total(10**place * digit[letter] for place, letter in enumerate(reversed(word)))


problem.add(all_different(digit.values()))
problem.add(digit["S"] != 0)
problem.add(digit["M"] != 0)
problem.add(number("SEND") + number("MORE") == number("MONEY"))
