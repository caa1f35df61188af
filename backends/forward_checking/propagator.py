"""What a constraint can do for the solver: the three strengths of inference.

``check``    plain backtracking: is the constraint violated by the variables assigned so far?
``forward``  forward checking: filter the variables that the last assignment leaves no choice about.
``filter``   arc consistency: filter all variables by all domains (sums of three or more: by their bounds).

All three return False when the constraint cannot hold any more. ``check`` and ``forward`` are called when
``variable`` has just been assigned; ``filter`` when any domain of the scope has changed. A second ``filter``
right after the first changes nothing.
"""

from __future__ import annotations

from copla.backends.forward_checking.store import Store


class Propagator:
    """``constraint`` is the number of the constraint it stands for; ``costly`` ones wait for the others."""

    costly = False

    def __init__(self, constraint: int, scope: tuple[int, ...]) -> None:
        self.constraint = constraint
        self.scope = scope

    def check(self, store: Store, variable: int) -> bool:
        return True

    def forward(self, store: Store, variable: int) -> bool:
        return True

    def filter(self, store: Store) -> bool:
        raise NotImplementedError


class LastVariable(Propagator):
    """Shared behaviour of constraints that forward checking uses when one variable is left."""

    def check(self, store: Store, variable: int) -> bool:
        return not all(store.assigned[other] for other in self.scope) or self.filter(store)

    def forward(self, store: Store, variable: int) -> bool:
        unassigned = [other for other in self.scope if not store.assigned[other]]
        if not unassigned:
            return self.filter(store)
        return len(unassigned) > 1 or self.forward_last(store, unassigned[0])

    def forward_last(self, store: Store, last: int) -> bool:
        """Filter the one variable that is left; with the others assigned, arc consistency does just that."""
        return self.filter(store)
