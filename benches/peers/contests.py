"""Who meets whom at what: the table that is run, and from which docs/benchmarks.md is written."""

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Peer:
    """Another program or library. `package` is what pip installs, `programs` what has to be on the path, `crate` what is linked in."""

    name: str
    about: str
    package: str = ""
    programs: tuple[str, ...] = ()
    crate: str = ""
    hint: str = ""


PEERS = {
    peer.name: peer
    for peer in [
        Peer(
            "fc-solve",
            "Freecell Solver, C",
            programs=("fc-solve", "freecell-solver-range-parallel-solve", "make-microsoft-freecell-board"),
            hint="apt install freecell-solver-bin",
        ),
        Peer("pathfinding", "searches on graphs, Rust", crate="pathfinding"),
        Peer("DEAP", "evolution, Python", package="deap"),
        Peer("eckity", "evolution, Python", package="eckity"),
        Peer("fast-tsp", "tours, Rust with Python bindings", package="fast-tsp"),
        Peer("elkai", "tours, LKH in C with Python bindings", package="elkai"),
        Peer("OR-Tools", "routing by guided local search, C++ with Python bindings", package="ortools"),
        Peer("hygese", "vehicle routing, HGS-CVRP in C++ with Python bindings", package="hygese"),
        Peer("PyVRP", "vehicle routing, C++ with Python bindings", package="pyvrp"),
        Peer("Operon", "symbolic regression, C++ with Python bindings (pyoperon)", package="pyoperon"),
    ]
}


@dataclass(frozen=True)
class Contest:
    """One task. A command may print a line for each of several contestants; `{seed}` is the number of the round."""

    title: str
    unit: str
    note: str
    commands: tuple[tuple[str, ...], ...]
    peers: tuple[str, ...]
    # What is compared: CPU seconds for a unit, or the mean of a figure, of which less is better as well.
    measure: str = "seconds"
    # Rounds that are run at least, where results vary more from seed to seed than from program to program.
    rounds: int = 1


OURS = os.environ.get("CARGO_TARGET_DIR", "target") + "/release/peers"
PYTHON = "target/peers/bin/python"
ROWS = "target/peers/rows.csv"
FC_SOLVE = ("{python}", "benches/peers/fc_solve.py")


def regression(ours: str, limit: str) -> tuple[tuple[str, ...], ...]:
    """The commands of all programs: until a number of generations, `20`, or an amount of CPU time, `2s`."""
    scripts = [(PYTHON, f"benches/peers/{name}_regression.py") for name in ("deap", "eckity", "operon")]
    return tuple((*program, ROWS, limit, "{seed}") for program in [(OURS, ours), *scripts])


def equal_time(seconds: int) -> Contest:
    return Contest(
        f"Symbolic regression, {seconds} s of CPU time",
        "tree",
        "The same rows, population, limits and rates as above; ours with its default operators, the others with those named above. "
        f"A program stops at the end of the generation in which it has used {seconds} s of CPU time: the smallest mean "
        "square error that it found is compared, median of ten seeds. A program whose generations are long exceeds the limit by up to one of them. "
        "Half of our crossovers are then `context_aware`: they try a branch at every place on 50 rows, which is part of our CPU time; what they try is not "
        "counted as trees. Among trees whose errors differ by less than a thousandth, ours prefers the smaller.",
        regression("regression", f"{seconds}s"),
        ("DEAP", "eckity", "Operon"),
        "error",
        10,
    )


def routing(title: str, note: str, seconds: float, peers: tuple[str, ...], *which: str) -> Contest:
    """The gap of all programs on one set at equal CPU time."""
    names = ("unstuck", *(peer.lower().replace("or-tools", "ortools") for peer in peers))
    commands = tuple((PYTHON, "benches/peers/routing.py", name, which[0], str(seconds), *which[1:]) for name in names)
    return Contest(title, "instance", note, commands, peers, "gap")


