"""Drawings for notebooks, many instances at once, fronts, and source code."""

import importlib
import sys
import xml.etree.ElementTree as xml

import pytest
import unstuck


@pytest.mark.parametrize("instance", ["jam:1", "korf:1", "freecell:1", "gripper:train-1"])
def test_boards_are_drawn(instance: str) -> None:
    picture = unstuck.show(instance)
    assert xml.fromstring(picture.svg).tag.endswith("svg")


def test_a_plan_is_a_strip_of_boards(tmp_path) -> None:
    solution = unstuck.solve("jam:1")
    drawn = xml.fromstring(solution._repr_svg_())
    assert len(drawn.findall("{http://www.w3.org/2000/svg}g")) == solution.length + 1
    unstuck.show("jam:1", plan=solution.plan).save(tmp_path / "plan.svg")
    assert (tmp_path / "plan.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_plan_is_drawn_as_it_was_solved() -> None:
    # In steps, with the red car driven out: neither is the default.
    solution = unstuck.solve("jam:1", metric="steps", settings={"drive-out": True})
    drawn = xml.fromstring(solution._repr_svg_())
    assert len(drawn.findall("{http://www.w3.org/2000/svg}g")) == len(solution.plan) + 1
    cut = unstuck.show("jam:1", plan=unstuck.solve("jam:1").plan, most=3).svg
    assert "… and 5 more" in cut and "more" not in unstuck.show("jam:1", most=3).svg


@pytest.mark.parametrize("instance", ["or-u120:1", "ft:06", "tsplib:eil51", "x-303:X-n101-k25", "curtois:1", "tsplib:bays29"])
def test_instances_and_solutions_of_optimisation_domains_are_drawn(instance: str, tmp_path) -> None:
    alone = unstuck.show(instance)
    assert xml.fromstring(alone.svg).tag.endswith("svg")
    found = unstuck.solve(instance, algorithm="construct")
    drawn = xml.fromstring(found._repr_svg_())
    # A path or a rectangle for each part of the solution at least, and the picture is another.
    assert found.components is not None and len(list(drawn.iter())) > len(found.components)
    assert found.picture().svg != alone.svg
    found.picture().save(tmp_path / "solution.svg")
    with pytest.raises(unstuck.Error):
        unstuck.show(instance, solution="no solution at all {")


def test_a_drawing_shows_every_bin_route_and_person() -> None:
    bins = unstuck.solve("10: 6 7 4 3 5 5").picture().svg
    assert bins.count('fill="#f1f1ee"') == 3 and bins.count("fill-opacity") == 6
    routes = unstuck.solve("x-303:X-n101-k25", algorithm="construct")
    assert routes.solution is not None and routes.picture().svg.count(" of 206<") == routes.solution.count("Route #")
    roster = unstuck.solve("curtois:1", algorithm="construct").picture().svg
    assert roster.count("<rect") > 60 and "cover D" in roster


def test_curves_are_tables_and_pictures() -> None:
    pandas = pytest.importorskip("pandas")
    runs = [unstuck.solve("tsplib:eil51", algorithm="iterated", seed=seed, limit_effort=3_000_000) for seed in (1, 2)]
    assert isinstance(runs[0].curve, unstuck.Table) and list(runs[0].curve.to_pandas()["cost"]) == runs[0].curve.column("cost")
    rows = unstuck.curves(runs)
    assert len(rows) == sum(len(run.curve or ()) for run in runs)
    frame = rows.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and set(frame["seed"]) == {1, 2}
    assert frame.groupby("seed")["cost"].min()[1] == runs[0].cost
    assert frame["gap_to_best_known"].min() == min(run.gap_to_best_known or 0 for run in runs)
    drawn = rows.picture(by="effort", of="gap_to_best_known")
    assert drawn.svg.count("<polyline") == 2 and "seed 2" in drawn.svg
    with pytest.raises(unstuck.Error, match="there is no column 'time' here; available: effort, seconds"):
        rows.picture(by="time")
    with pytest.raises(unstuck.Error, match="jam:1 was solved by a search"):
        unstuck.curves([unstuck.solve("jam:1")])


def test_many_at_once(tmp_path) -> None:
    found = unstuck.solve_all(["jam:1-3", "eight:1"], workers=2)
    assert [solution.instance for solution in found] == ["jam:1", "jam:2", "jam:3", "eight:1"]
    assert [solution.length for solution in found[:3]] == [8, 8, 14]
    # Names are those of the command line.
    (tmp_path / "boards.txt").write_text(f"{found[0].text}\n{found[1].text}\n", encoding="utf-8")
    named = unstuck.solve_all(f"@{tmp_path}/boards.txt", algorithm="dfs", order="reversed")
    assert [solution.algorithm for solution in named] == ["dfs", "dfs"]
    with pytest.raises(unstuck.Error, match="there is no jam:99"):
        unstuck.solve_all("jam:99")
    with pytest.raises(unstuck.Error, match="dfs has no heuristic to order children by"):
        unstuck.solve_all("jam:1", algorithm="dfs", order="h")


def test_lists() -> None:
    assert "published" in unstuck.presets() and "+" in unstuck.presets()["full"]


def test_front_members_have_genomes() -> None:
    rows = [[float(a), float(b)] for a in range(6) for b in range(6)]
    model = unstuck.HeuristicRegressor(population=60, generations=8, threads=1)
    model.fit(rows, [0.5 * a * b - 1.25 for a, b in rows])
    sizes, errors = model.front_.column("size"), model.front_.column("error")
    assert sizes == sorted(sizes) and errors == sorted(errors, reverse=True) and len(sizes) > 1
    assert errors[-1] < 5, "in the units of the targets"
    assert model.score(rows, [0.5 * a * b - 1.25 for a, b in rows]) > 0.9
    with pytest.raises(unstuck.Error, match="policies fit whole numbers"):
        unstuck.HeuristicRegressor(genome="policy", generations=1).fit(rows, [0.5] * len(rows))


def test_source_code_takes_the_features(tmp_path) -> None:
    heuristic = unstuck.Heuristic("blockers_deep + 0.5*hybrid", "rush-hour")
    (tmp_path / "exported.py").write_text(heuristic.export("python"), encoding="utf-8")
    sys.path.insert(0, str(tmp_path))
    module = importlib.import_module("exported")
    features = {name: unstuck.Heuristic(name, "rush-hour")("jam:1") for name in ("blockers_deep", "hybrid")}
    assert module.heuristic(features) == heuristic("jam:1")


def test_sympy() -> None:
    import sympy

    blockers, hybrid = sympy.symbols("blockers hybrid")
    made = unstuck.Heuristic("2*blockers + max(hybrid, 1)", "rush-hour").to_sympy()
    assert made == 2 * blockers + sympy.Max(hybrid, 1)
    policy = unstuck.Heuristic("policy; if blockers > 2: hybrid; otherwise: 1", "rush-hour").to_sympy()
    assert policy.subs({blockers: 3, hybrid: 7}) == 7 and policy.subs({blockers: 1, hybrid: 7}) == 1
    root = unstuck.Heuristic("cbrt(blockers - 9)", "rush-hour").to_sympy()
    assert root.subs({blockers: 1}) == -2
    freed = sympy.Symbol("move_freed")
    flag = unstuck.Heuristic("if(move_freed and blockers > 2, 3, 4)", "rush-hour").to_sympy()
    assert flag.subs({freed: True, blockers: 3}) == 3 and flag.subs({freed: False, blockers: 3}) == 4


def test_sympy_is_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sympy", None)
    with pytest.raises(unstuck.Error, match="pip install sympy"):
        unstuck.Heuristic("blockers", "rush-hour").to_sympy()
