"""Trials: edge values of options, and every pair of values in some run."""

from __future__ import annotations

from itertools import combinations

import pytest

from copla.fuzzing.agenda import agenda, sampler_of, takes
from copla.fuzzing.cases import case_of
from copla.fuzzing.dice import Dice
from copla.fuzzing.families import generate
from copla.fuzzing.trials import SOLUTIONS, STRIKES, Trial, covering, declared_values, values_of
from copla.plugins.options import Option, read_options
from copla.plugins.registry import backend, backend_names
from copla.running.solving import unavailable

BACKENDS = [name for name in backend_names() if unavailable(backend(name)) is None]


def test_values_are_the_default_and_the_edges() -> None:
    assert values_of(Option("a", None, "", choices=("x", "y"))) == [None, "x", "y"]
    assert values_of(Option("b", True, "")) == [True, False]
    assert values_of(Option("c", 3, "", least=1, most=5)) == [3, 1, 2, 5]
    assert values_of(Option("d", None, "", kind=int, least=0)) == [None, 0, 1, 7]
    assert values_of(Option("e", 2.0, "", least=0)) == [2.0, 0.0, 1.0, 7.0, 0.5]
    assert values_of(Option("f", "text", "")) == ["text"]


def test_a_covering_array_holds_every_pair_in_few_rows() -> None:
    columns = {"a": "123456", "b": "123456", "c": "12", "d": "123", "e": "1", "f": "1234"}
    rows = list(covering(columns))
    sizes = [len(values) for values in columns.values()]
    for c, d in combinations(range(len(sizes)), 2):
        assert {(row[c], row[d]) for row in rows} == {(x, y) for x in range(sizes[c]) for y in range(sizes[d])}
    assert 36 <= len(rows) <= 60


@pytest.mark.parametrize("name", BACKENDS)
def test_every_value_that_is_tried_is_one_that_the_backend_declares(name: str) -> None:
    chosen = backend(name)
    for option, values in declared_values(chosen).items():
        for value in values:
            read_options(chosen.options, {option: value}, name)


@pytest.mark.parametrize("name", BACKENDS)
def test_over_a_campaign_all_pairs_of_settings_are_asked_for(name: str) -> None:
    constraints = takes(name, True)
    sampler = sampler_of(name, constraints)
    problem = case_of(generate("mixed" if constraints else "routes", 3)).problem
    missing = {
        frozenset([(a, x), (b, y)])
        for a, b in combinations([column for column in sampler.columns if column != STRIKES], 2)
        for x in map(str, sampler.columns[a])
        for y in map(str, sampler.columns[b])
    }
    defaults = {option.name: option.default for option in sampler.backend.options}
    for number in range(20_000):
        made = sampler.trial(number, Dice("pairs", number), problem, all_solutions=True)
        values = defaults | dict(made.options) | {SOLUTIONS: made.solutions}
        settings = [(column, str(values[column])) for column in sampler.columns if column != STRIKES]
        missing.difference_update(map(frozenset, combinations(settings, 2)))
        if not missing:
            break
    assert not missing


def test_an_agenda_is_made_from_family_and_seed_alone_and_asks_every_backend() -> None:
    backends: set[str] = set()
    for seed in range(20):
        case = case_of(generate("mixed", seed))
        asked = agenda(case, "mixed", seed, BACKENDS)
        assert asked == agenda(case, "mixed", seed, BACKENDS)
        assert all(Trial.from_json(c.to_json()) == c for c in asked)
        backends |= {c.backend for c in asked}
    assert backends == {name for name in BACKENDS if takes(name, True)}


def test_all_solutions_are_asked_for_only_where_they_are_few() -> None:
    many = case_of(generate("wide", 1))
    for seed in range(40):
        case = case_of(generate("wide", seed))
        if getattr(case.truth, "solutions", 0) > 300:
            many = case
    assert getattr(many.truth, "solutions", 0) > 300
    for seed in range(40):
        assert all(c.solutions is not None for c in agenda(many, "wide", seed, ["native", "search"]))


def test_a_backend_is_asked_once_more_as_it_wants_to_be_and_the_other_runs_stay_what_they_were() -> None:
    wanted = {"learning": "always"}
    for family, seed in (("operations", 1), ("sums", 2), ("best", 3), ("wide", 4)):
        case = case_of(generate(family, seed))
        asked = agenda(case, family, seed, ["native", "search"])
        assert (asked[-1].backend, asked[-1].options, asked[-1].bytes) == ("native", wanted, None)
        assert asked[-1].question == "solve"
        alone = agenda(case, family, seed, ["search"])
        assert all(trial.options != wanted for trial in alone)
        assert len([trial for trial in asked if trial.backend == "search"]) == len(alone)
    assert not any(trial.options == wanted for trial in agenda(case_of(generate("routes", 1)), "routes", 1, ["native"]))
