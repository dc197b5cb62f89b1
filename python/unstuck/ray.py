"""Experiments on a cluster: Ray carries the tasks, everything else is the run that you know.

>>> import unstuck.ray
>>> unstuck.ray.run("experiment.toml", address="auto", store="results.db")  # doctest: +SKIP

The driver asks the engine, sends batches of tasks to whatever CPUs the cluster has, returns the answers and keeps every
generation in its store, so `unstuck serve --store results.db` shows it while it runs. Answers depend on the task alone: the
result is that of a local run, bit by bit, whatever the number of nodes and however many of them die. A driver that was killed
resumes when it is called again with the same file and store.

From the shell: `python -m unstuck.ray experiment.toml --address auto`.
"""

from __future__ import annotations

import hashlib
import math
import os
import re
import socket
import sys
import sysconfig
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import Any, Callable, Optional, Union

try:
    import ray
except ModuleNotFoundError as error:
    if error.name != "ray":
        raise
    remedy = "Ray is not installed here; `pip install ray` brings it, as would 'unstuck[ray]' in place of 'unstuck'"
    if __name__ == "__main__":
        print(f"error: {remedy}", file=sys.stderr)
        sys.exit(2)
    raise ImportError(remedy, name="ray") from error

from . import _unstuck, worker
from .domain import registered
from .stored import Callback, StoredRun, counted
from .toml import Source, origin

SECONDS = 0.05
"""A batch is to be worth at least so much work."""

LONGEST = 1.0
"""The most that a task may take, so that the wait for the last one is short."""

PATIENCE = 60.0
"""Seconds without a CPU before a cluster counts as lost."""

DEATHS = 10
"""Processes that may die over one task before the run ends."""


def run(
    source: Source,
    *,
    address: Optional[str] = None,
    store: Optional[Union[str, PathLike[str]]] = None,
    seed: Optional[int] = None,
    quick: bool = False,
    again: bool = False,
    threads: int = 0,
    callback: Optional[Callback] = None,
) -> StoredRun:
    """Runs or resumes an experiment on a Ray cluster; what `unstuck.evolve` does, elsewhere.

    `address` is Ray's: `auto` for the cluster of this machine, `ray://host:10001`, or None for the cluster that is
    connected already, that `RAY_ADDRESS` names, or a new one on this machine. `threads` are those of the driver, which
    solves the instances by the reference before evolution begins; 0 is one per core.
    """
    experiment = origin(source)
    mine = not ray.is_initialized()
    if mine:
        _connect(address)
    elif address is not None:
        raise _unstuck.Error("Ray is connected already; leave out the address, or call ray.shutdown() first")
    try:
        return StoredRun(
            **_unstuck.run_stored(
                experiment,
                store=store,
                seed=seed,
                quick=quick,
                again=again,
                threads=threads,
                evaluator=RayEvaluator(),
                callback=counted(callback),
            )
        )
    finally:
        if mine:
            ray.shutdown()


def _connect(address: Optional[str]) -> None:
    """Connects with a cluster, or begins one on this machine."""
    named = address or os.environ.get("RAY_ADDRESS")
    if named and (place := _ADDRESS.fullmatch(named)):
        # Ray itself would try for minutes.
        _knock(named, place["host"].strip("[]"), int(place["port"]))
    try:
        ray.init(address=address, log_to_driver=False)
    except Exception as error:
        where = f"with the cluster at '{named}'" if named else "on this machine"
        words = str(error).strip().rstrip(".") or type(error).__name__
        raise _unstuck.Error(f"Ray cannot begin {where}: {words}; {_REMEDY}") from error


_ADDRESS = re.compile(r"(ray://)?(?P<host>[^/\s]+):(?P<port>\d{1,5})")

_SAVE = "the run is complete: the same command with another --output saves its champion"

_REMEDY = "`ray start --head` starts a cluster and prints its address; without an address the cluster is this machine alone"


