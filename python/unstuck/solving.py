"""Searches, whole spaces, report cards and comparisons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Optional, Union

from . import _unstuck
from .drawing import Picture, strip
from .drawing import board as board_parts
from .heuristic import Heuristic
from .pddl import Pddl, instance_of
from .table import Table

Named = Union[str, Heuristic]
"""A heuristic: a feature's name, a text, `@FILE`, or a `Heuristic`."""

MEMORY = 4 << 30
"""Bytes that a search may use by default."""


@dataclass(frozen=True)
class Solution:
    """The result of a solve; the fields are those of `unstuck solve --json`.

    A search has a `plan` with a `length`; a solve of an optimisation domain has a `solution` with a `cost`.
    """

    instance: str
    domain: str
    status: str
    """`solved`, `unsolvable`, `limit` or `gave-up`; of optimisation domains `solved` or `infeasible`."""
    limit: Optional[str]
    """The limit that ended it: `nodes`, `time`, `memory`, or None."""
    optimal: bool
    metric: str
    algorithm: str
    heuristic: str
    stats: dict[str, Any]
    """`expanded`, `generated`, `evaluated`, `seconds`, `peak_bytes` and more; of optimisation domains `constructions`,
    `choices`, `proposals`, `accepted`, `effort`, `seconds`."""
    text: str
    """The board itself."""
    unstuck: dict[str, str]
    """Version, commit and CPU that it was made with."""
    length: Optional[int] = None
    lengths: Optional[dict[str, int]] = None
    """The plan's length in every metric of the domain."""
    plan: Optional[list[str]] = None
    task: Optional[dict[str, int]] = None
    """Of a planning task that was grounded: `atoms`, `operators`, `variables`, and `words` of a state."""
    lower_bound: Optional[int] = None
    """No solution costs less than this; of searches where a limit ended a proof."""
    best_known: Optional[int] = None
    """The best cost that is known of an instance; of searches where a limit ended a proof: the length of a plan that
    another method found."""
    stages: Optional[list[list[Any]]] = None
    """Of a planning task: the stages of the work, with the seconds each took."""
    cost: Optional[int] = None
    """Of optimisation domains: the cost in the metric."""
    violations: Optional[int] = None
    """Of optimisation domains: violated constraints; 0 of a feasible solution."""
    gap: Optional[float] = None
    """How much the cost is above the lower bound, as a part of it."""
    gap_to_best_known: Optional[float] = None
    """How much the cost is above the best known, as a part of it."""
    solution: Optional[str] = None
    """Of optimisation domains: the solution as files hold it."""
    components: Optional[Table] = None
    """The cost by its parts: `name`, `cost`, `violations`."""
    curve: Optional[Table] = None
    """Every improvement, in order: `effort`, `seconds`, `cost`, `violations`; `to_pandas` makes a data frame of it."""
    name: Optional[str] = None
    """The rule as it was named."""
    parameters: Optional[dict[str, float]] = None
    """The parameters of the algorithm, of optimisation domains."""
    seed: Optional[int] = None
    settings: Mapping[str, str] = field(default_factory=dict)
    """The domain's settings that the instance was read with."""

    @property
    def solved(self) -> bool:
        """Whether there is a plan, or a feasible solution."""
        return self.status == "solved"

    @property
    def expanded(self) -> int:
        """Nodes expanded; 0 of optimisation domains."""
        return int(self.stats.get("expanded", 0))

    @property
    def seconds(self) -> float:
        """Time spent."""
        return float(self.stats["seconds"])

    def __str__(self) -> str:
        amount = self.length if self.cost is None else self.cost
        found = f"{amount} {self.metric}" if self.solved else self.status
        optimal = ", optimal" if self.optimal else ""
        name = " ".join(self.instance.split())
        name = name if len(name) <= 50 else f"{name[:49]}…"
        done = f"{self.expanded} expanded" if self.cost is None else str(self.name)
        return f"{name}: {found}{optimal} ({self.algorithm}, {done})"

    def __post_init__(self) -> None:
        for name in ("curve", "components"):
            rows = getattr(self, name)
            object.__setattr__(self, name, None if rows is None else Table(rows))

    def picture(self) -> Picture:
        """The solution as a drawing, or the board and the plan's states; `save` writes SVG."""
        instance = f"{self.domain}:{self.text}"
        return show(
            instance, plan=self.plan or (), metric=self.metric, settings=self.settings, solution=self.solution
        )

    def _repr_svg_(self) -> str:
        return self.picture().svg


