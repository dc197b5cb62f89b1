"""What happens on the machines of a cluster: tasks are answered by an evaluator that is made once a process."""

from __future__ import annotations

import fcntl
import functools
import hashlib
import os
import pickle
import tempfile
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable

from . import _unstuck

KEPT = 4
"""Worlds that a process keeps."""

_EVALUATORS: OrderedDict[str, _unstuck.Evaluator] = OrderedDict()


@dataclass(frozen=True)
class Kit:
    """What a process needs before it can answer; references are fetched when they are needed, once a node."""

    key: str
    """Tells worlds and what they are made with apart."""
    build: str
    """What the driver is made of; see `build`."""
    domain: str
    world: Any
    """Reference to the packed world."""
    own: Any
    """Reference to a pickled Python domain, or None."""
    tables: dict[str, Any]
    """References to the files of large tables."""


@functools.lru_cache(maxsize=None)
def build() -> str:
    """What answers are made with: version and commit, and the content of the package where the commit does not determine it."""
    mark = _unstuck.__build__
    return f"{mark}, files {content(Path(__file__).parent)}" if mark.endswith(("+)", "unknown)")) else mark


def content(package: Path) -> str:
    """A mark that no other content of a package has."""
    hashed = hashlib.sha256()
    for file in sorted(package.iterdir()):
        if file.suffix in (".py", ".so", ".pyd"):
            hashed.update(f"{file.name} {file.stat().st_size}\n".encode())
            hashed.update(file.read_bytes())
    return hashed.hexdigest()[:10]


def answer(kit: Kit, tasks: list[bytes], seconds: float, fetch: Callable[[Any], Any]) -> tuple[list[bytes], float]:
    """Answers tasks of one context, in their order, until `seconds` are over; also the seconds it took."""
    evaluator = _EVALUATORS.get(kit.key)
    if evaluator is None:
        evaluator = _EVALUATORS[kit.key] = _equip(kit, fetch)
        while len(_EVALUATORS) > KEPT:
            _EVALUATORS.popitem(last=False)
    return evaluator.answer(tasks, seconds)


def _equip(kit: Kit, fetch: Callable[[Any], Any]) -> _unstuck.Evaluator:
    if kit.build != build():
        raise _unstuck.Error(f"the driver has unstuck {kit.build}, and this node has {build()}; install the same on all")
    if kit.own is not None:
        pickle.loads(fetch(kit.own)).register(replace=True)
    for table, reference in kit.tables.items():
        path = Path(_unstuck.table_path(kit.domain, table))
        with alone(path):
            if not path.exists():
                keep(path, fetch(reference))
    return _unstuck.Evaluator(fetch(kit.world), kit.domain, list(kit.tables))


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Lets one process of the node at a time do something about a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def keep(path: Path, content: bytes) -> None:
    """Writes a temporary file and renames it: other processes of the node see all of it or nothing."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
