"""Optimisation domains: solved, compared, validated and explained."""

from __future__ import annotations

import pytest

import unstuck

SMALL = "10: 6 7 4 3 5 5"


def test_a_solution_has_a_cost_and_parts() -> None:
    found = unstuck.solve(SMALL)
    assert (found.cost, found.lower_bound, found.optimal, found.solved) == (3, 3, True, True)
    assert found.plan is None and found.solution is not None and found.components is not None
    assert len(found.components) == len(found.solution.splitlines()) == 3
    assert str(found) == f"{SMALL}: 3 bins, optimal (iterated, best_fit_decreasing)"
    assert found.curve is not None and found.curve[-1]["cost"] == 3


def test_parameters_seed_and_start() -> None:
    first = unstuck.solve("or-u120:6", algorithm="construct", heuristic="worst_fit")
    better = unstuck.solve("or-u120:6", algorithm="anneal", hot=0.3, seed=5, start=first, limit_effort=1_000_000)
    assert better.parameters is not None and better.parameters["hot"] == 0.3 and better.seed == 5
    assert better.cost is not None and first.cost is not None and better.cost <= first.cost
    with pytest.raises(unstuck.Error, match="construct has no parameter 'hot'; available for anneal"):
        unstuck.solve("or-u120:6", algorithm="construct", hot=0.3)
    several = unstuck.solve_all("or-u120:1-3", algorithm="construct")
    assert [one.instance for one in several] == ["or-u120:1", "or-u120:2", "or-u120:3"]


def test_rules_are_compared() -> None:
    rows = unstuck.compare("or-u120:1-2", heuristics=["best_fit", "sum_of_squares"], settings={"online": True})
    assert [row["name"] for row in rows] == ["best_fit", "sum_of_squares"] * 2
    assert all(row["cost"] >= row["lower_bound"] for row in rows)


def test_solutions_are_validated() -> None:
    found = unstuck.solve(SMALL)
    checked = unstuck.validate(SMALL, found)
    assert checked and checked.cost == 3 and checked.gap == 0.0
    wrong = unstuck.validate(SMALL, "1 2\n3 4 5\n6\n")
    assert not wrong and wrong.reason == "line 1: bin 1 holds 13, more than 10"


def test_a_choice_is_explained() -> None:
    found = unstuck.explain(SMALL, "best_fit", step=3, settings={"online": True}, solution="1 3\n2 4\n5 6\n")
    assert [(one["value"], one["made"]) for one in found["choices"]] == [(0.0, True), (-6.0, False)]
    assert found["solution"]["cost"] == 3
    with pytest.raises(unstuck.Error, match="--step is for optimisation domains"):
        unstuck.explain("jam:1", "blockers", step=2)