def solve(
    instance: Optional[Pddl] = None,
    *,
    domain: Optional[Pddl] = None,
    problem: Optional[Pddl] = None,
    algorithm: Optional[str] = None,
    heuristic: Optional[Named] = None,
    optimal: bool = False,
    metric: Optional[str] = None,
    settings: Optional[Mapping[str, object]] = None,
    limit_nodes: Optional[int] = None,
    limit_seconds: Optional[float] = None,
    limit_memory: Optional[int] = MEMORY,
    limit_effort: Optional[int] = None,
    threads: int = 1,
    seed: Optional[int] = None,
    start: Union[Solution, str, None] = None,
    **parameters: object,
) -> Solution:
    """Solves one instance.

    A planning task is given by `domain` and `problem`, each the path of a PDDL file or a text; a file with a problem looks
    for its domain next to it. For other instances `domain` names the domain if the text does not.

    Without `algorithm` and `heuristic` the domain's own choice is taken, with a heuristic alone A* (in planning quick, unless it is admissible); `optimal` proves a
    shortest plan by the domain's best method. Further keywords are parameters of algorithms (`weight`, `width`,
    `horizon`, `table`, `order` …; `unstuck algorithms` lists them). `threads` are for searches that can be split; 0 is one per
    core. Nothing but time depends on them. `limit_effort` counts work in units of about a nanosecond, so that a search
    ends at the same place on every machine.

    Of optimisation domains `heuristic` is a rule, `seed` names the random numbers (1 by default), and `start` is a solution
    that the result is never worse than: a `Solution` or its text. Anytime algorithms without a limit end after a second.

    >>> unstuck.solve("jam:1", algorithm="ida", heuristic="blockers").optimal
    True
    >>> unstuck.solve("10: 6 7 4 3 5 5").cost
    3
    >>> unstuck.solve("gripper:train-1", optimal=True).length
    9
    """
    names, domain_name = instance_of(instance, domain, problem)
    if optimal and (algorithm is not None or heuristic is not None):
        raise _unstuck.Error("optimal chooses the algorithm and the heuristic; leave them out")
    found = _unstuck.solve(
        names,
        algorithm,
        None if heuristic is None else _text(heuristic),
        optimal,
        (seed, start.solution if isinstance(start, Solution) else start),
        parameters,
        _common(domain_name, metric, settings, limit_nodes, limit_seconds, limit_memory, threads, limit_effort),
    )
    return Solution(**found, settings=_switches(settings))


def solve_all(
    instances: Union[str, Iterable[str]],
    *,
    domain: Optional[str] = None,
    algorithm: Optional[str] = None,
    heuristic: Optional[Named] = None,
    optimal: bool = False,
    metric: Optional[str] = None,
    settings: Optional[Mapping[str, object]] = None,
    limit_nodes: Optional[int] = None,
    limit_seconds: Optional[float] = None,
    limit_memory: Optional[int] = MEMORY,
    limit_effort: Optional[int] = None,
    workers: Optional[int] = None,
    seed: Optional[int] = None,
    **parameters: object,
) -> list[Solution]:
    """Solves many instances, several at once: `workers` of them, one per core by default.

    Instances are named as on the command line: `jam:1-40` is forty, `@FILE` those of a file. The other keywords are those
    of `solve`; the limit of memory is shared by the workers.

    >>> [solution.length for solution in unstuck.solve_all("jam:1-3")]
    [8, 8, 14]
    """
    found = _unstuck.solve_all(
        _several(instances),
        algorithm,
        None if heuristic is None else _text(heuristic),
        optimal,
        seed,
        parameters,
        _common(domain, metric, settings, limit_nodes, limit_seconds, limit_memory, workers or 0, limit_effort),
    )
    return [Solution(**one, settings=_switches(settings)) for one in found]


