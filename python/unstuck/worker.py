"""What happens on the machines of a cluster: tasks are answered by an evaluator that is made once a process."""

from __future__ import annotations

import os
import pickle
import tempfile
from collections import OrderedDict
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
    """Tells worlds apart."""
    version: str
    domain: str
    world: Any
    """Reference to the packed world."""
    own: Any
    """Reference to a pickled Python domain, or None."""
    tables: dict[str, Any]
    """References to the files of large tables."""


def answer(kit: Kit, tasks: list[bytes], fetch: Callable[[Any], Any]) -> tuple[list[bytes], float]:
    """Answers tasks of one world; also the seconds it took."""
    evaluator = _EVALUATORS.get(kit.key)
    if evaluator is None:
        evaluator = _EVALUATORS[kit.key] = _equip(kit, fetch)
        while len(_EVALUATORS) > KEPT:
            _EVALUATORS.popitem(last=False)
    return evaluator.answer(tasks)


def _equip(kit: Kit, fetch: Callable[[Any], Any]) -> _unstuck.Evaluator:
    if kit.version != _unstuck.__version__:
        raise _unstuck.Error(
            f"the driver has unstuck {kit.version}, and this node has {_unstuck.__version__}; install the same on all"
        )
    if kit.own is not None:
        pickle.loads(fetch(kit.own)).register()
    for table, reference in kit.tables.items():
        path = Path(_unstuck.table_path(kit.domain, table))
        if not path.exists():
            keep(path, fetch(reference))
    return _unstuck.Evaluator(fetch(kit.world), kit.domain, list(kit.tables))


def keep(path: Path, content: bytes) -> None:
    """Writes a file beside and renames it: other processes of the node see all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=path.parent, suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(beside, path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
