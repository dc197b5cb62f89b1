"""Costs of best solutions against effort and time, as a table and as a picture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Optional

from . import _unstuck
from .drawing import Picture
from .drawing import curves as plot
from .solving import Solution
from .table import Table


class Curves(Table):
    """A row for each improvement of some runs; `to_pandas` makes a data frame of it.

    Columns: `instance`, `algorithm`, `rule`, `seed`, `effort`, `seconds`, `cost`, `violations`, `gap` to the lower bound and
    `gap_to_best_known`.
    """

    def picture(self, by: str = "effort", of: str = "cost") -> Picture:
        """One line for each run: `cost` or a gap against `effort` or `seconds`, without solutions with violations."""
        for name, known in ((by, ("effort", "seconds")), (of, ("cost", "gap", "gap_to_best_known"))):
            if name not in known:
                raise _unstuck.Error(f"there is no column '{name}' here; available: {', '.join(known)}")
        runs: dict[str, dict[float, float]] = {}
        for row in self:
            name = f"{row['instance']}, {row['algorithm']}, {row['rule']}, seed {row['seed']}"
            if not row["violations"] and row[of] is not None:
                runs.setdefault(name, {})[row[by]] = row[of]
        places = sorted({place for run in runs.values() for place in run})
        lines: dict[str, list[Optional[float]]] = {}
        for name, run in runs.items():
            kept: Optional[float] = None
            # The best solution is kept until the next one.
            lines[name] = [kept := run.get(place, kept) for place in places]
        return Picture(plot(places, lines, title=f"{of} against {by}", steps=True))


def _gap(cost: int, to: Optional[int]) -> Optional[float]:
    return (cost - to) / abs(to) if to else None


def curves(solutions: Iterable[Solution]) -> Curves:
    """The curves of some solutions of optimisation domains in one table, ready for `to_pandas` and for a picture.

    >>> rows = unstuck.curves(unstuck.solve("or-u120:1", algorithm="iterated", seed=seed, limit_effort=1_000_000) for seed in (1, 2))
    >>> sorted({row["seed"] for row in rows})
    [1, 2]
    """
    rows = Curves()
    for one in solutions:
        if one.curve is None:
            raise _unstuck.Error(f"{one.instance} was solved by a search; only solves of optimisation domains have curves")
        for point in one.curve:
            cost = point["cost"]
            rows.append(
                {
                    "instance": one.instance,
                    "algorithm": one.algorithm,
                    "rule": one.name,
                    "seed": one.seed,
                    **point,
                    "gap": _gap(cost, one.lower_bound),
                    "gap_to_best_known": _gap(cost, one.best_known),
                }
            )
    return rows
