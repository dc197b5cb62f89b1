"""Regenerates docs/job-shop.md and docs/rostering-results.md: rules, local search and proofs of job shops and rosters.

    python3 benches/results/scheduling.py target/release/unstuck [job-shop] [rostering]

Every figure is from a command: `compare` on published sets and on instances of `generate` with seeds that no experiment uses, and `solve`. The local
search of rosters takes some minutes.
"""

import csv
import io
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import fmean, stdev

from measure import table

# A name, and the generator with its parameters.
SIZES = [
    ("10 × 5", "taillard --jobs 10 --machines 5"),
    ("10 × 10", "taillard --jobs 10 --machines 10"),
    ("20 × 20", "taillard --jobs 20 --machines 20"),
    ("20 × 40", "taillard --jobs 20 --machines 40"),
    ("50 × 10", "taillard --jobs 50 --machines 10"),
    ("100 × 20", "taillard --jobs 100 --machines 20"),
    ("two stages, 20 × 10", "workload --jobs 20 --machines 10"),
    ("times 1 to 400, 20 × 15", "random --jobs 20 --machines 15 --high 400"),
    ("flow shop, 20 × 10", "flow --jobs 20 --machines 10"),
]
LOADS = [(0.8, 4), (0.85, 4), (0.9, 4), (0.95, 4), (0.8, 2.5), (0.9, 2.5), (0.95, 2.5), (0.9, 6), (0.95, 6)]
SHAPES = [
    ("5 machines", "--machines 5 --utilisation 0.9"),
    ("20 machines", "--machines 20 --utilisation 0.9"),
    ("2 to 10 operations", "--operations 2 --utilisation 0.9"),
    ("two stages", "--stages 2 --utilisation 0.9"),
    ("loads differ by ±10 %", "--spread 0.1 --utilisation 0.85"),
    ("times 1 to 400", "--high 400 --utilisation 0.9"),
]
RIVALS = ["wspt", "atc", "covert", "slack_per_operation", "2pt_winq_npt", "pt_winq_sl"]
WARDS = [
    ("up to 20 people", "wards --people 20"),
    ("up to 80 people", "wards --people 80"),
    ("8 weeks", "wards --weeks 8 --people 40"),
    ("little demand noise", "ward --people 30 --noise 0.05"),
    ("too few people", "ward --people 30 --contracts 3 --vacancies 0.15"),
    ("4 shifts", "ward --people 30 --shifts 4 --skills 0.6"),
]
FOLDER = tempfile.TemporaryDirectory()
# The published ejection chain after ten minutes.
EJECTION_CHAIN = [607, 923, 1003, 1719, 1439, 2344, 1284, 2529, 474, 4999, "–", "–"]


