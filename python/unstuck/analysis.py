"""Heuristics looked at closely, plans checked, instances made, and lists of what there is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any, Optional, Union

from . import _unstuck
from .heuristic import Heuristic
from .pddl import Pddl, instance_of
from .planning import Plan
from .solving import MEMORY, Named, Solution, _several, _switches, _text, _texts
from .table import Table

Settings = Optional[Mapping[str, object]]
Store = Optional[Union[str, "PathLike[str]"]]


@dataclass(frozen=True)
class Validation:
    """The validator's verdict on a plan, or on a solution of an optimisation domain."""

    instance: str
    domain: str
    metric: str
    valid: bool
    unstuck: dict[str, str]
    moves: Optional[int] = None
    length: Optional[int] = None
    lengths: Optional[dict[str, int]] = None
    step: Optional[int] = None
    """The number of the move that fails."""
    move: Optional[str] = None
    """The move that fails."""
    reason: Optional[str] = None
    """Why it fails, or what of the goal does not hold; of a planning task every condition, with its line."""
    cost: Optional[int] = None
    """Of optimisation domains: the cost, by independent code."""
    lower_bound: Optional[int] = None
    best_known: Optional[int] = None
    gap: Optional[float] = None
    """How much the cost is above the lower bound, as a part of it."""

    def __bool__(self) -> bool:
        return self.valid


def value(
    instance: str,
    heuristics: Union[Named, Iterable[Named]] = (),
    *,
    plan: Union[str, Iterable[str], None] = None,
    metric: Optional[str] = None,
    settings: Settings = None,
) -> Table:
    """The values of heuristics, or of all features, on an instance; with a plan, a row for each state on its way.

    >>> unstuck.value("jam:1", ["blockers"])[0]["blockers"]
    2.0
    """
    named = [_text(heuristics)] if isinstance(heuristics, (str, Heuristic)) else _texts(heuristics)
    request = {
        "instance": instance,
        "heuristics": named,
        "plan": plan if plan is None or isinstance(plan, str) else "\n".join(plan),
        "metric": metric,
        "settings": _switches(settings),
    }
    found = _unstuck.ask("value", request)
    columns = {one["heuristic"]: one["values"] for one in found["heuristics"]}
    return Table(
        {**state, **{name: values[place] for name, values in columns.items()}}
        for place, state in enumerate(found["states"])
    )


def explain(
    instance: str,
    heuristic: Named,
    *,
    moves: Iterable[str] = (),
    distances: bool = True,
    step: Optional[int] = None,
    solution: Union[Solution, str, None] = None,
    metric: Optional[str] = None,
    settings: Settings = None,
) -> dict[str, Any]:
    """Why a heuristic has its value: the rule that fires, terms, parts, and the successors in order of f.

    Of optimisation domains: the values of a rule on all choices of a `step` of its construction, the first is 1, and the
    cost of a `solution` by its parts.

    >>> unstuck.explain("jam:1", "blockers + hybrid")["evaluation"]["value"]
    25.0
    """
    request = {
        "instance": instance,
        "heuristic": _text(heuristic),
        "moves": list(moves),
        "distances": distances,
        "step": step,
        "from": solution.solution if isinstance(solution, Solution) else solution,
        "metric": metric,
        "settings": _switches(settings),
    }
    found: dict[str, Any] = _unstuck.ask("explain", request)
    return found


def ablation(
    domain: str,
    instances: Union[str, Iterable[str]],
    heuristic: Named,
    *,
    algorithm: str = "astar",
    metric: Optional[str] = None,
    settings: Settings = None,
    limit_nodes: Optional[int] = None,
    limit_seconds: Optional[float] = None,
    limit_memory: Optional[int] = MEMORY,
) -> Table:
    """A heuristic without each of its parts: a row each, with solved instances, expansions and plan lengths.

    `nodes` are the expansions over those of the whole heuristic, whose own row is the first.
    """
    request = {
        "domain": domain,
        "heuristic": _text(heuristic),
        "data": {"instances": _several(instances)},
        "method": {"algorithm": algorithm},
        "metric": metric,
        "settings": _switches(settings),
        "limits": {"nodes": limit_nodes, "seconds": limit_seconds, "memory": limit_memory},
    }
    found = _unstuck.ask("ablation", request)
    whole = {"part": None, "text": _text(heuristic), "nodes": 1.0, **found["base"]}
    return Table([whole, *found["rows"]])


def profile(
    domain: str,
    instances: Union[str, Iterable[str]],
    heuristic: Named,
    *,
    states: int = 200,
    metric: Optional[str] = None,
    settings: Settings = None,
    limit_nodes: Optional[int] = None,
    limit_seconds: Optional[float] = None,
    limit_memory: Optional[int] = MEMORY,
) -> dict[str, Any]:
    """Over states drawn from the instances' spaces: which rules fire, and values against exact distances."""
    request = {
        "domain": domain,
        "heuristic": _text(heuristic),
        "data": {"instances": _several(instances)},
        "states": states,
        "metric": metric,
        "settings": _switches(settings),
        "limits": {"nodes": limit_nodes, "seconds": limit_seconds, "memory": limit_memory},
    }
    found: dict[str, Any] = _unstuck.ask("profile", request)
    return found


