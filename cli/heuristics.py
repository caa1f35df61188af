"""copla heuristics: the estimates that there are for a puzzle, what each promises, and who takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument

import copla
from copla.cli.arguments import InstanceOptions, Json, PuzzleName, complete_instance
from copla.cli.output import advise, say_json, say_table
from copla.cli.settings import load_with
from copla.ground.errors import CoplaError

if TYPE_CHECKING:
    from copla.language.problem import Problem


def heuristics(
    puzzle: PuzzleName,
    instance: Annotated[
        str | None,
        Argument(
            metavar="INSTANCE",
            help="As for solve; the first shipped instance if not given.",
            autocompletion=complete_instance,
        ),
    ] = None,
    option: InstanceOptions = None,
    json: Json = False,
) -> None:
    """List the heuristics of a puzzle, what each promises, and which backends take it.

    Admissible: never above the true cost, so that A* proves its plan optimal. Consistent: never falls by more than a
    move costs. The first that the puzzle declares is the default.

    Examples:
      copla heuristics tiles

      copla heuristics guarini 4x4 --json
    """
    from copla.answers.tables import Column, Table
    from copla.plugins.loading import shipped_names

    name = instance or next(iter(shipped_names(copla.puzzle(puzzle))), None)
    if name is None:
        raise CoplaError(f"found no INSTANCE, expected one: {puzzle} ships none")
    loaded = load_with(puzzle, name, option)
    found = heuristics_of(loaded.problem())
    if json:
        for about in found:
            say_json({"puzzle": puzzle, "instance": loaded.name, **about})
        return
    words = [Column("backends", prose=True), Column("what it is", prose=True)]
    columns = [Column("heuristic"), Column("adm."), Column("cons."), *words]
    rows = []
    for about in found:
        promises = [_word(about["admissible"]), _word(about["consistent"])]
        rows.append([about["name"], *promises, ", ".join(about["backends"]), about["summary"] or "-"])
    say_table(Table(columns, rows))
    advise(
        "adm. = admissible, never above the true cost; cons. = consistent, never falls by more than a move costs\n"
        f"to use one: copla solve {puzzle} {loaded.name} --algorithm astar --heuristic {found[0]['name']}"
    )


def heuristics_of(problem: Problem) -> list[dict[str, Any]]:
    """All heuristics of all backends that can run here and take the problem, by name.

    What a heuristic promises is what every backend that takes it promises; None where one does not tell.
    """
    from copla.plugins.backend import HasAlgorithms

    own = problem.heuristics if isinstance(problem, copla.PlanningProblem) else ()
    found: dict[str, dict[str, Any]] = {name: {"name": name, "backends": []} for name in own}
    for backend in copla.suitable_backends(problem):
        told = backend.heuristics(problem) if isinstance(backend, HasAlgorithms) else ()
        for heuristic in told:
            about = told[heuristic] if isinstance(told, Mapping) else None
            entry = found.setdefault(heuristic, {"name": heuristic, "backends": []})
            entry["backends"].append(backend.name)
            for promise in ("admissible", "consistent"):
                said = getattr(about, promise, None)
                known = entry.setdefault(promise, said)
                entry[promise] = None if said is None or known is None else known and said
            entry.setdefault("summary", getattr(about, "summary", None))
    keys = ("name", "admissible", "consistent", "backends", "summary")
    return [{key: entry[key] for key in keys} for entry in found.values()]


def _word(promise: bool | None) -> str:
    return "-" if promise is None else "yes" if promise else "no"
