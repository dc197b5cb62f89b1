"""Pancake sorting, a domain in Python: turn over the top of a stack until the sizes grow downwards.

Run it: `python pancakes.py` checks the domain, solves a stack, audits the heuristics and evolves one.
"""

import unstuck


def actions(stack):
    """Flip the top 2, 3 … pancakes."""
    for count in range(2, len(stack) + 1):
        yield f"flip {count}", stack[:count][::-1] + stack[count:]


def gaps(stack):
    """neighbours whose sizes differ by more than one, the plate included"""
    below = [*stack[1:], len(stack) + 1]
    return sum(abs(upper - lower) > 1 for upper, lower in zip(stack, below))


def misplaced(stack):
    """pancakes that are not where they belong"""
    return sum(size != place for place, size in enumerate(stack, 1))


def top(stack):
    """the size of the pancake on top"""
    return stack[0]


def shuffled(rng):
    """A random stack of seven."""
    return tuple(rng.sample(range(1, 8), 7))


pancakes = unstuck.Domain(
    "pancakes",
    about="sort a stack by turning over its top",
    actions=actions,
    goal=lambda stack: list(stack) == sorted(stack),
    reversible=True,
    goals=lambda stack: [tuple(sorted(stack))],
    features=[
        unstuck.Feature(gaps, admissible=True, consistent=True),
        unstuck.Feature(misplaced),
        unstuck.Feature(top, estimate=False),
    ],
    generate=shuffled,
    examples=[(3, 1, 5, 2, 4)],
).register(replace=True)

EXPERIMENT = {
    "format": 1,
    "name": "pancakes",
    "domain": "pancakes",
    "data": {
        "train": {"generate": "random", "count": 5, "seed": 1},
        "validation": {"generate": "random", "count": 3, "seed": 2},
        "test": {"generate": "random", "count": 2, "seed": 3},
    },
    "search": {"algorithm": "astar", "limits": {"expanded": 500}},
    "genome": {"kind": "weights"},
    "algorithm": {"kind": "generational", "population": 12},
    "fitness": {"kind": "search"},
    "stop": {"generations": 4},
}

if __name__ == "__main__":
    pancakes.check()
    print(pancakes.solve((3, 1, 5, 2, 4)))
    for card in unstuck.audit("pancakes"):
        print(f"{card['heuristic']}: admissible {card['admissible']}, mean error {card['mean_error']:.2f}")
    champion = unstuck.Experiment(EXPERIMENT).run()
    print(f"evolved: {champion.heuristic}, fitness {champion.fitness:.3f}")
