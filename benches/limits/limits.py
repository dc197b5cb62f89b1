#!/usr/bin/env python3
"""Measures what limits and signals come to, and writes docs/limits.md.

    benches/limits/limits.py target/release/unstuck [--only memory,time,signals,pipes,server] [--output docs/limits.md]
        [--note "next to a build"]

A section that is not measured keeps its old text. The note says under which circumstances the others were measured.
"""

import argparse
import concurrent.futures
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

# Ten cars that move freely, and one that never leaves the exit: 8^10 states.
BOARD = "/".join(("AA" if row == 4 else 2 * "BCDEFGHIJK"[row]) + "oooooooZ" for row in range(10))
MEMORY = 128 << 20
SECONDS = 8
# Instances whose spaces are larger than the memory limit, with the heuristic that the table uses.
INSTANCES = [
    ("rush-hour", "rush-hour:" + BOARD, "blockers"),
    ("rush-hour", "rush-hour:" + BOARD, "blockers * 2 + distance"),
    ("tiles", "korf24:1", "misplaced"),
    ("tiles", "korf:88", "walking_distance"),
    ("tiles", "korf:88", "pdb_663"),
    ("freecell", "freecell:1", "zero"),
    ("freecell", "freecell:617", "bottom_cards"),
    ("planning", "blocksworld:hard-5", "goals_left"),
    ("planning", "visitall:hard-5", "hff"),
    ("planning", "logistics:hard-5", "landmarks"),
]
# Long commands, for time limits and the latency of signals.
LONG = [
    ["solve", "korf:88", "-a", "astar", "-H", "manhattan"],
    ["solve", "korf24:1", "-a", "ida", "-H", "manhattan"],
    ["solve", "freecell:1", "-a", "astar", "-H", "zero"],
    ["solve", "korf:1", "-a", "bibfs"],
    ["solve", "korf:1", "-a", "ida", "-H", "pdb_78"],
    ["solve", "blocksworld:hard-5", "--optimal"],
    ["solve", "childsnack:hard-30"],
    ["ground", "childsnack:hard-30"],
    ["compare", "korf:88", "-a", "astar", "-a", "ida", "-H", "manhattan"],
    ["compare", "blocksworld:hard-1", "blocksworld:hard-2", "-a", "astar", "-H", "lmcut", "-H", "hff"],
    ["explore", "korf:1"],
    ["explore", "blocksworld:hard-5"],
    ["audit", "tiles", "korf:1"],
    ["dataset", "generate", "tiles", "--size", "4", "--all"],
    ["dataset", "generate", "rush-hour", "random", "--size", "8", "--count", "100000"],
    ["generate", "rush-hour", "minimal", "--length", "90-99"],
    ["generate", "rush-hour", "--evolve", "--length", "80-90"],
    ["generate", "tiles", "--count", "1000000000"],
    ["dataset", "import", "large.csv", "--domain", "rush-hour", "--recompute"],
    ["pdb", "build", "pdb_78"],
    ["evolve", "long.toml", "--quiet", "--again"],
    ["evolve", "large.toml", "--quiet", "--again"],
    ["experiments", "resume", "large", "--quiet"],
    ["report", "done", "--full", "--output", "page.html"],
    ["serve", "--port=0"],
    ["serve", "--port=0", "--demo"],
]
# These have no limits of time.
ENDLESS = ("serve", "evolve", "pdb", "experiments", "report", "import")
EXPERIMENT = """
format = 1
name = "{name}"
domain = "rush-hour"
[data]
train = {train}
validation = ["hard8:20"]
[search]
algorithm = "{algorithm}"
limits = {{ expanded = {expanded} }}
[genome]
kind = "{genome}"
[stop]
generations = {generations}
"""
EXPERIMENTS = [
    ("long", ["unblock:hard-1", "unblock:hard-2"], "astar", 1_000_000_000, "tree", 1000),
    ("large", [f"hard8:{number}" for number in range(1, 9)], "ida", 10_000_000, "policy", 1000),
    ("done", ["jam:1", "jam:2"], "astar", 300, "tree", 3),
]


