"""Quality of the plans of `--shortest` against LAMA: the sum of C*/C, C* the cost of the better plan of both.

    cargo build --release
    cargo run --release -p unstuck-planning --example benchmarks -- TASKS easy-10 easy-30 medium-10
    python3 benches/planning/short_plans.py TASKS [--limit 60]

Run from the root of the repository. Both have the same number of seconds for everything; LAMA's are CPU seconds, ours elapsed ones.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from peers import absent, driver, fast_downward, number, ours, tasks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--limit", type=float, default=60, help="seconds a task")
    given = parser.parse_args()
    if driver() is None:
        print(absent()[0])
        return
    print("| task | ours | LAMA |\n|---|---|---|")
    own_quality = their_quality = count = 0.0
    for name, files in tasks(given.tasks):
        _, found = ours(files, "--shortest", limit=given.limit)
        said = fast_downward(files, "--alias", "seq-sat-lama-2011", limit=given.limit)
        own = float(found["lengths"]["cost"]) if found.get("status") == "solved" else None
        costs = [number(r"; cost = (\d+)", plan) for plan in said.plans]
        theirs = min((cost for cost in costs if cost is not None), default=None)
        best = min((cost for cost in (own, theirs) if cost is not None), default=None)
        print(f"| {name} | " + " | ".join("–" if cost is None else f"{cost:.0f}" for cost in (own, theirs)) + " |", flush=True)
        if best is not None:
            count += 1
            own_quality += 0 if own is None else best / own if own else 1
            their_quality += 0 if theirs is None else best / theirs if theirs else 1
    print(f"\nquality of {count:.0f} tasks: ours {own_quality:.2f}, LAMA {their_quality:.2f}, ratio {own_quality / max(their_quality, 1e-9):.3f}")


main()
