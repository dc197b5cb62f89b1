"""What the rules that ship add: tasks solved by `quick`, by descent with the domain's rule alone, and by `quick` with it.

    cargo build --release
    cargo run --release -p unstuck-planning --example benchmarks -- SETS/1 medium-16 medium-25 hard-11 … blocksworld childsnack …
    python3 benches/planning/coverage.py SETS/1 [SETS/2 …] [--limit 20] [--jobs 1] [--alone 1] [--record FILE]

Run from the root of the repository. Each folder is a set of built-in tasks of domains that have a rule; the rule alone solves the
tasks of the first sets only. The limit is one of CPU seconds for everything: reading, grounding, searching. The methods take
turns on each task. What FILE records is not asked again. p is of McNemar's exact test, two-sided.
"""

from __future__ import annotations

import argparse
import json
import signal
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from peers import mcnemar, ours, tasks

METHODS = {
    "quick": (),
    "rule alone": ("--algorithm", "ehc", "--heuristic", "champion"),
    "quick with the rule": ("--algorithm", "quick", "--heuristic", "champion"),
}
ALONE = "rule alone"

# A second beyond the limit of CPU time the system ends the program.
KILLED = (-signal.SIGXCPU, -signal.SIGKILL)


def solved(files: list[str], limit: float, flags: tuple[str, ...]) -> bool:
    """Whether there is a plan within the CPU seconds."""
    ended, found = ours(files, *flags, "--limit-cpu-seconds", str(limit), limit=limit, patience=100)
    if not found and ended.code not in KILLED:
        raise SystemExit(f"no result of {' '.join(files)} {' '.join(flags)}: exit {ended.code}")
    return found.get("status") == "solved" and ended.seconds <= limit


class Record:
    """Which tasks are solved by which method, kept in a file if there is one."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        lines = file.read_text().splitlines() if file and file.exists() else []
        self.known = {tuple(line[:3]): line[3] for line in map(json.loads, lines)}

    def ask(self, folder: str, name: str, method: str, files: list[str], limit: float) -> bool:
        key = (folder, name, method)
        if key not in self.known:
            self.known[key] = solved(files, limit, METHODS[method])
            if self.file:
                with self.file.open("a") as out:
                    out.write(json.dumps([*key, self.known[key]]) + "\n")
        return self.known[key]


def against(rows: list[dict[str, bool]], method: str) -> tuple[int, int, float]:
    """Tasks that only the method solves, tasks that only `quick` solves, and p."""
    both = [(row[method], row["quick"]) for row in rows if method in row]
    mine, other = ([pair[place] for pair in both] for place in range(2))
    return sum(a and not b for a, b in both), sum(b and not a for a, b in both), mcnemar(mine, other)


def table(head: str, groups: dict[str, list[dict[str, bool]]]) -> None:
    """Solved tasks by group, and what the rule wins and loses."""
    print(f"\n| {head} | tasks | {' | '.join(METHODS)} | won, lost | p |\n|---|---{'|---' * len(METHODS)}|---|---|")
    for name, rows in groups.items():
        counts = []
        for method in METHODS:
            own = [row[method] for row in rows if method in row]
            part = f" of {len(own)}" if len(own) < len(rows) else ""
            counts.append(f"{sum(own)}{part}" if own else "–")
        wins, losses, p = against(rows, "quick with the rule")
        print(f"| {name} | {len(rows)} | {' | '.join(counts)} | {wins}, {losses} | {p:.2g} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", type=Path, nargs="+")
    parser.add_argument("--limit", type=float, default=20, help="CPU seconds a task")
    parser.add_argument("--jobs", type=int, default=1, help="tasks at once")
    parser.add_argument("--alone", type=int, default=1, help="sets of which the rule alone solves the tasks, too")
    parser.add_argument("--record", type=Path)
    given = parser.parse_args()
    record = Record(given.record)

    def answer(task: tuple[int, str, list[str]]) -> dict[str, bool]:
        place, name, files = task
        asked = [method for method in METHODS if method != ALONE or place < given.alone]
        own = {method: record.ask(given.sets[place].name, name, method, files, given.limit) for method in asked}
        print(f"{given.sets[place].name} {name:28} {' '.join('yes' if one else '–' for one in own.values())}", flush=True)
        return own

    every = [(place, *task) for place, folder in enumerate(given.sets) for task in tasks(folder)]
    with ThreadPoolExecutor(given.jobs) as pool:
        answers = list(pool.map(answer, every))
    by_set, by_domain = defaultdict(list), defaultdict(list)
    for (place, name, _), own in zip(every, answers):
        by_set[given.sets[place].name].append(own)
        by_domain[name.split(":")[0]].append(own)
    print(f"\nSolved in {given.limit:g} s of CPU time.")
    table("set", {**by_set, "all": answers})
    table("domain", {**by_domain, "all": answers})
    for method in list(METHODS)[1:]:
        wins, losses, p = against(answers, method)
        print(f"{method} against quick: solves {wins} that quick does not, and not {losses} that quick does; p = {p:.2g}")


main()
