"""Offline bin packing at equal time: the default local search of Unstuck, best fit decreasing, and OR-Tools' CP-SAT with one worker.

    python3 benches/peers/packing_offline.py target/release/unstuck [--count 5] [--seconds 1]

Counts the instances of the OR-Library's uniform sets and of generated triplets that reach the best known number of bins. CP-SAT gets the packing of
best fit decreasing as a hint. Needs ortools.
"""

import argparse
import json
import subprocess
import tempfile
from itertools import islice
from pathlib import Path

from ortools.sat.python import cp_model

DATA = Path(__file__).resolve().parents[2] / "data" / "bin-packing"


def decreasing(capacity, sizes):
    """The bin of each item by best fit decreasing, and the number of bins."""
    rooms, bins = [], [0] * len(sizes)
    for item in sorted(range(len(sizes)), key=lambda item: -sizes[item]):
        fitting = [place for place, room in enumerate(rooms) if room >= sizes[item]]
        if not fitting:
            rooms.append(capacity)
        bins[item] = min(fitting, key=lambda place: rooms[place]) if fitting else len(rooms) - 1
        rooms[bins[item]] -= sizes[item]
    return bins, len(rooms)


def cp_sat(capacity, sizes, seconds):
    """The bins of the best packing that CP-SAT finds."""
    hint, most = decreasing(capacity, sizes)
    model = cp_model.CpModel()
    used = [model.new_bool_var("") for _ in range(most)]
    places = [[model.new_bool_var("") for _ in range(most)] for _ in sizes]
    for item, row in enumerate(places):
        model.add_exactly_one(row)
        for place, here in enumerate(row):
            model.add_hint(here, hint[item] == place)
    for place in range(most):
        model.add(sum(size * row[place] for size, row in zip(sizes, places)) <= capacity * used[place])
    for one, other in zip(used, used[1:]):
        model.add(one >= other)
    model.add(sum(used) >= -(-sum(sizes) // capacity))
    model.minimize(sum(used))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    return round(solver.objective_value) if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else most


def published(name):
    """The instances of a published set: its name for Unstuck, capacity, sizes and the best known number of bins."""
    words = (DATA / f"{name}.txt").read_text().split()
    count, words = int(words[0]), iter(words[1:])
    for number in range(1, count + 1):
        _, capacity, items, best = next(words), int(next(words)), int(next(words)), int(next(words))
        yield f"{name}:{number}", capacity, [int(next(words)) for _ in range(items)], best


def triplets(program, name, count):
    """The same of generated triplets."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "triplets.txt"
        make = [program, "generate", "bin-packing", "triplets", "--items", name[1:], "--count", str(count), "--seed", "1", "-o", str(file)]
        subprocess.run(make, check=True, capture_output=True)
        for line in file.read_text().splitlines():
            head, rest = line.split(":", 1)
            sizes, best = rest.split("=")
            yield line, int(head), [int(size) for size in sizes.split()], int(best)


def ours(program, line, seconds):
    command = [program, "solve", line, "--domain", "bin-packing", "--threads", "1", "--limit-seconds", str(seconds), "--json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True).stdout)["cost"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    print("| set | Unstuck | CP-SAT | best fit decreasing |\n|---|---|---|---|")
    for name in ("or-u120", "or-u250", "or-u500", "or-u1000", "t60", "t120", "t249", "t501"):
        reached = [0, 0, 0]
        instances = triplets(options.program, name, options.count) if name.startswith("t") else published(name)
        for instance, capacity, sizes, best in islice(instances, options.count):
            bins = (
                ours(options.program, instance, options.seconds),
                cp_sat(capacity, sizes, options.seconds),
                decreasing(capacity, sizes)[1],
            )
            reached = [before + (one <= best) for before, one in zip(reached, bins)]
        print(f"| {name} | " + " | ".join(f"{one} of {options.count}" for one in reached) + " |", flush=True)

if __name__ == "__main__":
    main()
