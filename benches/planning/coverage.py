"""What the rules that ship add: tasks solved by `quick`, by greedy search with the domain's rule alone, and by `quick` with it.

    cargo build --release
    cargo run --release -p unstuck-planning --example benchmarks -- TASKS medium-10 medium-20 hard-1 … blocksworld childsnack …
    python3 benches/planning/coverage.py TASKS [--limit 20] [--jobs 1]

Run from the root of the repository. TASKS is a folder of built-in tasks of domains that have a rule. The limit is one of CPU
seconds for everything: reading, grounding, searching. p is of McNemar's exact test, two-sided.
"""

from __future__ import annotations

import argparse
import signal
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from peers import mcnemar, ours, tasks

METHODS = {
    "quick": (),
    "rule alone": ("--algorithm", "greedy", "--heuristic", "champion"),
    "quick with the rule": ("--algorithm", "quick", "--heuristic", "champion"),
}

# A second beyond the limit of CPU time the system ends the program.
KILLED = (-signal.SIGXCPU, -signal.SIGKILL)


def solved(files: list[str], limit: float, flags: tuple[str, ...]) -> bool:
    """Whether there is a plan within the CPU seconds."""
    ended, found = ours(files, *flags, "--limit-cpu-seconds", str(limit), limit=limit, patience=10)
    if not found and ended.code not in KILLED:
        raise SystemExit(f"no result of {' '.join(files)} {' '.join(flags)}: exit {ended.code}")
    return found.get("status") == "solved" and ended.seconds <= limit


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--limit", type=float, default=20, help="CPU seconds a task")
    parser.add_argument("--jobs", type=int, default=1, help="tasks at once")
    given = parser.parse_args()

    def answer(task: tuple[str, list[str]]) -> list[bool]:
        name, files = task
        own = [solved(files, given.limit, flags) for flags in METHODS.values()]
        print(f"{name:28} {' '.join('yes' if one else '–' for one in own)}", flush=True)
        return own

    every = tasks(given.tasks)
    with ThreadPoolExecutor(given.jobs) as pool:
        answers = list(pool.map(answer, every))
    rows = defaultdict(list)
    for (name, _), own in zip(every, answers):
        rows[name.split(":")[0]].append(own)
    print(f"\nSolved in {given.limit:.0f} s of CPU time.\n\n| domain | tasks | {' | '.join(METHODS)} |\n|---|---{'|---' * len(METHODS)}|")
    for domain, own in [*rows.items(), ("all", answers)]:
        print(f"| {domain} | {len(own)} | {' | '.join(str(sum(column)) for column in zip(*own))} |")
    quick, *others = ([own[place] for own in answers] for place in range(len(METHODS)))
    for method, column in zip(list(METHODS)[1:], others):
        wins, losses = (sum(a and not b for a, b in zip(*pair)) for pair in ((column, quick), (quick, column)))
        print(f"{method} against quick: solves {wins} that quick does not, and not {losses} that quick does; p = {mcnemar(column, quick):.2g}")


main()
