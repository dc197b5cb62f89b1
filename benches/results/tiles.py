"""Sliding tiles: weighted A* at equal plan lengths."""

from math import exp, log
from measure import *

WEIGHTS = ["1.5", "1.75", "2", "2.25", "2.5", "3.5"]
NAMES = {"`linear_conflict`": "linear_conflict", "`max(linear_conflict, walking_distance)`": "max(linear_conflict, walking_distance)", "`manhattan`": "manhattan", "champion": "champion"}


def at_length(points, length):
    """Expansions and time at a mean length, between two weights, in the logarithm; None beyond them."""
    points = sorted(points)
    for (low, *a), (high, *b) in zip(points, points[1:]):
        if low <= length <= high:
            part = (length - low) / (high - low) if high > low else 0
            return [exp(log(one) + part * (log(other) - log(one))) for one, other in zip(a, b)]
    return None


def korf(program):
    points = {label: [] for label in NAMES}
    for weight in WEIGHTS:
        found = program.compare(f"korf-{weight}", ["korf"], "wastar", NAMES, "--weight", weight)
        for label, runs in found.items():
            points[label].append((fmean(run.length for run in runs), fmean(run.expanded for run in runs), fmean(run.seconds for run in runs)))
    command = program.commands[-1]
    rows = []
    for weight, (length, nodes, took) in zip(WEIGHTS, points["champion"]):
        if weight not in ("1.5", "1.75", "2", "2.5"):
            continue
        row = [weight, f"{length:.1f}", count(nodes), time(took)]
        for label in list(NAMES)[:-1]:
            other = at_length(points[label], length)
            row += [percent(nodes / other[0], 0), f"{took / other[1]:.2f} ×"] if other else ["–", "–"]
        rows.append(row)
    head = ["weight", "mean length", "champion expands", "time a board"]
    for label in list(NAMES)[:-1]:
        head += [f"of {label}'s nodes", "of its time"]
    return f"""### 15-puzzle, weighted A*, Korf's 100 boards

`{command}`, and the same with the weights {", ".join(WEIGHTS[:-1])}. What another estimate needs at the same mean length lies between two of its
weights and is interpolated in the logarithm. Times are CPU time.

{table(head, rows)}

What evolution found is plain once it is seen: Manhattan distance, plus what linear conflicts add to it, plus what walking distances add to
it. A sum of estimates cannot say that, which is why trees do better here than weights. In CPU time the champion loses to
`linear_conflict` alone, because it computes three estimates where the others compute one or two.
"""
