"""Rush Hour: the published tables, and IDA* with what evolution found."""

from measure import *
import published

HAND_MADE = [
    "blockers", "blocking", "blockers_stuck", "blockers_two_sided", "blockers_deep", "distance", "distance_blockers", "advanced_distance",
    "goal_distance", "hybrid", "votes", "immobility", "stuck_vehicles",
]
GROWING = "blockers_deep + 10"
BY_HAND = "1.5*blockers_deep + 0.25*immobility"
POLICY = "@docs/results/rush-hour-policy.policy"


def cards(program):
    names = ["zero", "blocking", "distance", "advanced_literal", "advanced_distance_literal", "blockers_two_sided", "advanced_distance", "blockers_deep"]
    theirs = published.cards()
    ours = program.compare("cards", ["jam"], "astar", {name: name for name in names})
    titles = {"zero": "Zero", "blocking": "Blocking", "distance": "Distance", "advanced_literal": "Advanced", "advanced_distance_literal": "AdvancedDistance"}
    rows, every = [], []
    for name in names:
        runs, known = ours[name], theirs.get(name)
        nodes, depth = sum(run.generated for run in runs), sum(run.length for run in runs)
        factor = f"{fmean(run.branching for run in runs):.3f}"
        of_them, ratios = ["–"] * 4, ["–"] * 2
        if known:
            equal = sum(run.length == one[1] for run, one in zip(runs, known))
            of_them = [count(sum(one[0] for one in known)), count(sum(one[1] for one in known)), equal, f"{fmean(one[2] for one in known):.3f}"]
            ratios = [f"{nodes / sum(one[0] for one in known):.3f}", f"{fmean(run.generated / one[0] for run, one in zip(runs, known)):.3f}"]
        title = f"{titles[name]} = `{name}`" if known else f"`{name}` (ours)"
        rows.append([title, of_them[0], count(nodes), *ratios, of_them[1], count(depth), of_them[2], of_them[3], factor, count(expanded(runs)), time(seconds(runs))])
    for card in range(40):
        pairs = [f"{count(theirs[name][card][0])} / {count(ours[name][card].generated)}" for name in titles]
        every.append([card + 1, count(ours["zero"][card].length), *pairs])
    blind = [one.generated / known[0] for one, known in zip(ours["zero"], theirs["zero"])]
    refuted = next(card for card in range(40) if theirs["advanced_literal"][card][1] > theirs["zero"][card][1])
    lower = 1 - expanded(ours["blockers_deep"]) / expanded(ours["blocking"])
    return f"""## A* with five published heuristics on the 40 cards

Published: {published.CARDS_SOURCE}, which counts generated nodes, depth and the effective branching factor b*.
Ours: `{program.commands[-1]}`.

{table(["heuristic", "nodes, published", "nodes, ours", "ours ÷ published, total", "mean of cards", "depth, published", "depth, ours", "cards of equal depth", "b*, published", "b*, ours", "expanded, ours", "time of all cards"], rows)}

Nodes are generated ones, duplicates included, summed over the cards. Ours are fewer even with the blind heuristic (by card from
{percent(min(blind) - 1, 0)} to {percent(max(blind) - 1, 0)}), because a second move of the vehicle that has just moved is not generated, and because programs differ in which nodes
of the last f they expand.
`advanced_literal` and `advanced_distance_literal` count as the published program does; it tries the vehicles in the order of its input
file, ours in the order of the lines. `blockers_two_sided` and `advanced_distance` are our own, stronger reading of the published words.
Published, "Advanced" is called admissible; its own table refutes that (Jam-{refuted + 1}: {theirs["advanced_literal"][refuted][1]} moves where {theirs["zero"][refuted][1]} suffice). Nor is ours
admissible, as `unstuck audit rush-hour -H blockers_two_sided` shows. `blockers_deep` is our own admissible bound (the proof is in
`domains/rush-hour/src/features/deep.rs`); it expands {percent(lower)} fewer nodes than `blocking`.

<details><summary>generated nodes of every card, published / ours</summary>

{table(["card", "slides", *titles.values()], every)}

</details>
"""


