"""The shrinker: what is left is what the failure needs, and it is the same every time."""

from __future__ import annotations

from copla.fuzzing.cases import Data, PuzzleData
from copla.fuzzing.constraint_data import ConstraintData, Sum
from copla.fuzzing.constraint_oracle import constraint_truth
from copla.fuzzing.families import generate
from copla.fuzzing.planning_data import PlanningData
from copla.fuzzing.planning_oracle import planning_truth
from copla.fuzzing.shrink import shrink
from copla.fuzzing.shrink_passes import nearer_to_zero, without
from copla.fuzzing.trials import Trial

ANY = Trial("any", {"a": 1, "b": 2}, solutions=None, seconds=0.002, bytes=1)


def test_everything_that_is_not_needed_goes() -> None:
    def fails(data: Data, trial: Trial) -> bool:
        """A backend that stumbles over a sum with a coefficient below -1, when option b is set."""
        assert isinstance(data, ConstraintData)
        sums = [record for record in data.constraints if isinstance(record, Sum)]
        return "b" in trial.options and any(c < -1 for record in sums for c, _ in record.terms)

    start = next(d for d in (generate("hard", seed) for seed in range(50)) if fails(d, ANY))
    data, trial = shrink(start, ANY, fails)
    assert isinstance(data, ConstraintData)
    [(name, domain)] = data.variables
    assert domain == (0,)
    assert data.constraints == (Sum(((-2, name),), data.constraints[0].comparison, 0),)  # type: ignore[union-attr]
    assert trial == Trial("any", {"b": 2})
    assert (data, trial) == shrink(start, ANY, fails)


def test_a_question_of_truth_is_kept_while_numbers_get_smaller() -> None:
    def fails(data: Data, _: Trial) -> bool:
        """Something that goes wrong where exactly two solutions exist."""
        assert isinstance(data, ConstraintData)
        return constraint_truth(data).solutions == 2

    start = next(d for d in (generate("systems", seed) for seed in range(100)) if fails(d, ANY))
    data, _ = shrink(start, ANY, fails)
    assert isinstance(data, ConstraintData)
    assert len(data.variables) == 1
    assert data.constraints == ()


def test_plans_keep_only_the_actions_that_they_need() -> None:
    def fails(data: Data, _: Trial) -> bool:
        """Something that goes wrong where the cheapest plan costs more than two."""
        return isinstance(data, PlanningData) and (planning_truth(data).cost or 0) > 2

    start = next(d for d in (generate("guided", seed) for seed in range(100)) if fails(d, ANY))
    data, _ = shrink(start, ANY, fails)
    assert isinstance(data, PlanningData)
    assert not data.heuristics
    assert len(data.variables) == 1
    assert len(data.actions) <= 2
    assert planning_truth(data).cost == 3


def test_tables_shrink_along_with_variables_and_values() -> None:
    def fails(data: Data, _: Trial) -> bool:
        assert isinstance(data, PlanningData)
        data.build().heuristics[next(iter(data.build().heuristics))].build()
        return True

    start = next(
        d
        for d in (generate("guided", seed) for seed in range(50))
        if isinstance(d, PlanningData) and len(d.variables) > 2 and len(d.heuristics) > 1
    )

    def keeps_a_heuristic(data: Data, trial: Trial) -> bool:
        return isinstance(data, PlanningData) and len(data.heuristics) > 0 and fails(data, trial)

    data, _ = shrink(start, ANY, keeps_a_heuristic)
    assert isinstance(data, PlanningData)
    assert len(data.heuristics) == 1
    assert data.variables == ()


def test_an_instance_of_a_puzzle_becomes_a_problem_where_that_still_fails() -> None:
    start = generate("tiles", 3)
    assert isinstance(start, PuzzleData)
    kept, _ = shrink(start, ANY, lambda data, _: isinstance(data, PuzzleData))
    assert isinstance(kept, PuzzleData), "a solver that reads the puzzle's text gets a smaller instance instead"
    assert (kept.puzzle, len(kept.text) <= len(start.text)) == ("tiles", True)
    taken_apart, _ = shrink(start, ANY, lambda data, _: isinstance(data, PlanningData) and len(data.actions) > 2)
    assert isinstance(taken_apart, PlanningData)
    assert len(taken_apart.actions) == 3


def test_it_asks_no_more_than_it_may() -> None:
    asked = []

    def fails(data: Data, _: Trial) -> bool:
        asked.append(data)
        return False

    shrink(generate("sums", 1), ANY, fails, most_questions=25)
    assert len(asked) == 25


def test_lists_lose_large_parts_first_and_numbers_go_towards_zero() -> None:
    assert list(without((1, 2, 3, 4))) == [(), (3, 4), (1, 2), (2, 3, 4), (1, 3, 4), (1, 2, 4), (1, 2, 3)]
    assert list(without((1,), least=1)) == []
    assert list(nearer_to_zero(0)) == []
    assert list(nearer_to_zero(1)) == [0]
    assert list(nearer_to_zero(2**52)) == [0, 1, -1, 2**51]
