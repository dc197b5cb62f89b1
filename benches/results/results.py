"""Regenerates docs/results.md: every figure is from a command of the program, or from the published tables next to this file.

    python3 benches/results/results.py target/release/unstuck [--keep] [--check] [--deals 32000] [--output docs/results.md]

With --keep, answers of earlier runs in target/results are used where the command is the same; with --check the document is compared
with the one that is there, times aside, and not written.
"""

import argparse
import json
from pathlib import Path

import freecell
import racing
import rush_hour
import tiles
from measure import Program, without_times

HERE = Path(__file__).resolve().parents[2]


DID_NOT_WORK = """### What did not work

- Weighted sums for the 15-puzzle (`tiles-weights.toml`): good on the boards of validation, no better than `linear_conflict` on Korf's.
- Fitness by ratios to a reference, for the 15-puzzle: a few hard boards decide the mean, and are not seen.
- A small limit of expansions in training, for FreeCell: a sum that gets lost on few deals of a thousand looks good. The limit in
  training has to be that of the claim.
- Policies evolved on 8×8 boards (`rush-hour-8x8-policy.toml`): how long the plans become depends on the board more than on the heuristic,
  and a cap on the mean over a few boards says little about others. More boards, not more generations, would be the next step.
- Trees for staged deepening that begin with evolved sums (`freecell-hsd-tree.toml`): the best of them on validation loses to one of the
  sums it began with on other deals. It is good for a first attempt: the champion is a portfolio that begins with it.
- Greedy search with a policy that was evolved for IDA*: as many expansions as with `blockers_deep`.
"""


def document(program, deals):
    version = json.loads(program.ask("version", "solve", "jam:1", "--json"))["unstuck"]
    return f"""# Published results and ours

Written by `make results-all` (`benches/results/results.py`), nothing by hand: each table names the command that makes it. Counts
do not depend on the machine; times do, and are CPU times of one thread ({version["cpu"]}; version {version["version"]}, commit {version["commit"]}).

{rush_hour.cards(program)}
{rush_hour.it3105(program)}
{rush_hour.unblock(program)}
## Heuristics that evolution has found so far

The champions are in `domains/*/champions/`, each with the experiment that it came from; the experiments are in `docs/results/`. No champion
was evolved on the boards or deals that it is measured on here.

{rush_hour.evolved(program)}
{rush_hour.repetitions(program)}
{rush_hour.large(program)}
{rush_hour.beyond(program)}
{freecell.staged(program, f"1-{deals}")}
{freecell.solver(program, deals)}
{tiles.korf(program)}
{tiles.twenty_four(program)}
{racing.racing(program)}
{DID_NOT_WORK}"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--keep", action="store_true", help="use answers of earlier runs")
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--deals", type=int, default=32_000)
    parser.add_argument("--output", type=Path, default=HERE / "docs/results.md")
    given = parser.parse_args()
    made = document(Program(given.binary, HERE / "target/results", given.keep), given.deals).rstrip() + "\n"
    if given.check:
        same = without_times(made) == without_times(given.output.read_text())
        print("the same, times aside" if same else f"{given.output} is not what the commands give")
        raise SystemExit(0 if same else 1)
    given.output.write_text(made)
    print(f"wrote {given.output}")


if __name__ == "__main__":
    main()
