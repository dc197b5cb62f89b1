"""What several tests share."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
import unstuck

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session", autouse=True)
def store_of_the_tests(tmp_path_factory):
    """Tests that name no store must not meet the user's."""
    os.environ["UNSTUCK_STORE"] = str(tmp_path_factory.mktemp("store") / "unstuck.db")


SMALL = """
format = 1
name = "small"
domain = "rush-hour"
seed = 3
[data]
train = ["jam:1-4"]
validation = ["jam:5-6"]
[search]
algorithm = "ida"
limits = { expanded = 1000 }
[genome]
kind = "weights"
[algorithm]
kind = "generational"
population = 12
[fitness]
kind = "reduction"
[champion]
validate_every = 2
control = false
baseline = false
[stop]
generations = 4
"""


@pytest.fixture
def small() -> str:
    """An experiment of a second."""
    return SMALL


@pytest.fixture(scope="session")
def pancakes():
    """The domain of the example."""
    import runpy

    return runpy.run_path(str(ROOT / "python" / "examples" / "pancakes.py"))


@pytest.fixture
def astray():
    """A domain of endless streets whose only feature leads away from the goal, at 5 ms an expansion once `slow` is set,
    and an experiment of it that takes hours then."""
    made = SimpleNamespace(slow=False, expanded=0)

    def actions(place):
        made.expanded += 1
        if made.slow:
            time.sleep(0.005)
        x, y = place
        yield from [("east", (x + 1, y)), ("west", (x - 1, y)), ("north", (x, y + 1)), ("south", (x, y - 1))]

    def away(place):
        return float(max(0, 1000 - abs(place[0]) - abs(place[1])))

    unstuck.Domain("astray", actions=actions, goal=lambda place: place == (0, 0), features=[away]).register(replace=True)
    made.experiment = {
        "format": 1, "name": "astray", "domain": "astray",
        "data": {"train": ["astray:(4, 4)", "astray:(5, 3)"], "validation": ["astray:(3, 5)"]},
        "search": {"algorithm": "astar", "limits": {"expanded": 100_000}},
        "genome": {"kind": "weights", "features": ["away"]},
        "fitness": {"kind": "search"}, "stop": {"generations": 3},
    }  # fmt: skip
    return made


@pytest.fixture
def root() -> Path:
    """The checkout."""
    return ROOT


def run_program(*arguments):
    """Runs the command line as a module: its exit code, and what it prints."""
    done = subprocess.run([sys.executable, "-m", "unstuck", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="session")
def algorithms():
    """The rows of `unstuck algorithms`."""
    return json.loads(run_program("algorithms", "--json")[1])["algorithms"]


@pytest.fixture
def program():
    return run_program
