#!/usr/bin/env python3
"""Two servers and many processes on one store: experiments are started, paused, resumed, killed, copied and deleted at random.

    benches/soak/soak.py target/release/unstuck [--minutes 60] [--seed 1]

One server lives to the end and must not grow; the store must stay valid; and every experiment that ends must have the result of
an undisturbed run. Linux only: it reads /proc.
"""

import argparse
import collections
import contextlib
import fcntl
import json
import pathlib
import random
import shutil
import signal
import socket
import sqlite3
import statistics
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

# Some seconds of work each.
EXPERIMENTS = {
    "cars": """
repetitions = 2
domain = "rush-hour"
[data]
train = ["jam:1-4"]
validation = ["jam:5-6"]
test = ["jam:7-8"]
[search]
limits = { expanded = 300 }
[genome]
kind = "weights"
features = ["blockers", "distance", "blockers_deep"]
[algorithm]
population = 10
[champion]
validate_every = 3
[stop]
generations = 10
""",
    "tiles": """
domain = "tiles"
[data]
train = { generate = "tiles", size = 3, count = 20, seed = 7 }
validation = { generate = "tiles", size = 3, count = 10, seed = 8 }
test = { generate = "tiles", size = 3, count = 10, seed = 9 }
[search]
algorithm = "astar"
limits = { expanded = 3_000 }
[genome]
kind = "tree"
limits = { nodes = 16, depth = 5 }
[algorithm]
population = 20
[fitness]
kind = "search"
reference = "manhattan"
sample = 5
[champion]
validate_every = 4
[stop]
generations = 30
""",
    "cards": """
domain = "freecell"
[data]
train = { generate = "deal", count = 6, seed = 7 }
validation = { generate = "deal", count = 3, seed = 8 }
test = ["freecell:1-3"]
[search]
algorithm = "greedy"
limits = { expanded = 200, optimal = 0 }
[genome]
kind = "policy"
rules = 2
features = ["hsd_board", "unsorted", "buried_next", "used_cells"]
[algorithm]
population = 10
[fitness]
kind = "search"
reference = "hsd_board"
sample = 3
[champion]
validate_every = 4
[stop]
generations = 15
""",
}

# Most experiments that are not done at once, and most in the list.
UNFINISHED, KEPT = 6, 40

# What the steady server holds, and how much more of it in the last quarter than in the second is not growth, apart from a fifth.
MEASURES = {"kB of memory": 20_480, "open files": 10, "threads": 10}


