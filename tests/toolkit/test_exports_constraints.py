"""MiniZinc and XCSP3: readers that are not ours find the same solutions in what is written."""

from __future__ import annotations

import json
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import copla
from copla import (
    ConstraintProblem,
    FormatError,
    ModelError,
    Solution,
    all_different,
    all_equal,
    cardinality,
    circuit,
    clause,
    count,
    cumulative,
    element,
    if_else,
    iff,
    implies,
    increasing,
    interval,
    max_of,
    no_overlap,
    regular,
    solve,
    table,
    total,
    violations,
    xor,
)
from copla.formats import minizinc, xcsp3
from copla.formats.names import identifiers
from copla.fuzzing.constraint_data import ConstraintData
from copla.fuzzing.constraint_oracle import constraint_truth
from copla.fuzzing.families import generate
from tests.problems import Key, brute_force, key, random_problem
from tests.toolkit.read_minizinc import solutions
from tests.toolkit.test_written import DOMAINS, MEANT

EXAMPLES = Path(__file__).parents[2] / "examples"


def shipped(name: str) -> ConstraintProblem:
    futoshiki = copla.puzzle("futoshiki")
    assert isinstance(futoshiki, copla.ShipsInstances)
    text = (futoshiki.shipped() / f"{name}.txt").read_text(encoding="utf-8")
    problem = futoshiki.problem(futoshiki.parse(text, name))
    assert isinstance(problem, ConstraintProblem)
    return problem


def impossible(*, variables: bool) -> ConstraintProblem:
    problem = ConstraintProblem("impossible")
    if variables:
        problem.variable("x", range(3))
    problem.add(clause([]), label="never")
    return problem


def trivial() -> ConstraintProblem:
    """Constraints that say nothing, and names that no format likes."""
    problem = ConstraintProblem('odd <&"> é\n')
    x, y = problem.variable("x = 1", range(2)), problem.variable('y"\\(q)', [5, 7])
    problem.add(all_different([x]), label='a & <b> "c" \\ \n')
    problem.add(all_different([]))
    problem.add(table([x, y], [], allowed=False), label="no row")
    problem.add(clause([x == 99, x != 99]), label="always")
    return problem


def no_rows() -> ConstraintProblem:
    problem = ConstraintProblem("no rows")
    problem.add(table([problem.variable("x", range(2))], []), label="none of them")
    return problem


def one_column() -> ConstraintProblem:
    problem = ConstraintProblem("one column")
    x = problem.variable("x", range(9))
    problem.add(table([x], [(5,), (3,), (77,)]))
    problem.add(table([x], [(5,)], allowed=False))
    return problem


def constant_objective() -> ConstraintProblem:
    problem = ConstraintProblem("constant")
    x = problem.variable("x", range(2))
    problem.minimize(x - x + 4)
    return problem


PROBLEMS: dict[str, ConstraintProblem] = {
    "nothing": ConstraintProblem("nothing"),
    "impossible": impossible(variables=True),
    "impossible-alone": impossible(variables=False),
    "trivial": trivial(),
    "no-rows": no_rows(),
    "one-column": one_column(),
    "constant-objective": constant_objective(),
    **{f"random-{seed}": random_problem(seed) for seed in range(40)},
    **{f"random-objective-{seed}": random_problem(seed, objective=True) for seed in range(20)},
}


def best_cost(problem: ConstraintProblem) -> int | None:
    return solve(problem, "forward-checking").cost


# --- MiniZinc


@pytest.mark.parametrize("name", PROBLEMS)
def test_a_minizinc_model_has_the_solutions_of_the_problem(name: str) -> None:
    problem = PROBLEMS[name]
    found = list(solutions(minizinc.write(problem)))
    assert {key(values) for values, _ in found} == brute_force(problem)
    assert all(cost == (problem.objective.value(values) if problem.objective else None) for values, cost in found)
    sense = problem.objective.sense if problem.objective else "satisfy"
    assert f"solve {sense}" in minizinc.write(problem)


@pytest.mark.parametrize("start", range(0, 300, 50))
def test_what_was_written_has_the_same_solutions_in_minizinc(start: int) -> None:
    compared = 0
    for seed in range(start, start + 50):
        data = generate("language", seed)
        assert isinstance(data, ConstraintData)
        problem = data.build()
        if prod(len(domain) for _, domain in data.variables) > 200 or problem.later_objectives:
            continue
        truth, found = constraint_truth(data), list(solutions(minizinc.write(problem)))
        assert len(found) == truth.solutions, seed
        if problem.objective is not None and found:
            best = min if problem.objective.sense == "minimize" else max
            assert best(cost for _, cost in found if cost is not None) == truth.optimum, seed
        compared += 1
    assert compared > 25


