"""Cutting boards from planks: an optimisation domain in Python, and a rule that evolves for it.

Run it: `python cutting.py` cuts an order by a known rule, evolves another and compares both on fresh orders.
"""

import unstuck

PLANK = 240  # centimetres


def choices(partial):
    """The next board comes from a plank that is long enough, or from a new one."""
    boards, rests = partial
    return [] if not boards else [*sorted({rest for rest in rests if rest >= boards[0]}), PLANK]


def cut(partial, rest):
    """A board from a plank of which so much is left."""
    boards, rests = partial
    others = list(rests)
    if rest != PLANK:
        others.remove(rest)
    return boards[1:], (*others, rest - boards[0])


def after(partial, rest):
    """what is left of the plank"""
    return rest - partial[0][0]


def alike(partial, rest):
    """planks of which as much is left as would be of this one"""
    return partial[1].count(rest - partial[0][0])


def fresh(_, rest):
    """1 for a new plank"""
    return float(rest == PLANK)


cutting = unstuck.OptimisationDomain(
    "cutting",
    about="cut boards from as few planks as possible, in the order they are asked for",
    start=lambda boards: (tuple(boards), ()),
    choices=choices,
    extend=cut,
    cost=lambda partial: len(partial[1]),
    features=[after, alike, fresh],
    rules={"best_fit": "-after", "worst_fit": "after - 1000*fresh"},
    bound=lambda boards: -(-sum(boards) // PLANK),
    metric="planks",
    generate=lambda rng: [rng.randint(40, 120) for _ in range(60)],
).register(replace=True)

EXPERIMENT = {
    "format": 1, "name": "cutting", "domain": "cutting",
    "data": {role: {"generate": "random", "count": 8, "seed": seed} for seed, role in enumerate(["train", "validation"], 1)},
    "genome": {"kind": "tree"}, "algorithm": {"population": 12}, "stop": {"generations": 4},
}  # fmt: skip

if __name__ == "__main__":
    cutting.check([[100, 90, 140, 60]])
    print(cutting.solve([100, 90, 140, 60, 50, 120, 70], heuristic="best_fit").cost, "planks")
    champion = unstuck.Experiment(EXPERIMENT).run()
    print(f"evolved: {champion.heuristic}, {champion.fitness:.1%} above the bound")
