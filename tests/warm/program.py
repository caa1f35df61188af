"""The program in processes that need not start: each is a fork of one that has imported what every command imports.

    python program.py SOCKET serve                 the process that is forked, until its standard input ends
    python -I -S program.py SOCKET run ARGUMENT... one run of the program, for a shell

What the program would find in a process of its own it finds here, too: its arguments, environment and module path, the
folder, the three streams. No library of a solver and no module of a plug-in is imported before the fork.
"""

import json
import os
import socket
import sys
from collections.abc import Mapping, Sequence

RIGHTS = socket.SOL_SOCKET, socket.SCM_RIGHTS


def ask(path: str, arguments: Sequence[str], environment: Mapping[str, str], folder: str, streams: list[int]) -> int:
    """The exit status of the program, or minus the number of the signal that ended it."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        question = json.dumps([arguments, dict(environment), folder]).encode()
        numbers = b"".join(stream.to_bytes(4, sys.byteorder) for stream in streams)
        connection.sendmsg([len(question).to_bytes(8, "big")], [(*RIGHTS, numbers)])
        connection.sendall(question)
        return int(connection.makefile().read())


def serve(path: str) -> None:
    """Fork for each question; return in the fork, where the program is to run."""
    import select

    listening = socket.socket(socket.AF_UNIX)
    listening.bind(path)
    listening.listen()
    print("ready", flush=True)
    while listening in select.select([listening, sys.stdin], [], [])[0]:
        connection, _ = listening.accept()
        keeper = os.fork()  # waits for the program, so that this process does not
        if keeper == 0:
            program = os.fork()
            if program == 0:
                listening.close()
                become(connection)
                return
            _, status = os.waitpid(program, 0)
            connection.sendall(str(os.waitstatus_to_exitcode(status)).encode())
            os._exit(0)
        connection.close()
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    os._exit(0)


def become(connection: socket.socket) -> None:
    """A process like one that was started with what was asked for."""
    head, rights, _, _ = connection.recvmsg(8, socket.CMSG_SPACE(12))
    with connection, connection.makefile("rb") as rest:
        arguments, environment, folder = json.loads(rest.read(int.from_bytes(head, "big")))
    for stream in range(3):
        number = int.from_bytes(rights[0][2][4 * stream : 4 * stream + 4], sys.byteorder)
        os.dup2(number, stream)
        os.close(number)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[0:1] = [folder, *filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))]
    sys.argv[:] = ["copla", *arguments]


if __name__ == "__main__":
    _, path, what, *arguments = sys.argv
    if what == "run":
        sys.exit(ask(path, arguments, os.environ, os.getcwd(), [0, 1, 2]))  # noqa: PTH109 - as quick as it can be
    import copla.cli.commands
    import copla.plugins.loading
    import copla.running.solving

    serve(path)
    copla.cli.main()