def show(
    instance: str,
    *,
    plan: Iterable[str] = (),
    most: int = 40,
    metric: Optional[str] = None,
    settings: Optional[Mapping[str, object]] = None,
    solution: Optional[str] = None,
) -> Picture:
    """A drawing of an instance, and of the states on the way of a plan: notebooks show it, `save` writes SVG.

    Of a plan with more than `most` moves, the caption of the last board has the number of those that are not drawn.
    Of optimisation domains it is a drawing of the `solution`: bins, schedules, tours, routes, rosters.
    """
    moves = list(plan)
    reading = {"metric": metric, "settings": _switches(settings)}
    if not moves:
        drawn = _unstuck.ask("picture", {"instance": instance, "solution": solution, **reading})
        if drawn is not None:
            return Picture(strip([board_parts(drawn["board"], drawn["text"])], [""]))
    asked = {"instance": instance, "moves": moves[:most], **reading}
    shown = [board_parts(position["board"], position["text"]) for position in _unstuck.ask("positions", asked)]
    captions = ["", *moves[:most]]
    if len(moves) > most:
        captions[-1] += f" … and {len(moves) - most} more"
    return Picture(strip(shown, captions))


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
    common = _common(domain, metric, settings, limit_nodes, limit_seconds, limit_memory, 1)
    return _unstuck.explore(instance, common)


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
    common = _common(None, metric, settings, limit_nodes, limit_seconds, limit_memory, threads)
    return Table(_unstuck.audit(domain, _several(instances), _texts(heuristics), common)["cards"])


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
    limit_effort: Optional[int] = None,
    seed: Optional[int] = None,
) -> Table:
    """Algorithms and heuristics side by side: a row for each instance and pair.

    Without algorithms it is A*, without heuristics all that are declared admissible. Of optimisation domains it is
    `construct`, and all named rules.

    >>> table = unstuck.compare("jam:1-3", heuristics=["zero", "blockers"])
    >>> table.to_pandas().groupby("heuristic").expanded.sum()  # doctest: +SKIP
    """
    common = _common(domain, metric, settings, limit_nodes, limit_seconds, limit_memory, threads, limit_effort)
    rows = Table()
    for result in _unstuck.compare(_several(instances), list(algorithms), _texts(heuristics), seed, common)["results"]:
        stats = result.pop("stats")
        for name in ("unstuck", "lengths", "components", "curve", "parameters"):
            result.pop(name, None)
        rows.append({**result, **stats})
    return rows


def features(instance: str, *, domain: Optional[str] = None) -> dict[str, float]:
    """The values of all features that an instance's board alone determines."""
    return _unstuck.features(instance, domain)


def board(instance: str, *, domain: Optional[str] = None) -> str:
    """A drawing of an instance."""
    return _unstuck.board(instance, domain)[1]


def _text(heuristic: Named) -> str:
    return heuristic.text if isinstance(heuristic, Heuristic) else heuristic


def _texts(heuristics: Iterable[Named]) -> list[str]:
    return [_text(heuristic) for heuristic in heuristics]


def _several(instances: Union[str, Iterable[str]]) -> list[str]:
    return [instances] if isinstance(instances, str) else list(instances)


def _switches(settings: Optional[Mapping[str, object]]) -> dict[str, str]:
    """Settings as texts; a switch is on when it is named."""
    given = {name: value for name, value in (settings or {}).items() if value is not False}
    return {name: "" if value is True else str(value) for name, value in given.items()}


def _common(
    domain: Optional[str],
    metric: Optional[str],
    settings: Optional[Mapping[str, object]],
    nodes: Optional[int],
    seconds: Optional[float],
    memory: Optional[int],
    threads: int,
    effort: Optional[int] = None,
) -> dict[str, object]:
    """How instances are read, and the limits of each search."""
    return {
        "domain": domain,
        "metric": metric,
        "settings": _switches(settings),
        "limit_nodes": nodes,
        "limit_seconds": seconds,
        "limit_memory": memory,
        "limit_effort": effort,
        "threads": threads,
    }