def ask(*words):
    done = subprocess.run([sys.argv[1], *words], capture_output=True, text=True)
    # 2: a rule reads what the instances lack, and has no rows. 10 and 11: a rule is broken, or a limit came first.
    if done.returncode not in (0, 2, 10, 11) or not done.stdout and done.stderr:
        raise SystemExit(f"unstuck {' '.join(words)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def fresh(domain, generator, seed, count):
    """A file of new instances."""
    file = Path(FOLDER.name) / f"{generator}.txt"
    ask("generate", domain, *generator.split(), "--seed", str(seed), "-n", str(count), "-o", str(file), "--force")
    return f"@{file}"


def rules(domain):
    listed = json.loads(ask("heuristics", domain, "--json"))
    return [one["name"] for one in listed["rules"]] + [f"champion:{one['name']}" for one in listed["champions"]]


def compare(domain, instances, names, *more):
    """The rows of each rule that reads nothing that the instances lack."""
    words = [word for name in names for word in ("-H", name)]
    text = ask("compare", instances, "--domain", domain, "-a", "construct", *words, *more, "--format", "csv")
    found = {}
    for row in csv.DictReader(io.StringIO(text)):
        found.setdefault(row["name"], []).append(row)
    return found


def costs(rows):
    return [int(row["cost"]) for row in rows]


def interval(numbers, quantile=2.093):
    """The mean, and half of its 95 % interval; by Student's t of twenty numbers."""
    return fmean(numbers), quantile * stdev(numbers) / len(numbers) ** 0.5


def against_best(found, champion):
    """The best of the named rules, its mean, that of the champion, and the change in the same instances."""
    ours = costs(found[champion])
    best = min((name for name in found if not name.startswith("champion:")), key=lambda name: fmean(costs(found[name])))
    theirs = costs(found[best])
    change, half = interval([a - b for a, b in zip(ours, theirs)])
    share = 100 / fmean(theirs)
    return f"`{best}`", fmean(theirs), fmean(ours), f"{share * change:+.1f} ± {share * half:.1f} %"


def tardiness(generator, names):
    instances = fresh("job-shop", f"dynamic --jobs 2000 --warm-up 500 --cool-down 200 {generator}", 7000, 20)
    return compare("job-shop", instances, names, "--dynamic", "--metric", "tardiness")


def curve(instance, *more):
    """The solution of a search, and its cost after an effort."""
    found = json.loads(ask("solve", instance, *more, "--json"))
    return found, lambda effort: next((one["cost"] for one in reversed(found["curve"]) if one["effort"] <= effort), "–")


def job_shop():
    names = rules("job-shop")
    published = {name: compare("job-shop", name, names) for name in ("ft", "la", "abz", "orb", "ta")}
    gap = lambda rows: fmean(100 * (int(row["cost"]) / int(row["best_known"]) - 1) for row in rows)
    rows = [[f"`{name}`", *(f"{gap(found[name]):.2f}" for found in published.values())] for name in names if name in published["ta"]]
    sizes = []
    for name, generator in SIZES:
        best, theirs, ours, change = against_best(compare("job-shop", fresh("job-shop", generator, 8000, 20), names), "champion:makespan")
        sizes.append([name, best, f"{theirs:.0f}", f"{ours:.0f}", change])
    columns = [tardiness(f"--utilisation {load} --tightness {due}", names) for load, due in LOADS]
    cell = lambda found: "{:.0f} ± {:.0f}".format(*interval([cost / 2000 for cost in costs(found)]))
    loads = [[f"`{name}`", *(cell(found[name]) for found in columns)] for name in names if name in columns[0]]
    loads.append(["change", *(against_best(found, "champion:tardiness")[-1] for found in columns)])
    shapes = []
    for name, generator in SHAPES:
        best, theirs, ours, change = against_best(tardiness(f"{generator} --tightness 4", [*RIVALS, "champion:tardiness"]), "champion:tardiness")
        shapes.append([name, best, f"{theirs / 2000:.0f}", f"{ours / 2000:.0f}", change])
    searched = {}
    for number in range(1, 81):
        found, after = curve(f"ta:{number:02}", "--limit-effort", "1000000000")
        size = " × ".join(found["text"].split(";")[2].split())
        searched.setdefault(size, []).append([100 * (after(effort) / found["best_known"] - 1) for effort in (1e8, 1e9)])
    searched["all"] = [row for size in searched.values() for row in size]
    search = [[size, *(f"{fmean(column):.2f}" for column in zip(*found))] for size, found in searched.items()]
    proofs = [json.loads(ask("solve", one, "--prove", "--json")) for one in ["ft:06", "ft:10", *(f"la:{number:02}" for number in range(1, 21))]]
    assert all(one["optimal"] for one in proofs)
    return f"""# Job shop: rules, local search, proofs

Written by `python3 benches/results/scheduling.py target/release/unstuck job-shop`, nothing by hand. Published instances are tests: no
rule was trained on them. Lower is better everywhere.

## Rules on published sets

Mean gap to the best known makespan, in per cent. Named rules make schedules without delay.

{table(["rule", *published], rows)}

## Sizes

`champion:makespan` learned on 15 × 15 to 30 × 20. Twenty fresh shops of each kind: the mean makespan of the named rule that
is best there, and the change to the champion, with half of the 95 % interval of the differences in the same shops.

{table(["shops", "best named rule", "its makespan", "`champion:makespan`", "change"], sizes)}

## Rules in dynamic shops

Mean weighted tardiness of a job: 10 machines, 2,000 jobs that count behind a warm-up of 500, 20 instances in each
column. A column is a utilisation and a tightness of due dates (times the work of a job). Named rules never let a machine
wait; the champion decides for how long. Behind ±: half of the 95 % interval of the mean over instances. The last row is the change from the best named rule of the column to `champion:tardiness`, with the
interval of the differences in the same shops.

{table(["rule", *(f"{load:.2f}, {due}" for load, due in LOADS)], loads)}

Shops of another shape than those of the training; what is not named is as above, with a utilisation of 0.90 and a
tightness of 4 (0.85 where loads differ).

{table(["shop", "best of six named rules", "its tardiness", "`champion:tardiness`", "change"], shapes)}

## Local search

`solve` without a choice of algorithm: `iterated`, tabu search on critical blocks behind `mwkr`. Mean gap to the best known makespan
in per cent after an effort of 10⁸ and 10⁹ units, about a tenth of a second and a second.

{table(["size", "10⁸", "10⁹"], search)}

## Proofs

The setting `prove`, branch and bound, proves a shortest schedule of each of these: {", ".join(f"{one['instance']} {one['cost']}" for one in proofs)}.
"""


def rostering():
    names = rules("rostering")
    published = compare("rostering", "curtois", names)
    columns = [compare("rostering", fresh("rostering", generator, 9000, 60), names) for _, generator in WARDS]

    def cell(found, name):
        ratios = [100 * ours / max(theirs, 1) for ours, theirs in zip(costs(found[name]), costs(found["largest_gap"]))]
        broken = sum(int(row["violations"]) > 0 for row in found[name])
        return "{:.1f} ± {:.1f}".format(*interval(ratios, 2)) + (f" ({broken})" if broken else "")

    search, sick = [], ""
    for number, chain in enumerate(EJECTION_CHAIN, 1):
        found, after = curve(f"curtois:{number}", "--limit-effort", "60000000000")
        search.append([f"curtois-{number}", *(after(effort) for effort in (1e9, 1e10, 6e10)), chain, found["best_known"], found["lower_bound"]])
        if number == 6:
            days = [row.split(",") for row in found["solution"].splitlines()[1:]]
            who = max(reversed(days), key=lambda row: sum(bool(cell) for cell in row[11:14]))[0]
            out = ["--kept", found["solution"], "--absent", f"{who} 11-13", "--limit-effort", "300000000"]
            repaired, _ = curve("curtois:6", *out)
            after_days = [row.split(",") for row in repaired["solution"].splitlines()[1:]]
            changes = [
                f"- {old[0]}, day {day}: {old[day] or 'off'} -> {new[day] or 'off'}"
                for old, new in zip(days, after_days)
                for day in range(1, len(old))
                if old[day] != new[day]
            ]
            sick = f"""### A sick call

On the roster of instance 6 above, of cost {found["cost"]}, {who} is out on days 11 to 13. The repair, of an effort of 3·10⁸, changes {len(changes)}
cells; the new roster costs {repaired["cost"] - 20 * len(changes)}.

""" + "\n".join(changes)
    return f"""# Rosters: rules and local search

Written by `python3 benches/results/scheduling.py target/release/unstuck rostering`, nothing by hand. Published
instances are tests: no rule was trained on them. Lower is better everywhere.

## Rules on the published instances

Costs of the rosters that rules build, without search.

{table(["rule", *map(str, range(1, 13))], [[f"`{name}`", *costs(published[name])] for name in names])}

## Rules on fresh wards

Mean cost as a part of that of `largest_gap`, in per cent, over 60 generated wards in each column; behind ±: half of the
95 % interval of the mean of these ratios. In brackets: wards with a broken rule, of which the ratio does not tell.

{table(["rule", *(name for name, _ in WARDS)], [[f"`{name}`", *(cell(found, name) for found in columns)] for name in names])}

## Local search

`solve` without a choice of algorithm: `iterated`, behind `largest_gap`. Cost after an effort of 10⁹, 10¹⁰ and 6·10¹⁰
units, about a second, ten seconds and a minute of one core; the search ends when it reaches the best known cost. Ejection chain:
published, after ten minutes.

{table(["instance", "10⁹", "10¹⁰", "6·10¹⁰", "ejection chain", "best known", "lower bound"], search)}

{sick}
"""


PAGES = {"job-shop": ("docs/job-shop.md", job_shop), "rostering": ("docs/rostering-results.md", rostering)}

for page in sys.argv[2:] or PAGES:
    path, write = PAGES[page]
    Path(path).write_text(write(), encoding="utf-8")
