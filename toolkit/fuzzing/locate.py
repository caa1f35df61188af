"""Where a failure comes from: the same question at each layer between the model and the solver.

| layer | blamed if |
|---|---|
| checker | it says something else than the truth |
| model | all who were asked are wrong in the same way; what is built says something else than what was written; or a
symmetric instance has another answer |
| rewriting | what a backend was given in place of what was written has another answer |
| bridge | as a constraint problem there is a plan of so many steps where none is, or the other way round |
| export | the file that the program got, read back, is another problem |
| reader | what the program wrote cannot be understood, or a right answer would be understood wrongly |
| solver | all of these are in order |

The first that is wrong is blamed, by the oracle: what came out of it must have the answer of what went in. A layer is
asked only where it took part in the run, and is not blamed where the oracle cannot tell.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress

from copla.answers.result import Solution
from copla.bridges.unrolling import WRITERS, unroll
from copla.formats import sas
from copla.formats.export import export
from copla.fuzzing.cases import Case, Data, PuzzleData, Truth, case_of, plain_of, truth_of
from copla.fuzzing.constraint_data import ConstraintData, Either
from copla.fuzzing.constraint_oracle import ConstraintTruth, TooLargeError, constraint_truth, wrong_with
from copla.fuzzing.planning_data import PlanningData
from copla.fuzzing.planning_oracle import PlanningTruth, cheapest_plan, cost_of_labels, fewest_steps
from copla.fuzzing.trials import Trial
from copla.fuzzing.twins import SYMMETRIC, twin_of
from copla.ground.errors import CoplaError
from copla.language.constraint_problem import ConstraintProblem
from copla.language.planning_problem import PlanningProblem
from copla.language.problem import Problem
from copla.plugins import registry
from copla.plugins.backend import HasAlgorithms
from copla.plugins.kinds import as_taken
from copla.plugins.programs.answers import Question, Said, understand
from copla.plugins.programs.description import Description, describe, is_reference
from copla.plugins.puzzle import WritesText

SYMMETRIES_TRIED = 6
MOST_STEPS = 1_000_000
"""Of the oracle, about a problem that a bridge made."""

LONGEST_PLAN = 5
"""Beyond this the oracle cannot tell whether a bridge is right."""


def locate(data: Data, trial: Trial, kind: str, others: Mapping[str, Collection[str]]) -> str:
    """The layer to blame; ``others`` are the kinds of failure that each other backend shows on the same problem."""
    if kind == "checker":
        return "checker"
    if kind == "wrong twin" or (len(others) > 1 and all(kind in kinds for kinds in others.values())):
        return "model"
    case = case_of(data)
    for layer, is_wrong in LAYERS.items():
        with suppress(CoplaError):  # a layer that refuses the problem did nothing wrong
            if is_wrong(case, trial):
                return layer
    return "reader" if kind == "garbage" else "solver"


def model_is_wrong(case: Case, trial: Trial) -> bool:
    """What was built says something else than the data; or a symmetric instance has another answer."""
    if not isinstance(case.data, PuzzleData):
        return _differ(case.truth, truth_of(plain_of(case.problem)))
    twins = (twin_of(case.data, SYMMETRIC, seed) for seed in range(SYMMETRIES_TRIED))
    return any(twin and _differ(case.truth, truth_of(plain_of(twin.parts[0].build()))) for twin in twins)


def rewriting_is_wrong(case: Case, trial: Trial) -> bool:
    """What the backend takes has other solutions, or a solution of it does not lead back to one."""
    if is_reference(trial.backend) or not isinstance(case.problem, ConstraintProblem) or case.problem.flat:
        return False
    stated = case.problem.restricted(case.problem.constraints)
    stated.objective = case.problem.objective  # those after the first are asked about one after the other
    written = ConstraintData.from_problem(stated)
    taken = as_taken(stated, registry.backend(trial.backend))
    before, after = truth_of(written), truth_of(ConstraintData.from_problem(taken.problem))
    if _differ(before, after):
        return True
    if not isinstance(after, ConstraintTruth) or after.example is None:
        return False
    back = taken.solution(Solution(dict(after.example), after.optimum))
    return wrong_with(written, back.values, back.cost) is not None


def bridge_is_wrong(case: Case, trial: Trial) -> bool:
    """As a constraint problem there is no plan of as many steps as one needs, there is a shorter one, or a cheaper."""
    if not isinstance(case.plain, PlanningData) or not _goes_over_a_bridge(trial.backend):
        return False
    assert isinstance(case.problem, PlanningProblem)
    try:
        steps, plan = fewest_steps(case.plain), cheapest_plan(case.plain)
        if max(steps or 0, len(plan or ())) > LONGEST_PLAN:
            return False
        return any(_bridge_is_wrong(case.problem, case.plain, steps, plan, encoding) for encoding in WRITERS)
    except TooLargeError:
        return False


def _bridge_is_wrong(
    problem: PlanningProblem, data: PlanningData, steps: int | None, plan: tuple[str, ...] | None, encoding: str
) -> bool:
    def truth(horizon: int, *, minimize: bool = False) -> tuple[ConstraintTruth, Solution | None]:
        made = unroll(problem, horizon, minimize=minimize, encoding=encoding)  # type: ignore[arg-type]
        found = constraint_truth(ConstraintData.from_problem(made.problem), MOST_STEPS)
        return found, None if found.example is None else made.solution(found.example)

    if steps is None or plan is None:
        return any(truth(horizon)[0].feasible for horizon in range(3))
    if steps > 0 and truth(steps - 1)[0].feasible:
        return True
    cost = cost_of_labels(data, plan)
    best, solution = truth(len(plan), minimize=True)
    if not truth(steps)[0].feasible or best.optimum != cost:
        return True
    return solution is None or cost_of_labels(data, solution.moves or ()) != cost


def _goes_over_a_bridge(name: str) -> bool:
    """A backend for constraint problems that plans, too, and has no search through states."""
    if is_reference(name):
        return False
    backend = registry.backend(name)
    probes: tuple[Problem, ...] = ConstraintProblem("nothing"), PlanningProblem("nothing")
    return not isinstance(backend, HasAlgorithms) and all(backend.refuses(probe) is None for probe in probes)


def export_is_wrong(case: Case, trial: Trial) -> bool:
    """What a program was given, read back by somebody else, has another answer."""
    described = _described(trial)
    if described is None:
        return False
    if "sas" in described.reads and isinstance(case.problem, PlanningProblem):
        [text] = export(case.problem, "sas").values()
        return _differ(case.truth, truth_of(PlanningData.from_problem(sas.read(text))))
    if "cnf" in described.reads and isinstance(case.problem, ConstraintProblem):
        [text] = export(case.problem, "cnf").values()
        return _differ(case.truth, truth_of(_clauses(text)))
    instance = case.instance
    if "file" in described.reads and described.form and instance is not None:
        assert isinstance(instance.puzzle, WritesText)
        text = instance.puzzle.write(instance.content, described.form)
        return _differ(case.truth, truth_of(plain_of(PuzzleData(instance.puzzle.name, text).build())))
    return False


def reader_is_wrong(case: Case, trial: Trial) -> bool:
    """A right answer, written as a program may write it, is understood as another one, or not at all."""
    described = _described(trial)
    known = None if described is None else _right_answer(case)
    if described is None or known is None:
        return False
    question = Question(case.problem, case.instance, described.reads)
    for text in _written(case, described, known):
        try:
            [read] = understand(described, question, Said(text)).solutions
        except (CoplaError, ValueError):
            return True
        if isinstance(case.plain, ConstraintData) and wrong_with(case.plain, read.values, read.cost) is not None:
            return True
        if isinstance(case.plain, PlanningData) and cost_of_labels(case.plain, read.moves or ()) != read.cost:
            return True
    return False


def _right_answer(case: Case) -> Solution | None:
    if isinstance(case.truth, ConstraintTruth):
        return None if case.truth.example is None else Solution(dict(case.truth.example), case.truth.optimum)
    if not isinstance(case.plain, PlanningData):
        return None
    try:
        plan = cheapest_plan(case.plain)
    except TooLargeError:
        return None
    return None if plan is None else Solution(cost=cost_of_labels(case.plain, plan), moves=plan)


def _written(case: Case, described: Description, known: Solution) -> Iterator[str]:
    """A solution in the forms in which a program may write it."""
    instance = case.instance
    if "cnf" in described.reads and isinstance(case.problem, ConstraintProblem):
        [text] = export(case.problem, "cnf").values()
        truth = truth_of(_clauses(text))
        if isinstance(truth, ConstraintTruth) and truth.example is not None:
            signs = (f"{'' if value else '-'}{name[1:]}" for name, value in truth.example.items())
            yield f"s SATISFIABLE\nv {' '.join(signs)} 0\n"
    elif instance is not None and isinstance(instance.puzzle, WritesText) and described.answer in ("any", "solution"):
        form = described.form or instance.puzzle.forms[0]
        yield instance.puzzle.write(instance.content, form, known)
    elif isinstance(case.problem, ConstraintProblem) and described.answer in ("any", "values", "minizinc"):
        if known.values:
            yield "".join(f"{name} = {value}\n" for name, value in known.values.items())
    elif known.moves and described.answer in ("any", "plan"):
        yield "".join(f"{label}\n" for label in known.moves)
        assert isinstance(case.problem, PlanningProblem)
        yield "".join(f"({number} step)\n" for number in _numbers(case.problem, known.moves))


def _numbers(problem: PlanningProblem, moves: tuple[str, ...]) -> list[int]:
    """The number of the first action with each label: enough where no label is shared."""
    labels = [action.label for action in problem.actions]
    return [labels.index(label) for label in moves]


def _described(trial: Trial) -> Description | None:
    return describe(trial.backend) if is_reference(trial.backend) else None


def _differ(one: Truth | None, other: Truth | None) -> bool:
    """Whether two truths contradict each other; what is not known contradicts nothing."""
    if isinstance(one, ConstraintTruth) and isinstance(other, ConstraintTruth):
        return (one.solutions, one.optimum) != (other.solutions, other.optimum)
    return isinstance(one, PlanningTruth) and isinstance(other, PlanningTruth) and one.cost != other.cost


def _clauses(text: str) -> ConstraintData:
    """A DIMACS file as a problem over 0 and 1."""
    lines = [line.split() for line in text.splitlines() if line and line[0] not in "c"]
    count = int(lines[0][2])
    clauses = [[int(word) for word in words[:-1]] for words in lines[1:]]
    return ConstraintData(
        tuple((f"p{number}", (0, 1)) for number in range(1, count + 1)),
        tuple(Either(tuple((f"p{abs(x)}", 1, x > 0) for x in clause)) for clause in clauses),
    )


LAYERS: dict[str, Callable[[Case, Trial], bool]] = {
    "model": model_is_wrong,
    "rewriting": rewriting_is_wrong,
    "bridge": bridge_is_wrong,
    "export": export_is_wrong,
    "reader": reader_is_wrong,
}
"""Whether each is wrong, in the order in which a problem passes through them."""
