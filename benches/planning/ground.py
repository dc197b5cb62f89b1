"""Grounding against Fast Downward's translator, one task at a time, in turns.

    cargo build --release -p unstuck-pddl --example ground
    cargo run --release -p unstuck-planning --example benchmarks -- TASKS easy-30 medium-15 hard-5
    python3 benches/planning/ground.py TASKS [--rounds 3] [--limit 300]

Run from the root of the repository. TASKS holds a folder for each domain, with `domain.pddl` and problems. Times are CPU
seconds as each program reports them, without the start of the Python interpreter. The translator is optional: it is looked
for in the Python that runs this script (`pip install up-fast-downward`).
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

OURS = Path(os.environ.get("CARGO_TARGET_DIR", "target")) / "release/examples/ground"


def seconds(command: list[str], pattern: str, limit: float) -> tuple[float | None, str]:
    """CPU seconds that a program reports, and its output; None if it fails or takes too long."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            ended = subprocess.run(command, capture_output=True, text=True, timeout=limit, cwd=folder)
        except subprocess.TimeoutExpired:
            return None, ""
    found = re.search(pattern, ended.stdout)
    return (float(found.group(1)) if found else None), ended.stdout


def number(pattern: str, text: str) -> float:
    found = re.search(pattern, text)
    return float(found.group(1)) if found else 0.0


def best(runs: list[float | None]) -> float | None:
    done = [run for run in runs if run is not None]
    return min(done) if len(done) == len(runs) else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=300)
    given = parser.parse_args()
    if not OURS.exists():
        sys.exit(f"{OURS} is missing: cargo build --release -p unstuck-pddl --example ground")
    has_peer = importlib.util.find_spec("fast_downward") is not None
    if not has_peer:
        print("Fast Downward's translator is not installed: pip install up-fast-downward")
    print(f"{'task':28} {'operators':>10} {'bytes/op':>8} {'ours':>8} {'FD':>8} {'ratio':>7}")
    ratios = []
    for problem in sorted(given.tasks.resolve().glob("*/*.pddl")):
        if problem.name == "domain.pddl":
            continue
        files = [str(problem.with_name("domain.pddl")), str(problem)]
        ours, theirs, said = [], [], ""
        for _ in range(given.rounds):
            run, said = seconds([str(OURS.resolve()), *files], r"total +([\d.]+) s", given.limit)
            ours.append(run)
            if has_peer and None not in theirs:
                translate = [sys.executable, "-m", "fast_downward.translate", *files]
                theirs.append(seconds(translate, r"Done! \[([\d.]+)s CPU", given.limit)[0])
        own, peer = best(ours), best(theirs) if theirs else None
        ratio = peer / max(own, 0.001) if own is not None and peer is not None else None
        ratios += [ratio] if ratio else []
        shown = [f"{value:8.3f}" if value is not None else "       -" for value in (own, peer)]
        operators, each = number(r"operators +(\d+)", said), number(r"\(([\d.]+) an operator", said)
        name = f"{problem.parent.name}:{problem.stem}"
        print(f"{name:28} {operators:10.0f} {each:8.1f} {shown[0]} {shown[1]} {f'{ratio:7.1f}' if ratio else '      -'}", flush=True)
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"geometric mean of {len(ratios)} ratios: {mean:.1f}")


main()
