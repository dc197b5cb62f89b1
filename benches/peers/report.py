"""The table on the screen, and docs/benchmarks.md."""

import datetime
from dataclasses import dataclass
from statistics import median

from contests import OURS, PEERS, Contest

WORDS = {"trees": "trees measured", "expanded": "nodes expanded", "moves": "moves", "gap": "% above the best known", "size": "nodes a tree at the end", "error": "mean square error at the end"}


@dataclass
class Meeting:
    """What came of a contest: for each contestant a line of every round, or why there is none."""

    contest: Contest
    rounds: dict[str, list[dict[str, float]]]
    absent: dict[str, str]

    def figures(self, who: str) -> list[float]:
        """What is compared, round by round."""
        lines = self.rounds[who]
        if self.contest.measure == "seconds":
            return [line["seconds"] / line["count"] for line in lines]
        return [line[self.contest.measure] for line in lines]

    def ratios(self, who: str) -> list[float]:
        """Theirs to ours, round by round."""
        return [theirs / ours for ours, theirs in zip(self.figures("unstuck"), self.figures(who))]

    def shown(self, who: str) -> str:
        value = median(self.figures(who))
        if self.contest.measure != "seconds":
            return f"{value:.3f} %" if self.contest.measure == "gap" else f"{value:.1f} {self.contest.measure}"
        scaled, unit = next((value * by, unit) for by, unit in [(1, "s"), (1e3, "ms"), (1e6, "µs")] if value * by >= 1 or by == 1e6)
        return f"{scaled:.3g} {unit} a {self.contest.unit}"


def rows(meetings: list[Meeting]) -> list[list[str]]:
    """Task, peer, ours, theirs, the ratio's median and its range."""
    found = []
    for meeting in meetings:
        for who in meeting.contest.peers:
            if reason := meeting.absent.get(who) or meeting.absent.get("unstuck"):
                found.append([meeting.contest.title, who, "–", "–", reason, ""])
                continue
            ratios = meeting.ratios(who)
            span = f"{min(ratios):.2f} to {max(ratios):.2f}"
            found.append([meeting.contest.title, who, meeting.shown("unstuck"), meeting.shown(who), f"{median(ratios):.2f}", span])
    return found


def table(head: list[str], body: list[list[str]]) -> list[str]:
    return ["| " + " | ".join(line) + " |" for line in [head, ["---"] * len(head), *body]]


def outcome(line: dict[str, float]) -> str:
    return ", ".join(f"{line[key]:,.{3 if key == 'gap' else 1}f} {word}" for key, word in WORDS.items() if key in line)


def outcomes(meetings: list[Meeting]) -> list[list[str]]:
    """What each contestant came to, besides its time: medians over the rounds."""
    found = []
    for meeting in meetings:
        for who, lines in meeting.rounds.items():
            if lines and who not in meeting.absent:
                middle = {key: median(line[key] for line in lines) for key in lines[0]}
                if meeting.contest.unit == "tree":
                    middle["trees"] = middle["count"]
                found.append([meeting.contest.title, who, outcome(middle), f"{middle['seconds']:.2f} s"])
    return found


def lower_error(meeting: Meeting, who: str) -> list[str]:
    """A slower program may still have found the better formula."""
    errors = [[line["error"] for line in meeting.rounds.get(one, []) if "error" in line] for one in ("unstuck", who)]
    if meeting.contest.measure == "error" or not all(errors) or who in meeting.absent or median(errors[1]) >= median(errors[0]):
        return []
    ours, theirs = map(median, errors)
    return [f"- {meeting.contest.title}: {who} ends with the smaller mean square error, {theirs:.1f} to our {ours:.1f}."]


def losses(meetings: list[Meeting]) -> list[str]:
    found = []
    for meeting in meetings:
        for who in meeting.contest.peers:
            if who not in meeting.absent and "unstuck" not in meeting.absent and (ratio := median(meeting.ratios(who))) < 1:
                what = "faster" if meeting.contest.measure == "seconds" else "better"
                found.append(f"- {meeting.contest.title}: {who} is {1 / ratio:.2f} times {what}.")
            found.extend(lower_error(meeting, who))
    return found or ["- Nowhere in this run."]


def screen(meetings: list[Meeting]) -> str:
    body = [["task", "peer", "ours", "theirs", "ratio", "range"], *rows(meetings)]
    widths = [max(len(line[column]) for line in body) for column in range(4)]
    return "\n".join("  ".join([cell.ljust(width) for cell, width in zip(line, widths)] + line[4:]).rstrip() for line in body)


def document(meetings: list[Meeting], rounds: int, machine: list[tuple[str, str]], versions: dict[str, str], missing: dict[str, str]) -> str:
    """All of docs/benchmarks.md."""
    now = datetime.datetime.now(datetime.timezone.utc)
    peers = [[peer.name, peer.about, versions.get(peer.name) or f"not installed: {missing[peer.name]}"] for peer in PEERS.values()]
    lines = [
        "# Compared with other programs",
        "",
        f"Written by `make bench-peers`, the last part of `make bench`, on {now:%Y-%m-%d %H:%M} UTC; what is changed by hand is lost with the next run.",
        "",
        f"A ratio is theirs to ours in CPU time for the same work (in moves or in error, where a task says so): above 1 we are better. {rounds} rounds "
        "(10 of symbolic regression, if that is more), in which every program has a turn, on one thread; every second round goes backwards. Columns hold medians over the rounds; the ratio is taken "
        "within a round, and its range is that of all rounds. On a busy machine times wander more than ratios do.",
        "",
        *table(["task", "peer", "ours", "theirs", "ratio", "range"], rows(meetings)),
        "",
        "## Where we lose",
        "",
        *losses(meetings),
        "",
        "## What is compared",
        "",
        *[f"- **{meeting.contest.title}.** {meeting.contest.note}" for meeting in meetings],
        "",
        "Outcomes, and the CPU time of a whole round:",
        "",
        *table(["task", "who", "outcome (means, then medians of the rounds)", "CPU time"], outcomes(meetings)),
        "",
        "## Machine and versions",
        "",
        *table(["", ""], [list(pair) for pair in machine]),
        "",
        *table(["peer", "what it is", "version"], peers),
        "",
        "## Commands",
        "",
        "`make bench-peers` builds `target/release/peers`, makes an environment for Python in `target/peers` and writes the rows of the regression there. Then, from the "
        "root of the repository:",
        "",
        "```",
        *[" ".join(command).replace(OURS, "target/release/peers").format(python="python3", seed=1) for meeting in meetings for command in meeting.contest.commands],
        "```",
        "",
        "`benches/peers/contests.py` is the table of all this; a peer that is missing is named in the tables and nothing else is changed by it.",
    ]
    return "\n".join(lines) + "\n"