class Place:
    """A folder with a store and a cache of its own."""

    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.folder = tempfile.mkdtemp(prefix="unstuck-limits-")
        self.environment = dict(
            os.environ,
            UNSTUCK_STORE=os.path.join(self.folder, "store.db"),
            UNSTUCK_CACHE=os.path.join(self.folder, "cache"),
        )
        fields = ("name", "train", "algorithm", "expanded", "genome", "generations")
        for row in EXPERIMENTS:
            with open(os.path.join(self.folder, f"{row[0]}.toml"), "w") as file:
                file.write(EXPERIMENT.format(**{key: value if isinstance(value, str) else json.dumps(value)
                                                for key, value in zip(fields, row)}))
        self.text(["evolve", "done.toml", "--quiet"])
        made = ["dataset", "generate", "rush-hour", "random", "--size", "6", "--count", "2000", "--limit-nodes", "1"]
        self.text([*made, "--output", "large.csv"])

    def start(self, words, **options):
        options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options}
        return subprocess.Popen(
            [self.program, *words], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, **options
        )

    def text(self, words):
        return subprocess.run(
            [self.program, *words], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=120
        ).stdout

    def peak(self, words):
        """Exit code, seconds and peak resident bytes."""
        began = time.monotonic()
        child = self.start(words)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        return child.returncode, time.monotonic() - began, usage.ru_maxrss << 10


def mebibytes(count):
    return f"{count / (1 << 20):.0f}"


def outcome(code):
    return {0: "solved", 10: "unsolvable", 11: "limit", 12: "gave up", 2: "not applicable"}.get(code, f"exit {code}")


def memory(place):
    names = [line.split()[0] for line in place.text(["algorithms"]).splitlines() if line[:1].isalpha()]
    _, _, base = place.peak(["solve", "jam:1"])
    lines = [
        f"`--limit-memory 128MiB --limit-seconds {SECONDS} --threads 1`. The program itself takes {mebibytes(base)} MiB.",
        "Ratio: peak resident size without the program itself, over the limit, where a limit ended the search; the bar is 1.25.",
        "",
        "| domain, heuristic | algorithm | end | peak MiB | ratio |",
        "|---|---|---|---|---|",
    ]
    worst = 0.0
    for domain, instance, heuristic in INSTANCES:
        for name in names:
            words = ["solve", instance, "-a", name, "-H", heuristic, "--quiet", "--threads", "1"]
            limits = ["--limit-memory", "128MiB", "--limit-seconds", str(SECONDS)]
            code, seconds, peak = place.peak(words + limits)
            if code == 2:
                code, seconds, peak = place.peak(words[: words.index("-H")] + words[words.index("-H") + 2 :] + limits)
            ended = outcome(code)
            by_memory = code == 11 and seconds < SECONDS - 0.5
            ratio = (peak - base) / MEMORY
            worst = max(worst, ratio)
            shown = f"{ratio:.2f}" if by_memory or code == 11 else ""
            ended = "memory limit" if by_memory else "time limit" if code == 11 else ended
            lines.append(f"| {domain}, {heuristic} | {name} | {ended} | {mebibytes(peak)} | {shown} |")
            print(lines[-1], file=sys.stderr, flush=True)
    lines.insert(2, f"Largest ratio: {worst:.2f}.")
    return lines


def times(place):
    lines = [
        "Limit 0.5 s; the pattern database `pdb_78` is not there yet, and takes minutes to make.",
        "",
        "| command | exit | seconds |",
        "|---|---|---|",
    ]
    for words in LONG:
        # Where a command makes many instances, the limit is that of each one's search.
        if words[0] in ENDLESS or words[1] in ENDLESS or words[:3] == ["dataset", "generate", "rush-hour"]:
            continue
        code, seconds, _ = place.peak(words + ["--limit-seconds", "0.5"])
        lines.append(f"| `{' '.join(words)}` | {code} | {seconds:.2f} |")
    return lines


def signals(place, rounds=4):
    lines = [
        f"Milliseconds from the signal to the end of the process, the largest of {rounds}; the bar is 1,000.",
        "",
        "| command | Ctrl-C | SIGTERM |",
        "|---|---|---|",
    ]
    for words in LONG:
        row = []
        for number in (signal.SIGINT, signal.SIGTERM):
            slowest = None
            for turn in range(rounds):
                child = place.start(words)
                time.sleep(0.5 + 0.9 * turn)
                if child.poll() is not None:
                    continue
                began = time.monotonic()
                child.send_signal(number)
                try:
                    child.wait(60)
                except subprocess.TimeoutExpired:
                    child.kill()
                    child.wait()
                slowest = max(slowest or 0.0, time.monotonic() - began)
            row.append("ended by itself" if slowest is None else f"{slowest * 1000:.0f}")
        lines.append(f"| `{' '.join(words)}` | {row[0]} | {row[1]} |")
        print(lines[-1], file=sys.stderr, flush=True)
    return lines


