"""Start the studio: a free port of this machine, a token, the browser."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
import time
import webbrowser

import uvicorn

from copla.ground.errors import CoplaError
from copla.studio.app import application, new_token


def serve(port: int = 0, *, browser: bool = True) -> None:
    """Serve until Ctrl-C; port 0 takes a free one."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError as error:
        raise CoplaError(f"cannot listen on port {port}: {error.strerror}") from error
    with listener:
        port, token = listener.getsockname()[1], new_token()
        address = f"http://127.0.0.1:{port}/?token={token}"
        app = application(token, port)
        settings = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=1)
        server = _Server(settings, app.state.ending)
        sys.stdout.write(f"copla studio: {address}\nCtrl-C ends it\n")
        sys.stdout.flush()
        if browser:
            threading.Thread(target=_open, args=(server, address), daemon=True).start()
        server.run(sockets=[listener])


class _Server(uvicorn.Server):
    """A server that closes the streams under way when it ends, instead of waiting for them."""

    def __init__(self, config: uvicorn.Config, ending: asyncio.Event) -> None:
        super().__init__(config)
        self.ending = ending

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.ending.set()
        await super().shutdown(sockets)


def _open(server: uvicorn.Server, address: str) -> None:
    while not server.started:
        time.sleep(0.02)
    webbrowser.open(address)
