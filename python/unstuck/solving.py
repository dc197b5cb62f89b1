"""Searches, whole spaces, report cards and comparisons."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _unstuck
from .heuristic import Heuristic
from .table import Table

Named = Union[str, Heuristic]
"""A heuristic: a feature's name, a text, `@FILE`, or a `Heuristic`."""

MEMORY = 4 << 30
"""Bytes that a search may use unless something is said."""


@dataclass(frozen=True)
class Solution:
    """What came of a search; the fields are those of `unstuck solve --json`."""

    instance: str
    domain: str
    status: str
    """`solved`, `unsolvable`, `limit` or `gave-up`."""
    limit: Optional[str]
    """The limit that ended it: `nodes`, `time`, `memory`, or None."""
    optimal: bool
    metric: str
    length: Optional[int]
    lengths: Optional[dict[str, int]]
    """The plan's length in every metric of the domain."""
    plan: Optional[list[str]]
    algorithm: str
    heuristic: str
    stats: dict[str, Any]
    """`expanded`, `generated`, `evaluated`, `seconds`, `peak_bytes` and more."""
    text: str
    """The board itself."""
    unstuck: dict[str, str]
    """Version, commit and CPU that it was made with."""

    @property
    def solved(self) -> bool:
        """Whether there is a plan."""
        return self.status == "solved"

    @property
    def expanded(self) -> int:
        """Nodes expanded."""
        return int(self.stats["expanded"])

    @property
    def seconds(self) -> float:
        """Time spent searching."""
        return float(self.stats["seconds"])

    def __str__(self) -> str:
        found = f"{self.length} {self.metric}" if self.solved else self.status
        optimal = ", optimal" if self.optimal else ""
        return f"{self.instance}: {found}{optimal} ({self.algorithm}, {self.expanded} expanded)"


def solve(
    instance: str,
    *,
    algorithm: Optional[str] = None,
    heuristic: Optional[Named] = None,
    domain: Optional[str] = None,
    metric: Optional[str] = None,
    settings: Optional[Mapping[str, object]] = None,
    weight: Optional[float] = None,
    width: Optional[int] = None,
    horizon: Optional[int] = None,
    table: Optional[int] = None,
    order_by_h: bool = False,
    limit_nodes: Optional[int] = None,
    limit_seconds: Optional[float] = None,
    limit_memory: Optional[int] = MEMORY,
    threads: int = 1,
) -> Solution:
    """Solves one instance.

    Without `algorithm` and `heuristic` the domain's own choice is taken, with a heuristic alone A*. `threads` are for
    searches that can be split; 0 is one per core. Nothing but time depends on them.

    >>> unstuck.solve("jam:1", algorithm="ida", heuristic="blockers").optimal
    True
    """
    found = _unstuck.solve(
        instance,
        algorithm=algorithm,
        heuristic=None if heuristic is None else _text(heuristic),
        domain=domain,
        metric=metric,
        settings={name: _word(value) for name, value in _named(settings).items()},
        weight=weight,
        width=width,
        horizon=horizon,
        table=table,
        order_by_h=order_by_h,
        limit_nodes=limit_nodes,
        limit_seconds=limit_seconds,
        limit_memory=limit_memory,
        threads=threads,
    )
    return Solution(**found)


def explore(
    instance: str,
    *,
    domain: Optional[str] = None,
    metric: Optional[str] = None,
    settings: Optional[Mapping[str, object]] = None,
    limit_nodes: Optional[int] = None,
    limit_seconds: Optional[float] = None,
    limit_memory: int = MEMORY,
) -> dict[str, Any]:
    """Enumerates all states that can be reached from one instance: `reachable`, `solvable`, `histogram`, `hardest` …

    >>> unstuck.explore("jam:1")["reachable"]
    1247
    """
    limits = _limits(limit_nodes, limit_seconds, limit_memory)
    found = run_json("explore", instance, *_reading(domain, metric, settings), *limits)
    if isinstance(found, list):
        raise _unstuck.Error(f"{instance} names {len(found)} instances; this function takes one")
    return dict(found)


