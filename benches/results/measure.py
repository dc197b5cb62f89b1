"""Runs the program, and reads what it counted."""

import csv
import io
import json
import random
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Optional


@dataclass
class Run:
    """One search of one instance."""

    instance: str
    solved: bool
    length: Optional[float]
    expanded: int
    generated: int
    stored: int
    branching: float
    seconds: float


class Program:
    """The program, whose answers are kept in a folder."""

    def __init__(self, binary, folder, keep):
        self.binary, self.folder, self.keep = Path(binary).resolve(), Path(folder), keep
        self.folder.mkdir(parents=True, exist_ok=True)
        self.commands = []

    def ask(self, name, *words):
        """What a command prints. An answer of before is taken if answers are kept and the command is the same."""
        command = "unstuck " + shlex.join(words)
        self.commands.append(command)
        answer, asked = self.folder / f"{name}.txt", self.folder / f"{name}.command"
        if self.keep and answer.exists() and asked.exists() and asked.read_text() == command:
            return answer.read_text()
        print(command, flush=True)
        done = subprocess.run([self.binary, *words], capture_output=True, text=True)
        # 10 and 11: some instance has no plan, or a limit ended its search; the rows say so.
        if done.returncode not in (0, 10, 11):
            raise SystemExit(f"{command}: exit {done.returncode}\n{done.stderr}")
        answer.write_text(done.stdout)
        asked.write_text(command)
        return done.stdout

    def evolve(self, file, *words):
        """What a command says of an experiment, which is run unless its store of before is there."""
        name = Path(file).stem
        store = self.folder / f"{name}.db"
        given = ["--store", str(store)]
        if not self.keep:
            store.unlink(missing_ok=True)
        if not store.exists():
            self.ask(f"{name}-evolve", "evolve", file, *given, "--quiet", "--output", str(self.folder / f"{name}.heuristic"))
        return json.loads(self.ask(f"{name}-{words[0]}", *words, f"results-{name}", *given, "--json"))

    def report(self, file):
        """The statistics of an experiment."""
        return self.evolve(file, "report")

    def stored(self, file):
        """Everything that is stored of an experiment."""
        return self.evolve(file, "experiments", "export")["experiment"]

    def compare(self, name, sets, algorithm, heuristics, *more):
        """The runs of each heuristic, by the label that it has here: instances in their order, one thread."""
        words = ["compare", *sets, "-a", algorithm]
        for text in heuristics.values():
            words += ["-H", text]
        rows = list(csv.DictReader(io.StringIO(self.ask(name, *words, *more, "--threads", "1", "--format", "csv"))))
        labels = list(heuristics)
        assert len(rows) % len(labels) == 0, f"{name}: {len(rows)} rows of {len(labels)} heuristics"
        return {label: [run(row) for row in rows[number :: len(labels)]] for number, label in enumerate(labels)}


def run(row):
    solved = row["status"] == "solved"
    return Run(
        instance=row["instance"],
        solved=solved,
        length=float(row["length"]) if solved else None,
        expanded=int(row["expanded"]),
        generated=int(row["generated"]),
        stored=int(row["stored"]),
        branching=float(row["branching_factor"] or "nan"),
        seconds=float(row.get("cpu_seconds") or row["seconds"]),
    )


def expanded(runs):
    return sum(run.expanded for run in runs)


def solved(runs):
    return sum(run.solved for run in runs)


def seconds(runs):
    return sum(run.seconds for run in runs)


def ratios(runs, others, figure=lambda run: run.expanded):
    """Instance by instance, over those that both solved."""
    return [figure(one) / figure(other) for one, other in zip(runs, others) if one.solved and other.solved and figure(other)]


def lengths(runs, others):
    """Mean ratio of plan lengths, over the instances that both solved."""
    return fmean(ratios(runs, others, lambda run: run.length))


def interval(runs, others, rounds=2000):
    """The ratio of the totals, and its 95 % interval by resampling pairs."""
    pairs = [(one.expanded, other.expanded) for one, other in zip(runs, others)]
    source = random.Random(1)
    drawn = []
    for _ in range(rounds):
        sample = source.choices(pairs, k=len(pairs))
        drawn.append(sum(one for one, _ in sample) / sum(other for _, other in sample))
    drawn.sort()
    total = sum(one for one, _ in pairs) / sum(other for _, other in pairs)
    return total, drawn[int(0.025 * rounds)], drawn[int(0.975 * rounds)]


def table(head, rows):
    """A table in Markdown."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


def count(number):
    return f"{number:,.0f}"


def percent(share, digits=1):
    return f"{100 * share:.{digits}f} %"


def time(given):
    """CPU time: the one figure of a table that changes from run to run."""
    if given < 1:
        return f"{1000 * given:.2g} ms" if given < 0.01 else f"{1000 * given:.0f} ms"
    return f"{given:.1f} s" if given < 100 else f"{given / 60:.1f} min"


def without_times(text):
    """A document without its times, so that two can be compared."""
    text = re.sub(r"\b[\d.,]+(e-\d+)? (µs|ms|s|min)\b", "TIME", text)
    return re.sub(r"\([^()]*commit [^()]*\)", "COMMIT", text)
