"""Sliding tiles: weighted A* at equal plan lengths."""

from math import exp, log
from measure import *

WEIGHTS = ["1.5", "1.75", "2", "2.25", "2.5", "3.5"]
NAMES = {"`linear_conflict`": "linear_conflict", "`max(linear_conflict, walking_distance)`": "max(linear_conflict, walking_distance)", "`manhattan`": "manhattan", "champion": "champion"}

SUM_24 = "linear_conflict + corner_tiles - manhattan"
WEIGHTS_24 = ["2.25", "2.5", "3", "4", "5", "6"]


def at_length(points, length):
    """Expansions and time at a mean length, between two weights, in the logarithm; None beyond them."""
    points = sorted(points)
    for (low, *a), (high, *b) in zip(points, points[1:]):
        if low <= length <= high:
            part = (length - low) / (high - low) if high > low else 0
            return [exp(log(one) + part * (log(other) - log(one))) for one, other in zip(a, b)]
    return None


def contest(program, name, boards, names, weights, shown, what):
    """A table of the last of some estimates against each of the others, at the lengths of its plans."""
    points = {label: [] for label in names}
    for weight in weights:
        found = program.compare(f"{name}-{weight}", boards, "wastar", names, "--weight", weight)
        for label, runs in found.items():
            points[label].append((fmean(run.length for run in runs), fmean(run.expanded for run in runs), fmean(run.seconds for run in runs)))
    *others, last = names
    rows = []
    for weight, (length, nodes, took) in zip(weights, points[last]):
        if weight not in shown:
            continue
        row = [weight, f"{length:.1f}", count(nodes), time(took)]
        for label in others:
            other = at_length(points[label], length)
            row += [percent(nodes / other[0], 0), f"{took / other[1]:.2f} ×"] if other else ["–", "–"]
        rows.append(row)
    head = ["weight", "mean length", f"{what} expands", "time a board"]
    for label in others:
        head += [f"of {label}'s nodes", "of its time"]
    return table(head, rows)


def twenty_four(program):
    boards = program.folder / "tiles-24.txt"
    boards.write_text(program.ask("tiles-24", "generate", "tiles", "--size", "5", "--count", "50", "--seed", "2026"))
    make = program.commands[-1]
    found = contest(program, "24", [f"@{boards}"], {"`linear_conflict`": "linear_conflict", "the sum": SUM_24}, WEIGHTS_24, WEIGHTS_24[1:-1], "the sum")
    return f"""### 24-puzzle, weighted A*

The champion reads walking distances, which boards of 5×5 do not have. Without them its formula is the sum `{SUM_24}`. On 50 boards
(`{make}`), with the weights {", ".join(WEIGHTS_24)}, at the lengths of its plans:

{found}

The sum is faster than `linear_conflict` where plans are short, and slower where they may be long.
"""


def korf(program):
    rows = contest(program, "korf", ["korf"], NAMES, WEIGHTS, ("1.5", "1.75", "2", "2.5"), "champion")
    command = program.commands[-1]
    return f"""### 15-puzzle, weighted A*, Korf's 100 boards

`{command}`, and the same with the weights {", ".join(WEIGHTS[:-1])}. What another estimate needs at the same mean length lies between two of its
weights and is interpolated in the logarithm. Times are CPU time.

{rows}

What evolution found is plain once it is seen: Manhattan distance, plus what linear conflicts add to it, plus what walking distances add to
it. A sum of estimates cannot say that, which is why trees do better here than weights. The estimates are updated from parent to child, so
that three of them cost little more than one; at large weights few nodes are left to save, and `linear_conflict` alone is faster.
"""
