"""Optimal costs against Fast Downward's, on every task that both solve within the limit.

    cargo build --release
    cargo run --release -p unstuck-planning --example benchmarks -- TASKS train-1 train-2 train-3
    python3 benches/planning/optimal.py TASKS [--limit 10] [--blind]

Run from the root of the repository. Ours is `--optimal`, or blind A* with `--blind`. TASKS holds a folder for each domain, with `domain.pddl` and problems. Fast Downward runs
`astar(lmcut())`, or `astar(blind())` where the task has axioms or conditional effects. It is looked for in the Python that runs
this script (`pip install up-fast-downward`).
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

OURS = Path(os.environ.get("CARGO_TARGET_DIR", "target")) / "release/unstuck"


def ours(files: list[str], limit: float, method: list[str]) -> str:
    """The optimal cost as text, `unsolvable`, or why there is none."""
    command = [str(OURS.resolve()), "solve", *files, *method, "--json", "--threads", "1", "--limit-seconds", str(limit)]
    said = subprocess.run(command, capture_output=True, text=True)
    if said.returncode not in (0, 10, 11):
        return f"failed: {said.stderr.strip()[-200:]}"
    found = json.loads(said.stdout)
    return str(found["lengths"]["cost"]) if found["status"] == "solved" and found["optimal"] else found["status"]


def theirs(driver: Path, files: list[str], limit: float) -> str:
    for heuristic in ("lmcut()", "blind()"):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, str(driver), "--overall-time-limit", f"{limit:.0f}s"]
            command += [*files, "--search", f"astar({heuristic})"]
            said = subprocess.run(command, capture_output=True, text=True, cwd=folder)
        if said.returncode == 0:
            return re.search(r"Plan cost: (\d+)", said.stdout).group(1)
        if said.returncode in (10, 11, 12):
            return "unsolvable"
        if said.returncode != 34:  # the heuristic does not support the task
            return "limit"
    return "unsupported"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--limit", type=float, default=10, help="seconds a task")
    parser.add_argument("--blind", action="store_true", help="ours without a heuristic")
    given = parser.parse_args()
    method = ["-a", "astar", "-H", "zero"] if given.blind else ["--optimal"]
    peer = importlib.util.find_spec("up_fast_downward")
    if peer is None:
        print("Fast Downward is not installed: pip install up-fast-downward")
        return
    driver = Path(peer.origin).parent / "downward/fast-downward.py"
    equal = differ = 0
    missing = []
    for problem in sorted(given.tasks.resolve().glob("*/*.pddl")):
        if problem.name == "domain.pddl":
            continue
        files = [str(problem.with_name("domain.pddl")), str(problem)]
        own, peers = ours(files, given.limit, method), theirs(driver, files, given.limit)
        both = own != "limit" and peers not in ("limit", "unsupported")
        equal, differ = equal + (both and own == peers), differ + (both and own != peers)
        if own == "limit" and peers not in ("limit", "unsupported"):
            missing.append(f"{problem.parent.name}:{problem.stem}")
        mark = "" if not both else "equal" if own == peers else "DIFFERENT"
        print(f"{problem.parent.name + ':' + problem.stem:28} {own:>12} {peers:>12} {mark}", flush=True)
    print(f"{equal} equal, {differ} different, {len(missing)} that only Fast Downward solves {' '.join(missing)}")
    sys.exit(differ > 0)


main()