def test_minizinc_has_the_words_of_the_language() -> None:
    problem = ConstraintProblem("words")
    x = problem.array("x", 3, range(-1, 3))
    lamp = problem.boolean("lamp")
    for constraint in (
        all_different(x[i] + i for i in range(3)), x[0] * x[1] >= abs(x[2]), element([4, 5], lamp) == x[0] // x[1],
        implies(lamp, circuit(x)), cardinality(x, {1: 2}), no_overlap([interval(x[0], 2), interval(x[1], lamp)]),
    ):  # fmt: skip
        problem.add(constraint)
    problem.minimize(max_of(x) - count(x, 2))
    lines = minizinc.write(problem).splitlines()
    assert [line for line in lines if line.startswith(("constraint", "solve"))] == [
        "constraint alldifferent([x_x_0, (x_x_1 + 1), (x_x_2 + 2)]);",
        "constraint (x_x_0 * x_x_1) >= abs(x_x_2);",
        "constraint [4, 5][(x_lamp + 1)] = ((x_x_0 - ((x_x_0 mod x_x_1 + x_x_1) mod x_x_1)) div x_x_1);",
        "constraint (x_lamp = 1) -> (is_circuit([(x_x_0 + 1), (x_x_1 + 1), (x_x_2 + 1)]));",
        "constraint global_cardinality([x_x_0, x_x_1, x_x_2], [1], [2]);",
        "constraint disjunctive([x_x_0, x_x_1], [2, x_lamp]);",
        "solve minimize (max([x_x_0, x_x_1, x_x_2]) + -1 * count([x_x_0, x_x_1, x_x_2], 2));",
    ]


def test_a_circuit_of_one_place_goes_round_in_minizinc_too() -> None:
    problem = ConstraintProblem("alone")
    x = problem.variable("x", range(-1, 2))
    problem.add(circuit([x]))
    assert [values for values, _ in solutions(minizinc.write(problem))] == [{"x": 0}]


def test_lists_of_nothing_have_a_type_in_minizinc() -> None:
    problem = ConstraintProblem("nothing")
    x = problem.variable("x", range(3))
    problem.add(iff(element([], x) == 1, x < 2))
    problem.add(no_overlap([]))
    text = minizinc.write(problem)
    assert "[][" not in text
    assert "disjunctive([]" not in text
    assert [values for values, _ in solutions(text)] == [{"x": 2}]


def test_what_minizinc_has_not_inside_of_logic_is_a_predicate() -> None:
    problem = ConstraintProblem("inside")
    x, y = (problem.variable(name, range(3)) for name in "xy")
    words = {("even", 0): "even", ("even", 1): "odd", ("odd", 1): "even", ("odd", 2): "odd"}
    problem.add(xor(circuit([x, y]), regular([x, y], "even", words, ["odd"])))
    problem.add(total([table([x, y], [(0, 1), (1, 0)]), x, y]) <= 2)
    words_accepted = {(0, 1), (1, 2)}
    expected = [
        {"x": a, "y": b}
        for a, b in product(range(3), repeat=2)
        if ((a, b) == (1, 0)) != ((a, b) in words_accepted) and ((a, b) in {(0, 1), (1, 0)}) + a + b <= 2
    ]
    assert [values for values, _ in solutions(minizinc.write(problem))] == expected


MORE: dict[str, tuple[Callable[[Any, Any, Any], Any], Callable[[int, int, int], bool]]] = {
    "sums all different": (
        lambda x, y, z: all_different([x + 1, 2 * y, z]),
        lambda x, y, z: len({x + 1, 2 * y, z}) == 3,
    ),
    "variables all equal": (lambda x, y, z: all_equal([x, y, z]), lambda x, y, z: x == y == z),
    "variables increasing": (lambda x, y, z: increasing([x, y, z], strictly=True), lambda x, y, z: x < y < z),
    "a round trip": (lambda x, y, z: circuit([x, z, y]), lambda x, y, z: (x, z, y) in {(1, 2, 0), (2, 0, 1)}),
    "tasks one by one": (
        lambda x, y, z: no_overlap([interval(x, 2), interval(y, 1)]),
        lambda x, y, z: x + 2 <= y or y + 1 <= x,
    ),
    "tasks that share": (
        lambda x, y, z: cumulative([interval(x, 2), interval(y, 1), interval(z, 1)], [1, 2, 1], 2),
        lambda x, y, z: all((x <= t < x + 2) + 2 * (t == y) + (t == z) <= 2 for t in range(-4, 9)),
    ),
    "divided without a sign": (
        lambda x, y, z: (y + 4) // 2 == (z + 5) % 3,
        lambda x, y, z: (y + 4) // 2 == (z + 5) % 3,
    ),
}


