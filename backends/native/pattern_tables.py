"""Pattern databases on disk: built once, then mapped read-only, and checked in full each time one is opened.

A file is a header of 256 bytes and the entries. Its name says what it is about; the header says so again, with
sizes and two checksums, so that a file that was renamed, cut short or damaged anywhere is found out and never
used. A new file is written under another name and renamed when it is complete: whatever happens while it is
built, readers see a whole file or none.
"""

from __future__ import annotations

import mmap
import os
import struct
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from copla.backends.native.engine import STOPS, ended_by, leash
from copla.backends.native.partitions import Partition, Pattern
from copla.ground.errors import BackendError, LimitError
from copla.ground.files import cache_folder
from copla.ground.limits import Watch
from copla.ground.status import Status

if TYPE_CHECKING:
    from copla.backends.native.engine import _engine

MAGIC = b"coplaPDB"
VERSION = 1
_HEADER = struct.Struct("<8sIBBBB8sIIQQQdQ")
HEADER_SIZE = 256
SUFFIX, PARTIAL = ".pdb", ".partial"


class Header(NamedTuple):
    """The fields of a file's header in their order; ``own_checksum`` is that of the others, with 0 in its place."""

    magic: bytes
    version: int
    rows: int
    columns: int
    tiles: int
    direct: int
    homes: bytes
    blank: int
    levels: int
    states: int
    entries: int
    checksum: int
    seconds: float
    own_checksum: int = 0

    @staticmethod
    def read(data: bytes) -> Header:
        return Header._make(_HEADER.unpack(data[: _HEADER.size]))

    def write(self) -> bytes:
        return _HEADER.pack(*self)

    def signed(self) -> Header:
        """The same with the checksum that it should have."""
        from copla.backends.native.engine import _engine

        return self._replace(own_checksum=_engine.checksum(self._replace(own_checksum=0).write()))


class DamagedError(Exception):
    """A file is not the table that its name promises; the text says why."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A table on disk as its header describes it."""

    pattern: Pattern
    path: Path
    bytes: int
    states: int
    levels: int
    seconds: float
    checksum: int


def folder() -> Path:
    """Where tables are kept."""
    return cache_folder("tiles")


def path_of(pattern: Pattern) -> Path:
    homes = ".".join(map(str, pattern.homes))
    return folder() / f"{pattern.rows}x{pattern.columns}_{homes}_b{pattern.blank}_v{VERSION}{SUFFIX}"


def tables(partition: Partition, watch: Watch, tell: Callable[[str], None]) -> dict[Pattern, _engine.TileTable]:
    """All tables of a partition, mapped; missing and damaged ones are built first. ``tell`` gets remarks."""
    patterns = partition.patterns()
    return {
        pattern: table(pattern, watch, tell, f"pattern database {number} of {len(patterns)}")
        for number, pattern in enumerate(patterns, 1)
    }