def it3105(program):
    boards = [f"it3105:{name}" for name in published.IT3105]
    steps = ["--metric", "steps"]
    ours = [
        program.compare(f"it3105-{algorithm}", boards, algorithm, {"h": heuristic}, *steps)["h"]
        for algorithm, heuristic in [("bfs", "zero"), ("dfs", "zero"), ("astar", "distance_blockers")]
    ]
    rows = []
    for number, (name, theirs) in enumerate(published.IT3105.items()):
        row = [name]
        for runs, (nodes, moves) in zip(ours, theirs):
            row += [f"{count(nodes)}, {count(moves)}", f"{count(runs[number].stored)}, {count(runs[number].length)}"]
        rows.append(row)
    return f"""## BFS, DFS and A* in steps on four boards of IT3105

Published: {published.IT3105_SOURCE}: distinct states and moves of three searches. Ours: `{program.commands[-3]}`, and
the same with `-a dfs` and with `-a astar -H distance_blockers`; distinct states are the column `stored`.

{table(["board", "BFS, published", "ours", "DFS, published", "ours", "A*, published", "ours"], rows)}

The lengths of BFS and A* are equal, as they must be. Ours hold fewer states because breadth-first search knows a goal when it is
generated. What depth-first search finds depends on the order of moves alone.
"""


def unblock(program):
    classes = {"easy": 0, "medium": 1, "hard": 2, "long": 3}
    searches = [("bfs", "bfs", "zero"), ("dfs", "dfs", "zero"), ("iddfs", "iddfs", "zero"), ("greedy, blockers", "greedy", "blockers"),
                ("greedy, blockers_stuck", "greedy", "blockers_stuck"), ("A*, blockers", "astar", "blockers"), ("A*, blockers_stuck", "astar", "blockers_stuck")]
    rows = []
    for label, algorithm, heuristic in searches:
        row = [label]
        for name in classes:
            runs = program.compare(f"unblock-{name}-{algorithm}-{heuristic}", [f"unblock:{name}"], algorithm, {"h": heuristic})["h"]
            row.append(f"{fmean(run.length for run in runs):.1f} / {count(fmean(run.expanded for run in runs))} / {time(fmean(run.seconds for run in runs))}")
        rows.append(row)
    return f"""## Five algorithms over four classes of Unblock Me

Published: {published.UNBLOCK_SOURCE}. Its boards are not published; the set `unblock` has boards of our own in the same classes and
numbers. `unstuck compare unblock -a bfs -a dfs -a iddfs -a greedy -a astar -H blockers -H blockers_stuck --plots unblock.html` draws the twelve plots.

Mean length / expanded / time:

{table(["", *classes], rows)}
"""


def deepening(program, name, sets, heuristics, by_order, others):
    """IDA* with the domain's order of children and with the smallest h first, and other searches next to it."""
    given = program.compare(f"{name}-ida", sets, "ida", heuristics)
    command = program.commands[-1]
    ordered = program.compare(f"{name}-ida-h", sets, "ida", by_order, "--order", "h")
    blind = given["blind"]
    rows = []
    def row(label, runs):
        rows.append([label, f"{solved(runs)} of {len(runs)}", count(expanded(runs)), percent(expanded(runs) / expanded(blind)), percent(fmean(ratios(runs, blind))), f"{lengths(runs, blind):.3f}", count(sum(run.stored for run in runs)), time(seconds(runs))])
    for label, runs in given.items():
        row(label, runs)
    for label, runs in ordered.items():
        row(f"{label}, children by h", runs)
    for label, algorithm, heuristic, *more in others:
        row(label, program.compare(f"{name}-{algorithm}-{label[:3]}{''.join(more)}", sets, algorithm, {"h": heuristic}, *more)["h"])
    head = ["search, heuristic", "solved", "expanded", "of blind IDA*, total", "of blind IDA*, mean of ratios", "length ÷ optimum", "distinct states", "time"]
    return table(head, rows), command, given, ordered


OTHERS = [("breadth-first search", "bfs", "zero"), ("A*, `blockers_deep`", "astar", "blockers_deep")]


