"""copla backends --try: ten small questions to a solver of yours, and what was understood of its answers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import copla
from copla.answers.wording import answer, duration
from copla.cli.output import Exit, remark, say, watched
from copla.ground.errors import CoplaError
from copla.ground.text import counted
from copla.plugins.loading import load, shipped_names

QUESTIONS = 10
MOST_CANDIDATES = 60
_LONGEST_TEXT = 600
_SECONDS = 10.0
_IMPOSSIBLE = ("unsolvable", "no-solution", "impossible")


def try_backend(backend: copla.Backend) -> Exit:
    """Ask, and say what was understood; exit status 0 if every answer is right."""
    from copla.checking.crosscheck import Check
    from copla.running.solving import default_backend

    say(f"{backend.name}: {backend.summary}")
    reason = backend.missing()
    if reason is not None:
        raise CoplaError(f"backend {backend.name} cannot run here: {reason}")
    wrong, stop = 0, copla.Watch()
    stop.begin()
    limits = copla.Limits(seconds=_SECONDS, solutions=2)
    with copla.Workers() as workers, watched(stop, backend.name):
        asked = _those_it_takes(backend, workers, limits)
        names = [f"{item.puzzle.name} {item.name}" for item in asked]
        width = max(map(len, names))
        judges = sorted({default_backend(item).name for item in asked})
        check = Check(asked, workers, judges, limits, watch=stop, guests=[backend])
        check.choose()
        verdicts = dict(check.verdicts())
    for at, name in enumerate(names):
        if at in verdicts:
            said, right = _understood(backend.name, verdicts[at])
            wrong += not right
            say(f"{name:<{width}}  {said}")
    if stop.stopped:
        return Exit.INTERRUPTED
    remark(f"{counted(len(asked), 'question')}: {len(asked) - wrong} answered rightly, {wrong} not")
    return Exit.NO_SOLUTION if wrong else Exit.ANSWERED


def _those_it_takes(backend: copla.Backend, workers: copla.Workers, limits: copla.Limits) -> list[copla.Instance]:
    """Ten questions, of those that the backend does not refuse; it is asked in a process of its own."""
    from copla.running.job import Job, Subject, Survey

    candidates = list(itertools.islice(_questions(), MOST_CANDIDATES))
    who = copla.Configuration(backend.name)
    jobs = [Job.of(Subject.of(item), who, limits, {backend.name: backend}) for item in candidates]
    workers.submit(0, Survey(tuple(jobs)))
    finished = workers.next()
    said = None if finished is None else finished.outcome
    if said is None or said.abilities is None:
        raise CoplaError(f"backend {backend.name} {said.failure if said else 'was not asked'}")
    taken = [item for item, known in zip(candidates, said.abilities, strict=True) if known.refusal is None]
    if not taken:
        raise CoplaError(f"backend {backend.name} takes no shipped instance: {said.abilities[0].refusal}")
    return taken[:QUESTIONS]


def _questions() -> Iterator[copla.Instance]:
    """Small shipped instances of each puzzle in turn; those without a solution are among them."""
    waiting = [iter(_small(name)) for name in copla.puzzle_names()]
    while waiting:
        for names in list(waiting):
            instance = next(names, None)
            if instance is None:
                waiting.remove(names)
            else:
                yield instance


def _small(puzzle: str) -> Iterator[copla.Instance]:
    loaded = [load(puzzle, name) for name in shipped_names(copla.puzzle(puzzle))]
    small = sorted((item for item in loaded if len(item.text) <= _LONGEST_TEXT), key=lambda item: len(item.text))
    impossible = [item for item in small if item.name.startswith(_IMPOSSIBLE)]
    others = [item for item in small if item not in impossible]
    for pair in itertools.zip_longest(others, impossible[:2]):
        yield from (item for item in pair if item is not None)


def _understood(name: str, verdict: copla.CrossCheck) -> tuple[str, bool]:
    """What a solver said, in words, and whether it is right."""
    accusation = next((str(witness) for witness in verdict.witnesses if witness.accused == name), None)
    if accusation is not None:
        return f"wrong: {accusation.partition(': ')[2]}", False
    failure = verdict.failures.get(name)
    if failure is not None:
        return str(failure), False
    result = verdict.results[name]
    took = duration(result.statistics.seconds)
    if not result.status.finished:
        return f"{result.status}: {result.message} ({took})" if result.message else f"{result.status} ({took})", False
    return f"understood: {answer(result)} ({took}); right", True
