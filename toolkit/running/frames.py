"""Messages between the processes: JSON objects, each behind its length, through a pipe or socket of their own."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any

_LENGTH = struct.Struct(">I")
LARGEST = 1 << 30

Message = dict[str, Any]


class GarbageError(Exception):
    """Bytes that are no message: somebody else has written into the pipe."""


def pack(message: Message) -> bytes:
    """The bytes of a message."""
    body = json.dumps(message).encode()
    return _LENGTH.pack(len(body)) + body


class Reader:
    """Takes bytes as they come, and gives the messages that are complete.

    >>> reader = Reader()
    >>> two = pack({"a": 1}) + pack({"b": 2})
    >>> list(reader.feed(two[:7])), list(reader.feed(two[7:]))
    ([], [{'a': 1}, {'b': 2}])
    """

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> Iterator[Message]:
        self._bytes += data
        while len(self._bytes) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._bytes)
            if length > LARGEST:
                raise GarbageError(f"a message of {length:,} bytes")
            end = _LENGTH.size + length
            if len(self._bytes) < end:
                return
            try:
                message = json.loads(self._bytes[_LENGTH.size : end])
            except ValueError as error:
                raise GarbageError("no JSON") from error
            if not isinstance(message, dict):
                raise GarbageError("no JSON object")
            del self._bytes[:end]
            yield message
