"""Time to a first plan, its cost, and coverage against LAMA-first and ferroplan, in turns.

    cargo build --release
    cargo run --release -p unstuck-planning --example benchmarks -- TASKS easy-10 easy-30 medium-10 hard-1
    python3 benches/planning/up_tasks.py TASKS
    python3 benches/planning/first_plans.py TASKS [--limit 30]

Run from the root of the repository. Times are CPU seconds of everything: reading, grounding, searching. Programs that are not
installed are named and left out.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from pathlib import Path
from typing import Optional, Tuple

from peers import absent, driver, fast_downward, ferroplan, number, ours, run, tasks


# CPU seconds, and the cost of the plan where it is known.
Found = Tuple[float, Optional[float]]


def unstuck(files: list[str], limit: float) -> Found | None:
    ended, found = ours(files, limit=limit, patience=6)
    return (ended.seconds, found["lengths"]["cost"]) if found.get("status") == "solved" and ended.seconds <= limit else None


def lama_first(files: list[str], limit: float) -> Found | None:
    ended = fast_downward(files, "--alias", "lama-first", limit=limit)
    if ended.code or ended.seconds > limit:
        return None
    return ended.seconds, number(r"; cost = (\d+)", "".join(ended.plans))


def ferro(files: list[str], limit: float) -> Found | None:
    ended = run([str(ferroplan()), "-o", files[0], "-f", files[1], "--threads", "1"], limit)
    solved = ended.code == 0 and "found legal plan" in ended.out.lower()
    return (ended.seconds, None) if solved and ended.seconds <= limit else None


def mean(ratios: list[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


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
    answers: dict[str, list[Found | None]] = defaultdict(list)
    for name, files in tasks(given.tasks):
        for program, solve in programs.items():
            answers[program].append(solve(files, given.limit))
        last = [own[-1] for own in answers.values()]
        cells = ["–" if one is None else f"{one[0]:.3f}" + ("" if one[1] is None else f", {one[1]:.0f}") for one in last]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
    print()
    for program, own in answers.items():
        print(f"{program}: {sum(one is not None for one in own)} of {len(own)} solved in {given.limit:.0f} s")
        both = [(mine, one) for mine, one in zip(answers["unstuck"], own) if mine and one]
        if program != "unstuck" and both:
            print(f"  where both solve ({len(both)}), its time to ours, geometric mean: {mean([one[0] / mine[0] for mine, one in both]):.2f}")
            costs = [mine[1] / one[1] for mine, one in both if mine[1] and one[1]]
            if costs:
                print(f"  our cost to its, geometric mean of {len(costs)}: {mean(costs):.3f}, from {min(costs):.2f} to {max(costs):.2f}")


main()
