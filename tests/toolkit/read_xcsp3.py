"""Read XCSP3 files with CPMpy and print all solutions of each as JSON; run as a program, since its parser takes the
command line for its own.
"""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from typing import Any


def solutions(file: str) -> dict[str, Any]:
    """The names that occur in the constraints, every solution, and the best value of the objective if there is one."""
    from cpmpy.tools.xcsp3 import read_xcsp3
    from cpmpy.transformations.get_variables import get_variables_model

    model = read_xcsp3(file)
    best: list[int] = []
    if model.objective_ is not None:
        if model.solve(solver="ortools"):
            best.append(int(model.objective_value()))
        model.objective_ = None
    variables = sorted(get_variables_model(model), key=lambda variable: str(variable.name))
    found: list[list[int]] = []
    model.solveAll(solver="ortools", display=lambda: found.append([int(v.value()) for v in variables]))
    return {"names": [str(v.name) for v in variables], "solutions": found, "best": best}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    folder = Path(sys.argv.pop())
    print(json.dumps({path.stem: solutions(str(path)) for path in sorted(folder.glob("*.xml"))}))
