"""MAP-Elites: the best heuristic of each cell, by its size and the length of its plans; children of elites of any cells."""

import sys

import unstuck
from unstuck.algorithm import child, keep

CHILDREN = 10

EXPERIMENT = {
    "format": 1,
    "name": "map-elites",
    "domain": "rush-hour",
    "seed": 3,
    "data": {"train": ["jam:1-4"], "validation": ["jam:5-6"]},
    "search": {"algorithm": "ida", "limits": {"expanded": 1000}},
    "genome": {"kind": "tree", "limits": {"nodes": 20, "depth": 6}},
    "algorithm": {"kind": "own", "population": 20},
    "fitness": {"kind": "reduction"},
    "champion": {"control": False, "baseline": False},
    "stop": {"generations": 5},
}


def cell(one):
    return min(one.size // 4, 4), min(int(10 * one.length), 15)


def map_elites(generation):
    elites = {}
    for one in generation.ranked():
        elites.setdefault(cell(one), one)
    archive, random = list(elites.values()), generation.random()
    parents = [random.choices(archive, k=2) for _ in range(CHILDREN)]
    return [keep(one) for one in archive] + [child(*two, mutation="replace_branch") for two in parents]


if __name__ == "__main__":
    run = unstuck.evolve(EXPERIMENT, algorithm=map_elites, store=sys.argv[1] if len(sys.argv) > 1 else None)
    print(f"experiment {run.id}: {run.champion}")