def audit(
    domain: str,
    instances: Iterable[str] = (),
    *,
    heuristics: Iterable[Named] = (),
    metric: Optional[str] = None,
    settings: Optional[Mapping[str, object]] = None,
    threads: int = 0,
    limit_nodes: Optional[int] = None,
    limit_seconds: Optional[float] = None,
    limit_memory: int = MEMORY,
) -> Table:
    """Holds heuristics against exact distances: a row each, with counter-examples where one breaks its word.

    Without instances it is the domain's own choice, without heuristics all that a state alone determines.
    """
    flags = [flag for heuristic in heuristics for flag in ("--heuristic", _text(heuristic))]
    flags += [*_reading(None, metric, settings), *_threads(threads)]
    flags += _limits(limit_nodes, limit_seconds, limit_memory)
    return Table(run_json("audit", domain, *_several(instances), *flags)["cards"])


def compare(
    instances: Union[str, Iterable[str]],
    *,
    algorithms: Iterable[str] = (),
    heuristics: Iterable[Named] = (),
    domain: Optional[str] = None,
    metric: Optional[str] = None,
    settings: Optional[Mapping[str, object]] = None,
    threads: int = 0,
    limit_nodes: Optional[int] = None,
    limit_seconds: Optional[float] = None,
    limit_memory: int = MEMORY,
) -> Table:
    """Algorithms and heuristics side by side: a row for each instance and pair.

    Without algorithms it is A*, without heuristics all that are declared admissible.

    >>> table = unstuck.compare("jam:1-3", heuristics=["zero", "blockers"])
    >>> table.to_pandas().groupby("heuristic").expanded.sum()  # doctest: +SKIP
    """
    flags = [flag for name in algorithms for flag in ("--algorithm", name)]
    flags += [flag for heuristic in heuristics for flag in ("--heuristic", _text(heuristic))]
    flags += [*_reading(domain, metric, settings), *_threads(threads)]
    flags += _limits(limit_nodes, limit_seconds, limit_memory)
    rows = Table()
    for result in run_json("compare", *_several(instances), *flags)["results"]:
        stats = result.pop("stats")
        for name in ("unstuck", "lengths"):
            result.pop(name)
        rows.append({**result, **stats})
    return rows


def features(instance: str, *, domain: Optional[str] = None) -> dict[str, float]:
    """The values of all features that an instance's board alone determines."""
    return _unstuck.features(instance, domain)


def board(instance: str, *, domain: Optional[str] = None) -> str:
    """A drawing of an instance."""
    return _unstuck.board(instance, domain)[1]


def run_json(*arguments: str) -> Any:
    """Runs a command of the command line with `--json`; what it prints, read. Its complaints become warnings."""
    _, printed, complaints = _unstuck.command([*arguments, "--json"])
    for complaint in complaints:
        warnings.warn(complaint, stacklevel=3)
    return json.loads(printed)


def _text(heuristic: Named) -> str:
    return heuristic.text if isinstance(heuristic, Heuristic) else heuristic


def _several(instances: Union[str, Iterable[str]]) -> list[str]:
    return [instances] if isinstance(instances, str) else list(instances)


def _named(settings: Optional[Mapping[str, object]]) -> dict[str, object]:
    """The settings without those that are switched off: a switch is on when it is named."""
    return {name: value for name, value in (settings or {}).items() if value is not False}


def _word(value: object) -> str:
    return "" if value is True else str(value)


def _reading(
    domain: Optional[str], metric: Optional[str], settings: Optional[Mapping[str, object]]
) -> list[str]:
    flags = [] if domain is None else ["--domain", domain]
    flags += [] if metric is None else ["--metric", metric]
    for name, value in _named(settings).items():
        flags += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    return flags


def _threads(threads: int) -> list[str]:
    return ["--threads", str(threads)] if threads else []


def _limits(nodes: Optional[int], seconds: Optional[float], memory: int) -> list[str]:
    flags = ["--limit-memory", str(memory)]
    flags += [] if nodes is None else ["--limit-nodes", str(nodes)]
    flags += [] if seconds is None else ["--limit-seconds", str(seconds)]
    return flags
