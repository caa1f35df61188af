"""Results serialise and say whether a solution is unique; limits and watches refuse nonsense and tell the time."""

from __future__ import annotations

import json
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copla import Limits, ModelError, Option, Result, Solution, Statistics, Status, Watch, parse_bytes
from copla.plugins.options import read_options

numbers = st.integers(-(10**6), 10**6)
maybe = st.none() | st.integers(0, 10**9)
solutions = st.builds(
    Solution, st.dictionaries(st.text(min_size=1), numbers), st.none() | numbers, st.none() | st.floats(0, 1e6)
)
results = st.builds(
    Result,
    st.sampled_from(list(Status)),
    st.lists(solutions, max_size=3).map(tuple),
    st.booleans(),
    st.none() | numbers,
    st.builds(Statistics, maybe, maybe, maybe, maybe, maybe, maybe, st.floats(0, 1e6), maybe),
    st.text(),
    st.dictionaries(st.text(), st.integers() | st.text() | st.booleans() | st.none()),
    st.text(),
)


@given(results)
def test_a_result_survives_the_way_through_json(result: Result) -> None:
    assert Result.from_json(json.loads(json.dumps(result.to_json()))) == result


def test_uniqueness_needs_a_complete_search() -> None:
    one, other = Solution({"x": 1}), Solution({"x": 2})
    assert Result(Status.SOLVED, (one,), complete=True).unique is True
    assert Result(Status.SOLVED, (one,)).unique is None
    assert Result(Status.SOLVED, (one, other)).unique is False
    assert Result(Status.INFEASIBLE, complete=True).unique is False
    assert Result(Status.TIMEOUT, (one,)).unique is None


def test_the_best_solution_of_none_is_an_error() -> None:
    with pytest.raises(LookupError, match="the status is 'timeout'"):
        _ = Result(Status.TIMEOUT).best


@pytest.mark.parametrize(
    "arguments", [{"seconds": -1}, {"seconds": float("nan")}, {"bytes": -1}, {"solutions": 0}, {"solutions": -3}]
)
def test_limits_that_make_no_sense_are_refused(arguments: dict[str, float]) -> None:
    with pytest.raises(ModelError, match="expected"):
        Limits(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "GB", "-1", "1 TBX", "a lot", "1e400", "nan", "12,5MB"])
def test_amounts_of_memory_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(ModelError, match="as an amount of memory"):
        parse_bytes(text)


def test_amounts_of_memory_read_as_people_write_them() -> None:
    assert parse_bytes("1.5 kb") == 1500
    assert parse_bytes("3M") == 3_000_000
    assert parse_bytes("2gib") == 2 * 2**30


def test_a_watch_tells_which_limit_is_reached() -> None:
    watch = Watch(Limits(seconds=0))
    watch.begin()
    assert watch.reached() is Status.TIMEOUT
    watch = Watch(Limits(bytes=0))
    watch.begin()
    ballast = bytearray(50_000_000)
    while watch.reached() is None:
        pass
    assert watch.reached() is Status.MEMORY
    assert watch.peak_bytes >= 40_000_000
    del ballast
    watch = Watch()
    watch.begin()
    assert watch.reached() is None
    threading.Thread(target=watch.stop).start()
    while watch.reached() is None:
        pass
    assert watch.reached() is Status.INTERRUPTED
    assert watch.again(Limits()).stopped


def test_without_a_memory_limit_the_zero_is_the_first_look() -> None:
    watch = Watch()
    watch.begin()
    assert watch.reached() is None
    assert watch.peak_bytes == 0
    ballast = bytearray(50_000_000)
    while watch.peak_bytes == 0:  # it looks again soon
        assert watch.reached() is None
    assert watch.peak_bytes >= 40_000_000
    del ballast


def test_a_run_completes_a_result_and_leaves_the_one_it_was_given_alone() -> None:
    kept = Result(Status.SOLVED, (Solution({"x": 1}),), options={"order": "first"})
    first = kept.completed("one", {"order": "auto", "depth": 3}, 0.5, 10)
    assert (first.backend, first.options, first.statistics.seconds, first.statistics.peak_bytes) == (
        "one",
        {"order": "first", "depth": 3},
        0.5,
        10,
    )
    second = kept.completed("two", {"order": "auto"}, 0.7, 20)
    assert (second.backend, second.statistics.seconds, second.solutions) == ("two", 0.7, kept.solutions)
    assert (kept.backend, kept.statistics.seconds, kept.options) == ("", 0.0, {"order": "first"})
    shared = Statistics(expanded=1)
    results = [Result(Status.INFEASIBLE, statistics=shared).completed("x", {}, seconds, 0) for seconds in (1.0, 2.0)]
    assert [result.statistics.seconds for result in results] == [1.0, 2.0]


def test_defaults_are_everybodys_own() -> None:
    declared = (Option("depth", 3, "help"),)
    for _ in range(3):
        read = read_options(declared, {}, "test")
        assert read == {"depth": 3}
        read["depth"] = 4
    assert read_options(list(declared), {}, "test") == {"depth": 3}


def test_options_are_checked_and_converted() -> None:
    declared = (
        Option("order", "first", "help", ("first", "last")),
        Option("depth", 3, "help", least=1, most=9),
        Option("fast", True, "help"),
        Option("most", None, "help", kind=int, least=0),
    )
    assert read_options(declared, {}, "test") == {"order": "first", "depth": 3, "fast": True, "most": None}
    read = read_options(declared, {"order": "last", "depth": "7", "fast": "no", "most": "4"}, "test")
    assert read == {"order": "last", "depth": 7, "fast": False, "most": 4}
    for wrong, message in (
        ({"order": "middle"}, "test: option order is 'middle', expected first or last"),
        ({"depth": "0"}, "test: option depth is '0', expected a whole number from 1 to 9"),
        ({"depth": "x"}, "test: option depth is 'x', expected a whole number from 1 to 9"),
        ({"fast": "perhaps"}, "test: option fast is 'perhaps', expected true or false"),
        ({"most": "-1"}, "test: option most is '-1', expected a whole number from 0 to 2**53"),
        ({"size": "1"}, "test has no option 'size'; its options: order, depth, fast, most"),
    ):
        with pytest.raises(ModelError) as caught:
            read_options(declared, wrong, "test")
        assert str(caught.value) == message


def test_a_clock_that_was_not_started_stands_at_zero() -> None:
    watch = Watch(Limits(seconds=5))
    assert (watch.seconds, watch.seconds_left) == (0.0, 5.0)
    watch.begin()
    assert 0.0 <= watch.seconds < 5.0
