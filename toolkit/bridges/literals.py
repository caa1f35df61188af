"""The steps as 0/1 variables: one for each fact and each action at each step. For solvers that learn clauses.

An action implies its condition before and its effects after it; at most one happens at a step; and a value begins
or ends only through an action that says so (explanatory frame axioms). "At most one of these actions, and none
unless the fact holds" is a single sum for each fact, not a clause for each action.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from copla.bridges.analysis import Choice, Window, Writer
from copla.bridges.facts import stop_at_limit
from copla.ground.limits import Watch
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import Clause, Comparison, Linear, Literal
from copla.language.expressions import Variable, total


def write(window: Window, name: str, watch: Watch | None) -> tuple[ConstraintProblem, list[Choice]]:
    """The constraint problem, and how to read the actions out of its solutions."""
    writer = _Writer(window, name, watch)
    for step in range(window.horizon):
        writer.add_step(step)
    writer.add_goal()
    writer.add_order()
    for step in range(1, window.horizon + 1):
        writer.add_tallies(step)
    writer.add_costs()
    choices = [{(variable.name, 1): k for k, variable in actions.items()} for actions in writer.actions]
    return writer.problem, choices


class _Writer(Writer):
    """A constraint problem while it is being written. ``holds[t][f]`` is 1 if fact f holds after t steps."""

    def __init__(self, window: Window, name: str, watch: Watch | None) -> None:
        super().__init__(window, name, watch)
        self.holds: list[dict[int, Variable]] = [self.fact_variables(0)]
        self.actions: list[dict[int, Variable]] = []
        self.conjunctions: dict[tuple[str, ...], Variable] = {}

    def add_step(self, step: int) -> None:
        """The actions between two states, the state behind them, and what they have to do with each other."""
        stop_at_limit(self.watch)
        before, after = self.holds[-1], self.fact_variables(step + 1)
        possible = self.window.actions_at(step, set(before), set(after))
        labels = self.facts.problem.actions
        chosen = {k: self.switch(f"step {step + 1}: {labels[k].label}", k) for k in possible}
        users, makers, enders = (defaultdict[int, list[Variable]](list) for _ in range(3))
        for k, variable in chosen.items():
            for fact in self.changes[k].condition:
                users[fact].append(variable)
            for fact in self.changes[k].new:
                makers[fact].append(variable)
            for fact in self.changes[k].old:
                enders[fact].append(variable)
        exactly = step < self.window.fewest
        self.sum(chosen.values(), "==" if exactly else "<=", 1, f"step {step + 1}: one action")
        if step and not exactly and step > self.window.fewest:
            gone_on = [(1, v) for v in chosen.values()] + [(-1, v) for v in self.actions[-1].values()]
            self.add(Linear(tuple(gone_on), "<=", 0, f"step {step + 1}: only if there is a step before"))
        for fact, variables in users.items():
            self.implies(variables, before[fact], "needs")
        for fact, variables in makers.items():
            self.implies(variables, after[fact], "makes")
        for fact, variable in after.items():
            ways = [before[fact]] if fact in before else []
            self.unless(variable, ways + makers[fact], "begins")
        for fact, variable in before.items():
            ways = [after[fact]] if fact in after else []
            self.unless(variable, ways + enders[fact], "ends")
        self.holds.append(after)
        self.actions.append(chosen)

    def add_goal(self) -> None:
        for fact in self.facts.goal:
            variable = self.holds[-1].get(fact)
            parts = () if variable is None else (Literal(variable, 1),)
            self.add(Clause(parts, f"the goal: {self.named(fact)}"))

    def add_order(self) -> None:
        """Of two orders of steps that come to the same one is enough, and no step undoes the one before."""
        for now, then in zip(self.actions, self.actions[1:], strict=False):
            for k, variable in now.items():
                later = [then[other] for other in self.window.analysis.needless[k] if other in then]
                if later:
                    self.sum([variable, *later], "<=", 1, f"{variable.name}: the order of steps")

    def add_tallies(self, step: int) -> None:
        """What every reachable state has in common."""
        holds = self.holds[step]
        for tally in self.window.analysis.tallies:
            variables = [holds[fact] for fact in tally.facts if fact in holds]
            if tally.least == tally.most:
                self.sum(variables, "==", tally.most, f"as many as in the beginning, after {step}")
            elif len(variables) > tally.most:
                self.sum(variables, "<=", tally.most, f"all different after {step}")

    def add_costs(self) -> None:
        """What is spent, and what must still be spent, is within the cost."""
        window = self.window
        spent: Variable | None = None
        for step in range(1, window.horizon + 1):
            if window.cost is not None and window.uniform is None:
                spent = self.spend(step, spent)
            if window.cost is not None:
                self.add_estimates(step, spent)
        if window.minimize:
            parts = [self.changes[k].cost * v for actions in self.actions for k, v in actions.items()]
            self.problem.minimize(total(parts))

    def spend(self, step: int, before: Variable | None) -> Variable:
        """A variable for the cost of all steps so far, in units."""
        spent = self.problem.variable(f"cost of {step}", self.window.spendable(step))
        terms = [(self.window.units_of(self.changes[k].cost), v) for k, v in self.actions[step - 1].items()]
        earlier = [(1, before)] if before is not None else []
        amounts = tuple(term for term in terms if term[0])
        self.add(Linear((*amounts, *earlier, (-1, spent)), "==", 0, f"the cost of {step}"))
        return spent

    def add_estimates(self, step: int, spent: Variable | None) -> None:
        holds, window = self.holds[step], self.window
        for estimate in self.window.analysis.estimates:
            terms: list[tuple[int, Variable]] = []
            for numbers, amount in estimate:
                if all(fact in holds for fact in numbers):
                    terms.append((window.units_of(amount), self.conjunction([holds[fact] for fact in numbers])))
            if terms:
                left = window.units if spent is not None else (window.left(step) or 0) // window.unit
                terms += [(1, spent)] if spent is not None else []
                self.add(Linear(tuple(terms), "<=", left, f"the cost to come after {step}"))

    def conjunction(self, variables: list[Variable]) -> Variable:
        """A variable that is 1 if all of these are (and may be so anyway)."""
        if len(variables) == 1:
            return variables[0]
        names = tuple(variable.name for variable in variables)
        if names not in self.conjunctions:
            self.conjunctions[names] = both = self.switch(" and ".join(names), 0)
            self.add(Clause((*(Literal(v, 1, positive=False) for v in variables), Literal(both, 1)), "all together"))
        return self.conjunctions[names]

    def fact_variables(self, step: int) -> dict[int, Variable]:
        found: dict[int, Variable] = {}
        by_variable: dict[int, list[Variable]] = {v: [] for v in range(len(self.facts.first))}
        for fact in self.window.facts_at(step):
            found[fact] = self.switch(f"{self.named(fact)} after {step}", fact)
            by_variable[self.facts.variable_of[fact]].append(found[fact])
        for variable, values in by_variable.items():
            self.sum(values, "==", 1, f"{self.facts.problem.variables[variable].name} after {step} has one value")
        return found

    def named(self, fact: int) -> str:
        variable = self.facts.problem.variables[self.facts.variable_of[fact]]
        return f"{variable.name} = {variable.domain[fact - self.facts.first[variable.index]]}"

    def switch(self, name: str, number: int) -> Variable:
        """A 0/1 variable; where two actions or facts read the same, their numbers tell them apart."""
        return self.problem.variable(f"{name} #{number}" if name in self.problem else name, _SWITCH)

    def implies(self, actions: list[Variable], fact: Variable, verb: str) -> None:
        self.add(Linear((*((1, v) for v in actions), (-1, fact)), "<=", 0, f"an action {verb} {fact.name}"))

    def unless(self, variable: Variable, ways: list[Variable], verb: str) -> None:
        literals = (Literal(variable, 1, positive=False), *(Literal(way, 1) for way in ways))
        self.add(Clause(literals, f"an action {verb} {variable.name}"))

    def sum(self, variables: Iterable[Variable], comparison: Comparison, bound: int, label: str) -> None:
        self.add(Linear(tuple((1, variable) for variable in variables), comparison, bound, label))


_SWITCH = range(2)
