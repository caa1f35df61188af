"""A program as a backend: files for it, one watched run, and its answer understood."""

from __future__ import annotations

import math
import shutil
import signal
import tempfile
from dataclasses import replace
from pathlib import Path

from copla.answers.failure import Failure, FailureKind
from copla.answers.result import Result
from copla.formats.export import FORMATS, export
from copla.ground.errors import ModelError
from copla.ground.limits import Watch
from copla.language.problem import Problem, kind_of, sense
from copla.plugins.loading import Instance
from copla.plugins.programs.answers import Described, Question, Said, understand
from copla.plugins.programs.description import PLACEHOLDER, READS, Description
from copla.plugins.programs.process import MOST_OUTPUT, Ended, program_path, run_program, too_much
from copla.plugins.puzzle import WritesText

_KINDS = {"domain": "planning", **{name: kind for name, (kind, _) in FORMATS.items()}}
_NO_PUZZLE = "it reads the puzzle's own text, and this is a problem without a puzzle"


class ProgramBackend(Described):
    """A program that somebody has described."""

    def __init__(self, described: Description) -> None:
        super().__init__(described, f"a program of yours: {' '.join(described.command)}")

    def missing(self) -> str | None:
        path = program_path(self.described.command[0], self.described.folder)
        if shutil.which(path) is None:
            found = "may not be executed" if Path(path).exists() else "there is no such program"
            return f"{self.described.command[0]}: {found}"
        return None

    def refuses(self, problem: Problem) -> str | None:
        return _NO_PUZZLE if "file" in self.described.reads else self._wrong_kind(problem)

    def refuses_instance(self, instance: Instance) -> str | None:
        why_not = self.described.refuses_puzzle(instance.puzzle.name)
        if why_not is not None:
            return why_not
        try:
            _own_text(self.described, instance)
        except ModelError as error:
            return str(error)
        return self._wrong_kind(instance.problem())

    def _wrong_kind(self, problem: Problem) -> str | None:
        kind, reads = kind_of(problem).removesuffix("s"), self.described.reads
        foreign = [name for name in reads if _KINDS.get(name, kind) != kind]
        if foreign:
            return f"it reads {READS[foreign[0]]}, and this is a {kind} problem"
        if "cnf" in reads and sense(problem) is not None:
            return "it reads clauses, and this problem has an objective"
        return None

    def ask(self, question: Question, watch: Watch) -> Result:
        with tempfile.TemporaryDirectory(prefix="copla-") as scratch:
            places = {
                **_files(self.described, question, Path(scratch)),
                "answer": str(Path(scratch, "answer")),
                "seconds": str(math.ceil(watch.seconds_left or 0) if watch.limits.seconds is not None else 1_000_000),
                "megabytes": str((watch.limits.bytes or 10**12) // 10**6),
                "solutions": str(watch.limits.solutions or 0),
            }
            words = [PLACEHOLDER.sub(lambda found: places[found[1]], word) for word in self.described.command]
            words[0] = program_path(words[0], self.described.folder)
            stdin = None
            if "<" in words:
                words, (_, stdin) = words[:-2], words[-2:]
            folder = scratch if self.described.scratch else self.described.folder
            ended = run_program(words, folder, stdin, watch, self.name)
            written = self._written(Path(places["answer"]))
        if ended.stopped is not None:
            return Result(ended.stopped)
        return self._conclude(question, ended, written, watch)

    def _written(self, path: Path) -> str | None:
        """What it wrote into its file; planners number their plans, and the last is the best."""
        files = [file for file in path.parent.glob(f"{path.name}*") if file.is_file()]
        if not files:
            return None
        last = max(files, key=lambda file: (len(file.name), file.name))
        if last.stat().st_size > MOST_OUTPUT:
            raise too_much("wrote").error(self.name)
        return last.read_text(encoding="utf-8", errors="replace")

    def _conclude(self, question: Question, ended: Ended, written: str | None, watch: Watch) -> Result:
        fatal = -ended.status if ended.status < 0 else ended.status - 128 if ended.status > 128 else 0
        known = any(ended.status in sign.statuses for sign in self.described.signs.values())
        if fatal in list(signal.Signals) and not known:
            name = signal.Signals(fatal).name
            raise Failure.of(FailureKind.CRASHED, f"{name}{ended.last_words}").error(self.name)
        try:
            result = understand(self.described, question, Said(ended.output, ended.status, written, ended.errors))
        except Exception as error:
            if ended.status and not known and ended.status not in (10, 20):
                ended_so = f"with exit status {ended.status}{ended.last_words}"
                raise Failure(FailureKind.ENDED, f"ended without an answer, {ended_so}").error(self.name) from error
            raise
        if ended.left:
            raise ended.orphans().error(self.name)
        return replace(result, solutions=tuple(replace(s, seconds=watch.seconds) for s in result.solutions))


def _files(described: Description, question: Question, folder: Path) -> dict[str, str]:
    """Write what the command reads; the paths by their placeholders."""
    places: dict[str, str] = {}
    for name in described.reads:
        if name == "file":
            assert question.instance is not None, "refuses() admits nothing else"
            texts = {"puzzle.txt": _own_text(described, question.instance)}
        else:
            texts = export(question.problem, "pddl" if name == "domain" else name)
        for file, text in texts.items():
            (folder / file).write_text(text, encoding="utf-8")
        wanted = {"domain": "domain.pddl", "pddl": "problem.pddl"}.get(name, next(iter(texts)))
        places[name] = str(folder / wanted)
    return places


def _own_text(described: Description, instance: Instance) -> str:
    """The instance as it was read; written anew where the description wants a form, or options have changed it."""
    if not described.form and not instance.options:
        return instance.text
    puzzle = instance.puzzle
    if not isinstance(puzzle, WritesText):
        return instance.text
    form = described.form or puzzle.forms[0]
    if form not in puzzle.forms:
        raise ModelError(f"{puzzle.name} has no form {form!r}; it has: {', '.join(puzzle.forms)}")
    return puzzle.write(instance.content, form)
