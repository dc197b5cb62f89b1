"""The examples run: the notebooks cell by cell, the script as a program; the documentation says what is true."""

import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest
import unstuck

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks(path):
    pytest.importorskip("nbclient", reason="notebooks need nbclient, ipykernel and matplotlib: make test-slow")
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(EXAMPLES)}}).execute()


def test_the_script():
    script = EXAMPLES / "pancakes.py"
    assert len(script.read_text().splitlines()) < 80
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "moves, optimal" in done.stdout and "gaps: admissible True" in done.stdout and "evolved: " in done.stdout


def test_the_script_of_an_optimisation_domain():
    script = EXAMPLES / "cutting.py"
    assert len(script.read_text().splitlines()) <= 72
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "3 planks" in done.stdout and "above the bound" in done.stdout


@pytest.mark.parametrize(
    "name", ["", ".algorithm", ".solving", ".planning", ".analysis", ".heuristic", ".domain", ".optimisation", ".dataset", ".experiment"]
)
def test_the_documentation(name, root, monkeypatch):
    monkeypatch.chdir(root)
    module = importlib.import_module("unstuck" + name)
    failed, tried = doctest.testmod(module, extraglobs={"unstuck": unstuck})
    assert failed == 0 and tried > 0
