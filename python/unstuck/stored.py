"""Experiments in a store, as the command line runs them and the web pages show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any, Callable, Optional, Union

from . import _unstuck
from .algorithm import Algorithm, planner
from .heuristic import Heuristic
from .toml import Source, origin

Callback = Callable[[dict[str, Any]], object]
"""Hears the news: `{"event": "generation", "statistics": {"number": 1, "best": …}, …}`, `"progress"`, `"run"`, `"state"`."""


def counted(callback: Optional[Callback]) -> Optional[Callback]:
    """The same callback, for which generations count from 1."""
    if callback is None:
        return None

    def forward(event: dict[str, Any]) -> object:
        statistics = event.get("statistics")
        if isinstance(statistics, dict) and "number" in statistics:
            event = {**event, "statistics": {**statistics, "number": statistics["number"] + 1}}
        return callback(event)

    return forward


@dataclass(frozen=True)
class StoredRun:
    """An experiment in a store."""

    id: int
    """Its number."""
    store: str
    """The file of the store."""
    state: str
    """Its state: `done`, `waiting`, `paused` …"""

    def show(self) -> dict[str, Any]:
        """Everything that `unstuck experiments show --json` prints."""
        return _unstuck.show_stored(self.id, self.store)

    def report(self) -> dict[str, Any]:
        """The statistics of it: the object of `unstuck report --json`."""
        found: dict[str, Any] = _unstuck.ask("report", {"experiment": str(self.id)}, self.store)
        return found

    @property
    def champion(self) -> Optional[Heuristic]:
        """The best heuristic of its runs, by validation."""
        champion = self.show().get("champion")
        if not isinstance(champion, Mapping):
            return None
        return Heuristic(str(champion["text"]))


def rule_experiment(
    domain: Union[str, PathLike[str]],
    tasks: Union[str, PathLike[str], Sequence[Union[str, PathLike[str]]]],
    *,
    test: Union[str, PathLike[str], Sequence[Union[str, PathLike[str]]]] = (),
    minutes: float = 10,
    seed: int = 1,
) -> str:
    """The text of an experiment that learns a rule for a planning domain, for `evolve` or `unstuck.ray.run`.

    `domain` is a domain file, or a built-in one such as `pddl-ferry`; `tasks` are folders, problem files or built-in tasks such as
    `ferry:train-1-40`; `test` takes the same. It is what `unstuck evolve DOMAIN TASKS --minutes 10` runs.
    """
    learned, tested = ([some] if isinstance(some, (str, PathLike)) else some for some in (tasks, test))
    return _unstuck.rule_experiment(fspath(domain), [fspath(task) for task in learned], [fspath(task) for task in tested], minutes, seed)


def evolve(
    source: Source,
    *,
    store: Optional[Union[str, PathLike[str]]] = None,
    seed: Optional[int] = None,
    quick: bool = False,
    again: bool = False,
    threads: int = 0,
    callback: Optional[Callback] = None,
    algorithm: Optional[Algorithm] = None,
) -> StoredRun:
    """Runs an experiment with all its configurations, repetitions, controls and the test, as `unstuck evolve` does.

    Every generation is kept in the store (the user's own unless one is named). The same experiment again goes on where it
    ended, whatever ended it; `again` runs it from the start. `algorithm` plans the generations of an experiment whose algorithm is
    `own`: see `unstuck.algorithm`.
    """
    return StoredRun(
        **_unstuck.run_stored(
            origin(source),
            store=store,
            seed=seed,
            quick=quick,
            again=again,
            threads=threads,
            callback=counted(callback),
            algorithm=planner(algorithm),
        )
    )
