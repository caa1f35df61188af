"""Planning puzzles on the page: the picture, the pieces, what can be done, and a plan as scenes of small changes."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import copla
from copla.answers.result import Result
from copla.answers.wording import summary
from copla.ground.errors import CoplaError
from copla.studio.asked import Asked, asked

Data = dict[str, Any]


def asked_table(data: Mapping[str, Any]) -> Asked:
    question = asked(data)
    if not isinstance(question.puzzle, copla.Plays):
        raise CoplaError(f"{question.puzzle.name} is not played in moves")
    return question


def described(question: Asked) -> Data:
    """The whole table: picture, scenes of the moves so far, and the legal moves."""
    puzzle, instance = question.puzzle, question.instance
    scenes = puzzle.scenes(instance.content, copla.Solution(moves=question.moves))
    return {
        "svg": puzzle.svg(instance.content),
        "about": puzzle.describe(instance.content),
        "text": instance.text if instance.text.strip() else puzzle.write(instance.content, puzzle.forms[0]),
        "start": scenes[0].pieces,
        "steps": _steps(scenes, question.moves),
        **now(question),
    }


def position(question: Asked) -> Data:
    """The board in sight as one of its own: its text in the puzzle's form, its picture, is it hopeless or done."""
    puzzle, instance = question.puzzle, question.position()
    refuted = instance.refutation()
    return {
        "written": puzzle.write(instance.content, puzzle.forms[0]),
        "about": puzzle.describe(instance.content),
        "svg": puzzle.svg(instance.content),
        "refuted": refuted.message if refuted else None,
        "solved": bool(puzzle.is_solved(instance.content)),
    }


def now(question: Asked) -> Data:
    """What can be done after the moves, and whether it is done."""
    puzzle, instance = question.puzzle, question.instance
    legal = puzzle.legal(instance.content, question.moves)
    return {
        "legal": [
            {"labels": m.labels, "words": m.words, "piece": m.piece, "targets": m.targets, "cost": m.cost}
            for m in legal
        ],
        "solved": _solved(question),
    }


def solved(question: Asked, result: Result) -> Data:
    """A result as steps that go on from the moves so far."""
    answer: Data = {"status": str(result.status), "cost": result.cost, "bound": result.bound}
    answer |= {"message": result.message, "sentence": summary(result)}
    if result.solutions and isinstance(question.puzzle, copla.Plays):
        answer["steps"] = steps_of(question.puzzle, question.instance.content, question.moves, result.best.moves or ())
    return answer


def steps_of(puzzle: copla.Plays, content: Any, done: Sequence[str], more: Sequence[str]) -> list[Data]:
    """What some more moves do, after others that are done."""
    before = puzzle.scenes(content, copla.Solution(moves=tuple(done)))
    scenes = puzzle.scenes(content, copla.Solution(moves=(*done, *more)))
    return _steps(scenes[len(before) - 1 :], more)


def _steps(scenes: Sequence[copla.Scene], labels: Sequence[str]) -> list[Data]:
    """Each move with its labels, and the pieces that it puts elsewhere."""
    steps: list[Data] = []
    at = 0
    for before, scene in itertools.pairwise(scenes):
        changed = {piece: point for piece, point in scene.pieces.items() if before.pieces.get(piece) != point}
        said = {"labels": labels[at : at + scene.labels], "words": scene.words}
        steps.append({**said, "cost": scene.cost - before.cost, "changed": changed})
        at += scene.labels
    return steps


def _solved(question: Asked) -> bool:
    try:
        return bool(question.puzzle.is_solved(question.puzzle.after(question.instance.content, question.moves)))
    except copla.ModelError:  # a block that is on its way out
        return False
