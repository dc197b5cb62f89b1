"""Ours against its peers, in turns: `make bench-peers`. Prints the ratios and writes docs/benchmarks.md.

Run from the root of the repository, after `cargo build --release --package unstuck-peers`. Needs nothing but Python 3.9. The number of
rounds may be named; 5 by default. Some contests have a minimum.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

import install
import machine
import regression
import report
from contests import CONTESTS, OURS, PEERS, ROWS, Contest

PATIENCE = 600


def contestants(contest: Contest, command: tuple[str, ...]) -> list[str]:
    """Who runs when a command runs: ours bring along the crates they are linked with."""
    place = contest.commands.index(command)
    if place == 0:
        return ["unstuck", *[peer for peer in contest.peers if PEERS[peer.split(",")[0]].crate]]
    return [[peer for peer in contest.peers if not PEERS[peer.split(",")[0]].crate][place - 1]]


def turn(command: tuple[str, ...], seed: int) -> tuple[list[dict[str, object]], str]:
    """Runs a command; gives the lines it printed, or what went wrong."""
    words = [word.format(python=sys.executable, seed=seed) for word in command]
    try:
        ended = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, env=install.quiet_environment())
    except subprocess.TimeoutExpired:
        return [], f"failed: not done after {PATIENCE} seconds"
    except OSError as error:
        return [], f"failed: {error}"
    if ended.returncode != 0:
        return [], f"failed with code {ended.returncode}: {install.last_line(ended.stderr)}"
    return [json.loads(line) for line in ended.stdout.splitlines()], ""


def main(rounds: int) -> None:
    began = time.monotonic()
    versions, missing = install.peers()
    for peer, reason in missing.items():
        print(f"{peer} is not installed: {reason}", flush=True)
    described = machine.describe()
    Path(ROWS).parent.mkdir(parents=True, exist_ok=True)
    regression.write(Path(ROWS))

    meetings = [report.Meeting(contest, {}, {}) for contest in CONTESTS]
    turns = []
    for meeting in meetings:
        for command in meeting.contest.commands:
            who = contestants(meeting.contest, command)
            gone = [peer for peer in who if peer in missing]
            meeting.absent.update({peer: f"not installed: {missing[peer]}" for peer in gone})
            if not gone:
                turns.append((meeting, command, who))
    last = max(rounds, *[contest.rounds for contest in CONTESTS])
    for number in range(1, last + 1):
        for meeting, command, who in turns if number % 2 else turns[::-1]:
            if number > max(rounds, meeting.contest.rounds) or any(one in meeting.absent for one in who):
                continue
            lines, wrong = turn(command, number)
            meeting.absent.update({one: wrong for one in who if wrong})
            for line in lines:
                meeting.rounds.setdefault(str(line.pop("who")), []).append(line)
        print(f"round {number} of {last} done after {time.monotonic() - began:.0f} s", flush=True)

    Path("docs/benchmarks.md").write_text(report.document(meetings, rounds, described, versions, missing))
    print(report.screen(meetings))
    print("docs/benchmarks.md is written")


if not Path(OURS).exists():
    sys.exit(f"{OURS} is missing: run make bench-peers in the root of the repository")
main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
