"""The job shop ft06."""

from __future__ import annotations

from types import SimpleNamespace as Data
from typing import Any

import cpmpy as cp
from ortools.sat.python import cp_model


def for_ortools(data: Data) -> tuple[Any, list[Any]]:
    model = cp_model.CpModel()
    starts: list[Any] = []
    machines: list[list[Any]] = [[] for _ in data.JOBS]
    last = model.new_int_var(0, 69 + 10, "last")
    for tasks in data.JOBS:
        before: Any = 0
        for machine, duration in tasks:
            start = model.new_int_var(0, 69, "")
            model.add(start >= before)
            machines[machine].append(model.new_fixed_size_interval_var(start, duration, ""))
            before = start + duration
            starts.append(start)
        model.add(last >= before)
    for intervals in machines:
        model.add_no_overlap(intervals)
    model.minimize(last)
    return model, starts


def for_cpmpy(data: Data) -> Any:
    start = cp.intvar(0, 69, shape=(len(data.JOBS), len(data.JOBS[0])))
    model = cp.Model()
    machines: list[list[tuple[Any, int]]] = [[] for _ in data.JOBS]
    ends = []
    for starts, tasks in zip(start, data.JOBS, strict=True):
        before: Any = 0
        for one, (machine, duration) in zip(starts, tasks, strict=True):
            model += one >= before
            machines[machine].append((one, duration))
            before = one + duration
        ends.append(before)
    for tasks in machines:
        begins, durations = zip(*tasks, strict=True)
        model += cp.NoOverlap(list(begins), list(durations))
    model.minimize(cp.max(ends))
    return model
