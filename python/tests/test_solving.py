"""Searches, tables, and what is refused."""

import contextlib
import os
import pickle
import signal
import threading
import time

import pytest
import unstuck


def test_a_solution_is_the_contract_of_the_command_line():
    found = unstuck.solve("jam:1", algorithm="astar", heuristic="blockers")
    assert (found.status, found.length, found.optimal, found.metric) == ("solved", 8, True, "slides")
    assert found.lengths["slides"] == 8 and set(found.lengths) == {"slides", "steps"}
    assert len(found.plan) == 8 and unstuck.solve("jam:1").plan[0] == "B+1"
    assert found.domain == "rush-hour" and found.algorithm == "astar" and found.heuristic == "blockers"
    assert found.expanded == found.stats["expanded"] > 0
    assert str(found).startswith("jam:1: 8 slides, optimal (astar, ")
    assert pickle.loads(pickle.dumps(found)) == found


def test_every_domain_and_limit():
    assert unstuck.solve("eight:1").solved
    assert unstuck.solve("freecell:617").solved
    limited = unstuck.solve("jam:40", algorithm="astar", heuristic="zero", limit_nodes=10)
    assert (limited.status, limited.limit, limited.plan, limited.length) == ("limit", "nodes", None, None)
    assert unstuck.solve("jam:1", metric="steps").metric == "steps"


def test_a_proof_that_meets_a_limit_leaves_bounds():
    found = unstuck.solve("korf:1", optimal=True, limit_nodes=1000)
    assert found.status == "limit" and not found.solved
    assert found.lower_bound > 0 and (found.best_known is None or found.best_known >= found.lower_bound)


def test_a_switch_that_is_off_is_off():
    def lengths(settings):
        solved = unstuck.solve("jam:1", metric="steps", settings=settings).length
        return solved, unstuck.compare("jam:1", metric="steps", settings=settings)[0]["length"]

    assert lengths({"drive-out": False}) == lengths(None)
    assert lengths({"drive-out": True}) != lengths(None)


def test_threads_change_nothing():
    one, two = (unstuck.solve("korf:79", algorithm="ida", heuristic="linear_conflict", limit_nodes=200_000, threads=n) for n in (1, 2))
    assert (one.plan, one.status, one.stats["expanded"]) == (two.plan, two.status, two.stats["expanded"])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: unstuck.solve("jamm:1"), "unknown set or domain 'jamm'; did you mean 'jam'?"),
        (lambda: unstuck.solve("jam:1", algorithm="asta"), "unknown algorithm 'asta'; did you mean 'astar'?"),
        (lambda: unstuck.solve("jam:1", heuristic="blocker"), "rush-hour has no heuristic 'blocker'; did you mean 'blockers'?"),
        (lambda: unstuck.solve("jam:1", heuristic="nothing_like_it"), 'unstuck.heuristics("rush-hour") lists what it has'),
        (lambda: unstuck.solve("jam:1-3"), "jam:1-3 names 3 instances; this takes one"),
        (lambda: unstuck.solve("jam:1", weight=-1.0), "'-1' is no weight; write a number from 0.001 to 1000"),
        (lambda: unstuck.solve("jam:1", algorithm="bfs", heuristic="blockers"), 'leave out heuristic="blockers" or write algorithm="astar"'),
        (lambda: unstuck.explore("jam:1-2"), "names 2 instances"),
        (lambda: unstuck.compare("jam:1", algorithms=["nope"]), "unknown algorithm 'nope'"),
        (lambda: unstuck.audit("rush-houre"), "unknown domain 'rush-houre'; did you mean 'rush-hour'?"),
        (lambda: unstuck.compare("jam:1", settings={"colour": 3}), "colour"),
    ],
)
def test_refusals_name_keywords_and_functions(call, words):
    with pytest.raises(unstuck.Error) as refused:
        call()
    assert words in str(refused.value)
    assert isinstance(refused.value, ValueError)


def test_explore_audit_compare():
    space = unstuck.explore("jam:1")
    assert space["reachable"] == 1247 and space["domain"] == "rush-hour"
    cards = unstuck.audit("rush-hour", ["jam:1"], heuristics=["blockers", "2*blockers"])
    assert [card["heuristic"] for card in cards] == ["blockers", "2*blockers"]
    assert cards[0]["admissible"] and not cards[1]["admissible"]
    assert cards[1]["not_admissible"]["value"] > cards[1]["not_admissible"]["distance"]
    table = unstuck.compare("jam:1-2", heuristics=["zero", unstuck.Heuristic("blockers", "rush-hour")])
    assert [(row["instance"], row["heuristic"]) for row in table] == [
        ("jam:1", "zero"), ("jam:1", "blockers"), ("jam:2", "zero"), ("jam:2", "blockers"),
    ]
    assert table[1]["expanded"] < table[0]["expanded"]
    frame = table.to_pandas()
    assert list(frame.expanded) == table.column("expanded")
    assert "<td>jam:1</td>" in table._repr_html_()


def test_little_room_on_the_stack(algorithms):
    """Searches that do not call themselves run on the thread of the caller, whatever room it has."""
    names = [row["name"] for row in algorithms]
    found, before = {}, threading.stack_size(256 << 10)

    def solve():
        for name in names:
            for instance in ("jam:1", "freecell:617", "eight:1"):
                with contextlib.suppress(unstuck.Error):
                    found[name, instance] = unstuck.solve(instance, algorithm=name, limit_nodes=20_000).status

    try:
        thread = threading.Thread(target=solve)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    refused = {(name, instance) for name in names for instance in ("jam:1", "freecell:617", "eight:1")} - set(found)
    assert all(name == "bibfs" for name, _ in refused), refused
    assert found["astar", "jam:1"] == found["ida", "jam:1"] == found["hsd", "eight:1"] == "solved"


def test_features_and_boards():
    values = unstuck.features("jam:1")
    assert values["blockers"] == 2.0
    assert len(unstuck.board("jam:1").splitlines()) >= 6


def test_other_threads_run_during_a_search():
    def count():
        for _ in range(20):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    # Only the other thread ends the search before its minutes are over.
    thread = threading.Thread(target=count)
    with pytest.raises(KeyboardInterrupt):
        thread.start()
        unstuck.solve("korf:88", algorithm="ida", heuristic="zero", limit_seconds=300)
    thread.join()


def test_the_command_line_as_a_module(program):
    code, printed, complaints = program("solve", "jam:1", "--json")
    assert code == 0 and '"length": 8' in printed and complaints == ""
    assert program("solve", "jam:40", "--limit-nodes", "1", "--algorithm", "bfs")[0] == 11
