from collections.abc import Callable, Sequence

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
