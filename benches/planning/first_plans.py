"""Time to a first plan and coverage against LAMA-first and ferroplan, in turns.

    cargo build --release
    cargo run --release -p unstuck-planning --example benchmarks -- TASKS easy-10 easy-30 medium-10 hard-1
    python3 benches/planning/first_plans.py TASKS [--limit 30]

Run from the root of the repository. Times are CPU seconds of everything: reading, grounding, searching. Programs that are not
installed are named and left out.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from pathlib import Path

from peers import absent, driver, fast_downward, ferroplan, ours, run, tasks


def unstuck(files: list[str], limit: float) -> float | None:
    """CPU seconds to a plan, or nothing."""
    ended, found = ours(files, limit=limit, patience=6)
    return ended.seconds if found.get("status") == "solved" and ended.seconds <= limit else None


def lama_first(files: list[str], limit: float) -> float | None:
    ended = fast_downward(files, "--alias", "lama-first", limit=limit)
    return ended.seconds if ended.code == 0 and ended.seconds <= limit else None


def ferro(files: list[str], limit: float) -> float | None:
    ended = run([str(ferroplan()), "-o", files[0], "-f", files[1], "--threads", "1"], limit)
    solved = ended.code == 0 and "found legal plan" in ended.out.lower()
    return ended.seconds if solved and ended.seconds <= limit else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--limit", type=float, default=30, help="CPU seconds a task")
    given = parser.parse_args()
    for line in absent():
        print(line)
    programs = {"unstuck": unstuck}
    programs |= {"LAMA-first": lama_first} if driver() else {}
    programs |= {"ferroplan": ferro} if ferroplan() else {}
    print("| task | " + " | ".join(programs) + " |\n" + "|---" * (1 + len(programs)) + "|")
    times: dict[str, list[float | None]] = defaultdict(list)
    for name, files in tasks(given.tasks):
        for program, solve in programs.items():
            times[program].append(solve(files, given.limit))
        cells = [f"{times[program][-1]:.3f}" if times[program][-1] is not None else "–" for program in programs]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
    print()
    for program, own in times.items():
        print(f"{program}: {sum(time is not None for time in own)} of {len(own)} solved in {given.limit:.0f} s")
        both = [theirs / ours for ours, theirs in zip(times["unstuck"], own) if ours and theirs]
        if program != "unstuck" and both:
            mean = math.exp(sum(map(math.log, both)) / len(both))
            print(f"  where both solve ({len(both)}), its time to ours, geometric mean: {mean:.2f}")


main()
