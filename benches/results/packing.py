"""Regenerates docs/packing.md: rules for online bin packing on published and on fresh instances, with the matrix of generalisation.

    python3 benches/results/packing.py target/release/unstuck [--fresh 100] [--store FILE] [--output docs/packing.md]

Every figure is from `unstuck compare`, on instances of the published sets or of `unstuck generate` with seeds that no experiment uses. The rules that
each champion is measured against are those of its experiment: the tuned baseline and the result of random search with as many evaluations. The
experiments run for some minutes; a store keeps their results for the next time.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

from measure import table

# Seeds of the fresh instances; the experiments use 11 to 33.
SEED = 2026

# The cells of the matrix: a name, and the arguments of the generator.
CELLS = [
    *[(f"Weibull 3, 45; {items:,}", ["weibull", "--items", str(items)]) for items in (1000, 5000, 10000)],
    *[(f"Weibull 1.5, 30; {items:,}", ["weibull", "--shape", "1.5", "--scale", "30", "--items", str(items)]) for items in (1000, 5000)],
    *[(f"uniform 20–100 of 150; {items:,}", ["uniform", "--items", str(items)]) for items in (120, 500, 1000)],
    *[
        (f"uniform 1–100 of 100; {items:,}", ["uniform", "--low", "1", "--high", "100", "--capacity", "100", "--items", str(items)])
        for items in (250, 2500)
    ],
    ("triplets; 501", ["triplets", "--items", "501"]),
]

# The cells of the track with a known number of items: number, name, generator and seed.
KNOWN = [
    (50 + number, f"Weibull 3, 45; {items:,}", ["weibull", "--items", str(items)], SEED + 50 + number)
    for number, items in enumerate((1000, 5000, 10000))
]

# The cells that a champion is made for.
HOME = {"weibull": range(0, 3), "or": range(5, 8), "mixture": range(len(CELLS))}

# The experiment of each champion.
EXPERIMENTS = {"weibull": "online", "or": "or", "mixture": "mixture", "known-number": "known-number"}

RULES = ["first_fit", "best_fit", "sum_of_squares", "funsearch_or", "eoh"]


def compare(program, instances, rules, track="--online"):
    """The excess of each rule as a ratio of sums, and the interval of its difference to the first rule in bins."""
    command = [program, "compare", *instances, "--domain", "bin-packing", track, "--json"]
    for rule in rules:
        command += ["-H", rule]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return [(row["to_lower_bound"]["of_sums"], row["difference"]) for row in json.loads(done.stdout)["summary"]]


def cell(excess, difference, best):
    sign = ""
    if difference is not None and difference["high"] < 0:
        sign = " ▼"
    elif difference is not None and difference["low"] > 0:
        sign = " ▲"
    text = f"{100 * excess:.2f}{sign}"
    return f"**{text}**" if best else text


def generate(program, folder, number, generator, fresh, seed):
    """The file of a cell's fresh instances."""
    file = Path(folder) / f"{number}.txt"
    if not file.exists():
        make = [program, "generate", "bin-packing", *generator, "--count", str(fresh), "--seed", str(seed), "-o", str(file)]
        subprocess.run(make, check=True, capture_output=True)
    return f"@{file}"


