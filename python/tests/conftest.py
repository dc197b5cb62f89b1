"""What several tests share."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

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
def root() -> Path:
    """The checkout."""
    return ROOT
