"""Initial values of LM-cut against Fast Downward's.

    cargo build --release
    cargo run --release -p unstuck-planning --example benchmarks -- TASKS train-5 train-20 easy-3 easy-10 easy-25
    python3 benches/planning/lmcut.py TASKS [--optimal 10]

Run from the root of the repository. TASKS holds a folder for each domain, with `domain.pddl` and problems. Tasks with axioms or
conditional effects, and those with the value 0, are left out. `--optimal` compares both with optimal costs that ours finds within
so many seconds. Fast Downward is looked for in the Python that runs this script (`pip install up-fast-downward==1.0.0`).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from peers import MEMORY, OURS, absent, driver, fast_downward, number, ours, run, tasks


def own_value(files: list[str], limit: float) -> float | None:
    """The value of the start, or nothing where it is not known within so many CPU seconds."""
    said = run([str(OURS), "value", *files, "-H", "lmcut", "--json"], limit, 8 * MEMORY)
    return json.loads(said.out)["heuristics"][0]["values"][0] if said.code == 0 else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--optimal", type=float, default=0, help="seconds for optimal costs")
    parser.add_argument("--limit", type=float, default=300, help="seconds for the value, of each program")
    given = parser.parse_args()
    if driver() is None:
        print(absent()[0])
        return
    rows: list[tuple[str, float, float]] = []
    too_high = []
    for name, files in tasks(given.tasks):
        said = fast_downward(files, "--search", "astar(lmcut(), max_time=0)", limit=given.limit)
        theirs, own = number(r"Initial heuristic value for lmcut: (\d+)", said.out), own_value(files, given.limit)
        if not theirs or own is None:
            continue
        cost = None
        if given.optimal:
            found = ours(files, "--optimal", limit=given.optimal)[1]
            cost = found["lengths"]["cost"] if found and found["optimal"] else None
            if cost is not None and own > cost:
                too_high.append(name)
        rows.append((name, own, theirs))
        mark = "" if own == theirs else "lower" if own < theirs else "higher"
        print(f"{name:28} {own:8.0f} {theirs:8.0f} {cost if cost is not None else '':>8} {mark}", flush=True)
    if rows:
        lower = [name for name, own, theirs in rows if own < theirs]
        mean = sum(own / theirs for _, own, theirs in rows) / len(rows)
        total = sum(own for _, own, _ in rows) / sum(theirs for _, _, theirs in rows)
        print(f"{len(rows)} tasks: {mean:.4f} of Fast Downward's in the mean, {total:.4f} in sum, lower on {len(lower)}, "
              f"higher on {sum(own > theirs for _, own, theirs in rows)}, above the optimum on {too_high or 'none'}")


main()
