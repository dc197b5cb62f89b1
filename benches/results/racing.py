"""Racing against measuring every candidate on everything: what it saves, and whether the champions are as good."""

from measure import *
from math import exp, log

EXPERIMENTS = ["rush-hour-policy", "freecell-weights", "tiles-tree"]
# Champions count as equally good if the interval of their ratio lies within this factor.
MARGIN = 1.1


def racing(program):
    rows = []
    for name in EXPERIMENTS:
        raced, whole = configurations(program.stored(f"docs/results/racing-{name}.toml"))
        saved = fmean(whole["expanded"]) / fmean(raced["expanded"])
        ratio, low, high = equivalence(raced["quality"], whole["quality"])
        equal = "yes" if 1 / MARGIN <= low and high <= MARGIN else "no"
        rows.append([
            f"`{name}`", count(fmean(whole["expanded"])), count(fmean(raced["expanded"])), f"{saved:.1f} ×", f"{ratio:.3f}",
            f"{low:.3f} to {high:.3f}", equal, f"{whole['length']:.3f}, {raced['length']:.3f}", f"{whole['solved']}, {raced['solved']}",
        ])
    head = ["experiment", "expansions of a run, everything measured", "raced", "saved", "champions' expansions on the test, raced to everything",
            "90 % interval", f"equal within {100 * (MARGIN - 1):.0f} %", "length ÷ that of the reference", "solved"]
    return f"""### Racing

Ten runs with racing and ten without (`docs/results/racing-*.toml`: `freecell-weights` as it ships, the others smaller than the experiments of the
same names, and `tiles-tree` with a fitness that searches). A run's champion counts by the geometric mean of its expansions on the test; the interval is of 2,000
resamplings of pairs of runs with the same seed, whose first generation is the same (two one-sided tests at 5 %).

{table(head, rows)}
"""


def configurations(experiment):
    """Of each configuration, raced first: expansions of its runs, and how its champions stood the test."""
    for configuration in experiment["configurations"]:
        runs = [run for run in experiment["runs"] if run["configuration"] == configuration["number"]]
        test = configuration["test"]
        champions = [entry["result"]["runs"] for entry in test["entries"] if "champion" in entry["kind"]]
        lengths = [
            run["length"] / instance["reference"]["length"]
            for entry in champions
            for run, instance in zip(entry, test["instances"])
            if run["solved"] and instance["reference"]["solved"]
        ]
        yield {
            "expanded": [sum(generation["effort"]["expanded"] for generation in run["history"]) for run in runs],
            "quality": [fmean(log(max(1, run["expanded"])) for run in entry) for entry in champions],
            "length": fmean(lengths),
            "solved": f"{sum(run['solved'] for entry in champions for run in entry)} of {sum(len(entry) for entry in champions)}",
        }


def equivalence(runs, others, rounds=2000):
    """The ratio of the geometric means, and its 90 % interval by resampling pairs of runs with the same seed."""
    source, pairs = random.Random(1), [one - other for one, other in zip(runs, others)]
    drawn = sorted(fmean(source.choices(pairs, k=len(pairs))) for _ in range(rounds))
    return exp(fmean(pairs)), exp(drawn[int(0.05 * rounds)]), exp(drawn[int(0.95 * rounds)])
