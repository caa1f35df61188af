"""Backends that do everything a solver must not do, installed the way a plug-in is."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

BACKENDS = '''
    """Backends that misbehave, each in its own way."""

    import ctypes
    import os
    import signal
    import subprocess
    import sys
    import threading
    import time
    from pathlib import Path

    import copla
    from copla import Option, Result, Solution, Statistics, Status


    class Backend:
        summary = "misbehaves"
        options = (Option("file", "", "a file to write to"),)

        def __init__(self, name, solve):
            self.name = name
            self._solve = solve
            if name == "proves":
                self.options = (Option("below", None, "only whether anything is cheaper than this", kind=int),)
                self.claim_option = "below"

        def missing(self):
            return None

        def refuses(self, problem):
            return None

        def solve(self, problem, options, watch):
            return self._solve(problem, options, watch)


    def honest(problem, watch):
        return copla.backend("forward-checking").solve(problem, copla.read_options(
            copla.backend("forward-checking").options, {}, "forward-checking"), watch)


    def segfaults(problem, options, watch):
        print("about to read address zero")
        ctypes.string_at(0)


    def leaves(problem, options, watch):
        os._exit(0)


    def leaves_with_status_3(problem, options, watch):
        os.write(2, b"licence not found\\n")
        os._exit(3)


    def raises(problem, options, watch):
        raise ZeroDivisionError("over\\nzero")


    def exits(problem, options, watch):
        sys.exit("goodbye")


    def kills_itself(problem, options, watch):
        os.kill(os.getpid(), signal.SIGKILL)


    def hangs(problem, options, watch):
        while True:
            time.sleep(0.01)


    def hangs_on(problem, options, watch):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if options["file"]:
            Path(options["file"]).write_text(str(os.getpid()))
        while True:
            time.sleep(0.01)


    def hoards(problem, options, watch):
        kept = []
        while True:
            kept.append(bytearray(b"x") * 10_000_000)
            time.sleep(0.001)


    def hoards_elsewhere(problem, options, watch):
        code = "kept = [bytearray(b'x') * 10_000_000 for _ in range(30)]; import time; time.sleep(600)"
        subprocess.run([sys.executable, "-c", code])


    def grabs(problem, options, watch):
        return bytearray(10**13)


    def chatters(problem, options, watch):
        print("\\x00\\xff{]" * 1000, flush=True)
        os.write(1, b"\\x00\\x00\\x00\\x02{}" * 100_000)
        os.write(2, os.urandom(1_000_000))
        print("\\ud800")
        return honest(problem, watch)


    def scribbles(problem, options, watch):
        """Writes into every file that is open."""
        for handle in range(3, 64):
            try:
                os.write(handle, b"garbage garbage garbage")
            except OSError:
                pass
        time.sleep(60)


    def answers_none(problem, options, watch):
        return None


    def answers_nonsense(problem, options, watch):
        return Result("fine", solutions=(42,), statistics=Statistics())


    def answers_wrongly(problem, options, watch):
        return Result(Status.SOLVED, (Solution({v.name: 1 for v in problem.variables}),), complete=True)


    def _sleepers(path):
        """Two processes: one in this run's session, and one that has left it."""
        code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
        command = [sys.executable, "-S", "-c", code]
        sleepers = [subprocess.Popen(command, start_new_session=apart) for apart in (False, True)]
        Path(path).write_text(" ".join(str(sleeper.pid) for sleeper in sleepers))


    def leaves_children(problem, options, watch):
        _sleepers(options["file"])
        return honest(problem, watch)


    def crashes_with_children(problem, options, watch):
        _sleepers(options["file"])
        ctypes.string_at(0)


    def hangs_with_children(problem, options, watch):
        _sleepers(options["file"])
        while True:
            time.sleep(0.01)


    def litters(problem, options, watch):
        import tempfile

        folder = tempfile.mkdtemp()
        Path(options["file"]).write_text(folder)
        (Path(folder) / "litter").write_text("x")
        return honest(problem, watch)


    def keeps_a_thread(problem, options, watch):
        threading.Thread(target=time.sleep, args=(600,)).start()
        return honest(problem, watch)


    def counts(problem, options, watch):
        while watch.reached() is None:
            watch.expanded += 1
            watch.note = "counting"
            time.sleep(0.001)
        return Result(watch.reached(), statistics=Statistics(expanded=watch.expanded))


    def proves(problem, options, watch):
        """Knows nothing, but believes every claim."""
        watch.expanded += 1
        return Result(Status.UNKNOWN, bound=options["below"], statistics=Statistics(expanded=1))


    def __getattr__(name):
        """The backend SEGFAULTS is the one that solves with segfaults()."""
        if name.isupper() and name.lower() in globals():
            return Backend(name.lower().replace("_", "-"), globals()[name.lower()])
        raise AttributeError(name)
'''

AT_IMPORT = {
    "dies-early": "import ctypes\nctypes.string_at(0)\n",
    "has-a-thread": "import threading, time\nthreading.Thread(target=time.sleep, args=(600,), daemon=True).start()\n"
    "from misbehaving_backends import Backend, honest\n"
    "BACKEND = Backend('has-a-thread', lambda problem, options, watch: honest(problem, watch))\n",
    "is-missing": "import a_module_that_nobody_has\n",
}


def install(folder: Path, *only: str) -> Path:
    """Put the backends into a folder as an installed package; the folder is for ``sys.path`` or PYTHONPATH."""
    source = dedent(BACKENDS)
    (folder / "misbehaving_backends.py").write_text(source, encoding="utf-8")
    functions = re.findall(r"^def (\w+)\(problem, options, watch\)", source, re.MULTILINE)
    entries = {name.replace("_", "-"): f"misbehaving_backends:{name.upper()}" for name in functions}
    for name, text in AT_IMPORT.items():
        module = f"misbehaving_{name.replace('-', '_')}"
        (folder / f"{module}.py").write_text(text, encoding="utf-8")
        entries[name] = f"{module}:BACKEND"
    info = folder / "misbehaving-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: misbehaving\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"{name} = {entries[name]}\n" for name in only or entries]
    (info / "entry_points.txt").write_text("[copla.backends]\n" + "".join(lines), encoding="utf-8")
    return folder


def is_alive(pid: int) -> bool:
    """Whether a process still runs (one that has ended and was not yet waited for does not)."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for something that must happen soon; a minute is never."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)
