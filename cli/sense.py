"""Options that make no sense together: refused before anything runs, with a line that would work."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import copla
from copla.ground.errors import ModelError
from copla.ground.text import listed, suggestion
from copla.language.problem import Problem, kind_of
from copla.plugins.abilities import refusal
from copla.plugins.algorithms import Algorithm, never, refuse
from copla.plugins.backend import Backend, HasAlgorithms, ListsAlgorithms


def refuse_nonsense(
    backend: Backend,
    options: Mapping[str, object],
    problem: Problem,
    solutions: int | None,
    command: Sequence[str],
    *,
    prefix: str = "",
) -> None:
    """ModelError if an option has no effect, or the algorithm cannot do what is asked; ``command`` begins the line.

    Only what was said is looked at: where the backend chooses its algorithm, it knows what it chooses. ``prefix``
    stands in front of an option where the command has several backends: ``native.``
    """
    checked = copla.read_options(backend.options, options, f"backend {backend.name}", kind_of(problem))
    if not isinstance(backend, HasAlgorithms) or options.get("algorithm") is None:
        return
    name = str(checked["algorithm"])
    useless = [option for option in options if option in backend.unused(checked)]
    reason = f"{name} does not look at the {listed(useless)}" if useless else None
    if reason is None and isinstance(backend, ListsAlgorithms):
        reason = _refusal(backend.algorithms[name], backend, checked, problem, solutions)
    if reason is not None:
        instead = next(_alternatives(backend, name, useless, checked, problem, solutions), None)
        kept = {key: value for key, value in options.items() if key not in useless}
        better = kept if instead is None else {**options, "algorithm": instead}
        works = instead is not None or (useless and len(kept) < len(options))
        raise ModelError(f"{reason}; try: {_line(command, better, prefix)}" if works else reason)


def refuse_nonsense_everywhere(
    backend: Backend,
    options: Mapping[str, object],
    instances: Sequence[copla.Instance],
    solutions: int | None,
    command: Sequence[str],
    *,
    prefix: str = "",
) -> None:
    """The same for several instances: ModelError if the options make no sense with any of them."""
    refusals = []
    for instance in instances:
        problem = instance.problem()
        wanted = 1 if copla.sense(problem) else solutions
        try:
            refuse_nonsense(backend, options, problem, wanted, command, prefix=prefix)
        except ModelError as error:
            refusals.append(error)
    if refusals and len(refusals) == len(instances):
        raise refusals[0]


def require_heuristics(backend: Backend, wanted: Sequence[str], instances: Sequence[copla.Instance]) -> None:
    """A heuristic that an instance does not have is an error now, and not a failed run later."""
    if not wanted or not isinstance(backend, HasAlgorithms):
        return
    for item in instances:
        known = backend.heuristics(item.problem())
        for heuristic in wanted:
            if heuristic not in known and refusal(backend, item.problem(), item) is None:
                there = suggestion(heuristic, list(known), "it has")
                raise ModelError(f"{item.name}: this problem has no heuristic {heuristic!r}{there}")


def _refusal(
    algorithm: Algorithm, backend: ListsAlgorithms, options: Mapping[str, Any], problem: Problem, solutions: int | None
) -> str | None:
    try:
        refuse(algorithm, options, problem, solutions, backend.algorithms)
    except ModelError as error:
        return str(error)
    return None


def _alternatives(
    backend: Backend, name: str, useless: list[str], options: Mapping[str, Any], problem: Problem, solutions: int | None
) -> Iterator[str]:
    """Algorithms that have a use for every option and do what is asked, those most like this one first."""
    if not isinstance(backend, ListsAlgorithms) or not isinstance(backend, HasAlgorithms):
        return
    wanted = {*backend.algorithms[name].reads, *useless} - ({"depth"} if "heuristic" in useless else set())

    def unlike(other: Algorithm) -> tuple[int, bool, bool]:
        own = backend.algorithms[name].optimal
        return len(wanted ^ {*other.reads}), other.optimal is not own, other.optimal is never and own is not never

    for other in sorted(backend.algorithms.values(), key=unlike):
        chosen = {**options, "algorithm": other.name}
        ignored = [option for option in useless if option in backend.unused(chosen)]
        if other.name != name and not ignored and _refusal(other, backend, chosen, problem, solutions) is None:
            yield other.name


def _line(command: Sequence[str], options: Mapping[str, object], prefix: str = "") -> str:
    """The command with these options.

    >>> _line(["copla", "solve", "tiles", "8 0 6"], {"algorithm": "bfs", "depth": 3})
    "copla solve tiles '8 0 6' --algorithm bfs --option depth=3"
    >>> _line(["copla", "check", "tiles", "eight-10"], {"algorithm": "bfs"}, "search.")
    'copla check tiles eight-10 --option search.algorithm=bfs'
    """
    words = list(command)
    for key, value in options.items():
        flag = not prefix and key in ("algorithm", "heuristic")
        words += [f"--{key}", str(value)] if flag else ["--option", f"{prefix}{key}={value}"]
    return shlex.join(words)
