"""The engine's C++ test programs, compiled once for the sources that there are, under the sanitizers where there are.

python -m tests.engine.programs      all of them, side by side: `make test` does so beside the audit build
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SOURCES = ROOT / "backends" / "native" / "src"
PROGRAMS = sorted(HERE.glob("*.cpp"))
KEPT = ROOT / "build" / "tests"
"""What was compiled for tests; the name of a file has a digest of all that it was made of."""

SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
NOT_AUDITED = {"constraints"}
"""It removes values for no reason, which the audit would not let pass."""
NEEDED = {"tiles": ["tiles/search.cpp"]}
"""What of the engine is not in its headers."""


def compiler() -> list[str]:
    return shlex.split(os.environ.get("CXX", "c++"))


def there_is_a_compiler() -> bool:
    return shutil.which(compiler()[0]) is not None


@cache
def version() -> str:
    """The compiler and the machine that it compiles for, in its own words."""
    words = [*compiler(), "-march=native", "-Q", "--help=target"]
    told = subprocess.run(words, capture_output=True, text=True).stdout
    return told + subprocess.run([*compiler(), "--version"], capture_output=True, text=True).stdout


@cache
def sanitizers() -> list[str]:
    """The flags, or none where the compiler has no such libraries."""
    done = subprocess.run(
        [*compiler(), *SANITIZERS, "-x", "c++", "-", "-o", os.devnull],
        input="int main() {}",
        text=True,
        capture_output=True,
    )
    return SANITIZERS if done.returncode == 0 else []


def digest(words: Sequence[str], files: Iterable[Path]) -> str:
    """What makes one compilation another: the compiler, these words, and these files with their names."""
    found = hashlib.sha256("\0".join([version(), *words]).encode())
    for path in files:
        found.update(f"\0{path.name}\0".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def engine_sources() -> list[Path]:
    return sorted(path for path in SOURCES.rglob("*") if path.suffix in (".cpp", ".hpp"))


def kept(name: str, made_of: str, build: Callable[[Path], Path], suffix: str = "") -> Path:
    """The file that was kept under this name and digest; otherwise what is built now, in a folder for that."""
    target = KEPT / f"{name}-{made_of}{suffix}"
    if not target.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as folder:
            build(Path(folder)).replace(target)
        for old in KEPT.glob(f"{name}-*"):
            if old != target:
                old.unlink()
    return target


def program(source: Path) -> Path:
    """The compiled program, with the compiler's words if it fails."""
    audit = [] if source.stem in NOT_AUDITED else ["-DCOPLA_AUDIT"]
    # Not optimised: that would take the compiler longer than it saves the program.
    flags = ["-std=c++20", "-O0", "-g1", "-march=native", *audit, *sanitizers()]
    sources = [source, *(SOURCES / name for name in NEEDED.get(source.stem, ()))]

    def build(folder: Path) -> Path:
        built = folder / source.stem
        command = [*compiler(), *flags, f"-I{SOURCES}", *map(str, sources), "-o", str(built)]
        compiled = subprocess.run(command, capture_output=True, text=True)
        assert compiled.returncode == 0, compiled.stderr
        return built

    return kept(source.stem, digest(flags, [source, HERE / "check.hpp", *engine_sources()]), build)


def main() -> None:
    from tests.defects.hunt import HUNTED_BY_THE_TESTS, spoiled

    if there_is_a_compiler():
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            defect = threads.submit(spoiled, HUNTED_BY_THE_TESTS)
            print(*threads.map(program, PROGRAMS), defect.result(), sep="\n", file=sys.stderr)


if __name__ == "__main__":
    main()
