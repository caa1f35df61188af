"""The 25 constraint examples: copla's cp-sat beside OR-Tools by hand and CPMpy, and native beside cp-sat.

    python benchmarks/language.py [--rounds N] [--only PATTERN] [--write]

Each example of examples/ stands in benchmarks/language_models/ once more, written for OR-Tools by hand, as somebody
would who knows it well, and for CPMpy; all take the data of the example. All of them are asked the same: for all
solutions, or for the proven best one, or (knight's tour, social golfers) for one. *Building* ends where OR-Tools has
its model, *in all* where the answer is there; copla's includes the check of every solution. One thread each, and the
same seed; by hand and CPMpy leave all other parameters as they are. The answers of all are compared. Everybody answers
an example before the next one is taken, and of so many rounds the best counts, in CPU time.
"""

from __future__ import annotations

import argparse
import fnmatch
import importlib
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any

from report import machine, replace_section, table

import copla
from copla.backends.cp_sat.translation import Translation
from copla.ground.limits import Watch

EXAMPLES = Path(__file__).parent.parent / "examples"
MODELS = Path(__file__).parent / "language_models"
ONE_SOLUTION = ("knights_tour", "social_golfers")
TITLE = "The language: copla, OR-Tools by hand, CPMpy"

Times = dict[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="the best of so many counts (default 5)")
    parser.add_argument("--only", default="*", help="a pattern of examples, such as 'magic_*'")
    parser.add_argument("--write", action="store_true", help=f"write the section '{TITLE}' of docs/results.md")
    given = parser.parse_args()
    try:
        version("cpmpy")
    except PackageNotFoundError:
        sys.exit("this benchmark also runs CPMpy, which is not installed: pip install cpmpy")
    names = sorted(path.stem for path in MODELS.glob("*.py") if fnmatch.fnmatch(path.stem, given.only))
    measured = {}
    for name in names:
        measured[name] = measure(name, given.rounds)
        print(" | ".join(row(name, measured[name])), flush=True)
    together = {key: sum(times[key] for times in measured.values()) for key in measured[names[0]]}
    found = [row(name, times) for name, times in (*measured.items(), ("all", together))]
    print(" | ".join(found[-1]))
    behind = sorted(times["native"] / times["cp-sat"] for times in measured.values())
    verdict = (
        f"`native` takes {statistics.median(behind):.2f} times as long as `cp-sat` in the median, "
        f"{behind[0]:.3f} times at best and {behind[-1]:.1f} times at worst."
    )
    print(verdict)
    if given.write:
        replace_section(TITLE, "\n\n".join([introduction(given.rounds), table(HEADER, found), verdict]))


HEADER = ["example", "build: copla", "by hand", "CPMpy", "in all: cp-sat", "by hand", "ratio", "CPMpy"]
HEADER += ["native", "ratio"]


def row(name: str, times: Times) -> list[str]:
    return [
        name.replace("_", " "),
        *(f"{1000 * times[key]:,.2f}" for key in ("build copla", "build by hand", "build CPMpy", "cp-sat", "by hand")),
        f"{times['cp-sat'] / times['by hand']:.2f}",
        f"{1000 * times['CPMpy']:,.2f}",
        f"{1000 * times['native']:,.2f}",
        f"{times['native'] / times['cp-sat']:.2f}",
    ]


def introduction(rounds: int) -> str:
    return f"""Reproduce with `python benchmarks/language.py --write`. CPU time in milliseconds, the best of {rounds}
rounds ({machine()};
OR-Tools {version("ortools")}, CPMpy {version("cpmpy")}). *Build* is stating the model and translating it for OR-Tools;
*in all* is that and the answer: all solutions, the proven optimum, or (knight's tour, social golfers) one solution;
copla's includes the check of every solution. One thread each. The models by hand are those of
`benchmarks/language_models`. The first ratio is `cp-sat` to OR-Tools by hand, the second `native` to `cp-sat`."""


def measure(name: str, rounds: int) -> Times:
    """The least CPU time of each contestant, after one round that loads everything."""
    path = EXAMPLES / f"{name}.py"
    code = compile(path.read_text(encoding="utf-8"), str(path), "exec")
    by_hand = importlib.import_module(f"language_models.{name}")
    data = SimpleNamespace(**stated(code))
    several = data.problem.objective is None and name not in ONE_SOLUTION
    contestants: dict[str, Callable[[], Any]] = {
        "build copla": lambda: Translation(stated(code)["problem"], Watch()).write(),
        "build by hand": lambda: by_hand.for_ortools(data),
        "build CPMpy": lambda: copied(by_hand.for_cpmpy(data)),
        "cp-sat": lambda: ask_copla(code, "cp-sat", several),
        "by hand": lambda: ask_ortools(by_hand.for_ortools(data), several),
        "CPMpy": lambda: ask_cpmpy(by_hand.for_cpmpy(data), several),
        "native": lambda: ask_copla(code, "native", several),
    }
    best: Times = {}
    for number in range(rounds + 1):
        answers = set()
        for contestant, run in contestants.items():
            began = time.process_time()
            answer = run()
            seconds = time.process_time() - began
            if not contestant.startswith("build"):
                answers.add(answer)
            if number:
                best[contestant] = min(seconds, best.get(contestant, seconds))
        assert len(answers) == 1, f"{name}: {answers}"
    return best


def stated(code: CodeType) -> dict[str, Any]:
    """What an example defines: its problem, and its data."""
    names: dict[str, Any] = {}
    exec(code, names)
    return names


def ask_copla(code: CodeType, backend: str, several: bool) -> int:
    """The cost of the best solution, or the number of solutions."""
    result = copla.solve(stated(code)["problem"], backend, solutions=None if several else 1)
    assert result.status.finished
    return len(result.solutions) if result.cost is None else result.cost


def ask_ortools(stated: tuple[Any, list[Any]], several: bool) -> int:
    from ortools.sat.python import cp_model

    model, variables = stated

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.found: list[list[int]] = []

        def on_solution_callback(self) -> None:
            self.found.append([self.value(variable) for variable in variables])

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.enumerate_all_solutions = several
    collector = Collector()
    outcome = solver.solve(model, collector)
    assert outcome == cp_model.OPTIMAL or (outcome == cp_model.FEASIBLE and not several)
    return round(solver.objective_value) if model.has_objective() else len(collector.found)


def copied(model: Any) -> Any:
    """CPMpy's model as one of OR-Tools."""
    import cpmpy

    return cpmpy.SolverLookup.get("ortools", model)


def ask_cpmpy(model: Any, several: bool) -> int:
    solver = copied(model)
    if several:
        return int(solver.solveAll(num_workers=1))
    assert solver.solve(num_workers=1)
    return round(solver.objective_value()) if model.has_objective() else 1


if __name__ == "__main__":
    main()
