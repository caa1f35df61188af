"""The studio as a web application: pages, pictures, and one address for each thing that the page can ask."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

import copla
from copla.ground.errors import CoplaError
from copla.ground.text import in_words
from copla.plugins import registry
from copla.plugins.loading import shipped_names
from copla.running.configuration import Configuration
from copla.running.job import Errand, Job, Subject
from copla.studio import errands, futoshiki, tables
from copla.studio.asked import Asked, asked, backend_for, installed, limits_of, text_of
from copla.studio.races import Stops, race
from copla.studio.runs import Events, Lines, Runs, news, of_errand, plain
from copla.studio.safety import LARGEST_REQUEST, Guard

ERRANDS = {
    "count": ("copla.studio.errands:count", 20.0),
    "common": ("copla.studio.futoshiki:common", 60.0),
    "generate": ("copla.studio.errands:generate", 120.0),
    "backends": ("copla.studio.errands:heuristics", 60.0),
    "hint": ("copla.studio.errands:hint", 60.0),
    "check": ("copla.studio.futoshiki:check", 60.0),
    "sheet": ("copla.studio.errands:sheet", 240.0),
    "think": ("copla.studio.errands:think", 20.0),
    "walkthrough": ("copla.studio.futoshiki:walkthrough", 120.0),
}
"""What the page may ask of an isolated process, by whom it is done, and how many seconds it may take."""

LIBRARY = "native"
"""What errands solve with, loaded before anything is forked."""

Question = Callable[[Mapping[str, Any]], Asked]

_TYPES = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}


def application(token: str, port: int, workers: int | None = None) -> Starlette:
    """The application; it answers only requests with this token to this port of this machine.

    Setting the event ``state.ending`` closes all streams that are under way.
    """
    runs, stops, ending = Runs(workers), Stops(), asyncio.Event()

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        runs.start()
        nothing = Errand("copla.studio.errands:warm", {}, copla.Limits(seconds=60), LIBRARY)
        warm = asyncio.create_task(runs.wait(nothing))
        yield
        warm.cancel()
        await asyncio.gather(warm, return_exceptions=True)
        await asyncio.to_thread(runs.close)

    async def page(request: Request) -> Response:
        return HTMLResponse(_static("index.html").decode().replace("{{token}}", token), headers=_FRESH)

    async def static(request: Request) -> Response:
        name = request.path_params["name"]
        try:
            content = _static(name)
        except (OSError, ValueError):
            return Response("there is no such file\n", 404, media_type="text/plain")
        return Response(content, media_type=_TYPES.get(name.rpartition(".")[2], "text/plain"), headers=_FRESH)

    async def about(request: Request) -> Response:
        return _answer(_about())

    async def gallery(request: Request) -> Response:
        return await _of_thread(lambda: _gallery(request.path_params["puzzle"]))

    async def picture(request: Request) -> Response:
        wanted = {"puzzle": request.path_params["puzzle"], "name": request.path_params["name"]}
        return await _of_thread(lambda: {"svg": _picture(wanted)})

    async def source(request: Request) -> Response:
        return await _of_thread(lambda: errands.source(request.path_params["path"]))

    async def ask(request: Request) -> Response:
        what, data = request.path_params["what"], await _data(request)
        if what not in ERRANDS:
            raise CoplaError(f"there is nothing to ask by the name of {what[:40]!r}")
        function, seconds = ERRANDS[what]
        errand = Errand(function, dict(data), limits_of(data, seconds), LIBRARY, text_of(data, "puzzle"))
        return Lines(of_errand(runs, errand), ending)

    async def solve(request: Request) -> Response:
        return Lines(_solve(runs, await _data(request)), ending)

    async def run_race(request: Request) -> Response:
        return Lines(race(runs, await _data(request), stops), ending)

    async def stop(request: Request) -> Response:
        data = await _data(request)
        lane = stops.get(text_of(data, "race"), {}).get(text_of(data, "lane"))
        if lane is not None:
            lane.set()
        return _answer({"stopped": lane is not None})

    def reading(tell: Callable[[Any], dict[str, Any]], question: Question) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            data = await _data(request)
            return await _of_thread(lambda: tell(question(data)))

        return answer

    routes = [
        Route("/", page),
        Route("/static/{name:path}", static),
        Route("/api/about", about),
        Route("/api/gallery/{puzzle}", gallery),
        Route("/api/picture/{puzzle}/{name}", picture),
        Route("/api/source/{path:path}", source),
        Route("/api/board", reading(futoshiki.described, futoshiki.asked_board), methods=["POST"]),
        Route("/api/table", reading(tables.described, tables.asked_table), methods=["POST"]),
        Route("/api/now", reading(tables.now, tables.asked_table), methods=["POST"]),
        Route("/api/position", reading(tables.position, tables.asked_table), methods=["POST"]),
        Route("/api/ask/{what}", ask, methods=["POST"]),
        Route("/api/solve", solve, methods=["POST"]),
        Route("/api/race", run_race, methods=["POST"]),
        Route("/api/stop", stop, methods=["POST"]),
    ]
    guard = Middleware(Guard, token=token, port=port)
    handlers: Any = {CoplaError: _in_one_line, ClientDisconnect: _cut_off}
    app = Starlette(routes=routes, middleware=[guard], lifespan=life, exception_handlers=handlers)
    app.state.ending = ending
    return app


_FRESH = {"cache-control": "no-cache"}


async def _solve(runs: Runs, data: Mapping[str, Any]) -> Events:
    """A plan from the position on the board, or the values of a board, by the backend that is named or the best."""
    question = await asyncio.to_thread(asked, data)
    position = await asyncio.to_thread(question.position)
    refuted = await asyncio.to_thread(position.refutation)
    if refuted is not None:
        yield {"event": "answer", **await asyncio.to_thread(tables.solved, question, refuted)}
        return
    plans = isinstance(question.puzzle, copla.Plays)
    backend = data.get("backend") or await asyncio.to_thread(backend_for, position)
    settings = data.get("settings") or {}
    if not isinstance(backend, str) or not isinstance(settings, Mapping):
        raise CoplaError("the backend and its settings cannot be read")
    limits = limits_of(data, 30.0, solutions=1 if plans else 2)
    job = Job.of(Subject(position), Configuration(installed(backend), dict(settings)), limits)
    async for event in news(runs.follow(job)):
        if event.outcome is None:
            yield {"event": event.kind, **event.data}
        elif event.outcome.result is None:
            yield {"event": "failed", "error": f"{backend} {event.outcome.failure}"}
        else:
            result = event.outcome.result
            told = await asyncio.to_thread(tables.solved, question, result)
            if not plans:
                told["solutions"] = [solution.values for solution in result.solutions]
                told["unique"] = result.unique
            yield {"event": "answer", **event.data, **told}


def _about() -> dict[str, Any]:
    """What there is: the puzzles with their options, for the page to build its controls from."""
    found = []
    for name in registry.puzzle_names():
        puzzle = registry.puzzle(name)
        plays = isinstance(puzzle, copla.Plays)
        if not plays and name != "futoshiki":
            continue
        options = puzzle.generator_options if isinstance(puzzle, copla.Generates) else ()
        own = puzzle.instance_options if isinstance(puzzle, copla.TakesOptions) else ()
        about = {"name": name, "summary": puzzle.summary, "plays": plays}
        known = {"new": list(map(_option, options)), "options": list(map(_option, own))}
        found.append({**about, **known, "inline": isinstance(puzzle, copla.HasInlineForm)})
    return {"version": version("copla"), "puzzles": found}


def _option(option: copla.Option) -> dict[str, Any]:
    limits = {"least": option.least, "most": option.most, "choices": list(option.choices)}
    return {"name": option.name, "default": option.default, "help": option.help, "kind": option.type.__name__, **limits}


@cache
def _gallery(puzzle: str) -> dict[str, Any]:
    chosen = registry.puzzle(puzzle)
    rows = []
    for name in shipped_names(chosen):
        content = asked({"puzzle": puzzle, "name": name}).instance.content
        rows.append({"name": name, "about": chosen.describe(content)})  # type: ignore[attr-defined]
    return {"puzzle": puzzle, "instances": rows}


def _picture(wanted: Mapping[str, Any]) -> str:
    question = asked(wanted)
    svg: str = question.puzzle.svg(question.instance.content)
    return svg


@cache
def _static(name: str) -> bytes:
    if ".." in name.split("/"):
        raise ValueError(name)
    return (files("copla.studio") / "static" / name).read_bytes()


async def _data(request: Request) -> Mapping[str, Any]:
    try:
        data = json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise CoplaError("the request is no JSON") from error
    if not isinstance(data, Mapping):
        raise CoplaError("the request is no JSON object")
    return data


async def _of_thread(tell: Callable[[], dict[str, Any]]) -> Response:
    return _answer(await asyncio.to_thread(tell))


def _answer(data: Mapping[str, Any], status: int = 200) -> Response:
    return Response(plain(data), status, media_type="application/json", headers={"cache-control": "no-store"})


async def _in_one_line(request: Request, error: Exception) -> Response:
    return _answer({"error": str(error) if isinstance(error, CoplaError) else in_words(error)}, 422)


async def _cut_off(request: Request, error: Exception) -> Response:
    """Nobody sends the rest of it any more, or nobody may: the guard cuts off what is too large."""
    return PlainTextResponse(f"the request was broken off, or is larger than {LARGEST_REQUEST // 1024} kB\n", 413)


def new_token() -> str:
    return secrets.token_urlsafe(24)
