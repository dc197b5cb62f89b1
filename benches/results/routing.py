"""Regenerates docs/routing.md: construction rules of tours and routes, local search, acceptance.

    python3 benches/results/routing.py target/release/unstuck [--fresh 200] [--output docs/routing.md]

Every figure is from `unstuck compare` and `unstuck solve`, on published sets or on instances of `unstuck generate` with seeds that no experiment
uses. Local search is limited by effort; CPU seconds are those of the machine that wrote the page.
"""

import argparse
import math
import tempfile
from pathlib import Path
from statistics import correlation, fmean

from fresh import Program, sign
from measure import table

SEED = 2026
# Mean optima, as published.
UNIFORM = {"tsp-uniform-50": 5.684580, "tsp-uniform-100": 7.778580, "tsp-uniform-200": 10.711946}
TOURS = ["regret_insertion", "farthest_insertion", "nearest_insertion", "cheapest_insertion", "random_insertion", "nearest_neighbour"]
ROUTES = ["savings", "route_shape", "asymmetry", "demand_savings", "saving + 0*regret", "regret_insertion", "regret_savings"]
TOUR_CELLS = [
    *[(f"uniform, {cities}", "tsp", ["uniform", "--cities", str(cities)]) for cities in (50, 100, 200)],
    *[(f"clustered, {cities}", "tsp", ["clustered", "--cities", str(cities), "--cluster", "20"]) for cities in (100, 200)],
]
ROUTE_CELLS = [
    *[(f"X, {customers}", "cvrp", ["x", "--customers", str(customers)]) for customers in (60, 120, 240)],
    *[(f"uniform, {customers}", "cvrp", ["uniform", "--customers", str(customers)]) for customers in (50, 100)],
]


def percent(part):
    return f"{100 * part:.2f}"


def uniform_tours(program, rules):
    sets = {name: program.compare(name, "tsp", rules, "--threads", "1") for name in UNIFORM}
    rows = [[f"`{rule}`", *(percent(sets[name][place]["mean_cost"] / 1e6 / best - 1) for name, best in UNIFORM.items())] for place, rule in enumerate(rules)]
    return table(["rule", *UNIFORM], rows)


def routes(program, rules):
    sets = {name: program.compare(name, "cvrp", rules, "--threads", "1") for name in ("x-303", "cvrp-uniform-50", "cvrp-uniform-100")}
    rows = []
    for place, rule in enumerate(rules):
        lengths = [f"{sets[name][place]['mean_cost'] / 1e6:.3f}" for name in ("cvrp-uniform-50", "cvrp-uniform-100")]
        rows.append([f"`{rule}`", percent(sets["x-303"][place]["to_best_known"]["mean"]), *lengths])
    return table(["rule", "X up to 302 customers: gap", "uniform, 50: length", "uniform, 100: length"], rows)


def fresh(program, cells, rules, count):
    """Fresh instances: differences to the first rule with their signs."""
    rows = []
    for number, (name, domain, generator) in enumerate(cells):
        file = program.generate(f"{domain}-{number}", domain, *generator, count=count, seed=SEED + number)
        found = program.compare(file, domain, rules, "--threads", "1")
        first, row = found[0]["mean_cost"], [name]
        for one in found:
            difference = one["difference"]
            row.append("0" if difference is None else f"{100 * (one['mean_cost'] / first - 1):+.2f}{sign(difference)}")
        rows.append(row)
    return table(["instances", *(f"`{rule}`" for rule in rules)], rows)


def gaps(program, rules):
    """Fresh uniform instances, as many as the published figures are of: mean length above the best tours that local search finds."""
    rows = [[f"`{rule}`"] for rule in rules]
    for cities in (50, 100, 200):
        file = program.generate(f"gaps-{cities}", "tsp", "uniform", "--cities", str(cities), count=1000, seed=SEED + cities)
        best = fmean(one["cost"] for one in program.solve([file], 1_000_000 * cities, *TOUR_SEARCH))
        for row, one in zip(rows, program.compare(file, "tsp", rules, "--threads", "1")):
            row.append(percent(one["mean_cost"] / best - 1))
    head = "On 1,000 fresh uniform instances of each size: mean length above that of the best tours that local search found, in per cent."
    return f"{head}\n\n{table(['rule', '50 cities', '100 cities', '200 cities'], rows)}\n"


def search_rows(program, sets, efforts, best):
    rows = []
    for name, instances, words in sets:
        row = [name]
        for effort in efforts:
            found = program.solve(instances, effort, *words)
            gaps = [one["cost"] / (one["best_known"] or best) - 1 for one in found]
            row.append(f"{100 * fmean(gaps):.3f} ({fmean(one['stats']['cpu_seconds'] for one in found):.2f} s)")
        rows.append(row)
    return table(["set", *(f"effort {effort:.0e}".replace("e+0", "e").replace("e+", "e") for effort in efforts)], rows)


TSPLIB = ["rd400", "pcb442", "att532", "u574", "rat783", "pr1002", "pcb1173", "nrw1379", "d1655"]
X = ["X-n101-k25", "X-n143-k7", "X-n186-k15", "X-n228-k23", "X-n270-k35"]