def controls(program, champion, store):
    """The tuned baseline and the result of random search that a champion's experiment finds."""
    experiment = f"experiments/bin-packing-{EXPERIMENTS[champion]}.toml"
    command = [program, "evolve", experiment, "--store", store, "-o", f"{store}.heuristic", "--json", "--quiet"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return [found["baseline"]["heuristic"], found["controls"][0]["champion"]["heuristic"]]


def against_controls(program, fresh, champions, known, folder, store):
    """A row for each cell that a champion is made for."""
    rows = []
    for champion in [*champions, *known]:
        name = champion.removeprefix("champion:")
        rules = [champion, *controls(program, name, store)]
        track = "--known-number" if champion in known else "--online"
        cells = KNOWN if champion in known else [(number, *CELLS[number], SEED + number) for number in HOME[name]]
        for number, cell_name, generator, seed in cells:
            found = compare(program, [generate(program, folder, number, generator, fresh, seed)], rules, track)
            least = min(excess for excess, _ in found)
            rows.append([f"`{name}`", cell_name, *(cell(excess, difference, excess == least) for excess, difference in found)])
    return table(["champion", "instances", "champion", "tuned baseline", "random search"], rows)


def matrix(program, fresh, champions, folder):
    rules = ["best_fit", *[rule for rule in RULES if rule != "best_fit"], *champions]
    rows = []
    for number, (name, generator) in enumerate(CELLS):
        found = compare(program, [generate(program, folder, number, generator, fresh, SEED + number)], rules)
        least = min(excess for excess, _ in found)
        rows.append([name, *(cell(excess, difference, excess == least) for excess, difference in found)])
    return table(["instances", *rules], rows)


def known_number(program, fresh, champions, folder):
    rules = ["best_fit", "sum_of_squares", *champions]
    rows = []
    for number, name, generator, seed in KNOWN:
        found = compare(program, [generate(program, folder, number, generator, fresh, seed)], rules, "--known-number")
        least = min(excess for excess, _ in found)
        rows.append([name, *(cell(excess, difference, excess == least) for excess, difference in found)])
    return table(["instances", *rules], rows)


def published(program, champions):
    rows = []
    for instances in ("or-u120", "or-u250", "or-u500", "or-u1000", "weibull-5k-funsearch", "weibull-1k-eoh", "weibull-5k-eoh", "weibull-10k-eoh"):
        found = compare(program, [instances], [*RULES, *champions])
        rows.append([instances, *(f"{100 * excess:.2f}" for excess, _ in found)])
    return table(["set", *RULES, *champions], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--fresh", type=int, default=100)
    parser.add_argument("--store", help="where the runs of the experiments are kept")
    parser.add_argument("--output", default="docs/packing.md")
    options = parser.parse_args()
    listed = subprocess.run([options.program, "heuristics", "bin-packing", "--json"], check=True, capture_output=True, text=True)
    shipped = json.loads(listed.stdout)["champions"]
    known = [f"champion:{one['name']}" for one in shipped if "items_left" in one["text"]]
    champions = [f"champion:{one['name']}" for one in shipped if "items_left" not in one["text"]]
    with tempfile.TemporaryDirectory() as folder:
        text = f"""# Online bin packing: rules and what they are worth

Written by `python3 benches/results/packing.py target/release/unstuck`, nothing by hand. All figures are the excess over the lower bound in
per cent: (Σ bins − Σ bounds) ÷ Σ bounds. Items come in their order, and decisions are final.

## Published instances

Never used for training. FunSearch publishes 5.30 / 4.19 / 3.11 / 2.47 on the four OR sets and 0.68 on its Weibull instances; EoH 2.24 / 0.80 / 0.61
on its three.

{published(options.program, champions)}

## Fresh instances

{options.fresh} new instances in each row, of seeds that no experiment uses. ▼ and ▲: fewer and more bins than `best_fit`, by a paired 95 % bootstrap
interval. A champion is trained on one kind of instances, which its file names; elsewhere it is a guess.

{matrix(options.program, options.fresh, champions, folder)}

## Champions and their controls

Each champion on the fresh instances that it is made for, with the tuned baseline of its experiment and the result of random search with as many
evaluations. ▼ and ▲: fewer and more bins than the champion.

{against_controls(options.program, options.fresh, champions, known, folder, options.store or str(Path(folder) / "runs.db"))}

## A known number of items

A track of its own: items still come in their order, but the rule knows how many are left (`--known-number`). That is more than online packing
allows, so these figures do not compare with the tables above.

{known_number(options.program, options.fresh, [*champions, *known], folder)}
"""
    Path(options.output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
