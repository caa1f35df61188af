"""The studio without a browser: who may ask, what is answered, and that nothing goes on when nobody listens."""

from __future__ import annotations

import http.client
import json
from pathlib import Path

import pytest

import copla
from copla.ground.processes import descendants
from copla.studio.safety import LARGEST_REQUEST
from tests.misbehaving import wait_until
from tests.studio.client import Studio

FUTOSHIKI = {"puzzle": "futoshiki", "name": "arc-consistency-5"}
TILES = {"puzzle": "tiles", "name": "eight-10"}
LONG = {"puzzle": "tiles", "name": "korf24-1", "seconds": 60, "backend": "search", "settings": {"algorithm": "bfs"}}


def test_a_call_without_the_token_is_refused(studio: Studio) -> None:
    for headers in ({}, {"x-copla-token": "guessed"}, {"cookie": f"copla-{studio.port}=guessed"}):
        status, body = studio.request("GET", "/api/about", headers=headers)
        assert status == 403
        assert b"token" in body
    assert studio.request("GET", "/")[0] == 403
    assert studio.request("GET", "/static/js/main.js")[0] == 403


def test_a_cookie_opens_pages_but_moves_nothing(studio: Studio) -> None:
    cookie = {"cookie": f"copla-{studio.port}={studio.token}"}
    assert studio.request("GET", "/", headers=cookie)[0] == 200
    assert studio.request("POST", "/api/board", b"{}", cookie)[0] == 403


def test_a_foreign_host_or_origin_is_refused(studio: Studio) -> None:
    known = {"x-copla-token": studio.token}
    for headers in (
        {"host": "evil.example"},
        {"host": f"evil.example:{studio.port}"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"http://127.0.0.1:{studio.port + 1}"},
        {"sec-fetch-site": "cross-site"},
    ):
        assert studio.request("GET", "/api/about", headers={**known, **headers})[0] == 403, headers
    assert studio.request("GET", "/api/about", headers={**known, "origin": studio.root.rstrip("/")})[0] == 200


def test_a_request_that_is_too_large_or_no_json_is_refused_in_one_line(studio: Studio) -> None:
    known = {"x-copla-token": studio.token}
    assert studio.request("POST", "/api/board", b"x" * (LARGEST_REQUEST + 1), known)[0] == 413
    for body in (b"", b"{", b"[]", b"\xff", b"[" * 100_000):
        status, answer = studio.request("POST", "/api/board", body, known)
        assert status == 422, answer
        assert b"\n" not in answer


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "the request has no puzzle"),
        ({"puzzle": "futoshiki"}, "the request has no name"),
        ({"puzzle": "futoshiki", "name": "../../etc/passwd"}, "no shipped instance"),
        ({"puzzle": "futoshiki", "name": "README.md"}, "no shipped instance"),
        ({"puzzle": "futoshiki", "text": "1 2\n3"}, "the text:2:1: found 1 cell"),
        ({"puzzle": "futoshiki", "text": "1" * 70_000}, "at most 64,000 characters"),
        ({"puzzle": "nonsense", "text": "1"}, "nonsense"),
        ({"puzzle": "tiles", "name": "eight-10", "options": {"goal": "nowhere"}}, "option goal"),
    ],
)
def test_bad_input_is_one_line(studio: Studio, data: dict[str, object], said: str) -> None:
    status, answer = studio.post("/api/board" if data.get("puzzle") != "tiles" else "/api/table", data)
    assert status == 422
    assert said in answer["error"]


@pytest.mark.parametrize(
    ("path", "data", "said"),
    [
        ("/api/board", {"puzzle": "tiles", "name": "eight-10"}, "expected a Futoshiki"),
        *((f"/api/{what}", FUTOSHIKI, "is not played in moves") for what in ("table", "now", "position")),
        *((f"/api/ask/{what}", TILES, "expected a Futoshiki") for what in ("check", "common", "walkthrough")),
        ("/api/ask/count", TILES, "they are not counted"),
        ("/api/ask/generate", {"puzzle": "tiles"}, "found None as seed"),
        ("/api/ask/generate", {"puzzle": "tiles", "seed": 1e300}, "found 1e+300 as seed"),
        ("/api/ask/sheet", {"puzzle": "tiles", "count": "many"}, "found many as count"),
        ("/api/ask/think", {**TILES, "backend": "search", "settings": 5}, "not given by their names"),
    ],
)
def test_a_question_that_does_not_fit_is_one_line(
    studio: Studio, path: str, data: dict[str, object], said: str
) -> None:
    status, body = studio.request("POST", path, json.dumps(data).encode(), {"x-copla-token": studio.token})
    answer = json.loads(body.splitlines()[-1])
    assert status == (200 if "/ask/" in path else 422)
    assert said in answer["error"]
    assert "broke down" not in answer["error"]


