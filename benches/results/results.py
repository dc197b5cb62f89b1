"""Regenerates docs/results.md: every figure is from a command of the program, or from the published tables next to this file.

    python3 benches/results/results.py target/release/unstuck [--keep] [--check] [--only SECTION ...] [--deals 32000] [--output docs/results.md]

With --keep, answers of earlier runs in target/results are used where the command is the same; with --check the document is compared
with the one that is there, times aside, and not written. --only measures single sections, which then name their commit, and keeps the others.
"""

import argparse
import json
import re
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


SECTIONS = {
    section.__name__: section
    for section in [
        rush_hour.cards, rush_hour.it3105, rush_hour.unblock, rush_hour.evolved, rush_hour.repetitions, rush_hour.large, rush_hour.beyond,
        tiles.korf, tiles.twenty_four, racing.racing,
    ]
}


def built(program):
    return json.loads(program.ask("version", "solve", "jam:1", "--json"))["unstuck"]


def renewed(page, section, commit):
    """The page with another text of one section, which ends where the next heading begins."""
    heading, text = section.rstrip().split("\n", 1)
    begin = page.index(heading + "\n")
    end = re.compile(r"^##", re.MULTILINE).search(page, begin + len(heading))
    rest = page[end.start() :] if end else ""
    return f"{page[:begin]}{heading}\n\nMeasured with commit {commit}.\n{text}\n\n{rest}".rstrip() + "\n"


def document(program, deals):
    version = built(program)
    return f"""# Published results and ours

Written by `make results-all` (`benches/results/results.py`), nothing by hand: each table names the command that makes it. Counts
do not depend on the machine; times do, and are CPU times of one thread ({version["cpu"]}; version {version["version"]}, commit {version["commit"]},
unless a section names another).

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
    parser.add_argument("--only", nargs="+", choices=SECTIONS, metavar="SECTION", help=f"renew these alone: {', '.join(SECTIONS)}")
    parser.add_argument("--deals", type=int, default=32_000)
    parser.add_argument("--output", type=Path, default=HERE / "docs/results.md")
    given = parser.parse_args()
    program = Program(given.binary, HERE / "target/results", given.keep)
    if given.only:
        made = given.output.read_text()
        for name in given.only:
            made = renewed(made, SECTIONS[name](program), built(program)["commit"])
    else:
        made = document(program, given.deals).rstrip() + "\n"
    if given.check:
        same = without_times(made) == without_times(given.output.read_text())
        print("the same, times aside" if same else f"{given.output} is not what the commands give")
        raise SystemExit(0 if same else 1)
    given.output.write_text(made)
    print(f"wrote {given.output}")


if __name__ == "__main__":
    main()
