"""Workers of a cluster, without one: what they are sent, what they refuse, and what comes back."""

import os
import pickle
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import unstuck
from unstuck import worker

# Left to `make test-slow`.
slow = pytest.mark.skipif(not os.environ.get("UNSTUCK_SLOW"), reason="takes a quarter of a minute: make test-slow")


@slow
def test_tables_travel_with_the_world(tmp_path):
    """A machine without the table gets its file, once."""
    experiment = unstuck.Experiment(
        {
            "format": 1, "name": "tables", "domain": "tiles",
            "data": {
                "train": {"generate": "tiles", "size": 4, "walk": 20, "count": 3},
                "validation": {"generate": "tiles", "size": 4, "walk": 20, "count": 2, "seed": 7},
            },
            "search": {"algorithm": "astar", "limits": {"expanded": 1000}},
            "genome": {"kind": "weights", "features": ["pdb_663", "manhattan"]},
        },
        threads=1,
    )  # fmt: skip
    domain, tables = experiment._evolution.needs
    assert tables == ["pdb_663"]
    tasks = experiment.ask()
    sent = {"world": experiment._evolution.world(), "tasks": [task.data for task in tasks], "tables": {}}
    for table in tables:
        sent["tables"][table] = Path(unstuck._unstuck.table_path(domain, table)).read_bytes()
    (tmp_path / "sent").write_bytes(pickle.dumps(sent))
    program = textwrap.dedent("""
        import os, pickle, sys
        from unstuck import worker
        sent, fetched = pickle.load(open(sys.argv[1], "rb")), []
        def fetch(reference):
            fetched.append(1)
            return reference
        kit = worker.Kit("key", worker.build(), "tiles", sent["world"], None, sent["tables"])
        first, _ = worker.answer(kit, sent["tasks"], 60.0, fetch)
        again, _ = worker.answer(kit, sent["tasks"], 60.0, fetch)
        assert first == again and len(fetched) == 2, "the table and the world, once"
        pickle.dump(first, open(sys.argv[2], "wb"))
    """)
    elsewhere = {**os.environ, "UNSTUCK_CACHE": str(tmp_path / "cache")}
    subprocess.run([sys.executable, "-c", program, tmp_path / "sent", tmp_path / "back"], env=elsewhere, check=True)
    assert (tmp_path / "cache" / "pdb_663.table").exists()
    assert pickle.loads((tmp_path / "back").read_bytes()) == experiment.measure(tasks)


def test_a_long_batch_comes_back_in_part(small):
    experiment = unstuck.Experiment(small, threads=1)
    tasks = [task.data for task in experiment.ask()]
    evaluator = unstuck._unstuck.Evaluator(experiment._evolution.world(), "rush-hour", [])
    answers, _ = evaluator.answer(tasks, 0.0)
    assert len(answers) == 1, "at least one, whatever it takes"
    assert evaluator.answer(tasks, 60.0)[0][0] == answers[0]


def test_without_ray(tmp_path):
    """As where it is not installed: `ray` cannot be found."""
    hidden = "import sys; sys.modules['ray'] = None; "
    told = "Ray is not installed here; `pip install ray` brings it"
    asked = subprocess.run(
        [sys.executable, "-c", hidden + "import unstuck; print(unstuck.solve('jam:1').length); unstuck.ray.run('x.toml')"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert asked.stdout == "8\n" and asked.stderr.splitlines()[-1].startswith(f"ImportError: {told}")
    shell = hidden + "import runpy; sys.argv = ['unstuck.ray', 'x.toml']; runpy.run_module('unstuck.ray', run_name='__main__')"
    asked = subprocess.run([sys.executable, "-c", shell], capture_output=True, text=True)
    assert asked.returncode == 2 and asked.stderr.startswith(f"error: {told}") and len(asked.stderr.splitlines()) == 1


def test_builds_are_told_apart(tmp_path, monkeypatch):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "_unstuck.abi3.so").write_bytes(b"machine code")
        (tmp_path / name / "ray.py").write_text("pass")
    assert worker.content(tmp_path / "a") == worker.content(tmp_path / "b")
    (tmp_path / "b" / "_unstuck.abi3.so").write_bytes(b"machine c0de")
    assert worker.content(tmp_path / "a") != worker.content(tmp_path / "b")
    built = worker.build.__wrapped__
    monkeypatch.setattr(unstuck._unstuck, "__build__", "0.1.0 (commit 0123456789)")
    assert built() == "0.1.0 (commit 0123456789)", "a commit says it all"
    for changed in ("0.1.0 (commit 0123456789+)", "0.1.0 (commit unknown)"):
        monkeypatch.setattr(unstuck._unstuck, "__build__", changed)
        assert built() == f"{changed}, files {worker.content(Path(worker.__file__).parent)}"
    with pytest.raises(unstuck.Error, match="the driver has unstuck 0.0.9, and this node has .*; install the same on all"):
        worker.answer(worker.Kit("other", "0.0.9", "tiles", b"", None, {}), [], 1.0, lambda reference: reference)
