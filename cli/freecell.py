"""copla freecell: the assignment's command, one deal by one method into a solution file."""

from __future__ import annotations

from typing import Annotated

import typer
from typer import Argument, Option

import copla
from copla.cli.arguments import Memory, read_limits
from copla.cli.output import Exit, remark, say, watched
from copla.ground.errors import CoplaError, LimitError
from copla.ground.files import require_writable, write_text

# Depth-first search with path checks alone can wander for ever among the same cards.
METHODS = {
    "breadth": {"algorithm": "bfs"},
    "depth": {"algorithm": "dfs", "closed": "true"},
    "best": {"algorithm": "greedy"},
    "astar": {"algorithm": "astar"},
}


def freecell(
    method: Annotated[str, Argument(metavar="METHOD", help="breadth, depth, best or astar.")],
    deal: Annotated[str, Argument(metavar="INPUT", help="The deal: a file, -, a name or a deal's number.")],
    solution: Annotated[
        str, Argument(metavar="SOLUTION", help="The file to write the solution to, or - for standard output.")
    ],
    timeout: Annotated[float, Option("--timeout", "-t", metavar="SECONDS", help="Time limit.")] = 300.0,
    memory: Memory = None,
) -> None:
    """Solve a FreeCell deal by breadth-first, depth-first, best-first or A* search.

    The compiled engine searches where it is installed, and the readable one elsewhere.
    The solution file holds the number of moves and then one move a line. A run that fails within its limit says so
    and writes no file.

    Example: copla freecell astar test21.txt solution.txt
    """
    if method not in METHODS:
        raise CoplaError(f"found the method {method!r}, expected {', '.join(METHODS)}")
    if solution != "-":
        require_writable(solution)
    loaded = copla.load("freecell", deal)
    problem = loaded.problem()
    watch = copla.Watch(read_limits(timeout, memory, 1))
    from copla.running.solving import unavailable

    with watched(watch, loaded.name):
        engine = "search" if unavailable(copla.backend("native")) else "native"
        result = copla.solve(problem, engine, options=METHODS[method], watch=watch)
    from copla.answers.wording import summary

    remark(summary(result))
    if result.status is copla.Status.INTERRUPTED:
        raise typer.Exit(Exit.INTERRUPTED)
    if result.status is copla.Status.INFEASIBLE:
        raise typer.Exit(Exit.NO_SOLUTION)
    if not result.solutions:
        raise LimitError(f"no solution within the limit ({result.status}); no file was written")
    assert isinstance(loaded.puzzle, copla.WritesText)
    text = loaded.puzzle.write(loaded.content, loaded.puzzle.forms[0], result.best)
    if solution == "-":
        say(text)
    else:
        write_text(solution, text)
