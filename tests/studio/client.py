"""A client without a browser: calls of the studio's interface, for tests."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Studio:
    """Where a studio listens, its token, and its process."""

    port: int
    token: str
    process: int

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def address(self) -> str:
        return f"{self.root}?token={self.token}"

    def awaited(self) -> Studio:
        """The same, as soon as it answers."""
        for _ in range(300):
            try:
                self.get("/api/about")
                return self
            except ConnectionError:
                time.sleep(0.1)
        raise AssertionError("the studio does not answer")

    def request(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, bytes]:
        """The status and the body of any answer; without the token unless it is among the headers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request(method, path, body, dict(headers or {}))
        response = connection.getresponse()
        return response.status, response.read()

    def get(self, path: str) -> Any:
        status, body = self.request("GET", path, None, {"x-copla-token": self.token})
        assert status == 200, body
        return json.loads(body)

    def post(self, path: str, data: Any) -> tuple[int, Any]:
        status, body = self.request("POST", path, json.dumps(data).encode(), {"x-copla-token": self.token})
        return status, json.loads(body)

    def events(self, path: str, data: Any) -> list[dict[str, Any]]:
        """All events of a stream."""
        return list(self.stream(path, data))

    def stream(self, path: str, data: Any) -> Iterator[dict[str, Any]]:
        """The events of a stream as they come; leaving early closes the connection, as closing a tab does."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        try:
            connection.request("POST", path, json.dumps(data).encode(), {"x-copla-token": self.token})
            response = connection.getresponse()
            assert response.status == 200, response.read()
            while line := response.readline():
                yield json.loads(line)
        finally:
            connection.close()

    def answer(self, path: str, data: Any) -> dict[str, Any]:
        """The last event of a stream."""
        return self.events(path, data)[-1]
