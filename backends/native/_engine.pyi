from collections.abc import Callable, Sequence

from copla.constraint_problem import Objective
from copla.constraints import Constraint
from copla.expressions import Variable
from copla.planning_problem import Action

class Control:
    def __init__(self, poll: Callable[[int, int, int, int], int], seconds: float, most_bytes: int) -> None: ...
    @property
    def stopped(self) -> int: ...
    @property
    def peak_bytes(self) -> int: ...

class Task:
    def __init__(
        self,
        sizes: Sequence[int],
        initial: Sequence[int],
        actions: list[Action],
        goal: Sequence[tuple[int, int]],
        all_different: Sequence[Sequence[int]],
    ) -> None: ...

class Constraints:
    def __init__(
        self,
        variables: list[Variable],
        constraints: list[Constraint],
        kinds: tuple[type, type, type, type],
        objective: Objective | None,
    ) -> None: ...

def solve_constraints(
    problem: Constraints,
    level: int,
    order: int,
    values: int,
    guesses: int,
    solutions: int,
    restarts: int,
    learning: int,
    control: Control,
) -> tuple[int, list[list[int]], list[float], tuple[int, int, int, int, int, int]]: ...
