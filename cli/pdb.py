"""copla pdb: pattern databases for sliding tiles, built ahead, listed, checked and removed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

import copla
from copla.cli.arguments import Memory, Timeout, read_limits
from copla.cli.output import Exit, above_progress, remark, say, say_lines, watched, width
from copla.cli.program import Group
from copla.ground.errors import CoplaError, ModelError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from copla.backends.native.partitions import Partition
    from copla.backends.native.pattern_tables import DamagedError, Stored

Shape = Annotated[str, Argument(metavar="SHAPE", help="Rows x columns of the board, such as 4x4.")]
Groups = Annotated[
    str | None,
    Argument(
        metavar="PARTITION",
        help="Sizes of the groups (6-6-3, 7-8) or their tiles (1,2,3/4,5,6/7,8); the usual ones if not given.",
    ),
]

pdb = typer.Typer(
    name="pdb",
    help="Pattern databases for sliding tiles: build, list, verify and remove them.",
    no_args_is_help=True,
    cls=Group,
)


@pdb.command()
def build(shape: Shape, partition: Groups = None, timeout: Timeout = None, memory: Memory = None) -> None:
    """Build the databases of a partition, for boards whose blank belongs in a corner.

    What is there and sound is kept.

    Example: copla pdb build 4x4 7-8
    """
    from copla.answers.wording import duration
    from copla.backends.native import pattern_tables

    chosen = _partition(shape, partition)
    patterns = chosen.patterns()
    rows = _Rows(map(str, patterns))
    for number, pattern in enumerate(patterns, 1):
        path = pattern_tables.path_of(pattern)
        try:
            rows.say(pattern_tables.verify(path), "ready")
            continue
        except (FileNotFoundError, NotADirectoryError):
            pass
        except (OSError, pattern_tables.DamagedError) as error:
            remark(f"{path.name}: {error}; it is built again")
        watch = copla.Watch(read_limits(timeout, memory, 1))
        watch.begin()
        title = f"{number} of {len(patterns)}, {pattern}"
        with watched(watch, lambda watch=watch: f"{watch.note}, {watch.peak_bytes / 1e6:,.0f} MB"):  # type: ignore[misc]
            stored = pattern_tables.build(pattern, watch, title)
        rows.say(stored, f"built in {duration(stored.seconds)}, with {watch.peak_bytes / 1e6:,.0f} MB of memory")


@pdb.command("list")
def list_tables() -> None:
    """List the databases in the cache: COPLA_CACHE, or copla in the user's cache folder."""
    from copla.answers.wording import duration
    from copla.backends.native import pattern_tables

    _require_engine()
    stored, leftovers = list(pattern_tables.stored()), pattern_tables.leftovers()
    rows = _Rows([*(_name(path, found) for path, found in stored), *(path.name for path in leftovers)])
    for path, found in stored:
        if isinstance(found, pattern_tables.DamagedError):
            rows.say(path.name, f"damaged: {found}")
        else:
            rows.say(found, f"built in {duration(found.seconds)}")
    for path in leftovers:
        rows.say(path.name, "left by a build that was killed")
    remark(f"in {pattern_tables.folder()}")


@pdb.command()
def verify() -> None:
    """Check every byte of every database in the cache; exit status 1 if one is damaged."""
    from copla.backends.native import pattern_tables

    _require_engine()
    damaged = False
    stored = list(pattern_tables.stored())
    rows = _Rows(_name(path, found) for path, found in stored)
    for path, found in stored:
        try:
            rows.say(pattern_tables.verify(path), "sound")
        except (OSError, pattern_tables.DamagedError) as error:
            damaged = True
            rows.say(_name(path, found), f"damaged: {error}")
    raise typer.Exit(Exit.NO_SOLUTION if damaged else Exit.ANSWERED)


@pdb.command()
def remove(
    shape: Annotated[str | None, Argument(metavar="SHAPE", help="Rows x columns, such as 4x4.")] = None,
    partition: Groups = None,
    everything: Annotated[bool, Option("--all", help="Remove every database, and what killed builds left.")] = False,
) -> None:
    """Remove the databases of a partition, or all of them.

    Example: copla pdb remove 4x4 7-8
    """
    from copla.backends.native import pattern_tables

    _require_engine()
    if everything == (shape is not None):
        raise ModelError("say which databases to remove: a shape and perhaps a partition, or --all")
    if shape is None:
        paths = [*(path for path, _ in pattern_tables.stored()), *pattern_tables.leftovers()]
    else:
        paths = [pattern_tables.path_of(pattern) for pattern in _partition(shape, partition).patterns()]
    for path in paths:
        if path.exists():
            try:
                path.unlink()
            except OSError as error:
                raise CoplaError(f"{path}: cannot be removed: {error.strerror or error}") from None
            say(f"removed {path.name}")


def _partition(shape: str, partition: str | None) -> Partition:
    from copla.backends.native.partitions import read_partition
    from copla.models.tiles.board import FIRST, goal_board
    from copla.models.tiles.model import structure

    _require_engine()
    found = re.fullmatch(r"([2-6])x([2-6])", shape)
    if found is None or int(found[1]) * int(found[2]) > 25:
        raise ModelError(f"found {shape!r} as a shape, expected rows x columns such as 4x4, at most 25 cells")
    board = goal_board(int(found[1]), int(found[2]), FIRST)
    return read_partition(structure(board).data, partition)


def _require_engine() -> None:
    reason = copla.backend("native").missing()
    if reason is not None:
        raise CoplaError(f"pattern databases need the native engine: {reason}")


class _Rows:
    """A table of databases whose rows come one after the other, each as soon as it is known."""

    def __init__(self, names: Iterable[str]) -> None:
        from copla.answers.tables import Column, Table

        columns = [
            Column("database", width=max(map(len, names), default=0)),
            Column("moves at most", number=True, width=len("moves at most")),
            Column("MB", number=True, width=len("1,000.0")),
        ]
        used = sum(max(column.width, len(column.name)) + 2 for column in columns)
        self.table = Table([*columns, Column("state", prose=True, width=max(20, width() - used))])
        self.begun = False

    def say(self, found: Stored | str, state: str) -> None:
        from copla.answers.tables import Tone, Toned

        cells = [found, "-", "-", Toned(state, Tone.BAD)] if isinstance(found, str) else [
            str(found.pattern), str(found.levels), f"{found.bytes / 1e6:,.1f}", Toned(state, Tone.GOOD),
        ]  # fmt: skip
        with above_progress():
            say_lines([] if self.begun else self.table.heading())
            say_lines(self.table.row(cells))
        self.begun = True


def _name(path: Path, found: Stored | DamagedError) -> str:
    from copla.backends.native.pattern_tables import Stored

    return str(found.pattern) if isinstance(found, Stored) else path.name
