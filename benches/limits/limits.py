#!/usr/bin/env python3
"""Measures what limits and signals come to, and writes docs/limits.md.

    benches/limits/limits.py target/release/unstuck [--only memory,time,signals,pipes,server] [--output docs/limits.md]

A section that is not measured keeps its old text.
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
SECONDS = 12
# Instances whose spaces are larger than the memory limit, with the heuristic that the table uses.
INSTANCES = [
    ("rush-hour", ["rush-hour:" + BOARD], "blockers"),
    ("tiles", ["korf:88"], "manhattan"),
    ("tiles, walking distance", ["korf:88"], "walking_distance"),
    ("freecell", ["freecell:11982"], "hsd_board"),
    ("planning", ["blocksworld:hard-5"], "hff"),
]
# Long commands, for the latency of signals.
LONG = [
    ["solve", "korf:88", "-a", "astar", "-H", "manhattan"],
    ["solve", "korf24:1", "-a", "ida", "-H", "manhattan"],
    ["solve", "freecell:11982", "-a", "astar", "-H", "zero"],
    ["solve", "korf:1", "-a", "bibfs"],
    ["compare", "korf:88", "-a", "astar", "-a", "ida", "-H", "manhattan"],
    ["explore", "korf:1"],
    ["audit", "tiles", "korf:1"],
    ["dataset", "generate", "tiles", "--size", "4", "--all"],
    ["generate", "rush-hour", "minimal", "--length", "90-99"],
    ["generate", "rush-hour", "--evolve", "--length", "80-90"],
    ["generate", "tiles", "--count", "1000000000"],
    ["pdb", "build", "pdb_78"],
    ["evolve", "long.toml", "--quiet"],
    ["serve", "--port=0"],
]
LONG_EXPERIMENT = """
format = 1
name = "long"
domain = "rush-hour"
[data]
train = ["unblock:hard-1", "unblock:hard-2"]
validation = ["unblock:hard-3"]
[search]
algorithm = "astar"
limits = { expanded = 1_000_000_000 }
[genome]
kind = "tree"
[stop]
generations = 1000
"""


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
        with open(os.path.join(self.folder, "long.toml"), "w") as file:
            file.write(LONG_EXPERIMENT)

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
        "Ratio: peak resident size without the program itself, over the limit, where the memory limit ended the search.",
        "",
        "| domain, heuristic | algorithm | end | peak MiB | ratio |",
        "|---|---|---|---|---|",
    ]
    worst = 0.0
    for domain, instance, heuristic in INSTANCES:
        for name in names:
            words = ["solve", *instance, "-a", name, "-H", heuristic, "--quiet", "--threads", "1"]
            limits = ["--limit-memory", "128MiB", "--limit-seconds", str(SECONDS)]
            code, seconds, peak = place.peak(words + limits)
            if code == 2:
                code, seconds, peak = place.peak(words[: words.index("-H")] + words[words.index("-H") + 2 :] + limits)
            ended = outcome(code)
            by_memory = code == 11 and seconds < SECONDS - 0.5
            ratio = (peak - base) / MEMORY
            worst = max(worst, ratio if by_memory else 0.0)
            shown = f"{ratio:.2f}" if by_memory else ""
            ended = "memory limit" if by_memory else "time limit" if code == 11 else ended
            lines.append(f"| {domain}, {heuristic} | {name} | {ended} | {mebibytes(peak)} | {shown} |")
            print(lines[-1], file=sys.stderr, flush=True)
    lines.insert(2, f"Largest ratio: {worst:.2f}.")
    return lines


def times(place):
    lines = ["Limit 0.5 s; the pattern database is not there yet in the last row.", "", "| command | exit | seconds |", "|---|---|---|"]
    commands = [words for words in LONG if words[0] not in ("serve", "evolve", "pdb")]
    commands.append(["solve", "korf:1", "-a", "ida", "-H", "pdb_78"])
    for words in commands:
        code, seconds, _ = place.peak(words + ["--limit-seconds", "0.5"])
        lines.append(f"| `{' '.join(words)}` | {code} | {seconds:.2f} |")
    return lines


def signals(place, rounds=3):
    lines = [
        f"Milliseconds from the signal to the end of the process, the largest of {rounds}; the bar is 1,000.",
        "",
        "| command | Ctrl-C | SIGTERM |",
        "|---|---|---|",
    ]
    for words in LONG:
        row = []
        for number in (signal.SIGINT, signal.SIGTERM):
            slowest = 0.0
            for turn in range(rounds):
                child = place.start(words)
                time.sleep(0.7 + 0.4 * turn)
                if child.poll() is not None:
                    slowest = None
                    break
                began = time.monotonic()
                child.send_signal(number)
                try:
                    child.wait(60)
                except subprocess.TimeoutExpired:
                    child.kill()
                    child.wait()
                slowest = max(slowest, time.monotonic() - began)
            row.append("ended by itself" if slowest is None else f"{slowest * 1000:.0f}")
        lines.append(f"| `{' '.join(words)}` | {row[0]} | {row[1]} |")
    return lines


def pipes(place):
    lines = ["| command | reader that closes the pipe | `/dev/full` |", "|---|---|---|"]
    commands = [
        ["solve", "jam", "--jsonl"],
        ["compare", "jam:1-5", "-a", "bfs", "--format", "csv"],
        ["explore", "jam:1"],
        ["heuristics", "rush-hour"],
        ["generate", "tiles", "--count", "2000"],
        ["dataset", "generate", "tiles", "--count", "200"],
        ["experiments", "list"],
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
    def __init__(self, place):
        self.child = place.start(["serve", "--port=0", "--json"], stdout=subprocess.PIPE)
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

    def ask(self, method, path, body=None, line=None):
        line = line or self.connect()
        line.request(method, path, body, {"Content-Type": "application/json"})
        answer = line.getresponse()
        return answer.status, answer.read()

    def resident(self):
        with open(f"/proc/{self.child.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) << 10

    def end(self):
        self.child.send_signal(signal.SIGTERM)
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
        closed, until = 0, time.monotonic() + 60
        for line in slow:
            line.settimeout(max(0.1, until - time.monotonic()))
            try:
                while line.recv(1024):
                    pass
                closed += 1
            except OSError:
                pass
        lines.append(
            f"| 100 clients that never end their request | {closed} closed within {time.monotonic() - began:.0f} s; "
            f"a request next to them takes {waits:.1f} ms |"
        )
        lines.append(f"| resident at the end | {mebibytes(at.resident())} MiB |")
    finally:
        at.end()
    return lines


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
        old[title] = "\n".join([f"Measured with {version} on {os.cpu_count()} cores.", "", *measure(place)])
    with open(arguments.output, "w") as file:
        file.write("# Limits\n\nWritten by `benches/limits/limits.py target/release/unstuck`.\n")
        for title, _ in SECTIONS.values():
            if title in old:
                file.write(f"\n## {title}\n\n{old[title]}\n")


if __name__ == "__main__":
    main()
