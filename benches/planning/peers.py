"""Runs ours, Fast Downward and ferroplan on one task, each with a limit of CPU seconds and 2 GiB.

Fast Downward is looked for in the Python that runs this (`pip install up-fast-downward==1.0.0`), ferroplan in
target/tools (`cargo install ferroplan-cli --root target/tools`). Both are optional.
"""

from __future__ import annotations

import importlib.util
import json
import math
import os
import re
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

OURS = (Path(os.environ.get("CARGO_TARGET_DIR", "target")) / "release/unstuck").resolve()
# The crate ferroplan-cli installs its program as `ff`.
FERROPLAN = Path("target/tools/bin/ff").resolve()
MEMORY = 2 << 30
# The domains with a champion.
DOMAINS = ["blocksworld", "childsnack", "ferry", "floortile", "miconic", "rovers", "satellite", "sokoban", "spanner", "transport"]


@dataclass
class Ended:
    """What a program printed, its CPU seconds with those of its children, and the plan files that it left."""

    code: int
    out: str
    seconds: float
    plans: list[str]


def driver() -> Path | None:
    """Fast Downward's driver."""
    found = importlib.util.find_spec("up_fast_downward")
    return Path(found.origin).parent / "downward/fast-downward.py" if found and found.origin else None


def ferroplan() -> Path | None:
    return FERROPLAN if FERROPLAN.exists() else None


def absent() -> list[str]:
    """What is not installed, and how to install it."""
    missing = []
    if driver() is None:
        missing.append("Fast Downward is not installed: pip install up-fast-downward==1.0.0")
    if ferroplan() is None:
        missing.append("ferroplan is not installed: cargo install ferroplan-cli --root target/tools")
    return missing


def run(command: list[str], limit: float, memory: int = MEMORY) -> Ended:
    """Runs a program in an empty folder. Its CPU time is limited, and that of each of its children."""

    def limits() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, cwd=folder, preexec_fn=limits)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        plans = [path.read_text() for path in sorted(Path(folder).glob("*plan*"))]
        return Ended(child.returncode, out.read(), usage.ru_utime + usage.ru_stime, plans)


def ours(files: list[str], *flags: str, limit: float, patience: float = 1) -> tuple[Ended, dict]:
    """Runs ours; the result as JSON, or nothing. With patience, the limit is one of CPU seconds, and the clock may show so many
    times as much: on a busy machine both programs then have the same."""
    clock = str(patience * limit)
    command = [str(OURS), "solve", *files, "--json", "--threads", "1", "--limit-seconds", clock, *flags]
    # The address space holds more than the memory that is used.
    cpu = limit if patience > 1 else 2 * limit + 10
    ended = run([*command, "--limit-memory", "2GiB"], cpu, 8 * MEMORY)
    try:
        return ended, json.loads(ended.out)
    except ValueError:
        return ended, {}


def fast_downward(files: list[str], *flags: str, limit: float) -> Ended:
    """Runs Fast Downward's driver: an alias comes before the files, a search behind them."""
    before, after = (flags, ()) if flags[0] == "--alias" else ((), flags)
    command = [sys.executable, str(driver()), "--overall-time-limit", f"{limit:.0f}s", "--overall-memory-limit", "2G"]
    return run([*command, *before, *files, *after], limit + 5, 8 * MEMORY)


def number(pattern: str, text: str) -> float | None:
    """The last number that the pattern finds."""
    found = re.findall(pattern, text)
    return float(found[-1]) if found else None


def tasks(folder: Path) -> list[tuple[str, list[str]]]:
    """The tasks below a folder: name, and the two files."""
    found = []
    for problem in sorted(folder.resolve().glob("*/*.pddl")):
        if problem.name != "domain.pddl":
            name = f"{problem.parent.name}:{problem.stem}"
            found.append((name, [str(problem.with_name("domain.pddl")), str(problem)]))
    return found


def mcnemar(mine: list[bool], other: list[bool]) -> float:
    """p of McNemar's exact test, two-sided: how often one alone solves a task."""
    wins = sum(a and not b for a, b in zip(mine, other))
    losses = sum(b and not a for a, b in zip(mine, other))
    tail = sum(math.comb(wins + losses, k) for k in range(min(wins, losses) + 1)) / 2 ** (wins + losses)
    return min(1.0, 2 * tail)
