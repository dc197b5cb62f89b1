"""Regenerates docs/packing.md: rules for online bin packing on published and on fresh instances, with the matrix of generalisation.

    python3 benches/results/packing.py target/release/unstuck [--fresh 100] [--store FILE] [--output docs/packing.md]

Every figure is from `unstuck compare`, on instances of the published sets or of `unstuck generate` with seeds that no experiment uses. The rules that
each champion is measured against are those of its experiment: the tuned baseline and the result of random search with as many evaluations. The
experiments run for some minutes; a store keeps their results for the next time.
"""

import argparse
import tempfile
from pathlib import Path

from fresh import Program, sign
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


def row(program, instances, rules, track="--online", signs=True):
    """The excess of each rule over the bound as a ratio of sums, the least in bold, with the sign of its difference to the first rule."""
    found = [(one["to_lower_bound"]["of_sums"], one["difference"]) for one in program.compare(instances, "bin-packing", rules, track)]
    texts = [f"{100 * excess:.2f}{sign(difference) if signs else ''}" for excess, difference in found]
    least = min(excess for excess, _ in found)
    return [f"**{text}**" if signs and excess == least else text for text, (excess, _) in zip(texts, found)]


def generated(program, number, generator, fresh, seed):
    """A cell's fresh instances."""
    return program.generate(number, "bin-packing", *generator, count=fresh, seed=seed)


def controls(program, champion, store):
    """The tuned baseline and the result of random search that a champion's experiment finds."""
    experiment = f"experiments/bin-packing-{EXPERIMENTS[champion]}.toml"
    found = program.json("evolve", experiment, "--store", store, "-o", f"{store}.heuristic", "--quiet")
    return [found["baseline"]["heuristic"], found["controls"][0]["champion"]["heuristic"]]


def against_controls(program, fresh, champions, known, store):
    """A row for each cell that a champion is made for."""
    rows = []
    for champion in [*champions, *known]:
        name = champion.removeprefix("champion:")
        rules = [champion, *controls(program, name, store)]
        track = "--known-number" if champion in known else "--online"
        cells = KNOWN if champion in known else [(number, *CELLS[number], SEED + number) for number in HOME[name]]
        for number, cell_name, generator, seed in cells:
            rows.append([f"`{name}`", cell_name, *row(program, generated(program, number, generator, fresh, seed), rules, track)])
    return table(["champion", "instances", "champion", "tuned baseline", "random search"], rows)


def matrix(program, fresh, champions):
    rules = ["best_fit", *[rule for rule in RULES if rule != "best_fit"], *champions]
    rows = [[name, *row(program, generated(program, number, generator, fresh, SEED + number), rules)] for number, (name, generator) in enumerate(CELLS)]
    return table(["instances", *rules], rows)


def known_number(program, fresh, champions):
    rules = ["best_fit", "sum_of_squares", *champions]
    rows = [[name, *row(program, generated(program, number, generator, fresh, seed), rules, "--known-number")] for number, name, generator, seed in KNOWN]
    return table(["instances", *rules], rows)


def published(program, champions):
    sets = ("or-u120", "or-u250", "or-u500", "or-u1000", "weibull-5k-funsearch", "weibull-1k-eoh", "weibull-5k-eoh", "weibull-10k-eoh")
    rows = [[name, *row(program, name, [*RULES, *champions], signs=False)] for name in sets]
    return table(["set", *RULES, *champions], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--fresh", type=int, default=100)
    parser.add_argument("--store", help="where the runs of the experiments are kept")
    parser.add_argument("--output", default="docs/packing.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = Program(options.program, folder)
        shipped = program.champions("bin-packing")
        known = [f"champion:{one['name']}" for one in shipped if "items_left" in one["text"]]
        champions = [f"champion:{one['name']}" for one in shipped if "items_left" not in one["text"]]
        text = f"""# Online bin packing: rules and what they are worth

Written by `python3 benches/results/packing.py target/release/unstuck`, nothing by hand. All figures are the excess over the lower bound in
per cent: (Σ bins − Σ bounds) ÷ Σ bounds. Items come in their order, and decisions are final.

## Published instances

Never used for training. FunSearch publishes 5.30 / 4.19 / 3.11 / 2.47 on the four OR sets and 0.68 on its Weibull instances; EoH 2.24 / 0.80 / 0.61
on its three.

{published(program, champions)}

## Fresh instances

{options.fresh} new instances in each row, of seeds that no experiment uses. ▼ and ▲: fewer and more bins than `best_fit`, by a paired 95 % bootstrap
interval. A champion is trained on one kind of instances, which its file names; elsewhere it is a guess.

{matrix(program, options.fresh, champions)}

## Champions and their controls

Each champion on the fresh instances that it is made for, with the tuned baseline of its experiment and the result of random search with as many
evaluations. ▼ and ▲: fewer and more bins than the champion.

{against_controls(program, options.fresh, champions, known, options.store or str(Path(folder) / "runs.db"))}

## A known number of items

A track of its own: items still come in their order, but the rule knows how many are left (`--known-number`). That is more than online packing
allows, so these figures do not compare with the tables above.

{known_number(program, options.fresh, [*champions, *known])}
"""
    Path(options.output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