def test_a_request_of_unknown_length_is_cut_off_where_it_is_too_large(studio: Studio) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", studio.port)
    pieces = [b"x" * 65_536] * (LARGEST_REQUEST // 65_536) + [b"x"]
    connection.request("POST", "/api/board", iter(pieces), {"x-copla-token": studio.token}, encode_chunked=True)
    response = connection.getresponse()
    assert (response.status, response.read()) == (413, b"the request was broken off, or is larger than 256 kB\n")


def test_a_static_file_outside_the_folder_does_not_exist(studio: Studio) -> None:
    known = {"x-copla-token": studio.token}
    for path in ("/static/../app.py", "/static/js/../../app.py", "/static/%2e%2e/app.py", "/static/nothing.js"):
        assert studio.request("GET", path, headers=known)[0] == 404


@pytest.mark.parametrize("name", ["arc-consistency-5", "extreme-4-1", "several-empty-3", "unsolvable-chain", "tiny-1"])
def test_the_count_is_that_of_an_enumeration(studio: Studio, name: str) -> None:
    problem = copla.load("futoshiki", name).problem()
    known = copla.solve(problem, "forward-checking", limits=copla.Limits(solutions=3))
    found = studio.answer("/api/ask/count", {"puzzle": "futoshiki", "name": name})
    assert len(found["solutions"]) == min(2, len(known.solutions))
    assert (found["status"] == "infeasible") == (not known.solutions)
    if known.unique:
        assert found["solutions"] == [known.best.values]


@pytest.mark.parametrize("name", ["several-empty-3", "several-6", "extreme-4-1"])
def test_common_cells_are_those_of_all_solutions(studio: Studio, name: str) -> None:
    problem = copla.load("futoshiki", name).problem()
    every = copla.solve(problem, "forward-checking", limits=copla.Limits(solutions=None)).solutions
    shared = {cell: every[0].values[cell] for cell in every[0].values if len({s.values[cell] for s in every}) == 1}
    assert studio.answer("/api/ask/common", {"puzzle": "futoshiki", "name": name})["values"] == shared


def test_a_conflict_names_the_smallest_clues(studio: Studio) -> None:
    found = studio.answer("/api/ask/count", {"puzzle": "futoshiki", "name": "unsolvable-chain"})
    labels = [clue["label"] for clue in found["conflict"]["clues"]]
    assert labels == ["given r3c5 = 4", "clue r1c5 > r2c5", "clue r2c5 > r3c5"]
    assert found["conflict"]["smallest"]


def test_a_check_names_every_entry_that_no_solution_has(studio: Studio) -> None:
    solution = copla.solve(copla.load("futoshiki", "arc-consistency-5").problem()).best.values
    wrong = {"r1c1": solution["r1c1"] % 5 + 1, "r3c3": solution["r3c3"] % 5 + 1}
    right = {"r2c2": solution["r2c2"], "r5c1": solution["r5c1"]}
    found = studio.answer("/api/ask/check", {**FUTOSHIKI, "entries": {**wrong, **right}})
    assert {row["name"] for row in found["wrong"]} == set(wrong)
    assert all(row["reasons"] for row in found["wrong"])
    again = studio.answer("/api/ask/check", {**FUTOSHIKI, "entries": right})
    assert (again["wrong"], again["right_so_far"], again["missing"]) == ([], True, 20)


def test_entries_that_exclude_one_another_are_named_together(studio: Studio) -> None:
    asked = {"puzzle": "futoshiki", "text": "3:" + "0," * 9, "entries": {"r1c1": 1, "r1c2": 1, "r3c3": 2}}
    found = studio.answer("/api/ask/check", asked)
    assert (found["wrong"], set(found["together"]), found["right_so_far"]) == ([], {"r1c1", "r1c2"}, False)


def test_a_hint_for_every_puzzle_is_a_step_of_a_plan(studio: Studio) -> None:
    for puzzle, name in (("tiles", "eight-10"), ("klotski", "easy"), ("freecell", "ranks-4-1"), ("guarini", "4x3")):
        asked = {"puzzle": puzzle, "name": name}
        found = studio.answer("/api/ask/hint", asked)
        assert found["reasons"]
        assert found["step"]["labels"] == found["labels"]
        legal = studio.post("/api/now", asked)[1]["legal"]
        assert any(move["labels"] == found["labels"] for move in legal)
        again = studio.answer("/api/ask/hint", {**asked, "moves": found["labels"]})
        assert again["left"] == found["left"] - 1 or puzzle == "freecell"


def test_the_walkthrough_ends_with_the_solution(studio: Studio) -> None:
    problem = copla.load("futoshiki", "arc-consistency-5").problem()
    steps = studio.answer("/api/ask/walkthrough", FUTOSHIKI)["steps"]
    found: dict[str, int] = {}
    for step in steps:
        assert step["reasons"]
        found |= step["values"]
    assert copla.solve(problem).best.values.items() >= found.items()
    assert len(found) == 25 - 3


@pytest.mark.parametrize(
    ("puzzle", "name", "cost"), [("tiles", "eight-20", 20), ("guarini", "4x3", 16), ("klotski", "klotski", 116)]
)
def test_a_plan_goes_on_from_the_moves_so_far(studio: Studio, puzzle: str, name: str, cost: int) -> None:
    first = studio.answer("/api/solve", {"puzzle": puzzle, "name": name})
    assert (first["status"], first["cost"]) == ("optimal", cost)
    begun = [label for step in first["steps"][:3] for label in step["labels"]]
    rest = studio.answer("/api/solve", {"puzzle": puzzle, "name": name, "moves": begun})
    assert rest["cost"] == cost - sum(step["cost"] for step in first["steps"][:3])
    end = [*begun, *(label for step in rest["steps"] for label in step["labels"])]
    status, now = studio.post("/api/now", {"puzzle": puzzle, "name": name, "moves": end})
    assert (status, now["solved"]) == (200, True)


def test_an_instance_without_a_solution_says_why(studio: Studio) -> None:
    found = studio.answer("/api/solve", {"puzzle": "tiles", "name": "eight-swapped"})
    assert found["status"] == "infeasible"
    assert found["message"]


def test_a_backend_that_does_not_exist_is_a_message(studio: Studio) -> None:
    found = studio.answer("/api/solve", {**FUTOSHIKI, "backend": "nonsense"})
    assert found["event"] == "failed"
    assert "nonsense" in found["error"]


def test_a_file_is_no_backend_for_a_page(studio: Studio, tmp_path: Path) -> None:
    trace, file = tmp_path / "trace", tmp_path / "solver.py"
    file.write_text(f"open({str(trace)!r}, 'w')\n\n\ndef solve(problem):\n    return None\n")
    for backend in (str(file), f"{file}:solve", "/bin/true"):
        found = studio.answer("/api/solve", {**FUTOSHIKI, "backend": backend})
        assert found["event"] == "failed"
        assert "there is no backend" in found["error"]
        *_, ended, _ = studio.events("/api/race", {**FUTOSHIKI, "lanes": [{"backend": backend}]})
        assert ended["status"] == "failed"
        assert "there is no backend" in ended["words"]
    assert not trace.exists()


def test_a_run_ends_when_nobody_listens(studio: Studio) -> None:
    before = len(descendants(studio.process))
    for event in studio.stream("/api/solve", LONG):
        if event["event"] == "running" and event["seconds"] > 0.3:
            break
    wait_until(lambda: len(descendants(studio.process)) <= before + 2)  # a template may have been added for the backend


def test_more_runs_than_cores_queue_and_say_so(studio: Studio) -> None:
    slots = copla.Workers().slots
    streams = [studio.stream("/api/solve", LONG) for _ in range(slots + 1)]
    first = [next(stream) for stream in streams]
    kinds = [event["event"] for event in first]
    last = next(event for event in streams[-1] if event)
    assert "queued" in (*kinds, last["event"])
    for stream in streams:
        stream.close()  # type: ignore[attr-defined]


def test_a_race_is_judged_and_a_failure_is_a_lane(studio: Studio) -> None:
    lanes = [{"backend": "native"}, {"backend": "search", "options": {"algorithm": "bfs"}}, {"backend": "nonsense"}]
    events = studio.events("/api/race", {"puzzle": "tiles", "name": "eight-10", "race": "a", "lanes": lanes})
    verdict = events[-1]
    assert verdict["verdict"] == "agree"
    assert "cost 10" in verdict["reason"]
    ended = {event["lane"]: event for event in events if event["event"] == "ended"}
    assert ended["native"]["cost"] == ended["search bfs"]["cost"] == 10
    assert "nonsense" in ended["nonsense"]["words"]
    assert "<table>" in verdict["report"]


def test_one_lane_of_a_race_can_be_stopped(studio: Studio) -> None:
    lanes = [{"backend": "search", "options": {"algorithm": "bfs"}}, {"backend": "native"}]
    asked = {"puzzle": "tiles", "name": "korf-79", "race": "b", "lanes": lanes, "seconds": 60}
    told = {}
    for event in studio.stream("/api/race", asked):
        if event["event"] == "running" and event.get("lane") == "search bfs" and "stopped" not in told:
            told["stopped"] = studio.post("/api/stop", {"race": "b", "lane": "search bfs"})[1]["stopped"]
        if event["event"] == "ended":
            told[event["lane"]] = event["words"]
    assert told["stopped"]
    assert told["search bfs"] == "stopped"
    assert told["native"].startswith("optimal")


def test_every_shipped_instance_has_a_picture(studio: Studio) -> None:
    for puzzle in ("futoshiki", "tiles", "klotski", "freecell", "guarini"):
        listed = studio.get(f"/api/gallery/{puzzle}")["instances"]
        assert len(listed) > 20
        for row in listed[::9]:
            assert studio.get(f"/api/picture/{puzzle}/{row['name']}")["svg"].startswith("<svg")