def evolved(program):
    policy, hand = POLICY, "@domains/rush-hour/hand.policy"
    made = {"blind": "zero", **{f"`{name}`": name for name in HAND_MADE}, "policy made by hand": hand, f"`blockers_deep`, growing bounds (`{GROWING}`)": GROWING, "`1.2*blockers_deep`": "1.2*blockers_deep", "evolved policy": policy}
    few = {label: made[label] for label in ["blind", "`blockers_two_sided`", "`blockers_deep`", "`advanced_distance`", "policy made by hand", f"`blockers_deep`, growing bounds (`{GROWING}`)", "`1.2*blockers_deep`", "evolved policy"]}
    by_h = {"`blockers_deep`": "blockers_deep", "`1.2*blockers_deep`": "1.2*blockers_deep", f"`{BY_HAND}`": BY_HAND, "evolved policy": policy}
    others = [("`champion:6x6`, which names its search", "ida", "champion:6x6"), *OTHERS]
    cards, command, on_cards, by_order = deepening(program, "jam", ["jam"], made, by_h, others)
    hard, hard_command, on_hard, hard_by_order = deepening(program, "hard6", ["hard6"], few, by_h, others)
    fresh_set = program.folder / "fresh.txt"
    fresh_set.write_text(program.ask("fresh", "generate", "rush-hour", "evolved", "--length", "20-50", "--states", "200-3000", "--count", "500", "--seed", "2026"))
    make = program.commands[-1]
    fresh, _, on_fresh, fresh_by_order = deepening(program, "fresh", [f"@{fresh_set}"], few, by_h, others)
    contest = []
    for where, given, ordered in [("jam", on_cards, by_order), ("hard6", on_hard, hard_by_order), ("fresh boards", on_fresh, fresh_by_order)]:
        for label, runs in [("evolved policy", given["evolved policy"]), ("evolved policy, children by h", ordered["evolved policy"])]:
            for other, base in [("`1.2*blockers_deep`, children by h", ordered["`1.2*blockers_deep`"]), (f"`{BY_HAND}`, children by h", ordered[f"`{BY_HAND}`"])]:
                total, low, high = interval(runs, base)
                contest.append([where, label, other, f"{total:.3f}", f"{low:.3f} to {high:.3f}", f"{lengths(runs, base):.3f}"])
    return f"""### Rush Hour 6×6, IDA*

Published ({published.EVOLVED_SOURCE}): policies cut the search to 40 % of blind iterative deepening. Ours on the 40 cards:
`{command}`.

{cards}

On the 200 boards of `hard6`:

{hard}

On 500 boards that were made for this table alone, `{make}`:

{fresh}

The evolved policy (`docs/results/rush-hour-policy.policy`) against sums made by hand, expansions as a ratio of totals with its 95 % interval (pairs resampled), and the ratio of plan
lengths:

{table(["boards", "heuristic", "against", "expansions", "interval", "length"], contest)}

What this says, plainly: any constant added to an estimate makes IDA* grow its bounds faster, which is most of what `{GROWING}` gains
over `blockers_deep`; visiting children by h gains more than the evolved policy does, and a sum of two features made by hand with that order is as
good as what evolution found without it. The published measure counts expansions of iterative deepening, most of which are
repetitions: breadth-first search sees each state once and is the fastest way to solve all of these boards.
"""


def repetitions(program):
    """Ten runs of one experiment, with the baseline that the experiment tunes."""
    file = "docs/results/rush-hour-policy-by-h.toml"
    report = program.report(file)
    (found,) = report["configurations"]
    test, baseline = found["test"], found["baseline"]["heuristic"]
    rows = [
        [one["name"], f"`{one['heuristic']}`", f"{one['solved']} of {test['instances']}", percent(one["total_ratio"]), percent(one["mean_ratio"]), f"{one['length']:.3f}"]
        for one in test["rows"]
        if one["role"] in ("median", "best", "baseline") or one["name"] in ("blind", "blockers_deep")
    ]
    pairs = [
        f"{one['first']} against {one['second']}: {one['ratio']:.3f} times its nodes (median over the boards; 95 % interval {one['interval']['low']:.3f} to {one['interval']['high']:.3f}, "
        f"p = {one['holm']:.4f} by Wilcoxon's signed ranks with Holm's correction), fewer, equal and more nodes on {', '.join(str(count) for count in one['fewer_same_more'])} boards."
        for one in test["pairs"]
    ]
    spread = test["champions"]
    return f"""### Ten repetitions, children by h

`unstuck evolve {file}`, tested on the 40 cards, which no part of evolution saw. The baseline is tuned by the experiment over weights,
sums of two features and schedules of bounds, with the same order of children.

{table(["heuristic", "formula", "solved", "of blind IDA*, total", "of blind IDA*, mean of ratios", "length ÷ optimum"], rows)}

The ten champions are at {percent(spread["minimum"])} to {percent(spread["maximum"])} of blind search's nodes (mean of ratios), median {percent(spread["median"])}.
{" ".join(pairs)}
"""


def large(program):
    few = {"blind": "zero", f"`{GROWING}`": GROWING, "`1.2*blockers_deep`": "1.2*blockers_deep", "evolved policy": POLICY}
    by_h = {f"`{GROWING}`": GROWING, f"`{BY_HAND}`": BY_HAND, "evolved policy": POLICY}
    apart = [("`champion:8x8`, which names its search", "ida", "champion:8x8"), ("evolved policy, bounds 8 apart (`--step 8`)", "ida", POLICY, "--step", "8"), (f"`{BY_HAND}`, children by h, bounds 8 apart", "ida", BY_HAND, "--step", "8", "--order", "h")]
    hardest, command, *_ = deepening(program, "hard8", ["hard8:1-11"], few, by_h, apart + OTHERS)
    others, *_ = deepening(program, "hard8-rest", ["hard8:12-21"], few, by_h, apart + OTHERS)
    return f"""### Rush Hour 8×8

Published: the hardest 8×8 board that was evolved takes 26 million nodes of blind iterative deepening. Ours: the set `hard8`, 21 boards
made by `unstuck generate rush-hour --evolve --size 8`; five of them take more. The policy was evolved on 6×6 boards.
`{command}`:

{hardest}

The boards 12 to 21:

{others}

Steps of 3, 5 and 8 between the bounds of IDA* were tried for the policy on the boards 1 to 11; the boards 12 to 21 had no part in that.
"""


