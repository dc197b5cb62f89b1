"""A (2 + 10) strategy: ten children of the best two, and the best two of all twelve go on."""

import sys

import unstuck
from unstuck.algorithm import child, keep

MU, LAMBDA = 2, 10

EXPERIMENT = {
    "format": 1,
    "name": "mu-plus-lambda",
    "domain": "rush-hour",
    "seed": 3,
    "data": {"train": ["jam:1-4"], "validation": ["jam:5-6"]},
    "search": {"algorithm": "ida", "limits": {"expanded": 1000}},
    "genome": {"kind": "weights"},
    "algorithm": {"kind": "own", "population": MU + LAMBDA},
    "operators": {"selection": "best", "mutation": {"rate": 0.5}},
    "fitness": {"kind": "reduction"},
    "champion": {"control": False, "baseline": False},
    "stop": {"generations": 4},
}


def strategy(generation):
    best = generation.ranked()[:MU]
    return [keep(one) for one in best] + [child(among=best) for _ in range(LAMBDA)]


if __name__ == "__main__":
    run = unstuck.evolve(EXPERIMENT, algorithm=strategy, store=sys.argv[1] if len(sys.argv) > 1 else None)
    print(f"experiment {run.id}: {run.champion}")