# For iterated local search of tours and of routes: acceptance as a text of the rules.
TOUR_POLICIES = ["0 - worse", "0.05 - worse", "0.2 - worse", "0.05*log(1/uniform) - worse", "0.2*log(1/uniform) - worse", "0.3*(1 - progress)*log(1/uniform) - worse"]
# Where kicks begin: anywhere, at long edges, and by the result of experiments/tsp-kick.toml.
KICKS = ["uniform", "excess + uniform", "0.81*second - edge - 0.98*excess - 0.71*remote + 0.5*nearer + 0.58*uniform"]
# Around which customer strings are removed: anywhere, where most is saved, and by the result of experiments/cvrp-remove.toml.
REMOVALS = ["uniform", "gain + uniform", "0.28*gain - 0.13*demand + 0.33*load + 0.02*depot + 0.25*remote + 0.88*uniform"]
# In which order the removed are inserted: one of the next four, drawn each time, or always the same.
INSERTIONS = [None, "uniform", "demand", "depot", "0 - depot"]
ROUTE_POLICIES = ["0 - worse", "0.05 - worse", "0.05*log(1/uniform) - worse", "0.2*log(1/uniform) - worse", "exp(-1 - 3.5*progress)*log(1/uniform) - worse"]


def searching(choose, rule, decision="accept"):
    text = f"choose: {choose}; {decision}: {rule}" if rule else choose
    return ["-a", "iterated", "--patience", "1000000", "-H", text]


# A limit of effort has a progress, so that acceptance can cool.
TOUR_SEARCH = searching("to_tour", TOUR_POLICIES[-1])
ROUTE_SEARCH = searching("saving", ROUTE_POLICIES[-1])


def area(one, effort, best):
    """The mean gap over the logarithm of effort, from a hundredth of the limit on."""
    points = [(max(point["effort"], effort / 100), point["cost"]) for point in one["curve"]]
    total, cost = 0.0, None
    at = math.log(effort / 100)
    for spent, value in points:
        now = min(math.log(spent), math.log(effort))
        if cost is not None:
            total += (cost / best - 1) * (now - at)
        at, cost = max(at, now), value
    total += (cost / best - 1) * (math.log(effort) - at)
    return total / math.log(100)


def policies(program, instances, effort, choose, texts, decision="accept"):
    """Areas under the curve, and paired differences to the first policy with their 95 % intervals."""
    solved = [program.solve(instances, effort, *searching(choose, text, decision)) for text in texts]
    least = [min(runs[place]["cost"] for runs in solved) for place in range(len(solved[0]))]
    areas = [[area(one, effort, best) for one, best in zip(runs, least)] for runs in solved]
    rows = []
    for text, runs, each in zip(texts, solved, areas):
        differences = [here - first for here, first in zip(each, areas[0])]
        mean = fmean(differences)
        spread = (sum((one - mean) ** 2 for one in differences) / max(len(differences) - 1, 1)) ** 0.5
        half = 1.96 * spread / len(differences) ** 0.5
        final = fmean(one["cost"] / best - 1 for one, best in zip(runs, least))
        rows.append([f"`{text}`" if text else "drawn", f"{100 * fmean(each):.3f}", f"{100 * mean:+.3f} ± {100 * half:.3f}", f"{100 * final:.3f}"])
    return table([decision, "area, %", "difference to the first", "at the end, %"], rows)