def test_what_was_written_has_the_same_solutions_for_cpmpy(tmp_path: Path) -> None:
    expected = {}
    for number, (name, (write, meaning)) in enumerate({**MEANT, **MORE}.items()):
        problem = ConstraintProblem(name)
        variables = [problem.variable(one, domain) for one, domain in DOMAINS.items()]
        problem.add(write(*variables))
        for one in variables:
            problem.add(one >= -9)  # so that each occurs
        (tmp_path / f"c{number}.xml").write_text(xcsp3.write(problem), encoding="utf-8")
        expected[f"c{number}"] = name, sorted(row for row in product(*DOMAINS.values()) if meaning(*row))
    for name, found in read_by_cpmpy(tmp_path).items():
        names = found["names"]
        rows = [dict(zip(names, values, strict=True)) for values in found["solutions"]]
        assert sorted((row["x_x"], row["x_y"], row["x_z"]) for row in rows) == expected[name][1], expected[name][0]


@pytest.mark.parametrize("name", ["travelling_salesman", "car_sequencing", "quasigroup", "knights_tour"])
def test_examples_with_elements_and_circuits_say_so_in_xcsp3(name: str) -> None:
    problem = runpy.run_path(str(EXAMPLES / f"{name}.py"))["problem"]
    text = xcsp3.write(problem)
    assert ("<circuit>" in text) == (name in ("travelling_salesman", "knights_tour"))
    assert ("<element>" in text) == (name != "knights_tour")


