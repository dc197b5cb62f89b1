"""Heuristics looked at closely, plans checked, instances made, lists."""

from pathlib import Path

import pytest
import unstuck


def test_values_follow_a_plan() -> None:
    plan = unstuck.solve("jam:1").plan
    rows = unstuck.value("jam:1", ["blockers", "2*blockers"], plan=plan)
    assert len(rows) == 9 and rows[0]["2*blockers"] == 2 * rows[0]["blockers"]
    assert rows[-1]["solved"] and rows[-1]["blockers"] == 0
    assert len(unstuck.value("jam:1")[0]) > 20
    heuristic = unstuck.Heuristic("blockers", domain="rush-hour")
    assert unstuck.value("jam:1", heuristic)[0]["blockers"] == 2


def test_a_value_is_explained() -> None:
    found = unstuck.explain("jam:1", "blockers + 0.5*hybrid", moves=["B+1"], distances=False)
    assert found["g"] == 1 and len(found["evaluation"]["terms"]) == 2
    with pytest.raises(unstuck.Error, match="nonsense"):
        unstuck.explain("jam:1", "nonsense")


def test_parts_are_left_out() -> None:
    rows = unstuck.ablation("rush-hour", "jam:1-2", "blockers + 0.5*hybrid")
    assert rows[0]["part"] is None and {"blockers", "hybrid"} <= {row["part"] for row in rows}


def test_a_profile_compares_with_distances() -> None:
    found = unstuck.profile("tiles", "eight:1", "manhattan", states=20)
    assert found["states"] == 20 and found["scatter"]["overestimates"] == 0


def test_plans_are_validated() -> None:
    plan = unstuck.solve("jam:1").plan
    assert plan is not None
    good = unstuck.validate("jam:1", plan)
    assert good and good.length == 8
    bad = unstuck.validate("jam:1", plan[:-1])
    assert not bad and bad.reason


def test_instances_are_generated() -> None:
    made = unstuck.generate("tiles", 2, seed=3)
    assert made == unstuck.generate("tiles", 2, seed=3) and made[0].startswith("tiles:")
    with pytest.raises(unstuck.Error, match="has no generator"):
        unstuck.generate("tiles", generator="magic")


def test_what_there_is_is_listed() -> None:
    assert {"rush-hour", "tiles", "freecell"} <= set(unstuck.domains().column("name"))
    assert "astar" in unstuck.algorithms().column("name")
    assert "manhattan" in unstuck.heuristics("tiles").column("name")
    assert "max" in unstuck.functions().column("name")
    assert unstuck.operators()
    assert list(unstuck.heuristics("rush_hour")) == list(unstuck.heuristics("rush-hour"))
    with pytest.raises(unstuck.Error, match="there is no domain 'chess'"):
        unstuck.heuristics("chess")


def test_parameters_of_algorithms_are_keywords() -> None:
    assert unstuck.solve("jam:1", algorithm="wastar", heuristic="blockers", weight=2).solved
    with pytest.raises(unstuck.Error, match="wieght"):
        unstuck.solve("jam:1", algorithm="wastar", heuristic="blockers", wieght=2)


def test_runs_are_compared(small: str, tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    run = unstuck.evolve(small, store=store)
    found = unstuck.compare_experiments(run.id, measure="size", store=store)
    assert found["measure"] == "size" and found["groups"]
    with pytest.raises(unstuck.Error, match="no experiment 'nothing'"):
        unstuck.compare_experiments("nothing", store=store)
