"""Where a failure comes from: the same question at each layer between the model and the solver.

| layer | blamed if |
|---|---|
| checker | it says something else than the truth |
| model | all who were asked are wrong in the same way; what is built says something else than what was written; or a
symmetric instance has another answer |
| rewriting | what a backend was given in place of what was written has another answer |
| bridge | as a constraint problem there is a plan of so many steps where none is, or the other way round |
| export | the file that the program got, read back, is another problem |
| reader | what the program wrote cannot be understood, or a right answer would be understood wrongly |
| solver | all of these are in order |

The first that is wrong is blamed. A layer whose problem is too large for the oracle is not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress

from copla.fuzzing import layers
from copla.fuzzing.cases import Case, Data, case_of
from copla.fuzzing.trials import Trial
from copla.ground.errors import CoplaError

LAYERS: dict[str, Callable[[Case, Trial], bool]] = {
    "model": layers.model_is_wrong,
    "rewriting": layers.rewriting_is_wrong,
    "bridge": layers.bridge_is_wrong,
    "export": layers.export_is_wrong,
    "reader": layers.reader_is_wrong,
}
"""Whether each is wrong, in the order in which a problem passes through them."""


def locate(data: Data, trial: Trial, kind: str, others: Mapping[str, Collection[str]]) -> str:
    """The layer to blame; ``others`` are the kinds of failure that each other backend shows on the same problem."""
    if kind == "checker":
        return "checker"
    if kind == "wrong twin" or (len(others) > 1 and all(kind in kinds for kinds in others.values())):
        return "model"
    case = case_of(data)
    for layer, is_wrong in LAYERS.items():
        with suppress(CoplaError):  # a layer that refuses the problem did nothing wrong
            if is_wrong(case, trial):
                return layer
    return "reader" if kind == "garbage" else "solver"
