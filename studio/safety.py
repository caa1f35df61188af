"""Who may talk to the studio: only a page that it served itself, and only with its token.

The server listens on this machine alone, but every page in a browser can send requests to it. So each request must
name the studio's own host (else a foreign name was made to point here), must not come from another origin, and must
carry the token: scripts send it as a header, which no foreign page can; pages and pictures have it as a cookie.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_REQUEST = 256 * 1024
"""Bytes of a request's body: the largest shipped instance with a long plan takes a tenth of it."""

HEADER = "x-copla-token"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Guard:
    """An ASGI application in front of another one: what it lets through is the page's own."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self.app, self.token, self.port = app, token, port
        self.cookie = f"copla-{port}"
        self.hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        answer = self.refusal(request)
        if answer is not None:
            await answer(scope, receive, send)
            return
        await self.app(scope, _limited(receive), _with_policy(send))

    def refusal(self, request: Request) -> Response | None:
        """What to answer instead, or None if the request may pass."""
        headers = request.headers
        if headers.get("host", "") not in self.hosts:
            return _refused(f"found the host {headers.get('host', '')[:80]!r}, expected 127.0.0.1:{self.port}")
        if "origin" in headers and headers["origin"] not in self.origins:
            return _refused("a request from another origin is refused")
        # A link on another page may open the studio; it may not read or ask anything.
        opens = request.url.path == "/" and headers.get("sec-fetch-mode") == "navigate"
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not opens:
            return _refused("a request from another site is refused")
        given = request.query_params.get("token", "")
        if request.url.path == "/" and self._is_token(given):
            page = RedirectResponse("/", status_code=303)
            page.set_cookie(self.cookie, self.token, httponly=True, samesite="strict", path="/")
            return page
        cookie = request.cookies.get(self.cookie, "") if request.method == "GET" else ""
        known = headers.get(HEADER, cookie)
        if not self._is_token(known):
            return _refused("the token is missing or wrong: open the address that 'copla studio' has printed")
        if int(headers.get("content-length", "0") or 0) > LARGEST_REQUEST:
            return PlainTextResponse(f"the request is larger than {LARGEST_REQUEST // 1024} kB\n", 413)
        return None

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self.token.encode())


def _refused(why: str) -> Response:
    return PlainTextResponse(f"copla studio: {why}\n", 403)


def _limited(receive: Receive) -> Receive:
    """Whoever sends more than was announced is cut off."""
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        return {"type": "http.disconnect"} if taken > LARGEST_REQUEST else message

    return limited


def _with_policy(send: Send) -> Send:
    """The page may load nothing from elsewhere, and nothing may frame it."""
    more: Iterable[tuple[bytes, bytes]] = [
        (b"content-security-policy", _POLICY.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
    ]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            known = Headers(raw=message["headers"])
            message["headers"] = [*message["headers"], *((k, v) for k, v in more if k.decode() not in known)]
        await send(message)

    return sending
