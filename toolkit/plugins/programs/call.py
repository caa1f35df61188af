"""``python -m copla.plugins.programs.call ORDER ANSWER``: call a function in this process, which has no other use."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from copla.answers.failure import Failure, FailureKind
from copla.ground.errors import BackendError, CoplaError
from copla.ground.limits import Watch
from copla.language import plain
from copla.plugins.loading import read
from copla.plugins.programs.answers import Question
from copla.plugins.programs.description import describe
from copla.plugins.programs.function import FunctionBackend


def main(order_file: str, answer_file: str) -> None:
    """The order is a reference and an instance or a problem; the answer is a result or a failure."""
    order = json.loads(Path(order_file).read_text(encoding="utf-8"))
    try:
        if "instance" in order:
            data = order["instance"]
            instance = read(data["puzzle"], data["text"], data["source"], data["name"], data["options"])
            question = Question(instance.problem(), instance, (), order["solutions"])
        else:
            question = Question(plain.read(order["problem"]), None, (), order["solutions"])
        watch = Watch()  # the caller looks at the limits
        backend = FunctionBackend(describe(order["reference"]))
        said: dict[str, object] = {"result": backend.call(question, watch).to_json()}
    except MemoryError:
        said = {"failure": "ran out of memory", "kind": FailureKind.MEMORY.value}
    except CoplaError as error:
        known = error.failure if isinstance(error, BackendError) else None
        failure = known if isinstance(known, Failure) else Failure(FailureKind.FAILED, f"failed: {error}")
        said = {"failure": str(failure), "kind": failure.kind.value}
    partial = Path(answer_file + ".part")
    partial.write_text(json.dumps(said), encoding="utf-8")
    partial.replace(answer_file)


if __name__ == "__main__":
    main(*sys.argv[1:])
