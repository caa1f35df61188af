"""``python -m copla.fuzzing``: run a campaign, print its figures, or show one case again."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from copla.fuzzing.asking import usable_backends
from copla.fuzzing.campaign import Plan, run_campaign
from copla.fuzzing.families import generate, groups
from copla.fuzzing.progress import Progress
from copla.fuzzing.reporting import report_failures
from copla.fuzzing.summary import summary
from copla.ground.errors import CoplaError


def main() -> int:
    arguments = _parser().parse_args()
    try:
        if arguments.summary:
            sys.stdout.write(summary(Progress(arguments.summary)) + "\n")
            return 0
        if arguments.show is not None:
            family, _, seed = arguments.show.partition("/")
            sys.stdout.write(json.dumps(generate(family, int(seed)).to_json(), indent=1) + "\n")
            return 0
        if arguments.shrink is not None:
            failures, asked = Progress(arguments.shrink).failures(), arguments.backend or usable_backends()
            report_failures(failures, arguments.folder, asked, _tell, arguments.each)
            return 0
        return _run(arguments)
    except (CoplaError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m copla.fuzzing", description=__doc__)
    parser.add_argument("--minutes", type=float, help="stop after so long")
    parser.add_argument("--count", type=int, help="so many problems of each family")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default: 1)")
    parser.add_argument(
        "--family",
        action="append",
        metavar="NAME",
        help=f"one of {', '.join((*groups(), *groups()['all']))}; may be repeated",
    )
    parser.add_argument("--backend", action="append", metavar="NAME", help="only this backend; may be repeated")
    parser.add_argument("--workers", type=int, default=1, help="processes side by side (default: 1)")
    parser.add_argument("--progress", type=Path, default=Path("fuzz.sqlite"), help="the campaign's file")
    parser.add_argument("--summary", type=Path, metavar="FILE", help="print the figures of a campaign as Markdown")
    parser.add_argument("--shrink", type=Path, metavar="FILE", help="shrink a campaign's failures and write them down")
    parser.add_argument("--folder", type=Path, default=Path("failures"), help="where (default: failures)")
    parser.add_argument("--each", type=int, default=1, help="how many of each kind of failure (default: 1)")
    parser.add_argument("--show", metavar="FAMILY/SEED", help="print a problem as JSON")
    return parser


def _run(arguments: argparse.Namespace) -> int:
    families: list[str] = []
    for name in arguments.family or ["all"]:
        families += groups().get(name, (name,))
    for family in families:
        generate(family, 0)  # an error if there is no such family
    backends = arguments.backend or usable_backends()
    plan = Plan(families, backends, arguments.seed, arguments.count, arguments.minutes, arguments.workers)
    progress = Progress(arguments.progress)
    failures = run_campaign(plan, progress, _tell)
    sys.stdout.write(summary(progress) + "\n")
    return 1 if failures else 0


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
