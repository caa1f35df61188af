"""The door to the planning kernels: what is no action is refused in one line, whatever Python hands over."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from copla.backends.native.engine import _engine

FACTS = ((0, 0),)
MALFORMED = [
    SimpleNamespace(condition=[(0, 0)], effects=(), cost=1),
    SimpleNamespace(condition=([0, 0],), effects=(), cost=1),
    SimpleNamespace(condition=((0, 0, 0),), effects=(), cost=1),
    SimpleNamespace(condition=((0,),), effects=(), cost=1),
    SimpleNamespace(condition=None, effects=(), cost=1),
    SimpleNamespace(condition=FACTS, effects="no", cost=1),
    SimpleNamespace(condition=(("a", 0),), effects=(), cost=1),
    SimpleNamespace(condition=((0, 1.0),), effects=(), cost=1),
    SimpleNamespace(condition=((0, 2**31),), effects=(), cost=1),
    SimpleNamespace(condition=((-(2**31) - 1, 0),), effects=(), cost=1),
    SimpleNamespace(condition=((2**80, 0),), effects=(), cost=1),
    SimpleNamespace(condition=FACTS, effects=(), cost=2**63),
    SimpleNamespace(condition=FACTS, effects=(), cost=-(2**70)),
    SimpleNamespace(condition=FACTS, effects=(), cost=0.5),
    SimpleNamespace(condition=FACTS, effects=(), cost=None),
    SimpleNamespace(condition=FACTS, effects=()),
    None,
    "action",
]
NONSENSE = [
    (SimpleNamespace(condition=((1, 0),), effects=(), cost=1), "names variable 1, which the problem does not have"),
    (SimpleNamespace(condition=((0, 2),), effects=(), cost=1), "the value number 2, which is outside its domain"),
    (SimpleNamespace(condition=((0, 0), (0, 1)), effects=(), cost=1), "the condition names variable 0 twice"),
    (SimpleNamespace(condition=FACTS, effects=((0, 1), (0, 1)), cost=1), "the effect names variable 0 twice"),
    (SimpleNamespace(condition=(), effects=((0, 1),), cost=1), "which the condition does not name"),
    (SimpleNamespace(condition=FACTS, effects=(), cost=-1), "the cost is -1"),
    (SimpleNamespace(condition=FACTS, effects=(), cost=2**53 + 1), "expected 0 to 2"),
]


def task(*actions: Any, goal: Any = ()) -> _engine.Task:
    return _engine.Task([2], [0], list(actions), goal, [])


@pytest.mark.parametrize("action", MALFORMED, ids=repr)
def test_what_is_no_action_is_refused(action: Any) -> None:
    with pytest.raises(ValueError, match="action number 1: a condition and an effect are pairs of numbers"):
        task(SimpleNamespace(condition=FACTS, effects=((0, 1),), cost=0), action)


@pytest.mark.parametrize(("action", "message"), NONSENSE)
def test_what_makes_no_sense_is_refused(action: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        task(action)


@pytest.mark.parametrize("goal", [((0, 5),), ((3, 0),), ((0, 0), (0, 1)), ((0, 0, 0),), (0,)])
def test_goals_are_checked(goal: Any) -> None:
    with pytest.raises(ValueError, match=r"the goal|a fact|a tuple"):
        task(goal=goal)


def test_an_action_that_changes_the_list_while_it_is_read_does_no_harm() -> None:
    actions: list[Any] = []

    class Thief:
        condition, effects = FACTS, ((0, 1),)

        @property
        def cost(self) -> int:
            actions.clear()
            return 1

    actions += [Thief(), Thief(), Thief()]
    _engine.Task([2], [0], actions, ((0, 1),), [])
    assert actions == []


def test_an_error_of_an_attribute_is_its_own() -> None:
    class Broken:
        condition, effects = FACTS, ()

        @property
        def cost(self) -> int:
            raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        task(Broken())