def _knock(named: str, host: str, port: int) -> None:
    # Ray takes this machine's address in the network for the one within.
    within = host in ("localhost", "127.0.0.1")
    hosts = [host, ray.util.get_node_ip_address()] if within else [host]  # type: ignore[no-untyped-call]
    for one in hosts:
        try:
            socket.create_connection((one, port), timeout=5).close()
            return
        except (OSError, OverflowError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
    raise _unstuck.Error(f"no Ray cluster answers at '{named}': {reason}; {_REMEDY}")


def _answer(kit: worker.Kit, tasks: list[bytes]) -> tuple[list[bytes], float]:
    return worker.answer(kit, tasks, LONGEST, ray.get)


class RayEvaluator:
    """Answers tasks by Ray: one CPU a batch, sent again whenever its process or node dies."""

    def __init__(self) -> None:
        self._kits: dict[str, worker.Kit] = {}
        self._paces: dict[str, Pace] = {}
        self._references: dict[str, Any] = {}
        self._lock = threading.Lock()
        # Batches are sent again by us, who count how often.
        self._remote = ray.remote(num_cpus=1, max_retries=0)(_answer)

    def knows(self, key: str) -> bool:
        """Whether it was equipped for a world."""
        return key in self._kits

    def equip(self, key: str, world: bytes, domain: str, tables: list[str]) -> None:
        """Puts a world, its Python domain and its tables where every node can fetch them once."""
        with self._lock:
            if key in self._kits:
                return
            own = registered(domain)
            pickled = b"" if own is None else _pickled(own)
            self._paces[key] = Pace()
            self._kits[key] = worker.Kit(
                key=hashlib.sha256(world + pickled).hexdigest(),
                build=worker.build(),
                domain=domain,
                world=self._put(hashlib.sha256(world).hexdigest(), lambda: world),
                own=None if own is None else self._put(hashlib.sha256(pickled).hexdigest(), lambda: pickled),
                tables={table: self._put(f"{domain} {table}", lambda: _table(domain, table)) for table in tables},
            )

    def _put(self, name: str, content: Callable[[], bytes]) -> Any:
        """A reference to something that is put there once, however many worlds it belongs to."""
        if name not in self._references:
            self._references[name] = ray.put(content())
        return self._references[name]

    def submit(self, key: str, tasks: list[bytes]) -> RayBatch:
        """Begins to answer tasks."""
        return RayBatch(self._remote, self._kits[key], tasks, self._paces[key])


def _table(domain: str, table: str) -> bytes:
    return Path(_unstuck.table_path(domain, table)).read_bytes()


def _pickled(own: Any) -> bytes:
    # Functions of a notebook, a script or a module next to it travel by value, which plain pickle cannot do: other
    # nodes do not have those files.
    functions = [value for value in vars(own).values() if callable(value)]
    functions += [feature.function for feature in own._features]
    modules = {sys.modules.get(getattr(function, "__module__", "")) for function in functions}
    local = [module for module in modules if module is not None and _is_local(module)]
    for module in local:
        ray.cloudpickle.register_pickle_by_value(module)  # type: ignore[no-untyped-call]
    try:
        pickled: bytes = ray.cloudpickle.dumps(own)  # type: ignore[no-untyped-call]
    finally:
        for module in local:
            ray.cloudpickle.unregister_pickle_by_value(module)  # type: ignore[no-untyped-call]
    return pickled


def _is_local(module: ModuleType) -> bool:
    """Whether a module is neither installed nor Python's own."""
    file = getattr(module, "__file__", None)
    if file is None or module.__name__ == "__main__" or module.__name__.split(".")[0] == "unstuck":
        return False
    installed = [Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "purelib", "platlib")]
    return not any(place in Path(file).resolve().parents for place in installed)


def _lost(why: object) -> _unstuck.Error:
    """The cluster is gone, and how to resume."""
    words = str(why).strip().rstrip(".") or type(why).__name__
    return _unstuck.Error(
        f"the Ray cluster is lost: {words}; complete generations are stored, and the same call with the same store "
        "resumes after them, on another cluster or on this machine"
    )


@contextmanager
def _connected() -> Iterator[None]:
    """Says so if the cluster is lost within it."""
    try:
        yield
    except ConnectionError as error:
        raise _lost(error) from error


def _cpus() -> int:
    with _connected():
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return int(resources.get("CPU", 0))


