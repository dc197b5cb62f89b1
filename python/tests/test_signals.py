"""Ctrl-C ends what is running soon: CPU time and calls are counted, which do not depend on what else the machine runs."""

import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time

import pytest
import unstuck
from unstuck import _unstuck


@pytest.mark.parametrize(
    "work",
    [
        lambda: unstuck.solve("korf:1", algorithm="ida", heuristic="manhattan", limit_seconds=60),
        lambda: unstuck.solve("korf:88", algorithm="astar", heuristic="zero", limit_seconds=60),
        lambda: unstuck.explore("korf:1", limit_seconds=60),
        lambda: unstuck.Experiment(LONG),
        lambda: unstuck.evolve(LONG, store=tempfile.mkdtemp() + "/long.db"),
        lambda: unstuck.Domain("slow", actions=slow, goal=lambda n: False).register(replace=True).solve(1, algorithm="bfs"),
        lambda: unstuck.Domain("slow", actions=slow, goal=lambda n: False).register(replace=True).solve(1, algorithm="ida"),
    ],
    ids=["solve", "solve-in-place", "explore", "experiment", "evolve", "domain", "domain-deep"],
)
def test_ctrl_c(work):
    interrupt = Interrupt(lambda: calls[0])
    with pytest.raises(KeyboardInterrupt):
        work()
    assert interrupt.used() < 5 and interrupt.counted() < 40
    assert unstuck.solve("jam:1").length == 8, "and everything works afterwards"
    assert unstuck.explore("jam:1")["reachable"] == 1247


def test_a_handler_may_do_what_it_likes():
    """Also search, in the middle of a search that goes on or ends."""
    found, raised = [], []

    def handler(*_):
        found.append(unstuck.solve("jam:1").length)
        if raised:
            raise raised[0]

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        limited = unstuck.solve("korf:88", algorithm="astar", heuristic="zero", limit_seconds=0.4)
        assert (limited.status, limited.limit, found) == ("limit", "time", [8])
        raised.append(TimeoutError("enough"))
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        began = time.process_time()
        with pytest.raises(TimeoutError, match="enough"):
            unstuck.solve("korf:88", algorithm="astar", heuristic="zero", limit_seconds=60)
        assert time.process_time() - began < 5 and found == [8, 8]
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("phase", ["preparing", "measuring"])
def test_ctrl_c_in_an_evolution_of_a_slow_domain(phase, astray, tmp_path):
    """A thousand expansions, after which watchers are asked, take 5 s and more: no caller waits for them, and nothing is wrong."""
    asked = []

    def interrupt(event):
        awaited = event["event"] == "run" if phase == "measuring" else event["event"] == "state"
        if awaited and event["state"] == "running" and not asked:
            astray.slow = True
            asked.append(Interrupt(lambda: astray.expanded))

    if phase == "preparing":
        # The reference has a long way as well.
        astray.experiment["data"]["train"] = ["astray:(40, 40)"]
    store = tmp_path / "astray.db"
    with pytest.raises(KeyboardInterrupt):
        unstuck.evolve(astray.experiment, store=store, threads=2, callback=interrupt)
    assert asked[0].counted() < 600
    assert _unstuck.show_stored(1, store)["state"] == "waiting"


class Interrupt:
    """Sends SIGINT to this process after a moment; what is used and counted is from then on."""

    def __init__(self, count):
        self._count, self._from = count, (time.process_time(), count())
        threading.Timer(0.5, self._send).start()

    def _send(self):
        self._from = time.process_time(), self._count()
        os.kill(os.getpid(), signal.SIGINT)

    def used(self):
        return time.process_time() - self._from[0]

    def counted(self):
        return self._count() - self._from[1]


calls = [0]


def slow(n):
    calls[0] += 1
    time.sleep(0.05)
    return [("up", n + 1), ("down", n - 1)]


LONG = """
format = 1
name = "long"
domain = "tiles"
[data]
train = ["korf:1-4"]
validation = ["korf:5-6"]
[search]
algorithm = "ida"
limits = { expanded = 900_000_000 }
[genome]
kind = "weights"
"""


def test_a_store_is_left_in_order(tmp_path, small):
    """A driver that is killed at any moment, and one that goes on: the same champion as without."""
    store = tmp_path / "killed.db"
    program = textwrap.dedent("""
        import sys, unstuck
        unstuck.evolve(open(sys.argv[1]).read(), store=sys.argv[2], threads=1,
                       callback=lambda event: event["event"] == "generation" and print("one", flush=True))
    """)
    (tmp_path / "small.toml").write_text(small)
    child = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path / "small.toml"), str(store)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "one\n"
    child.kill()
    child.wait()
    went_on = unstuck.evolve(small, store=store)
    alone = unstuck.evolve(small, store=tmp_path / "alone.db")
    assert went_on.state == alone.state == "done"
    assert went_on.champion == alone.champion
