"""The steps as variables with many values: the action of each step and the state behind it. For backtracking.

The action of a step and the old value of a variable settle its new value: a table of three columns. What an action
needs is stated once more as a table of two columns, so that forward checking sees it as soon as the state is known.
"""

from __future__ import annotations

from collections import defaultdict

from copla.bridges.analysis import Choice, Window, Writer
from copla.bridges.facts import stop_at_limit
from copla.ground.limits import Watch
from copla.language.constraint_problem import ConstraintProblem
from copla.language.constraints import AllDifferent, Clause, Linear, Literal, Table
from copla.language.expressions import Variable, total

NOTHING = -1
"""The action of a step that is left out."""


def write(window: Window, name: str, watch: Watch | None) -> tuple[ConstraintProblem, list[Choice]]:
    """The constraint problem, and how to read the actions out of its solutions."""
    writer = _Writer(window, name, watch)
    writer.add_state(0)
    for step in range(window.horizon):
        writer.add_step(step)
    writer.add_goal()
    if window.minimize:
        writer.problem.minimize(total(window.unit * cost for cost in writer.costs))
    choices = [{(action.name, k): k for k in action.domain if k != NOTHING} for action in writer.actions]
    return writer.problem, choices


class _Writer(Writer):
    """A constraint problem while it is being written. ``states[t][v]`` is the value of v after t steps."""

    def __init__(self, window: Window, name: str, watch: Watch | None) -> None:
        super().__init__(window, name, watch)
        self.states: list[list[Variable]] = []
        self.actions: list[Variable] = []
        self.costs: list[Variable] = []
        self.spent: Variable | None = None

    def add_state(self, step: int) -> None:
        values: list[list[int]] = [[] for _ in self.facts.first]
        for fact in self.window.facts_at(step):
            owner = self.facts.variable_of[fact]
            values[owner].append(fact - self.facts.first[owner])
        state = []
        for variable, domain in zip(self.facts.problem.variables, values, strict=True):
            if not domain:  # nothing is possible here: so there is no plan
                self.problem.add(Clause(()))
            state.append(self.problem.variable(f"{variable.name} after {step}", tuple(domain) or (0,)))
        self.states.append(state)
        for invariant in self.facts.different if step else ():
            self.add(AllDifferent(tuple(state[v] for v in invariant), f"all different after {step}"))

    def add_step(self, step: int) -> None:
        """The action, the state behind it, and what they have to do with each other."""
        stop_at_limit(self.watch)
        possible = self.window.actions_at(step, self.possible(step), set(self.window.facts_at(step + 1)))
        left_out = (NOTHING,) if step >= self.window.fewest else ()
        if not possible and not left_out:
            self.problem.add(Clause(()))
            left_out = (NOTHING,)
        action = self.problem.variable(f"action of step {step + 1}", (*left_out, *possible))
        self.actions.append(action)
        self.add_order(step)
        self.add_cost(step, possible)
        self.add_state(step + 1)
        before, after = self.states[-2:]
        for variable in range(len(before)):
            self.add_change(action, before[variable], after[variable], variable)
        self.add_estimates(step + 1)

    def possible(self, step: int) -> set[int]:
        return {self.facts.first[v] + value for v, state in enumerate(self.states[step]) for value in state.domain}

    def add_change(self, action: Variable, before: Variable, after: Variable, variable: int) -> None:
        first = self.facts.first[variable]
        needed, made = [], []
        bit = 1 << variable
        same = [value for value in before.domain if value in after.domain]
        asked = changed = False
        for k in action.domain:
            change = self.changes[k] if k != NOTHING else None
            if change is None or not change.asked & bit:
                needed += [(value, k) for value in before.domain]
                made += [(value, k, value) for value in same]
                continue
            asked = True
            changed = changed or bool(change.changed & bit)
            for old, new in zip(change.condition, change.after, strict=True):
                if self.facts.variable_of[old] == variable:
                    needed.append((old - first, k))
                    made.append((old - first, k, new - first))
        if asked:
            self.add(Table((before, action), tuple(needed), label=f"{action.name} needs {before.name}"))
        if changed:
            self.add(Table((before, action, after), tuple(made), label=f"{action.name} makes {after.name}"))
        else:
            self.add(Linear(((1, before), (-1, after)), "==", 0, f"{after.name} is as before"))

    def add_order(self, step: int) -> None:
        """No step behind one that is left out, none that undoes the one before, and one order of two is enough."""
        if step == 0:
            return
        before, action = self.actions[-2:]
        domain = set(action.domain)
        rows = [(NOTHING, k) for k in action.domain if k != NOTHING] if NOTHING in before.domain else []
        for k in before.domain:
            if k != NOTHING:
                rows += [(k, other) for other in self.window.analysis.needless[k] if other in domain]
        if rows:
            self.add(Table((before, action), tuple(rows), allowed=False, label=f"{action.name}: the order of steps"))

    def add_cost(self, step: int, possible: list[int]) -> None:
        """What the step costs and what all so far have cost, in units."""
        window = self.window
        limited = window.cost is not None and window.uniform is None
        if not limited and not window.minimize:
            return
        costs = [(k, self.changes[k].cost) for k in possible]
        rows = [(k, window.units_of(cost) if limited else cost // window.unit) for k, cost in costs]
        rows += [(NOTHING, 0)] if NOTHING in self.actions[-1].domain else []
        cost = self.problem.variable(f"cost of step {step + 1}", tuple(sorted({cost for _, cost in rows})))
        self.add(Table((self.actions[-1], cost), tuple(rows), label=f"the cost of step {step + 1}"))
        self.costs.append(cost)
        if not limited:
            return
        spent = self.problem.variable(f"cost of {step + 1}", window.spendable(step + 1))
        earlier = () if self.spent is None else ((1, self.spent),)
        self.add(Linear(((1, cost), *earlier, (-1, spent)), "==", 0, f"the cost of {step + 1}"))
        self.spent = spent

    def add_estimates(self, step: int) -> None:
        """What is spent, and what must still be spent, is within the cost."""
        window = self.window
        if window.cost is None:
            return
        state, possible = self.states[step], self.possible(step)
        for number, estimate in enumerate(self.window.analysis.estimates):
            alone: dict[int, dict[int, int]] = defaultdict(dict)
            parts: list[Variable] = []
            for numbers, entry in estimate:
                amount = window.units_of(entry)
                if not amount or not possible.issuperset(numbers):
                    continue
                places = [(self.facts.variable_of[f], f - self.facts.first[self.facts.variable_of[f]]) for f in numbers]
                if len(places) == 1:
                    alone[places[0][0]][places[0][1]] = amount
                    continue
                part = self.problem.variable(f"part {len(parts)} of estimate {number} after {step}", (0, amount))
                together = [Literal(state[v], value, positive=False) for v, value in places]
                self.add(Clause((*together, Literal(part, amount)), f"{part.name}, all together"))
                parts.append(part)
            for variable, amounts in alone.items():
                rows = [(value, amounts.get(value, 0)) for value in state[variable].domain]
                name = f"estimate {number} of {state[variable].name}"
                part = self.problem.variable(name, tuple({amount for _, amount in rows}))
                self.add(Table((state[variable], part), tuple(rows), label=name))
                parts.append(part)
            spent = [] if self.spent is None else [self.spent]
            left = window.units if self.spent is not None else (window.left(step) or 0) // window.unit
            if parts:
                terms = tuple((1, part) for part in (*parts, *spent))
                self.add(Linear(terms, "<=", left, f"the cost to come after {step}"))

    def add_goal(self) -> None:
        for fact in self.facts.goal:
            variable = self.facts.variable_of[fact]
            value = fact - self.facts.first[variable]
            name = self.facts.problem.variables[variable].name
            self.add(Clause((Literal(self.states[-1][variable], value),), f"the goal: {name}"))