def compare_experiments(
    *experiments: Union[int, str], measure: str = "validation", whole: bool = False, store: Store = None
) -> dict[str, Any]:
    """The runs of stored experiments against each other: quartiles, tests with Holm's correction, effect sizes.

    Experiments are named by name or number. `measure` is validation, nodes, length, solved, size, evaluations or
    seconds; with `whole` the configurations of a grid are one group.
    """
    request = {"experiments": list(experiments), "configurations": not whole, "measure": measure}
    place = None if store is None else fspath(store)
    found: dict[str, Any] = _unstuck.ask("compare_experiments", request, place)
    return found


def validate(
    instance: Union[Pddl, Iterable[str], None] = None,
    plan: Union[Solution, Plan, Pddl, Iterable[str], None] = None,
    *,
    domain: Optional[Pddl] = None,
    problem: Optional[Pddl] = None,
    metric: Optional[str] = None,
    settings: Settings = None,
) -> Validation:
    """Replays a plan, or checks a solution of an optimisation domain, by code that shares nothing with the algorithms.

    The plan is a text, its steps, a `Solution`, a `Plan`, or the `pathlib.Path` of a file. A planning task is given by
    `domain` and `problem`, each a path or a text.

    >>> bool(unstuck.validate("jam:1", unstuck.solve("jam:1")))
    True
    """
    names, domain_name = instance_of(instance, domain, problem)
    request = {
        "instance": names,
        "plan": _plan_text(plan),
        "domain": domain_name,
        "metric": metric,
        "settings": _switches(settings),
    }
    return Validation(**_unstuck.ask("validate", request))


def _plan_text(plan: Union[Solution, Plan, Pddl, Iterable[str], None]) -> str:
    if isinstance(plan, Solution):
        steps: Union[Pddl, Iterable[str], None] = plan.plan if plan.solution is None else plan.solution
    else:
        steps = plan.steps if isinstance(plan, Plan) else plan
    if steps is None:
        raise _unstuck.Error("there is no plan to validate")
    if isinstance(steps, str):
        return steps
    if isinstance(steps, PathLike):
        return _unstuck.read_file(str(steps), "plan")
    return "\n".join(steps)


def generate(
    domain: str,
    count: int = 1,
    *,
    generator: Optional[str] = None,
    seed: int = 1,
    limit_seconds: Optional[float] = None,
    **parameters: object,
) -> list[str]:
    """Makes new instances; parameters of the generator are keywords.

    >>> len(unstuck.generate("tiles", 3, seed=7))
    3
    """
    request = {
        "domain": domain,
        "generator": generator,
        "parameters": {name.replace("_", "-"): str(value) for name, value in parameters.items()},
        "count": count,
        "seed": seed,
        "limit_seconds": limit_seconds,
    }
    texts: list[str] = _unstuck.ask("generate", request)
    return [f"{domain}:{text}" for text in texts]


def domains() -> Table:
    """The domains, with their metrics, sets, settings and generators."""
    return _catalog("domains")


def algorithms() -> Table:
    """The search algorithms, with what they guarantee and the parameters they read."""
    return _catalog("algorithms")


def heuristics(domain: str) -> Table:
    """The features of a domain, whose name may be written with ``_`` in place of ``-``."""
    for one in _catalog("domains"):
        if one["name"].replace("_", "-") == domain.replace("_", "-"):
            return Table(one["features"])
    raise _unstuck.Error(f"there is no domain '{domain}'; available: {', '.join(one['name'] for one in domains())}")


def operators() -> Table:
    """The operators of evolution: creation, crossover, mutation, selection."""
    return _catalog("operators")


def functions() -> Table:
    """The functions of the heuristic language."""
    return _catalog("functions")


def presets() -> dict[str, list[str]]:
    """The named sets of functions that experiments evolve from."""
    found: dict[str, list[str]] = _unstuck.ask("catalog", {})["presets"]
    return found


def report(experiment: Union[str, int, None] = None, *, store: Store = None) -> dict[str, Any]:
    """What an experiment shows: the figures of `unstuck report --json`, with tests and intervals.

    The experiment is named by its name or number in the store; the newest if none. `python -m unstuck report` writes the page.
    """
    name = None if experiment is None else str(experiment)
    found: dict[str, Any] = _unstuck.ask("report", {"experiment": name}, None if store is None else fspath(store))
    return found


def _catalog(part: str) -> Table:
    return Table(_unstuck.ask("catalog", {})[part])