def efforts(program):
    """How well effort follows CPU time: runs of all algorithms on generated instances."""
    spent, seconds = [], []
    for domain, generator, size, rule in [("tsp", "uniform", "cities", "farthest_insertion"), ("cvrp", "x", "customers", "savings")]:
        for count in (100, 400):
            file = program.generate(f"effort-{domain}-{count}", domain, generator, f"--{size}", str(count), count=1, seed=5)
            algorithms = ["descent", "iterated", "anneal", "late_acceptance", *(["ruin_recreate"] if domain == "tsp" else [])]
            for algorithm in algorithms:
                for effort in (20_000_000, 100_000_000, 300_000_000):
                    found = program.solve([file], effort, "-a", algorithm, "-H", rule)[0]["stats"]
                    spent.append(found["effort"])
                    seconds.append(found["cpu_seconds"])
    r, per_unit = correlation(spent, seconds), sum(seconds) / sum(spent)
    return f"Effort against CPU time over {len(spent)} runs of all algorithms on tours and routes of 100 and 400 places: r = {r:.3f}, {1e9 * per_unit:.2f} ns a unit."


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--fresh", type=int, default=200)
    parser.add_argument("--long", action="store_true", help="also efforts of about ten and twenty seconds an instance")
    parser.add_argument("--output", default="docs/routing.md")
    options = parser.parse_args()
    kicked = max(options.fresh // 2, 20)
    with tempfile.TemporaryDirectory() as folder:
        program = Program(options.program, folder)
        tour_champions, route_champions = ([f"champion:{one['name']}" for one in program.champions(domain)] for domain in ("tsp", "cvrp"))
        tours = ["regret_insertion", *tour_champions, *TOURS[1:]]
        routing = [*ROUTES, *route_champions]
        kicks = program.generate("kicks", "tsp", "uniform", "--cities", "200", count=kicked, seed=SEED - 1)
        parts = program.generate("parts", "cvrp", "x", "--customers", "100", "--most", "200", count=kicked, seed=SEED - 2)
        text = f"""# Tours and routes: construction rules and local search

Written by `python3 benches/results/routing.py target/release/unstuck --fresh {options.fresh}{' --long' if options.long else ''}`, nothing by hand. Published instances are tests: no rule was
trained on them. Lower is better everywhere. Other programs on the same instances at equal CPU time: `make bench-peers`.

## Construction of tours

Mean length above the mean optimum, in per cent: 64 published uniform instances of each size. `champion:next-city` and `nearest_neighbour` continue
a path; the other rules insert cities where they cost least. On 1,000 instances of the same kind, published rules of language models for the next city reach 9.69, 11.79
and 13.71 % (MCTS-AHD); farthest insertion reaches 5.5, 7.5 and 9.5 %.

{uniform_tours(program, tours)}

Fresh instances, {options.fresh} in each row, of seeds that no experiment uses: mean length against `regret_insertion`, in per cent. ▼ and ▲: shorter and longer,
by a paired 95 % bootstrap interval. The champions were trained on uniform instances of 40 to 150 cities.

{fresh(program, TOUR_CELLS, tours[:3] + ["farthest_insertion", "nearest_neighbour"], options.fresh)}

{gaps(program, tours[:3] + ["farthest_insertion", "nearest_neighbour"]) if options.long else ""}
## Construction of routes

Mean gap to the best known cost on the X instances with up to 302 customers, in per cent; mean length on the 64 published uniform instances of each size. Rules that
read `regret` choose among all joins of two routes and insertions of single customers, and joined routes are put in order by 2-opt and Or-opt:
`saving + 0*regret` shows what that is worth without regret.

{routes(program, routing)}

Fresh instances, against `savings`:

{fresh(program, ROUTE_CELLS, routing, kicked)}

## Local search

Iterated local search, for tours with steps of Lin–Kernighan kind and local double bridges, for routes with string removal and insertion; acceptance
cools (the last policy of each table below). Mean gap to the best known cost in per cent, and CPU seconds of an instance.

{search_rows(program, [("tsp-uniform-200", ["tsp-uniform-200"], TOUR_SEARCH)], [50_000_000, 300_000_000], 10_711_946)}

{search_rows(program, [("TSPLIB, 9 files of 400 to 1,655 cities", [f"tsplib:{name}" for name in TSPLIB], TOUR_SEARCH)], [1_000_000_000, *([10_000_000_000] if options.long else [])], 1)}

{search_rows(program, [("X, 5 files of 100 to 269 customers", [f"x-303:{name}" for name in X], ROUTE_SEARCH)], [2_000_000_000, *([20_000_000_000] if options.long else [])], 1)}

As measured elsewhere, LKH (elkai) ends at 0.016 % on the 64 instances of 200 cities after about half a second each, and HGS (hygese) at 0.92 % on
these five X files after two CPU seconds; `make bench-peers` measures both in turns with ours.

{efforts(program)}

## Acceptance

Iterated local search with constant and other policies, on published instances. `experiments/tsp-accept.toml` and `tsp-kick.toml` evolve such rules on
generated tours; neither found one that is better than the constant policies by a paired test, so that no such champion ships. Area: the gap to the best of all policies, averaged over the logarithm of
effort from a hundredth of the limit on. The difference is paired, with its 95 % interval. The first policy accepts what is not worse; `uniform` is a random number,
so that `c*log(1/uniform) - worse` is annealing at a constant temperature c, in units of mean short edges.

Tours of 200 cities, 16 instances, effort 8·10⁷:

{policies(program, ["tsp-uniform-200:1-16"], 80_000_000, "to_tour", TOUR_POLICIES)}

Where kicks begin, of eight cities that are drawn: the greatest value. The first rule begins anywhere. Fresh instances of 200 cities, {kicked} of
them, effort 4·10⁷:

{policies(program, [kicks], 40_000_000, "to_tour", KICKS, "kick")}

Routes, the five X instances, effort 4·10⁸:

{policies(program, [f"x-303:{name}" for name in X], 400_000_000, "saving", ROUTE_POLICIES)}

Around which customer strings are removed, of eight that are drawn: the greatest value (`experiments/cvrp-remove.toml`). Fresh X-like instances of
100 to 200 customers, {kicked} of them, effort 10⁸:

{policies(program, [parts], 100_000_000, "saving", REMOVALS, "remove")}

In which order the removed customers are inserted, on the same instances: the greatest value first, or without a rule one of these orders, drawn
each time:

{policies(program, [parts], 100_000_000, "saving", INSERTIONS, "insert")}
"""
    Path(options.output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
