"""An island model: three populations; every second generation the best of each takes the place of the next one's worst."""

import sys

import unstuck
from unstuck.algorithm import child, keep

ISLANDS, SIZE, EVERY = 3, 6, 2
SELECTIONS = ["tournament", "linear_rank", "proportional"]

EXPERIMENT = {
    "format": 1,
    "name": "island-model",
    "domain": "rush-hour",
    "seed": 3,
    "data": {"train": ["jam:1-4"], "validation": ["jam:5-6"]},
    "search": {"algorithm": "ida", "limits": {"expanded": 1000}},
    "genome": {"kind": "weights"},
    "algorithm": {"kind": "own", "population": ISLANDS * SIZE},
    "fitness": {"kind": "reduction"},
    "champion": {"control": False, "baseline": False},
    "stop": {"generations": 5},
}


def islands(generation):
    every = [list(generation.individuals[i * SIZE : (i + 1) * SIZE]) for i in range(ISLANDS)]
    every = [sorted(island, key=lambda one: one.rank) for island in every]
    if generation.number % EVERY == 0:
        every = [island[:-1] + [every[i - 1][0]] for i, island in enumerate(every)]
    recipes = []
    for island, selection in zip(every, SELECTIONS):
        recipes += [keep(island[0])] + [child(among=island, selection=selection) for _ in range(SIZE - 1)]
    return recipes


if __name__ == "__main__":
    print(unstuck.evolve(EXPERIMENT, algorithm=islands, store=sys.argv[1] if len(sys.argv) > 1 else None).champion)