CONTESTS = [
    routing(
        "Tours of 200 cities, 0.3 s of CPU time",
        "The 64 uniform instances of ReEvo's test set: mean gap to the mean optimum in per cent, by our validator. elkai (LKH) is run once and takes the time it needs.",
        0.3,
        ("fast-tsp", "elkai", "OR-Tools"),
        "tsp-uniform-200",
    ),
    routing(
        "Tours of TSPLIB with 400 to 2,000 cities, 1 s of CPU time",
        "Mean gap to the optimum in per cent.",
        1,
        ("fast-tsp", "elkai", "OR-Tools"),
        "tsplib",
        "400",
        "2000",
    ),
    routing(
        "Routes of the X instances with up to 302 customers, 2 s of CPU time",
        "Every fourth instance: mean gap to the best known cost in per cent, by our validator.",
        2,
        ("hygese", "PyVRP", "OR-Tools"),
        "x-303",
        "1",
        "303",
        "4",
    ),
    Contest(
        "FreeCell, deals 1 to 4000",
        "deal",
        "Any solution, as fast as it can be found. `-l lg` was the fastest of the presets of fc-solve that we tried on deals 1 to 1000 (`cm` is close). Our time holds the "
        "making of the deal and the replay of every plan by the validator; fc-solve plays nothing back.",
        ((OURS, "freecell", "1", "4000"), (*FC_SOLVE, "quick", "1", "4000", "lg")),
        ("fc-solve",),
    ),
    Contest(
        "FreeCell, deals 1 to 30, length of plans",
        "deal",
        "Short solutions: the mean number of moves is compared, not the time. Ours has 50 ms a deal; fc-solve has as long as "
        "`-l video-editing -opt` takes, of the presets that its help page names for short solutions the one that gave the shortest on deals 1 to 20.",
        ((OURS, "freecell-short", "1", "30", "50"), (*FC_SOLVE, "short", "1", "30", "video-editing")),
        ("fc-solve",),
        "moves",
    ),
    Contest(
        "Rush Hour, breadth-first, the 40 cards",
        "board",
        "Shortest plans in slides; boards are read before the clock starts. `pathfinding` is given our packed state, our moves and our test "
        "for the goal, so that only the search differs; it hashes every state, while ours numbers them in a bitset and leaves out moves that "
        "another path has made. The line *moves by hand* is what one would write without our domain: places of vehicles in an array, and a "
        "bitboard rebuilt for every state.",
        ((OURS, "rush-hour", "bfs", "jam"),),
        ("pathfinding", "pathfinding, moves by hand"),
    ),
    Contest(
        "Rush Hour, breadth-first, the 200 boards of hard6",
        "board",
        "The same on harder boards.",
        ((OURS, "rush-hour", "bfs", "hard6"),),
        ("pathfinding", "pathfinding, moves by hand"),
    ),
    Contest(
        "Rush Hour, A* with `blocking`, the 40 cards",
        "board",
        "The same moves and the same heuristic. `pathfinding` keeps the whole working state of every node, ours its packed form. Ours takes values as real numbers, which heuristics of the "
        "language are, and minds limits of nodes and memory. Known states are found by a hash of their packed form. Ours keeps the memory of a search for the next one in the same thread, which a fifth of the ratio comes from; `pathfinding` allocates it every time.",
        ((OURS, "rush-hour", "astar", "jam"),),
        ("pathfinding",),
    ),
    Contest(
        "Rush Hour, A* with `blocking`, the 200 boards of hard6",
        "board",
        "The same on harder boards.",
        ((OURS, "rush-hour", "astar", "hard6"),),
        ("pathfinding",),
    ),
    Contest(
        "15-puzzle, A* with Manhattan, four of Korf's boards",
        "board",
        "Boards 12, 42, 55 and 79, on which IDA* needs the fewest nodes. For `pathfinding` a node is the packed board with its distance, kept "
        "up to date by every move, as ours is.",
        ((OURS, "tiles", "astar"),),
        ("pathfinding",),
    ),
    Contest(
        "15-puzzle, IDA* with Manhattan, four of Korf's boards",
        "board",
        "The same boards. `pathfinding` keeps the path in a hash set, visits no state of it again and sorts the children; ours only never takes back "
        "the last move, and expands more nodes for it.",
        ((OURS, "tiles", "ida"),),
        ("pathfinding",),
    ),
    Contest(
        "Symbolic regression, the same operators, 20 generations of 500 trees",
        "tree",
        "How long a tree takes, with the operators that all programs have: subtree crossover 0.9 and a fresh branch 0.1, tournament 5, at most 50 nodes, no preference for "
        "small trees. 10,000 rows of ten features, + − × ÷, linear scaling, mean square error, single precision; the same rows for all, a seed for each round. CPU time for each tree "
        "that was evaluated on all rows: ours looks up a tree that is equal to one it has measured, DEAP keeps the error of a child that no operator has changed, and neither is counted; eckity and Operon "
        "measure and count every child. Ours evaluates the trees of a generation together, and computes a branch that several of them have once, and none where the value is known, as in x − x: this is a part of the ratio that depends on the "
        "population, not on the speed of a single tree. What else differs: first trees (PTC2 for Operon, half and "
        "half for the others), the operators' details, one elite for us, none for DEAP and eckity, whose best tree of all generations counts; Operon replaces the worst. "
        "Sizes are not the same, as the outcomes show, and a larger tree costs more. DEAP and eckity run numpy, an operation at a time. Operon is compiled for AVX2 (its wheel), "
        "has a weight at every variable, and is run without the local search of coefficients that it is known for: this compares the breeding and measuring of trees, not what either finds at its best.",
        regression("regression-common", "20"),
        ("DEAP", "eckity", "Operon"),
        rounds=10,
    ),
    equal_time(2),
    equal_time(5),
]
