"""Seeded defects: each patch in this folder spoils one line of the engine's constraint part, and must be caught.

    python tests/defects/hunt.py [NAME ...] [--seed N] [--family FAMILY]      all, or some, as a Markdown table

A patch is applied to a copy of the engine's sources, which is compiled as an audit build of the constraint part
alone. Then problems of the fuzzing core are solved with it, in all sorts of configurations, until something is wrong:
a reason that is refused, an assertion, a wrong answer, a crash. The first words of a patch say what it spoils. The
problems are those of all families in turn, or of one family, from seed 0 or from the one that is given.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SOURCES = HERE.parent.parent / "backends" / "native" / "src"
PATCHES = sorted(path.stem for path in HERE.glob("*.patch"))
MODULE = "copla.backends.native._engine_audit"
MOST_PROBLEMS = 2000
HUNTED_BY_THE_TESTS = "sum-reason-too-short"


@dataclass(frozen=True)
class Ground:
    """Where is hunted: from which seed on, and in which family (empty: in all of them, in turn)."""

    seed: int = 0
    family: str = ""


@dataclass(frozen=True)
class Catch:
    """What gave a defect away, after how many problems; nothing if it was not caught."""

    defect: str
    problems: int
    evidence: str


def main(names: list[str], ground: Ground) -> int:
    missed = 0
    print("| seeded defect | caught after | by |\n|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        workshop = Workshop(Path(folder), ground)
        for name in names or PATCHES:
            catch = workshop.hunt(name)
            missed += not catch.evidence
            print(f"| {summary(name)} | {catch.problems} | {catch.evidence or '**not caught**'} |", flush=True)
    return 1 if missed else 0


def summary(name: str) -> str:
    """The first line of a patch, in which it says what it spoils."""
    return (HERE / f"{name}.patch").read_text(encoding="utf-8").splitlines()[0]


class Workshop:
    """Builds spoiled engines. What no patch touches is compiled once."""

    def __init__(self, folder: Path, ground: Ground = Ground()) -> None:
        self.folder = folder
        self.ground = ground
        self.objects: list[Path] = []

    def hunt(self, name: str) -> Catch:
        return hunt(name, self.build(name), self.ground)

    def build(self, name: str | None) -> Path:
        """The engine with this defect, or, without a name, as it is."""
        import pybind11

        source = self.folder / (name or "sound")
        shutil.copytree(SOURCES, source / "backends" / "native" / "src")
        if name is not None:
            apply(name, source)
        src = source / "backends" / "native" / "src"
        includes = [f"-I{pybind11.get_include()}", f"-I{sysconfig.get_paths()['include']}"]
        flags = ["-std=c++20", "-O0", "-fPIC", "-fvisibility=hidden", "-DCOPLA_AUDIT", "-DCOPLA_MODULE=_engine_audit"]

        def compiled(path: Path, src: Path) -> Path:
            target = path.with_suffix(".o") if path.is_relative_to(self.folder) else self.folder / f"{path.stem}.o"
            command = [os.environ.get("CXX", "c++"), *flags, *includes, f"-I{src}", "-c", str(path), "-o", str(target)]
            subprocess.run(command, check=True)
            return target

        if not self.objects:
            clean = self.folder / "clean"
            shutil.copytree(SOURCES, clean)
            once = [clean / "core" / "module.cpp", clean / "constraints" / "bind.cpp", HERE / "stubs.cpp"]
            self.objects = [compiled(path, clean) for path in once]
        others = [path for path in sorted((src / "constraints").glob("*.cpp")) if path.stem != "bind"]
        objects = [*self.objects, *(compiled(path, src) for path in others)]
        engine = source / f"_engine_audit{sysconfig.get_config_var('EXT_SUFFIX')}"
        link = [os.environ.get("CXX", "c++"), "-shared", "-pthread", *map(str, objects), "-o", str(engine)]
        subprocess.run(link, check=True)
        return engine


def spoiled(name: str) -> Path:
    """The engine with this defect, kept for as long as nothing has changed that it is made of."""
    import pybind11

    from tests.engine import programs

    words = [sys.version, pybind11.__version__, os.environ.get("CXX", "")]
    files = [HERE / f"{name}.patch", HERE / "stubs.cpp", HERE / "hunt.py", *programs.engine_sources()]
    digest = programs.digest(words, files)
    return programs.kept(name, digest, lambda folder: Workshop(folder).build(name), ".so")


def apply(name: str, folder: Path) -> None:
    """Apply a patch of one hunk to a copy of the sources; an error if its place is gone."""
    lines = (HERE / f"{name}.patch").read_text(encoding="utf-8").splitlines(keepends=True)
    place = folder / next(line for line in lines if line.startswith("+++ b/")).removeprefix("+++ b/").strip()
    hunk = lines[next(i for i, line in enumerate(lines) if line.startswith("@@")) + 1 :]
    old = "".join(line[1:] for line in hunk if line[0] in " -")
    new = "".join(line[1:] for line in hunk if line[0] in " +")
    text = place.read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise ValueError(f"{name}.patch fits {text.count(old)} places of {place.name}, expected one")
    place.write_text(text.replace(old, new), encoding="utf-8")


def hunt(name: str, engine: Path, ground: Ground = Ground()) -> Catch:
    """Solve problems with a spoiled engine, in a process of its own, until it gives itself away."""
    environment = os.environ | {"COPLA_ENGINE": "audit", "PYTHONHASHSEED": "0"}
    child = subprocess.Popen(
        [
            sys.executable,
            str(HERE / "hunt.py"),
            "--solve-with",
            str(engine),
            "--seed",
            str(ground.seed),
            "--family",
            ground.family,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        text=True,
    )
    assert child.stdout is not None
    problems = 0
    for line in child.stdout:
        number, _, evidence = line.rstrip("\n").partition(" ")
        problems = int(number)
        if evidence:
            child.kill()
            child.wait()
            return Catch(name, problems, evidence)
    status = child.wait()
    return Catch(name, problems, "" if status == 0 else f"crash ({status})")


def solve_with(engine: Path, ground: Ground) -> None:
    """The child: a line with its number before each problem, and one with the evidence where something is wrong."""
    spec = importlib.util.spec_from_file_location(MODULE, engine)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import copla.backends.native

    sys.modules[MODULE] = module
    spec.loader.exec_module(module)
    copla.backends.native._engine_audit = module  # type: ignore[attr-defined]
    for number, evidence in enumerate(_evidence(ground), 1):
        print(number, evidence, flush=True)


def _evidence(ground: Ground) -> Iterator[str]:
    from copla.fuzzing.agenda import agenda
    from copla.fuzzing.cases import case_of
    from copla.fuzzing.families import CONSTRAINTS, generate
    from copla.fuzzing.worker import QUESTIONS

    families = (ground.family,) if ground.family else CONSTRAINTS
    for number in range(MOST_PROBLEMS):
        family, seed = families[number % len(families)], ground.seed + number // len(families)
        case = case_of(generate(family, seed))
        found = ""
        for configuration in agenda(case, family, seed, ["native"]):
            for finding in QUESTIONS[configuration.question](case, configuration).findings:
                if not found and finding.kind != "past its limit":  # the audit takes its time
                    found = shown(f"{finding.kind}: {finding.text}")
        yield found


def shown(evidence: str) -> str:
    """A finding for one cell of the table: an audit speaks for itself, so that who raised it can be left out."""
    return textwrap.shorten(evidence.rpartition("EngineError: ")[2].replace("|", "/"), 90, placeholder=" ...")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Seeded defects of the engine, and how soon each is caught.")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--family", default="")
    parser.add_argument("--solve-with", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    chosen = Ground(given.seed, given.family)
    if given.solve_with:
        solve_with(given.solve_with, chosen)
    else:
        sys.exit(main(given.names, chosen))