def pipes(place):
    lines = ["| command | reader that closes the pipe | `/dev/full` |", "|---|---|---|"]
    commands = [
        ["solve", "jam", "--jsonl"],
        ["compare", "jam:1-5", "-a", "bfs", "--format", "csv"],
        ["explore", "jam:1"],
        ["heuristics", "rush-hour"],
        ["generate", "tiles", "--count", "2000"],
        ["dataset", "generate", "tiles", "--size", "3", "--count", "200"],
        ["dataset", "export", "large.csv", "--form", "json"],
        ["audit", "rush-hour", "jam:1"],
        ["ground", "ferry:easy-3"],
        ["ground", "ferry:easy-3", "--sas", "/dev/stdout"],
        ["report", "done", "--json"],
        ["experiments", "list"],
        ["experiments", "export", "done", "--individuals"],
        ["export", "rush-hour", "champion", "--form", "rust"],
        ["manual"],
    ]
    for words in commands:
        child = place.start(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        child.stdout.close()
        complaint = child.stderr.read().decode()
        closed = child.wait()
        with open("/dev/full", "w") as full:
            child = place.start(words, stdout=full, stderr=subprocess.PIPE)
            told = child.stderr.read().decode().strip()
            code = child.wait()
        silent = "silent" if not complaint.strip() else complaint.strip().splitlines()[0][:60]
        lines.append(f"| `{' '.join(words)}` | exit {closed}, {silent} | exit {code}, {told.splitlines()[0][:70] if told else 'silent'} |")
    return lines


class Server:
    def __init__(self, place, *flags):
        self.child = place.start(["serve", "--port=0", "--json", *flags], stdout=subprocess.PIPE)
        text = ""
        while True:
            text += self.child.stdout.readline().decode()
            try:
                address = json.loads(text)["address"]
                break
            except (ValueError, KeyError):
                continue
        self.host, self.port = re.match(r"http://(.*):(\d+)", address).groups()
        self.port = int(self.port)

    def connect(self):
        return http.client.HTTPConnection(self.host, self.port, timeout=60)

    def ask(self, method, path, body=None, line=None, headers=None):
        line = line or self.connect()
        line.request(method, path, body, {"Content-Type": "application/json", **(headers or {})})
        answer = line.getresponse()
        return answer.status, answer.read()

    def resident(self):
        with open(f"/proc/{self.child.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) << 10

    def end(self, by=signal.SIGTERM):
        self.child.send_signal(by)
        self.child.wait(30)


def server(place):
    at = Server(place)
    lines = ["| load | result |", "|---|---|"]
    try:
        start = at.resident()
        took, lock = [], threading.Lock()

        def client(count):
            line = at.connect()
            for _ in range(count):
                began = time.monotonic()
                status, _ = at.ask("GET", "/api/catalog", line=line)
                with lock:
                    took.append(time.monotonic() - began)
                assert status == 200, status

        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            list(pool.map(client, [500] * 20))
        took.sort()
        p50, p99 = (took[int(len(took) * share)] * 1000 for share in (0.5, 0.99))
        lines.append(
            f"| {len(took):,} requests of the catalogue by 20 clients | median {p50:.1f} ms, p99 {p99:.1f} ms, "
            f"resident {mebibytes(start)} to {mebibytes(at.resident())} MiB |"
        )
        listeners = []
        for _ in range(200):
            line = socket.create_connection((at.host, at.port))
            line.sendall(f"GET /api/events HTTP/1.1\r\nHost: {at.host}:{at.port}\r\n\r\n".encode())
            listeners.append(line)
        heard = sum(line.recv(64).startswith(b"HTTP/1.1 200") for line in listeners)
        began = time.monotonic()
        status, _ = at.ask("GET", "/api/catalog")
        lines.append(
            f"| 200 listeners to events | {heard} accepted; a request next to them takes "
            f"{(time.monotonic() - began) * 1000:.1f} ms; resident {mebibytes(at.resident())} MiB |"
        )
        for line in listeners:
            line.close()
        body = json.dumps({"kind": "solve", "instance": "korf:88", "algorithm": "astar", "heuristic": "manhattan"})
        statuses, jobs = {}, []
        for _ in range(100):
            status, answer = at.ask("POST", "/api/jobs", body)
            statuses[status] = statuses.get(status, 0) + 1
            if status == 202:
                jobs.append(json.loads(answer)["id"])
        began = time.monotonic()
        at.ask("GET", "/api/catalog")
        waits = (time.monotonic() - began) * 1000
        for job in jobs:
            at.ask("DELETE", f"/api/jobs/{job}")
        told = ", ".join(f"{count} with status {status}" for status, count in sorted(statuses.items()))
        lines.append(f"| 100 long searches at once | {told}; a request next to them takes {waits:.1f} ms |")
        for name, body in [
            ("a body of 17 MiB", b'{"token": "' + b"x" * (17 << 20) + b'"}'),
            ("JSON nested 100,000 deep", b"[" * 100_000 + b"]" * 100_000),
            ("a string of 15 MiB as a board", b'{"instance": "' + b"o" * (15 << 20) + b'"}'),
        ]:
            try:
                status, _ = at.ask("POST", "/api/position", body)
                told = f"status {status}"
            except (OSError, http.client.HTTPException) as error:
                told = f"connection closed ({type(error).__name__})"
            lines.append(f"| {name} | {told}; resident {mebibytes(at.resident())} MiB |")
        slow = []
        for _ in range(100):
            line = socket.create_connection((at.host, at.port))
            line.sendall(b"POST /api/position HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n")
            slow.append(line)
        began = time.monotonic()
        status, _ = at.ask("GET", "/api/catalog")
        waits = (time.monotonic() - began) * 1000
        closed, until = 0, time.monotonic() + 130
        for line in slow:
            line.settimeout(max(0.1, until - time.monotonic()))
            try:
                while line.recv(1024):
                    pass
                closed += 1
            except TimeoutError:
                pass
            except OSError:
                closed += 1
        lines.append(
            f"| 100 clients that never end their request | {closed} closed within {time.monotonic() - began:.0f} s; "
            f"a request next to them takes {waits:.1f} ms |"
        )
        lines.append(f"| resident at the end | {mebibytes(at.resident())} MiB |")
    finally:
        at.end()
    lines.append(guesses(place))
    lines.append(ending(place))
    return lines


def ending(place, rounds=4):
    """How long a server takes to end that has all of it at once."""
    slowest = 0.0
    for turn in range(rounds):
        at = Server(place)
        with open(os.path.join(place.folder, "large.toml")) as file:
            experiment = json.dumps({"toml": file.read(), "again": True, "start": True})
        assert at.ask("POST", "/api/experiments", experiment)[0] == 201
        search = json.dumps({"kind": "solve", "instance": "korf:88", "algorithm": "astar", "heuristic": "manhattan"})
        for _ in range(34):
            at.ask("POST", "/api/jobs", search)
        lines = []
        for head in [b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"POST /api/position HTTP/1.1\r\n"]:
            for _ in range(100):
                lines.append(socket.create_connection((at.host, at.port)))
                lines[-1].sendall(head)
        time.sleep(1)
        began = time.monotonic()
        at.end(signal.SIGTERM if turn % 2 else signal.SIGINT)
        slowest = max(slowest, time.monotonic() - began)
        for line in lines:
            line.close()
    return (
        "| Ctrl-C or SIGTERM to a server with an experiment, 34 searches, 100 listeners and 100 unfinished requests | "
        f"ends after {slowest * 1000:.0f} ms, the largest of {rounds} |"
    )


def guesses(place):
    """Wrong tokens, and the right one behind them."""
    at = Server(place, "--token", "correct horse battery staple")
    try:
        def show(token):
            return at.ask("GET", "/api/about", headers={"Authorization": f"Bearer {token}"})[0]

        statuses = {}
        for number in range(1000):
            status = show(f"guess {number}")
            statuses[status] = statuses.get(status, 0) + 1
        told = ", ".join(f"{count} with status {status}" for status, count in sorted(statuses.items()))
        right = show("correct horse battery staple")
        return f"| 1,000 wrong tokens of one address | {told}; the right token: status {right}; resident {mebibytes(at.resident())} MiB |"
    finally:
        at.end()


SECTIONS = {
    "memory": ("Memory limits and peak resident size", memory),
    "time": ("Time limits", times),
    "signals": ("Ctrl-C and SIGTERM", signals),
    "pipes": ("Closed pipes and full disks", pipes),
    "server": ("The server under load", server),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--only", default=",".join(SECTIONS))
    parser.add_argument("--output", default="docs/limits.md")
    parser.add_argument("--note", default="")
    arguments = parser.parse_args()
    place = Place(arguments.program)
    old = {}
    if os.path.exists(arguments.output):
        with open(arguments.output) as file:
            for part in file.read().split("\n## ")[1:]:
                title, text = part.split("\n", 1)
                old[title] = text.strip("\n")
    version = place.text(["--version"]).strip()
    for name in arguments.only.split(","):
        title, measure = SECTIONS[name]
        print(title, file=sys.stderr, flush=True)
        measured = " ".join(filter(None, [f"Measured with {version} on {os.cpu_count()} cores.", arguments.note]))
        old[title] = "\n".join([measured, "", *measure(place)])
    with open(arguments.output, "w") as file:
        file.write("# Limits\n\nWritten by `make limits` (`benches/limits/limits.py target/release/unstuck`).\n")
        for title, _ in SECTIONS.values():
            if title in old:
                file.write(f"\n## {title}\n\n{old[title]}\n")


if __name__ == "__main__":
    main()
