"""copla backends: who can solve, what each can do and claim, and why one is missing."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer import Argument, Option

import copla
from copla.cli.arguments import Function, Json, Program, complete_backend, read_guest
from copla.cli.output import advise, say, say_json, say_sentence, say_table
from copla.ground.errors import BackendError


def backends(
    name: Annotated[
        str | None,
        Argument(metavar="NAME", help="All about this one: algorithms and options.", autocompletion=complete_backend),
    ] = None,
    tried: Annotated[
        str | None, Option("--try", metavar="SOLVER", help="Ask a solver of yours (./mine.toml) ten small questions.")
    ] = None,
    program: Program = None,
    python: Function = None,
    json: Json = False,
) -> None:
    """List the backends: what each answers, and why it cannot run here if it cannot.

    With a NAME: its algorithms, what each may claim, and its options. With --try (or --program, --python) a solver of
    yours is asked ten small questions, and you see what was understood. Some descriptions
    of programs come with copla: cadical.toml and others.

    Exit status with --try: 0 if every answer is right, 1 if not.

    Examples:
      copla backends search

      copla backends --try ./mine.toml
    """
    solver = read_guest(tried, program, python)
    if solver is not None:
        from copla.cli.trying import try_backend

        raise typer.Exit(try_backend(solver))
    if name is not None and name not in copla.backend_names():
        copla.backend(name)  # says what there is
    from copla.answers.tables import Column, Table
    from copla.plugins.programs.description import ready

    found = [_about(one) for one in ([name] if name else copla.backend_names())]
    if json:
        for about in found:
            say_json(about)
    elif name:
        _print(found[0])
    else:
        columns = [Column("backend"), Column("here"), Column("what it is", prose=True)]
        say_table(Table(columns, [[about["name"], *_here(about)] for about in found]))
        say_sentence(f"ready descriptions of programs: {', '.join(ready())}")
        advise("copla backends NAME shows its algorithms, what they claim, and its options")


def _about(name: str) -> dict[str, Any]:
    from copla.plugins.backend import ListsAlgorithms
    from copla.running.solving import unavailable

    try:
        backend = copla.backend(name)
        reason = unavailable(backend)
    except BackendError as error:
        about = {"name": name, "summary": None, "available": False, "reason": str(error)}
        return {**about, "options": [], "algorithms": []}
    options = [
        {"name": o.name, "default": o.default, "choices": list(o.choices), "help": o.help, "problems": o.problems}
        for o in backend.options
    ]
    algorithms = backend.algorithms if isinstance(backend, ListsAlgorithms) else {}
    return {
        "name": name,
        "summary": backend.summary,
        "available": reason is None,
        "reason": reason,
        "options": options,
        "algorithms": [
            {"name": a.name, "summary": a.summary, "claim": a.claim, "options": list(a.reads)}
            for a in algorithms.values()
        ],
    }


def _here(about: dict[str, Any]) -> list[str]:
    from copla.answers.tables import Tone, Toned

    if about["available"]:
        return [Toned("yes", Tone.GOOD), about["summary"]]
    why = f"not available: {about['reason']}"
    return [Toned("no", Tone.BAD), f"{about['summary']}; {why}" if about["summary"] else why]


def _print(about: dict[str, Any]) -> None:
    from copla.answers.tables import Column, Table

    say_sentence(f"{about['name']}: {about['summary'] or 'cannot be loaded'}")
    if about["reason"] is not None:
        say_sentence(f"not available: {about['reason']}")
    if about["algorithms"]:
        columns = [Column("algorithm"), *(Column(name, prose=True) for name in ("what it is", "may claim", "looks at"))]
        keys = ("name", "summary", "claim")
        rows = [[*(a[key] for key in keys), ", ".join(a["options"]) or "-"] for a in about["algorithms"]]
        say("\n")
        say_table(Table(columns, rows))
    if about["options"]:
        columns = [Column("option"), Column("default"), Column("for"), Column("meaning", prose=True)]
        say("\n")
        say_table(Table(columns, [_option_row(option) for option in about["options"]]))
        advise("--option NAME=VALUE sets one; --algorithm and --heuristic have flags of their own")


def _option_row(option: dict[str, Any]) -> list[str]:
    default = option["default"]
    word = "-" if default is None else str(default).lower() if isinstance(default, bool) else str(default)
    values = f" ({' or '.join(option['choices'])})" if option["choices"] and option["name"] != "algorithm" else ""
    kind = {"both": "all", "constraints": "constraints", "planning": "plans"}[option["problems"]]
    return [option["name"], word, kind, option["help"].removeprefix("constraints: ") + values]
