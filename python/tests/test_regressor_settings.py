"""Settings of the regressor, and refusals that name what is wrong."""

import math
import sys

import pytest
import unstuck

ROWS = [[float(a), float(b)] for a in range(5) for b in range(5)]
TARGET = [int(2 * a + b) for a, b in ROWS]


def test_functions_and_limits_are_parameters() -> None:
    model = unstuck.HeuristicRegressor(
        population=30, generations=4, functions=["+", "*"], max_nodes=7, max_depth=3, threads=1
    )
    model.fit(ROWS, TARGET)
    assert "max" not in model.heuristic_.text
    with pytest.raises(unstuck.Error, match="nonsense") as refused:
        unstuck.HeuristicRegressor(functions=["nonsense"], generations=1).fit(ROWS, TARGET)
    assert "/tmp" not in str(refused.value)


def test_what_is_no_number_is_named() -> None:
    broken = [row[:] for row in ROWS]
    broken[3][1] = math.nan
    with pytest.raises(unstuck.Error, match=r"row 4 has no number \(NaN\) in the column 'x2'"):
        unstuck.HeuristicRegressor(generations=1).fit(broken, TARGET)
    with pytest.raises(unstuck.Error, match="NaN"):
        unstuck.HeuristicRegressor(generations=1).fit(ROWS, [math.nan, *TARGET[1:]])


def test_pandas_is_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(unstuck.Error, match="pip install pandas"):
        unstuck.Table([{"a": 1}]).to_pandas()
