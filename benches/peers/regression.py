"""The regression that all contestants are given: rows of ten numbers, and a number to find by symbolic regression.

The functions are + − × ÷, a tree has at most 50 nodes, 500 trees a generation are chosen by tournaments of 5, crossed with probability
0.9 and changed with 0.1; each is scaled by the line that fits best, and judged by the mean square of what is left.
"""

import json
import math
import random
import sys
from pathlib import Path

ROWS, VALIDATION, FEATURES = 10_000, 1_000, 10
POPULATION, TOURNAMENT, CROSSOVER, MUTATION, NODES = 500, 5, 0.9, 0.1, 50
CONSTANTS = (0.0, 20.0)


def write(path: Path) -> None:
    """Writes the rows, the same wherever they are made. The last 1,000 are for validation."""
    numbers = random.Random(1)
    with path.open("w") as file:
        for _ in range(ROWS + VALIDATION):
            x = [numbers.randrange(20) for _ in range(FEATURES)]
            y = int(3 * x[0] + x[1] * x[2] / 4 + x[3] ** 2 / 10 + 2 * x[4] + 5)
            print(*x, y, sep=",", file=file)


def task():
    """The columns, the numbers to find, the limits of generations and CPU seconds, and the seed. The command line names one of the
    limits: `20` generations, or `2s` of CPU time, after which the current generation is completed."""
    import numpy

    path, limit, seed = sys.argv[1:]
    generations, seconds = (10**9, float(limit[:-1])) if limit.endswith("s") else (int(limit), math.inf)
    table = numpy.loadtxt(path, delimiter=",", dtype=numpy.float32, max_rows=ROWS)
    numpy.seterr(all="ignore")
    return table[:, :-1].T.copy(), table[:, -1].copy(), generations, seconds, int(seed)


def error(values, y):
    """The mean square error of values that are scaled by the line that fits best."""
    import numpy

    values = numpy.broadcast_to(numpy.asarray(values, dtype=numpy.float32), y.shape)
    h, t = values - values.mean(), y - y.mean()
    spread = h @ h
    left = t - (h @ t) / spread * h if spread > 0 else t
    found = float(left @ left) / len(y)
    return found if numpy.isfinite(found) else 1e30


def tell(who: str, seconds: float, count: int, size: float, least: float) -> None:
    print(json.dumps({"who": who, "seconds": seconds, "count": count, "size": size, "error": least}))