class Pace:
    """How much work a task is, as learned from those that came back, and how many CPUs there are."""

    def __init__(self) -> None:
        self.task: Optional[float] = None
        self._slots, self._looked = 1, -math.inf
        self._seen = time.monotonic()

    def learn(self, tasks: int, seconds: float) -> None:
        """Takes what a batch took."""
        mean = max(seconds / tasks, 1e-7)
        self.task = mean if self.task is None else 0.7 * self.task + 0.3 * mean

    def be_careful(self) -> None:
        """Forgets what was learned: the next batches are small."""
        self.task = None

    def slots(self) -> int:
        """CPUs of the cluster, looked at every other second: nodes come and go."""
        now = time.monotonic()
        if now - self._looked > 2:
            cpus = _cpus()
            self._slots, self._looked = max(1, cpus), now
            if cpus > 0:
                self._seen = now
            elif now - self._seen > PATIENCE:
                raise _lost(f"it has had no CPU for {PATIENCE:.0f} seconds")
        return self._slots

    def size(self, left: int) -> int:
        """How many of the tasks that are left make a good batch: fewer towards the end, but never too little work."""
        share = math.ceil(left / (3 * self.slots()))
        if self.task is None:
            return max(1, share // 4)
        least, most = math.ceil(SECONDS / self.task), math.ceil(LONGEST / self.task)
        return max(1, least, min(share, most))


class RayBatch:
    """The tasks of a generation, cut into batches for the CPUs of the cluster."""

    def __init__(self, remote: Any, kit: worker.Kit, tasks: list[bytes], pace: Pace) -> None:
        self._remote, self._kit, self._tasks, self._pace = remote, kit, tasks, pace
        self._answers: list[Optional[bytes]] = [None] * len(tasks)
        self._left = deque(range(len(tasks)))
        self._away: dict[Any, list[int]] = {}
        self._answered, self._seconds = 0, 0.0
        self._deaths = [0] * len(tasks)
        self._send()

    def wait(self, seconds: float) -> tuple[bool, int]:
        """Waits at most so long: whether all tasks are answered, and how many are."""
        until = time.monotonic() + seconds
        while self._away and (rest := until - time.monotonic()) > 0:
            with _connected():
                ready, _ = ray.wait(list(self._away), num_returns=1, timeout=rest)
            for reference in ready:
                self._take(reference)
            self._send()
        return not self._away, self._answered

    def result(self) -> tuple[list[bytes], float]:
        """The answers in the order of the tasks, and the seconds of work they took."""
        return [answer for answer in self._answers if answer is not None], self._seconds

    def cancel(self) -> None:
        """The answers are no longer needed."""
        self._left.clear()
        for reference in self._away:
            ray.cancel(reference, force=False)
        self._away.clear()

    def _send(self) -> None:
        """Keeps every CPU busy, and one batch for each ready."""
        while self._left and len(self._away) < 2 * self._pace.slots():
            places = [self._left.popleft() for _ in range(min(len(self._left), self._pace.size(len(self._left))))]
            with _connected():
                reference = self._remote.remote(self._kit, [self._tasks[place] for place in places])
            self._away[reference] = places

    def _take(self, reference: Any) -> None:
        places = self._away.pop(reference)
        try:
            with _connected():
                answers, seconds = ray.get(reference)
        except ray.exceptions.RayError as error:
            cause = error.cause if isinstance(error, ray.exceptions.RayTaskError) else error
            # A process, a node or its disk; anything else would happen again anywhere.
            if isinstance(cause, (ray.exceptions.RayError, OSError)) and self._try_again(places):
                return
            self.cancel()
            raise _unstuck.Error(str(cause or error)) from error
        for place, answer in zip(places, answers):
            self._answers[place] = answer
        # What was longer than expected comes back in part.
        self._left.extendleft(reversed(places[len(answers) :]))
        self._answered += len(answers)
        self._seconds += seconds
        self._pace.learn(len(answers), seconds)

    def _try_again(self, places: list[int]) -> bool:
        """Sends tasks again, in small batches; whether there is hope."""
        self._left.extendleft(reversed(places))
        for place in places:
            self._deaths[place] += 1
        self._pace.be_careful()
        return max(self._deaths[place] for place in places) < DEATHS


def main() -> int:
    """`python -m unstuck.ray`: an experiment on a cluster, from the shell."""
    import argparse
    import json
    import runpy

    parser = argparse.ArgumentParser(
        prog="python -m unstuck.ray",
        description="Runs or resumes an experiment on a Ray cluster.",
        epilog="examples: python -m unstuck.ray experiments/demo.toml --quick; "
        "python -m unstuck.ray experiment.toml --address auto --store results.db",
    )
    parser.add_argument("file", help="the experiment's file")
    parser.add_argument("--address", help="the cluster: auto, ray://HOST:10001 [default: RAY_ADDRESS, or a new one here]")
    parser.add_argument(
        "--import", dest="domains", metavar="FILE", action="append", default=[],
        help="a Python file that registers a domain, run before the experiment is read",
    )  # fmt: skip
    parser.add_argument("--store", help="the file that experiments are kept in [default: UNSTUCK_STORE, or the user's]")
    parser.add_argument("--seed", type=int, help="another seed than the file's")
    parser.add_argument("--quick", action="store_true", help="a small version for a first look")
    parser.add_argument("--again", action="store_true", help="run it again, even if the store has it")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    parser.add_argument("--output", help="where to save the champion [default: the file's name, with the ending .heuristic]")
    parser.add_argument("--json", action="store_true", help="print one JSON document at the end")
    given = parser.parse_args()
    watched = not given.quiet and not given.json

    def show(event: dict[str, Any]) -> None:
        if watched and event["event"] == "generation":
            seen = event["statistics"]
            print(f"run {event['run']}, generation {seen['number']}: best {seen['best']:.4f}", file=sys.stderr)

    try:
        for file in given.domains:
            if not Path(file).is_file():
                raise _unstuck.Error(f"{file} cannot be read: there is no such file")
            runpy.run_path(file)
        ended = run(
            given.file,
            address=given.address,
            store=given.store,
            seed=given.seed,
            quick=given.quick,
            again=given.again,
            callback=show,
        )
    except _unstuck.Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; the same command resumes it", file=sys.stderr)
        return 130
    champion = ended.champion
    if champion is not None:
        place = given.output or f"{Path(given.file).stem}.heuristic"
        try:
            champion.save(place)
        except OSError as error:
            print(f"error: {place} cannot be written: {error.strerror or error}; {_SAVE}", file=sys.stderr)
            return 2
        print(f"champion saved as {place}", file=sys.stderr)
    if given.json:
        print(json.dumps(ended.show(), indent=2))
    else:
        return _unstuck.main(["experiments", "show", str(ended.id), "--store", ended.store])
    return 0


if __name__ == "__main__":
    from unstuck.ray import main as as_module

    # The functions that travel must belong to the module, not to the program.
    sys.exit(as_module())
