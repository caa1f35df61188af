"""Messages between the processes, each behind its length, through a pipe or socket of their own.

A message is a JSON object. An outcome is marked, so that a guard can pass it on as it came, without reading it.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any

_LENGTH = struct.Struct(">I")
LARGEST = 1 << 30
OUTCOME = b"="
"""The first byte of an outcome; of any other message it is a brace."""

Message = dict[str, Any]


class GarbageError(Exception):
    """Bytes that are no message: somebody else has written into the pipe."""


def frame(body: bytes) -> bytes:
    """What travels: the body behind its length."""
    return _LENGTH.pack(len(body)) + body


def pack(message: Message) -> bytes:
    return frame(json.dumps(message).encode())


def pack_outcome(outcome: Message) -> bytes:
    return frame(OUTCOME + json.dumps(outcome).encode())


def unpack(body: bytes) -> Message:
    """The message, or the outcome, of a body."""
    try:
        message = json.loads(body.removeprefix(OUTCOME))
    except ValueError as error:
        raise GarbageError("no JSON") from error
    if not isinstance(message, dict):
        raise GarbageError("no JSON object")
    return message


class Reader:
    """Takes bytes as they come, and gives the bodies that are complete.

    >>> reader = Reader()
    >>> two = pack({"a": 1}) + pack({"b": 2})
    >>> list(map(unpack, reader.feed(two[:7]))), list(map(unpack, reader.feed(two[7:])))
    ([], [{'a': 1}, {'b': 2}])
    """

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        self._bytes += data
        while len(self._bytes) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._bytes)
            if length > LARGEST:
                raise GarbageError(f"a message of {length:,} bytes")
            end = _LENGTH.size + length
            if len(self._bytes) < end:
                return
            body = bytes(self._bytes[_LENGTH.size : end])
            del self._bytes[:end]
            yield body