def test_parts_of_lists_and_formulas_get_variables_of_their_own_in_xcsp3(tmp_path: Path) -> None:
    problem = ConstraintProblem("a mixture")
    x, y, z = (problem.variable(name, range(-2, 4)) for name in "xyz")
    problem.add(increasing([x, y, x + y + 1]))
    problem.add((element([3, x, y], z) > 1) | (if_else(x < y, x // -2, y % 3) == z // y))
    problem.add(table([x - y, abs(z)], [(-1, None), (None, 2)]))
    expected = [
        row
        for row in product(range(-2, 4), repeat=3)
        if not violations(problem, Solution(dict(zip("xyz", row, strict=True))))
    ]
    problem.minimize(element([4, 2, 5, 1, 7, 0], x + 2) + max_of(y, z))
    costs = [(4, 2, 5, 1, 7, 0)[a + 2] + max(b, c) for a, b, c in expected]
    (tmp_path / "mixture.xml").write_text(xcsp3.write(problem), encoding="utf-8")
    found = read_by_cpmpy(tmp_path)["mixture"]
    different = set(map(tuple, found["solutions"]))  # CPMpy finds one twice where two rows of a short table fit
    rows = [dict(zip(found["names"], values, strict=True)) for values in different]
    assert sorted((row["x_x"], row["x_y"], row["x_z"]) for row in rows) == expected
    assert found["best"] == [min(costs)]
    printed = f"v <instantiation> <list> {' '.join(rows[0])} </list> <values> "
    read = xcsp3.read_solution(problem, f"{printed}{' '.join(map(str, rows[0].values()))} </values> </instantiation>")
    assert read is not None
    assert tuple(read.values.values()) in expected


def test_what_xcsp3_has_no_words_for_is_refused_by_its_name() -> None:
    problem = ConstraintProblem("either a circuit or not")
    x, y = problem.array("x", 2, range(2))
    problem.add(circuit([x, y]) | (x == y))
    with pytest.raises(
        ModelError, match=r"'one circuit: .*' is not written as XCSP3: a formula of the format cannot hold"
    ):
        xcsp3.write(problem)


def test_a_contradiction_inside_of_logic_is_written_as_xcsp3() -> None:
    problem = ConstraintProblem("neither")
    x = problem.variable("x", range(3))
    problem.add(iff(clause([]), x < 2))
    text = xcsp3.write(problem)
    assert "iff(eq(x_part_1,0),lt(x_x,2))" in text
    assert '<var id="x_part_1" note="part 1"> 1 </var>' in text


def test_several_objectives_are_refused() -> None:
    problem = ConstraintProblem("several")
    x, y = problem.array("x", 2, range(3))
    problem.minimize(x)
    problem.then_minimize(y)
    for written, name in ((minizinc, "MiniZinc"), (xcsp3, "XCSP3")):
        with pytest.raises(ModelError, match=f"{name} has one objective, and this problem has several"):
            written.write(problem)


def test_a_minizinc_model_is_the_one_written_by_hand() -> None:
    problem = ConstraintProblem("all kinds")
    a, b = problem.variable("a", range(1, 4)), problem.variable("b", [-1, 3, 5])
    problem.add(all_different([a, b]), label='the "row" \\ 1')
    problem.add(a < b)
    problem.add(-2 * a + 3 * b >= -4)
    problem.add(table([a, b], [(1, 3), (2, 5)]))
    problem.add(table([a, b], [(1, 3)], allowed=False))
    problem.add((a == 1) | (b != -1))
    problem.maximize(2 * a - b - 7)
    assert (
        minizinc.write(problem)
        == """\
% all kinds (written by copla)
include "alldifferent.mzn";
include "table.mzn";
predicate forbidden(array[int] of var int: x, array[int, int] of int: rows) =
  forall (r in index_set_1of2(rows)) (exists (i in index_set(x)) (x[i] != rows[r, i]));
var 1..3: x_a;
var {-1, 3, 5}: x_b;
constraint :: "the 'row' / 1" alldifferent([x_a, x_b]);
constraint x_a < x_b;
constraint -2 * x_a + 3 * x_b >= -4;
constraint table([x_a, x_b], [| 1, 3 | 2, 5 |]);
constraint forbidden([x_a, x_b], [| 1, 3 |]);
constraint x_a = 1 \\/ x_b != -1;
solve maximize 2 * x_a - x_b - 7;
output ["a = ", show(x_a), "\\n",
  "b = ", show(x_b), "\\n"];
"""
    )


def minizinc_with_gecode() -> bool:
    if shutil.which("minizinc") is None:
        return False
    listed = subprocess.run(["minizinc", "--solvers"], capture_output=True, text=True, check=False)
    return "gecode" in listed.stdout


@pytest.mark.skipif(
    not minizinc_with_gecode(), reason="no MiniZinc here; its witness is the reader in read_minizinc.py"
)
def test_minizinc_itself_finds_the_optimum_or_a_solution(tmp_path: Path) -> None:
    for name, problem in PROBLEMS.items():
        labelled = [replace(c, label=c.label or f"'rule' {i}") for i, c in enumerate(problem.constraints)]
        named = problem.restricted(labelled)
        named.objective = problem.objective
        model = tmp_path / f"{name}.mzn"
        model.write_text(minizinc.write(named), encoding="utf-8")
        ended = subprocess.run(["minizinc", "--solver", "gecode", model], capture_output=True, text=True, check=True)
        found = minizinc.read_solution(problem, ended.stdout)
        if found is None:
            assert brute_force(problem) == set()
        else:
            assert copla.violations(problem, found) == []
            assert found.cost == best_cost(problem)


def test_what_minizinc_prints_is_read_back() -> None:
    problem = trivial()
    printed = 'x = 1 = 0\ny"\\(q) = 5\n----------\nx = 1 = 1\ny"\\(q) = 7\n----------\n==========\n'
    found = minizinc.read_solution(problem, printed)
    assert found is not None
    assert found.values == {"x = 1": 1, 'y"\\(q)': 7}
    assert minizinc.read_solution(problem, "=====UNSATISFIABLE=====\n") is None


@pytest.mark.parametrize(
    ("printed", "message"),
    [
        ("", "expected a value for 'x'"),
        ("x = 1\n", "expected a line of dashes"),
        ("=====UNKNOWN=====\n", "expected a value for 'x'"),
        ("x = 1\nz = 3\n----------\n", "output:2:1: found the variable 'z', expected one of the problem"),
    ],
)
def test_what_is_no_solution_of_minizinc_is_refused(printed: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        minizinc.read_solution(one_column(), printed)


# --- XCSP3


@pytest.fixture(scope="module")
def as_cpmpy_reads_them(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("xcsp3")
    for name, problem in {**PROBLEMS, "futoshiki": shipped("extreme-5-1")}.items():
        (folder / f"{name}.xml").write_text(xcsp3.write(problem), encoding="utf-8")
    return read_by_cpmpy(folder)


def read_by_cpmpy(folder: Path) -> dict[str, Any]:
    reader = Path(__file__).with_name("read_xcsp3.py")
    ended = subprocess.run([sys.executable, reader, folder], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout.splitlines()[-1])
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("name", PROBLEMS)
def test_cpmpy_finds_the_same_solutions_in_an_xcsp3_file(name: str, as_cpmpy_reads_them: dict[str, Any]) -> None:
    problem, read = PROBLEMS[name], as_cpmpy_reads_them[name]
    names = dict(zip(identifiers((v.name for v in problem.variables), "x_"), problem.variables, strict=True))
    # A variable without a constraint does not occur in CPMpy's model: any of its values will do.
    seen = {names[x].name for x in read["names"] if x in names}
    expected = {tuple(pair for pair in solution if pair[0] in seen) for solution in brute_force(problem)}
    found: set[Key] = set()
    for row in read["solutions"]:
        found.add(key({names[x].name: v for x, v in zip(read["names"], row, strict=True) if x in names}))
    if seen:
        assert found == expected
    elif not brute_force(problem):
        assert found == set()
    if problem.objective is not None:
        assert read["best"] == [cost for cost in [best_cost(problem)] if cost is not None]


def test_cpmpy_solves_a_futoshiki_from_its_xcsp3_file(as_cpmpy_reads_them: dict[str, Any]) -> None:
    read = as_cpmpy_reads_them["futoshiki"]
    ours = solve(shipped("extreme-5-1"), "forward-checking").best.values
    (row,) = read["solutions"]
    assert {name.removeprefix("x_"): value for name, value in zip(read["names"], row, strict=True)} == ours


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=6), min_size=1, max_size=5, unique=True), st.text(max_size=9))
def test_any_names_and_labels_make_well_formed_files(names: list[str], label: str) -> None:
    from xml.etree import ElementTree

    problem = ConstraintProblem(label)
    variables = [problem.variable(name, range(2)) for name in names]
    problem.add(all_different(variables[:2]), label=label, clue=True)
    root = ElementTree.fromstring(xcsp3.write(problem).encode())
    ids = [element.attrib["id"] for element in root.iter("var")]
    assert len({name.lower() for name in ids}) == len(names)
    assert all(name.isascii() and name.isidentifier() for name in ids)
    found = {key(values) for values, _ in solutions(minizinc.write(problem))}
    assert len(found) == len(brute_force(problem))


def test_what_solvers_print_is_read_back() -> None:
    problem = trivial()
    listed = "<list> x_x_1 x_y_q </list>"
    for printed in (
        f"s SATISFIABLE\nv <instantiation>\nv {listed}\nv <values> 1 7 </values>\nv </instantiation>\n",
        f"\x1b[92mv\x1b[0m  <instantiation id='1'> {listed} <values> 1 7 </values> </instantiation>",
        f"{listed}<values>0 5</values> o 3 {listed}<values>1 7</values>",
    ):
        found = xcsp3.read_solution(problem, printed)
        assert found is not None
        assert found.values == {"x = 1": 1, 'y"\\(q)': 7}
    left_out = xcsp3.read_solution(problem, "<list> x_x_1 </list> <values> * </values>")
    assert left_out is not None
    assert left_out.values == {"x = 1": 0, 'y"\\(q)': 5}
    assert xcsp3.read_solution(problem, "\x1b[92ms UNSATISFIABLE\x1b[0m\n") is None
    same = xcsp3.read_solution(shipped("tiny-1"), "<list> x_r1c1 </list> <values> 1x1 </values>")
    assert same is not None


@pytest.mark.parametrize(
    ("printed", "message"),
    [
        ("", "found no instantiation"),
        ("<list> x_x </list> <values> many </values>", "found 'many' for x_x, expected a number"),
        ("<list> x_z </list> <values> 1 </values>", "found 'no value' for x_x, expected a number"),
    ],
)
def test_what_is_no_instantiation_is_refused(printed: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        xcsp3.read_solution(one_column(), printed)