# Boards beyond breadth-first search: cells a side, vehicles (36 % of the cells), how many are made.
SIZES = [(9, 29, 100), (10, 36, 100), (11, 43, 150), (12, 51, 350)]
# Estimates of which none solves a hard board within 1,000 expansions, and those that are compared with the champion.
EASY = ["hybrid", "votes", "goal_distance", "blockers"]
GUIDED = ["blockers_deep", "blockers_two_sided", "advanced_distance", "hybrid", "votes", "goal_distance", BY_HAND]


def beyond(program):
    """Hard boards that breadth-first search cannot solve within 1 GiB."""
    boards = []
    for size, vehicles, number in SIZES:
        words = ["--size", str(size), "--vehicles", str(vehicles), "--count", str(number), "--seed", "2026"]
        boards += program.ask(f"scrambled-{size}", "generate", "rush-hour", "scrambled", *words).split()
    generate = program.commands[-1]
    easy = program.compare("scrambled-easy", [written(program, "scrambled", boards)], "wastar", {name: name for name in EASY}, "--weight", "5", "--limit-nodes", "1000")
    hard = [board for board, *runs in zip(boards, *easy.values()) if not any(run.solved for run in runs)]
    blind = program.compare("scrambled-bfs", [written(program, "hard", hard)], "bfs", {"h": "zero"}, "--limit-memory", "1GiB")["h"]
    kept = [board for board, run in zip(hard, blind) if not run.solved]
    sets, limits = [written(program, "beyond", kept)], ["--limit-nodes", "20000", "--limit-memory", "1GiB"]
    found = {}
    for label, algorithm, *more in [("greedy", "greedy"), *[(f"weighted A*, {weight}", "wastar", "--weight", str(weight)) for weight in (2, 5)]]:
        answers = program.compare(f"beyond-{algorithm}{''.join(more)}", sets, algorithm, {f"`{name}`": name for name in GUIDED}, *more, *limits)
        for name, runs in answers.items():
            found[name] = max(found.get(name, (label, runs)), (label, runs), key=better)
    hand = max(found.values(), key=better)[1]
    champion = program.compare("beyond-champion", sets, "wastar", {"champion": "champion:large"}, *limits)["champion"]
    rows = []
    for name, (label, runs) in [("champion `large`", ("weighted A*, four attempts", champion)), *sorted(found.items(), key=lambda one: better(one[1]), reverse=True)]:
        length = fmean(run.length for run in runs if run.solved)
        rows.append([name, label, f"{solved(runs)} of {len(runs)}", count(expanded(runs)), f"{length:.0f}", time(seconds(runs)), f"{seconds(runs) / seconds(hand):.2f} ×"])
    only = sum(one.solved and not other.solved for one, other in zip(champion, hand))
    lost = sum(other.solved and not one.solved for one, other in zip(champion, hand))
    sizes = ", ".join(f"{sum(len(board) == size * size for board in kept)} of {size}×{size}" for size, *_ in SIZES)
    return f"""### Rush Hour 9×9 to 12×12, where breadth-first search fails

{count(len(boards))} boards, the largest by `{generate}`. Most are easy; {len(hard)} of them are not solved within 1,000 expansions of weighted A* (weight 5) by any of {", ".join(f"`{name}`" for name in EASY)}.
The {len(kept)} of these that breadth-first search does not solve within 1 GiB ({sizes}) are searched with at most 20,000 expansions and 1 GiB. Of each estimate made by
hand the row is that of its best search: greedy, or weighted A* with the weight 2 or 5. The champion is a portfolio of four attempts (`docs/results/rush-hour-large.toml`): the formulas of
the first three were chosen by hand on boards of its validation; their expansions, and the formula and the weight of the last, evolved.

{table(["estimate", "search", "solved", "expanded", "slides, mean of the solved", "time", "of the best hand-made one's time"], rows)}

{only} boards are solved by the champion and not by the best estimate made by hand, {lost} the other way round.
"""


def written(program, name, boards):
    """Boards as a file."""
    file = program.folder / f"{name}.boards"
    file.write_text("\n".join(boards) + "\n")
    return f"@{file}"


def better(found):
    """More solved; of as many, in less time."""
    _, runs = found
    return solved(runs), -seconds(runs)