class Server:
    """A server on a free port, on the store of a folder."""

    def __init__(self, soak):
        self._errors = open(soak.folder / "errors.txt", "a", encoding="utf-8")
        self.process = soak.start("serve", "--port", "0", "--threads", "1", "--json", stderr=self._errors, stdout=subprocess.PIPE)
        told = ""
        while not told.rstrip().endswith("}"):
            line = self.process.stdout.readline()
            assert line, f"the server did not start: {told}"
            told += line
        self.address = json.loads(told)["address"].rstrip("/")

    def ask(self, method, path, body=None, allowed=(200,)):
        """Status and answer of a request, which must be one of those allowed."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=600) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        assert status in allowed, f"{method} {path}: {status} {text[:1000]!r}"
        return status, text

    def get(self, path):
        return json.loads(self.ask("GET", path)[1])

    def end(self, number):
        self.process.send_signal(number)
        code = self.process.wait()
        assert number == signal.SIGKILL or code == 0, f"the server ended with {code}"
        self._errors.close()


class Soak:
    def __init__(self, program, seed):
        self.program, self.random = program, random.Random(seed)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="unstuck-soak-"))
        self.steady, self.frail = Server(self), Server(self)
        self.workers, self.listeners = [], []
        # Results of undisturbed runs by the file, and the experiments that were compared with them.
        self.expected, self.compared = {}, set()
        self.done, self.held = collections.Counter(), []

    def start(self, *arguments, folder=None, **streams):
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True, **streams}
        place = folder or self.folder
        return subprocess.Popen([self.program, *arguments, "--store", str(place / "store.db")], cwd=place, **streams)

    def run(self, *arguments, folder=None, allowed=(0,)):
        process = self.start(*arguments, folder=folder, stdout=subprocess.PIPE)
        out, err = process.communicate()
        assert process.returncode in allowed, f"{arguments}: {process.returncode} {out} {err}"
        return process.returncode, out

    def list(self):
        experiments = self.steady.get("/api/experiments")["experiments"]
        assert all(one["state"] != "failed" for one in experiments), experiments
        return experiments

    def one(self, *states):
        """One of the experiments in these states."""
        return self.random.choice([one for one in self.list() if not states or one["state"] in states] or [None])

    def server(self):
        return self.random.choice([self.steady, self.frail])

    def has_room(self):
        return sum(one["state"] != "done" for one in self.list()) < UNFINISHED

    # What is done; each returns whether it was.

    def text(self):
        kind, letter = self.random.choice(list(EXPERIMENTS)), self.random.choice("abc")
        return f"{kind}-{letter}", f'format = 1\nname = "{kind}-{letter}"\nseed = {ord(letter)}\n{EXPERIMENTS[kind]}'

    def begin_served(self):
        return self.has_room() and self.server().ask("POST", "/api/experiments", {"toml": self.text()[1], "again": True}, (201,))

    def begin_alone(self):
        if not self.has_room():
            return False
        name, text = self.text()
        (self.folder / f"{name}.toml").write_text(text)
        self.workers.append(self.start("evolve", f"{name}.toml", "--again", "--quiet", "--threads", "1"))
        return True

    def copy(self):
        one = self.one()
        if one is None or not self.has_room():
            return False
        if self.random.random() < 0.5:
            return self.run("experiments", "clone", str(one["id"]), allowed=(0, 2))[0] == 0
        return self.server().ask("POST", f"/api/experiments/{one['id']}/clone", {"start": self.random.random() < 0.5}, (201,))

    def steer(self, word, *states):
        one = self.one(*states)
        if one is None:
            return False
        number = str(one["id"])
        if self.random.random() < 0.5:
            return self.server().ask("POST", f"/api/experiments/{number}/{word}", {}, (200, 409))[0] == 200
        if word == "resume":
            self.workers.append(self.start("experiments", "resume", number, "--quiet", "--threads", "1"))
            return True
        return self.run("experiments", word, number, allowed=(0, 2))[0] == 0

    def end_worker(self, number):
        if self.workers:
            self.random.choice(self.workers).send_signal(number)
        return bool(self.workers)

    def renew_server(self, number):
        self.frail.end(number)
        self.frail = Server(self)
        return True

    def delete(self):
        """Deletes an experiment and every other time restores it; if there are many, one that was compared."""
        crowded = len(self.list()) > KEPT
        one = self.one("done") if crowded else self.one("done", "paused", "stopped", "waiting")
        if one is None or one["state"] == "done" and one["id"] not in self.compared:
            return False
        number, back = str(one["id"]), not crowded and self.random.random() < 0.5
        if self.random.random() < 0.5:
            deleted = self.run("experiments", "delete", number, allowed=(0, 2))[0] == 0
            if deleted and back:
                self.run("experiments", "delete", number, "--undo")
            return deleted
        deleted = self.server().ask("DELETE", f"/api/experiments/{number}", None, (204, 409))[0] == 204
        if deleted and back:
            self.server().ask("POST", f"/api/experiments/{number}/undo", {})
        return deleted

    def look(self):
        """Everything that a browser may fetch of an experiment."""
        one = self.one()
        if one is None:
            return False
        path = f"/api/experiments/{one['id']}"
        run = next((run["id"] for run in self.steady.get(path)["runs"]), 0)
        paths = ["/", "/api/about", "/api/catalog", "/api/experiments?deleted=true", f"{path}/curves", f"{path}/test"]
        paths += [f"{path}/download?what={part}" for part in ("config", "json", "csv", "champion", "report")]
        paths += [f"/api/runs/{run}{part}" for part in ("", "/history", "/ancestry")]
        for path in paths:
            self.steady.ask("GET", path, None, (200, 404, 409))
        return True

    def ask(self):
        one = self.one()
        if one is None:
            return False
        number = str(one["id"])
        questions = [("list", "--json"), ("show", number), ("export", number, "--csv")]
        return self.run("experiments", *self.random.choice(questions), allowed=(0, 2))[0] == 0

    def listen(self):
        host, port = self.steady.address.split("//")[1].split(":")
        listener = socket.create_connection((host, int(port)))
        listener.sendall(f"GET /api/events HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        assert listener.recv(1)
        self.listeners.append(listener)
        if len(self.listeners) > 5:
            self.listeners.pop(0).close()
        return True

    def search(self):
        begun = self.steady.ask("POST", "/api/jobs", {"kind": "solve", "instance": f"jam:{self.random.randint(1, 40)}"}, (202,))[1]
        path = f"/api/jobs/{json.loads(begun)['id']}"
        while (job := self.steady.get(path))["state"] != "done":
            assert job["state"] in ("waiting", "running"), job
            time.sleep(0.05)
        return True

    ACTIONS = {
        "experiments started by a server": (6, begin_served),
        "experiments started by a process": (6, begin_alone),
        "copies": (3, copy),
        "pauses": (14, lambda soak: soak.steer("pause", "running", "waiting")),
        "stops": (4, lambda soak: soak.steer("stop", "running", "paused", "waiting")),
        "resumptions": (24, lambda soak: soak.steer("resume", "paused", "stopped", "waiting")),
        "kills of a process": (6, lambda soak: soak.end_worker(signal.SIGKILL)),
        "interruptions of a process": (3, lambda soak: soak.end_worker(signal.SIGINT)),
        "kills of a server": (2, lambda soak: soak.renew_server(signal.SIGKILL)),
        "interruptions of a server": (1, lambda soak: soak.renew_server(signal.SIGINT)),
        "deletions": (8, delete),
        "pages and answers": (10, look),
        "questions of a process": (6, ask),
        "event streams": (3, listen),
        "searches": (3, search),
    }

    def step(self):
        names = list(self.ACTIONS)
        (name,) = self.random.choices(names, [self.ACTIONS[name][0] for name in names])
        if self.ACTIONS[name][1](self):
            self.done[name] += 1
        self.reap()
        for one in self.list():
            if one["state"] == "done" and one["id"] not in self.compared:
                self.compare(one)
                break
        self.measure()
        time.sleep(0.2 + self.random.random())

    def reap(self):
        """Processes that found an experiment taken end with code 2."""
        for worker in [worker for worker in self.workers if worker.poll() is not None]:
            self.workers.remove(worker)
            told = worker.stderr.read()
            worker.stderr.close()
            assert "panicked" not in told and worker.returncode in (0, 2, 130, -signal.SIGKILL), f"{worker.returncode} {told}"

    def result(self, number, folder=None):
        """Everything that was stored, except what the clock decides."""
        record = json.loads(self.run("experiments", "export", number, "--json", folder=folder)[1])["experiment"]
        for run in record["runs"]:
            run["id"] = run["seconds"] = None
        for configuration in record["configurations"]:
            for entry in configuration["test"]["entries"]:
                entry["seconds"] = None
        return record["runs"], record["configurations"], self.run("experiments", "export", number, "--individuals", folder=folder)[1]

    def compare(self, one):
        """Compares an experiment that is done with an undisturbed run of the same file."""
        number = str(one["id"])
        text = self.run("experiments", "show", number, "--config")[1]
        if text not in self.expected:
            with tempfile.TemporaryDirectory(prefix="unstuck-soak-alone-") as alone:
                alone = pathlib.Path(alone)
                (alone / "alone.toml").write_text(text)
                self.run("evolve", "alone.toml", "--quiet", "--threads", "1", folder=alone)
                self.expected[text] = self.result("1", alone)
        assert self.result(number) == self.expected[text], f"{one['name']} (number {number}) differs from an undisturbed run"
        self.compared.add(one["id"])
        self.done["compared with an undisturbed run"] += 1

    def measure(self):
        place = pathlib.Path("/proc") / str(self.steady.process.pid)
        memory = next(int(line.split()[1]) for line in (place / "status").read_text().splitlines() if line.startswith("VmRSS:"))
        self.held.append((memory, len(list((place / "fd").iterdir())), len(list((place / "task").iterdir()))))

    def check_store(self):
        with contextlib.closing(sqlite3.connect(self.folder / "store.db")) as store:
            assert store.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert store.execute("PRAGMA foreign_key_check").fetchall() == []
            return store.execute("SELECT count(*) FROM experiment WHERE owner IS NOT NULL AND deleted IS NULL").fetchone()[0]

    def finish(self):
        """Lets everything end, compares the rest, and looks for what must not be left."""
        for listener in self.listeners:
            listener.close()
        while (left := [one for one in self.list() if one["state"] != "done"]) or self.workers:
            self.reap()
            for one in left:
                if one["state"] != "running":
                    self.steady.ask("POST", f"/api/experiments/{one['id']}/resume", {}, (200, 409))
            time.sleep(0.5)
        for one in self.list():
            if one["id"] not in self.compared:
                self.compare(one)
        for server in (self.steady, self.frail):
            server.end(signal.SIGINT)
        assert self.check_store() == 0, "an experiment still has an owner"
        for lock in (self.folder / "store.db.locks").iterdir():
            with open(lock) as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        known = (".db", ".db.locks", ".txt", ".toml", ".heuristic", ".html")
        # A kill may leave a temporary file of a champion.
        strange = [path.name for path in self.folder.iterdir() if not path.name.endswith(known) and ".heuristic." not in path.name]
        assert not strange, strange
        assert "panicked" not in (self.folder / "errors.txt").read_text()


def grown(held):
    """A line for each measure, with its medians by quarter; the names of those that grow."""
    wrong = []
    for (name, slack), values in zip(MEASURES.items(), zip(*held)):
        count = len(values)
        quarters = [statistics.median_low(values[count * at // 4 : count * (at + 1) // 4] or [0]) for at in range(4)]
        print(f"{name} by quarter: {quarters}")
        if quarters[3] > quarters[1] + max(slack, quarters[1] // 5):
            wrong.append(name)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the program, such as target/release/unstuck")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    soak = Soak(str(pathlib.Path(options.program).resolve()), options.seed)
    print(f"in {soak.folder}, which stays if something fails", flush=True)
    began, told = time.monotonic(), 0
    while time.monotonic() - began < options.minutes * 60:
        soak.step()
        if (minute := int(time.monotonic() - began) // 60) > told:
            told = minute
            soak.check_store()
            print(f"minute {minute}: {dict(soak.done)}", flush=True)
    soak.finish()
    print(f"{options.minutes} minutes with seed {options.seed}")
    for name, times in sorted(soak.done.items()):
        print(f"{times:>7} {name}")
    wrong = grown(soak.held)
    assert not wrong, f"the server grows: {wrong}"
    shutil.rmtree(soak.folder)


if __name__ == "__main__":
    main()