def table(pattern: Pattern, watch: Watch, tell: Callable[[str], None], title: str) -> _engine.TileTable:
    """One table: from the cache if it is there and sound, else built and kept (if the disk takes it)."""
    from copla.backends.native.engine import _engine

    path = path_of(pattern)
    try:
        return _open(path)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except DamagedError as error:
        tell(f"{path.name} is built again: {error}")
    except OSError as error:
        tell(f"{path.name} cannot be read: {error.strerror or error}")
    begin = time.perf_counter()
    entries = compute(pattern, watch, title)
    try:
        write(pattern, entries, time.perf_counter() - begin)
        return _open(path)
    except (OSError, DamagedError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        tell(f"the pattern database could not be kept in {folder()}: {reason}")
        return _engine.TileTable(_raw(pattern), entries)


def compute(pattern: Pattern, watch: Watch, title: str) -> _engine.TileEntries:
    """Build a table in memory; LimitError at a limit. The note of the watch shows how far it is."""
    from copla.backends.native.engine import _engine

    raw = _raw(pattern)
    begin = watch.seconds

    def poll(expanded: int, generated: int, level: int, peak_bytes: int) -> int:
        watch.peak_bytes = max(watch.peak_bytes, peak_bytes)
        share = min(1.0, expanded / expected)
        spent = watch.seconds - begin
        left = f", {spent / share - spent:.0f} s left" if share > 0.02 else ""
        watch.note = f"{title}: {share:.0%}{left}"
        reached = watch.reached()
        return STOPS.index(reached) if reached in STOPS else 0

    expected = max(1, raw.states)
    control = _engine.Control(poll, *leash(watch)[1:])
    entries = _engine.build_tiles(raw, control)
    watch.peak_bytes = max(watch.peak_bytes, control.peak_bytes)
    watch.note = ""
    if entries is None:
        ended = ended_by(control) or Status.INTERRUPTED
        raise LimitError(f"{ended} while building a pattern database", ended)
    return entries


def write(pattern: Pattern, entries: _engine.TileEntries, seconds: float) -> Stored:
    """Keep a table: complete under its own name, or not at all."""
    from copla.backends.native.engine import _engine

    path = path_of(pattern)
    path.parent.mkdir(parents=True, exist_ok=True)
    raw = _raw(pattern)
    header = Header(
        magic=MAGIC,
        version=VERSION,
        rows=pattern.rows,
        columns=pattern.columns,
        tiles=len(pattern.homes),
        direct=raw.direct,
        homes=bytes(pattern.homes),
        blank=pattern.blank,
        levels=entries.levels,
        states=entries.states,
        entries=raw.entries,
        checksum=_engine.checksum(entries),
        seconds=seconds,
    )
    partial = path.with_name(f"{path.name}.{os.getpid()}{PARTIAL}")
    try:
        with open(partial, "wb") as file:
            file.write(header.signed().write().ljust(HEADER_SIZE, b"\0"))
            file.write(entries)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    return read_header(path)


def read_header(path: Path) -> Stored:
    """What a file says of itself, checked against its name and length; DamagedError if anything is odd."""
    with open(path, "rb") as file:
        data = file.read(HEADER_SIZE)
        size = os.fstat(file.fileno()).st_size
    if len(data) < HEADER_SIZE:
        raise DamagedError("it is too short for a header")
    header = Header.read(data)
    if header.magic != MAGIC or header.version != VERSION:
        raise DamagedError("it is no pattern database of this version")
    if header != header.signed() or any(data[_HEADER.size :]):
        raise DamagedError("its header is damaged")
    pattern = Pattern(header.rows, header.columns, tuple(header.homes[: header.tiles]), header.blank)
    raw = _raw(pattern)
    if path.name != path_of(pattern).name or raw.direct != header.direct or raw.entries != header.entries:
        raise DamagedError("its header does not fit its name")
    if size != HEADER_SIZE + header.entries:
        raise DamagedError(f"it has {size:,} bytes, expected {HEADER_SIZE + header.entries:,}")
    return Stored(pattern, path, size, header.states, header.levels, header.seconds, header.checksum)


def verify(path: Path) -> Stored:
    """Check a file in full; DamagedError says what is wrong."""
    _open(path, fresh=True)
    return read_header(path)


def stored() -> Iterator[tuple[Path, Stored | DamagedError]]:
    """Every table in the cache, or why a file is none."""
    for path in sorted(folder().glob(f"*{SUFFIX}")):
        try:
            yield path, read_header(path)
        except DamagedError as error:
            yield path, error
        except OSError as error:
            yield path, DamagedError(f"it cannot be read: {error.strerror or error}")


def leftovers() -> list[Path]:
    """Files of builds that were killed."""
    return sorted(folder().glob(f"*{PARTIAL}"))


def build(pattern: Pattern, watch: Watch, title: str) -> Stored:
    """Build and keep a table, whether or not there is one; a clear error if that cannot be done."""
    begin = time.perf_counter()
    entries = compute(pattern, watch, title)
    try:
        return write(pattern, entries, time.perf_counter() - begin)
    except OSError as error:
        raise BackendError(f"{folder()}: the table cannot be written: {error.strerror or error}") from None


def _open(path: Path, fresh: bool = False) -> _engine.TileTable:
    status = path.stat()
    opened = _open_file.__wrapped__ if fresh else _open_file
    return opened(path, status.st_ino, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=32)
def _open_file(path: Path, inode: int, changed: int, size: int) -> _engine.TileTable:
    """Map a file and check every byte; kept, so that a row of searches checks it once, as long as it is unchanged."""
    from copla.backends.native.engine import _engine

    described = read_header(path)
    with open(path, "rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    if len(mapped) != described.bytes:
        raise DamagedError("it changed while it was opened")
    entries = memoryview(mapped)[HEADER_SIZE:]
    if _engine.checksum(entries) != described.checksum:
        raise DamagedError("its checksum is wrong")
    return _engine.TileTable(_raw(described.pattern), entries)


def _raw(pattern: Pattern) -> _engine.TilePattern:
    from copla.backends.native.engine import _engine

    try:
        return _engine.TilePattern(pattern.rows, pattern.columns, pattern.homes, pattern.blank)
    except ValueError as error:
        raise DamagedError(str(error)) from None
