"""Evolves rules for ten planning domains and one for all, and measures them on larger tasks, with `quick` and LAMA-first.

    cargo build --release
    cargo run --release -p unstuck-planning --example benchmarks -- TASKS medium-10 medium-20 hard-1 …
    python3 benches/planning/champions.py TASKS FOLDER [--minutes 10] [--seeds 5] [--limit 60] [--ablation 2] [--all]

Run from the root of the repository. TASKS is a folder of built-in tasks. Rules see training tasks only. The limit is one of CPU
seconds for everything: reading, grounding, searching. FOLDER keeps experiments, rules and answers, and what is there is not made
again, so that an interrupted run is resumed. LAMA-first is named and left out where Fast Downward is not installed.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from statistics import median

from peers import DOMAINS, OURS, absent, driver, fast_downward, mcnemar, ours, tasks

# Names of PDDL domains that are not those of the sets.
NAMES = {"rovers": "rover"}
# The rule for all domains is made on eight, of which three are for validation, and measured on five others.
ALL_TRAIN = ["blocksworld", "childsnack", "gripper", "miconic", "rovers"]
ALL_VALIDATION = ["ferry", "logistics", "satellite"]
ALL_TEST = ["floortile", "sokoban", "spanner", "transport", "visitall"]
HANDMADE = ["hff", "hadd", "hff_cost", "hadd_cost", "goals_left", "relaxed_left", "landmarks", "hmax", "lmcut"]

FEATURES = 'features = ["hff", "hadd", "goals_left", "relaxed_left", "lifted"]'
CONCEPTS = r"\nconcepts = \{[^\n]*"
# What each part of the ablation changes in the experiment that `unstuck evolve DOMAIN TASKS --print-config` writes.
VARIANTS = {
    "whole": [],
    "without lifted features": [(re.escape(FEATURES), FEATURES.replace(', "lifted"', "")), (CONCEPTS, "")],
    "without concepts": [(CONCEPTS, "")],
    "hff only": [(re.escape(FEATURES), 'features = ["hff"]'), (CONCEPTS, ""), (r"\ninitial = [^\n]*", '\ninitial = ["hff"]')],
    "random search": [('kind = "generational"', 'kind = "random_search"'), (r"\nelites = \d+", ""), (r"\n\[operators\].*?(?=\n\[(?!operators))", "")],
}


def evolve(folder: Path, name: str, text: str, threads: int) -> Path:
    """The rule of an experiment: of an earlier run, or evolved."""
    file, rule = folder / f"{name}.toml", folder / f"{name}.heuristic"
    if not rule.exists():
        file.write_text(text)
        flags = ["--quiet", "--threads", str(threads), "--store", str(folder / f"{name}.db"), "--output", str(rule)]
        print(f"evolving {name}", flush=True)
        subprocess.run([str(OURS), "evolve", str(file), *flags], check=True, stdout=subprocess.DEVNULL)
    return rule


def changed(what: str, text: str, changes: list[tuple[str, str]]) -> str:
    """An experiment with other settings."""
    for old, new in changes:
        text, count = re.subn(old, lambda _: new, text, flags=re.DOTALL)
        if not count:
            raise SystemExit(f"{what}: the experiment has no {old}")
    return text


def draft(domain: str, given: argparse.Namespace, seed: int, variant: str) -> str:
    """The experiment about a domain, with what a variant changes."""
    command = [str(OURS), "evolve", f"pddl-{NAMES.get(domain, domain)}", f"{domain}:{given.train}", "--minutes", str(given.minutes), "--seed", str(seed)]
    text = subprocess.run([*command, "--print-config"], capture_output=True, text=True, check=True).stdout
    return changed(variant, text, VARIANTS[variant])


def draft_for_all(given: argparse.Namespace, seed: int) -> str:
    """The experiment about many domains: that about one, with the features that all domains have, and lazy search alone."""
    some = lambda names: json.dumps([f"{name}:{given.train}" for name in names])
    changes = [
        (r'name = [^\n]*\ndomain = [^\n]*\npddl = """.*?"""', 'name = "all-domains"\ndomain = "pddl"'),
        (r"\ntrain = [^\n]*", f"\ntrain = {some(ALL_TRAIN)}"),
        (r"\nvalidation = [^\n]*", f"\nvalidation = {some(ALL_VALIDATION)}"),
        (r"effort = \d+", "effort = 4000000"),
        (re.escape(FEATURES), 'features = ["hff", "hadd", "goals_left", "relaxed_left", "landmarks", "novelty", "preferred", "goal_lost"]'),
        (CONCEPTS, ""),
        ('algorithm = "greedy"', 'algorithm = "lazy"'),
        (r"\nseconds = [^\n]*", f"\nseconds = {60 * given.minutes:.0f}"),
        (r'\n\[grid\]\n"search.algorithm" = [^\n]*', ""),
    ]
    return changed("all domains", draft(ALL_TRAIN[0], given, seed, "whole"), changes)


class Answers:
    """CPU seconds of methods on tasks, kept in a file; nothing where a task is not solved."""

    def __init__(self, file: Path) -> None:
        self.file = file
        lines = file.read_text().splitlines() if file.exists() else []
        self.known = {tuple(line[:2]): line[2] for line in map(json.loads, lines)}

    def ask(self, method: str, task: str, solve: Callable[[], float | None]) -> float | None:
        if (method, task) not in self.known:
            self.known[method, task] = solve()
            with self.file.open("a") as out:
                out.write(json.dumps([method, task, self.known[method, task]]) + "\n")
        return self.known[method, task]


def unstuck(files: list[str], limit: float, *flags: str) -> float | None:
    """CPU seconds to a plan, or nothing."""
    ended, found = ours(files, *flags, limit=limit, patience=4)
    return ended.seconds if found.get("status") == "solved" and ended.seconds <= limit else None


def lazy(files: list[str], effort: int, heuristic: str) -> float | None:
    """CPU seconds to a plan that lazy search finds within an effort, or nothing."""
    ended, found = ours(files, "--algorithm", "lazy", "--heuristic", heuristic, "--limit-effort", str(effort), limit=effort / 1e8)
    return ended.seconds if found.get("status") == "solved" else None


def lama_first(files: list[str], limit: float) -> float | None:
    ended = fast_downward(files, "--alias", "lama-first", limit=limit)
    return ended.seconds if ended.code == 0 and ended.seconds <= limit else None


def holm(ps: list[float]) -> list[float]:
    """Corrected for being several questions."""
    corrected, worst = [0.0] * len(ps), 0.0
    for rank, place in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        worst = max(worst, min(1.0, (len(ps) - rank) * ps[place]))
        corrected[place] = worst
    return corrected


def table(head: list[str], rows: list[list[str]]) -> None:
    print("| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print(flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tasks", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=10, help="minutes of evolution, on --threads cores")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--train", default="train-20-99", help="training tasks of each domain")
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds a task")
    parser.add_argument("--ablation", type=int, default=0, help="seeds of each part of the ablation")
    parser.add_argument("--all", action="store_true", help="also one rule for all domains")
    parser.add_argument("--effort", type=int, default=5_000_000_000, help="effort a task for the rule for all domains and hand-made features")
    parser.add_argument("--domains", nargs="*", default=DOMAINS)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if not driver():
        print(absent()[0])
    answers = Answers(given.folder / f"answers-{given.limit:.0f}.jsonl")
    found = tasks(given.tasks)

    def solved(method: str, domains: list[str], solve: Callable[[list[str]], float | None]) -> list[bool]:
        some = [(name, files) for name, files in found if name.split(":")[0] in domains]
        return [answers.ask(method, name, lambda files=files: solve(files)) is not None for name, files in some]

    def by_rule(rule: Path, domains: list[str]) -> list[bool]:
        flags = ("--algorithm", "quick", "--heuristic", f"@{rule.resolve()}")
        return solved(f"{rule.stem}, quick", domains, lambda files: unstuck(files, given.limit, *flags))

    rows, ps, lost = [], [], []
    totals = {"lama": 0, "quick": 0, "rule": 0.0, "tasks": 0}
    for domain in given.domains:
        names = {variant: variant.replace(" ", "-") for variant in VARIANTS}
        rules = [evolve(given.folder, f"{domain}-{names['whole']}-{seed}", draft(domain, given, seed, "whole"), given.threads) for seed in range(1, given.seeds + 1)]
        lama = solved("LAMA-first", [domain], lambda files: lama_first(files, given.limit)) if driver() else []
        quick = solved("quick", [domain], lambda files: unstuck(files, given.limit))
        own = sorted((by_rule(rule, [domain]) for rule in rules), key=sum)
        middle = own[len(own) // 2]
        ps.append((mcnemar(middle, lama) if lama else math.nan, mcnemar(middle, quick)))
        rows.append([domain, str(len(quick)), str(sum(lama)) if lama else "–", str(sum(quick)), f"{sum(middle)} ({sum(own[0])} to {sum(own[-1])})"])
        if sum(middle) < sum(quick):
            lost.append(domain)
        totals["lama"] += sum(lama)
        totals["quick"] += sum(quick)
        totals["rule"] += sum(middle)
        totals["tasks"] += len(quick)
        print(" ".join(rows[-1]), flush=True)
    for row, first, second in zip(rows, holm([p[0] for p in ps]), holm([p[1] for p in ps])):
        row += [f"{first:.3f}" if driver() else "–", f"{second:.3f}"]
    rows.append(["all", str(totals["tasks"]), str(totals["lama"]), str(totals["quick"]), f"{totals['rule']:.0f}", "", ""])
    print(f"\nSolved in {given.limit:.0f} s of CPU time; rules: the median of {given.seeds} seeds (least to most), evolved for {given.minutes:g} minutes.\n")
    table(["domain", "tasks", "LAMA-first", "`quick`", "rule", "p, LAMA-first", "p, `quick`"], rows)
    print(f"Fewer than `quick`: {', '.join(lost) or 'nowhere'}.\n")

    if given.ablation:
        rows = []
        for variant, name in names.items():
            counts = []
            for domain in given.domains:
                own = [sum(by_rule(evolve(given.folder, f"{domain}-{name}-{seed}", draft(domain, given, seed, variant), given.threads), [domain])) for seed in range(1, given.ablation + 1)]
                counts.append(median(own))
            rows.append([variant, *(f"{count:g}" for count in counts), f"{sum(counts):g}"])
        table(["solved, median", *given.domains, "all"], rows)

    if given.all:
        def solved_of(heuristic: str, name: str) -> list[int]:
            """Solved tasks of each domain."""
            return [sum(solved(f"lazy {name}, effort {given.effort}", [domain], lambda files: lazy(files, given.effort, heuristic))) for domain in ALL_TEST]

        rows = [(f"`{feature}`", solved_of(feature, feature)) for feature in HANDMADE]
        rules = [evolve(given.folder, f"all-{seed}", draft_for_all(given, seed), given.threads) for seed in range(1, given.seeds + 1)]
        rows += [(f"rule {seed}", solved_of(f"@{rule.resolve()}", rule.stem)) for seed, rule in enumerate(rules, 1)]
        table([f"lazy search, effort {given.effort:.0e}", *ALL_TEST, "all"], [[name, *map(str, counts), str(sum(counts))] for name, counts in rows])
        own = [sum(counts) for _, counts in rows[len(HANDMADE) :]]
        print(f"One rule for all: {median(own):g} ({min(own)} to {max(own)}); the best feature: {max(sum(counts) for _, counts in rows[: len(HANDMADE)])}.\n")


main()
