"""Experiments on a cluster of three nodes on this machine: the same results, whichever worker dies."""

import os
import pickle
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest
import unstuck

if not os.environ.get("UNSTUCK_SLOW"):
    pytest.skip("Ray and its cluster take minutes: make test-slow", allow_module_level=True)

import ray
import ray.cluster_utils
import unstuck.ray as clusters

LONGER = """
format = 1
name = "longer"
domain = "rush-hour"
seed = 5
[data]
train = ["jam:1-8"]
validation = ["jam:9-12"]
[search]
algorithm = "ida"
limits = { expanded = 20_000 }
[genome]
kind = "weights"
[algorithm]
kind = "generational"
population = 16
[fitness]
kind = "reduction"
[champion]
control = false
[stop]
generations = 3
"""


@pytest.fixture(scope="module")
def cluster():
    made = ray.cluster_utils.Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False},
    )
    # The driver lives with the node it is connected to: the head, while there is no other.
    ray.init(address=made.address, log_to_driver=False)
    made.extra = [made.add_node(num_cpus=1, object_store_memory=80 << 20) for _ in range(2)]
    yield made
    ray.shutdown()
    made.shutdown()


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The same experiment without a cluster."""
    return unstuck.evolve(LONGER, store=tmp_path_factory.mktemp("alone") / "alone.db")


PASSING = {"id", "created", "updated", "origin", "command", "lease", "owner", "host", "expires", "seconds", "sum"}
"""Columns that tell of times and owners, and the checksum of both."""


def content(store):
    """Everything else that a store holds."""
    connection = sqlite3.connect(store)
    try:
        found = {}
        for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[1] not in PASSING]
            found[table] = connection.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY 1, 2").fetchall()
        # An entry of a test ends with the time it took.
        found["entry"] = [(*row[:-1], row[-1].rsplit("seconds", 1)[0]) for row in found["entry"]]
        assert {"experiment", "configuration", "run", "generation", "individual", "entry", "hall"} <= set(found)
        return found
    finally:
        connection.close()


def test_the_store_is_that_of_a_local_run(cluster, alone, tmp_path):
    done = clusters.run(LONGER, store=tmp_path / "ray.db")
    assert done.state == "done" and done.champion == alone.champion
    assert content(done.store) == content(alone.store)
    assert clusters.run(LONGER, store=tmp_path / "ray.db") == done, "finished already"


def test_a_worker_is_killed_and_a_node_removed(cluster, alone, tmp_path):
    happened = []

    def disturb(event):
        if event["event"] == "generation" and not happened:
            happened.append(killed_worker())
            cluster.remove_node(cluster.extra.pop(), allow_graceful=False)

    done = clusters.run(LONGER, store=tmp_path / "disturbed.db", callback=disturb)
    assert happened
    assert content(done.store) == content(alone.store)


def killed_worker():
    """Kills a process in the middle of answering tasks."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        for place in Path("/proc").glob("[0-9]*"):
            try:
                command = (place / "cmdline").read_bytes()
                parent = int((place / "stat").read_text().rsplit(")", 1)[1].split()[1])
                raylet = (Path("/proc") / str(parent) / "cmdline").read_bytes()
            except (OSError, ValueError):
                continue
            if command.startswith(b"ray::_answer") and session().encode() in raylet:
                os.kill(int(place.name), signal.SIGKILL)
                return int(place.name)
    raise AssertionError("no worker answers tasks")


def session():
    """The folder of this cluster: other clusters of this machine are none of our business."""
    return ray._private.worker._global_node.get_session_dir_path()


def killed_driver(experiment, store, cluster):
    """Runs an experiment and kills its driver after the first generation."""
    program = textwrap.dedent("""
        import sys, ray, unstuck.ray
        ray.init(address=sys.argv[3], log_to_driver=False)
        unstuck.ray.run(sys.argv[1], store=sys.argv[2],
                        callback=lambda event: event["event"] == "generation" and print("one", flush=True))
    """)
    arguments = [str(experiment), str(store), cluster.address]
    driver = subprocess.Popen([sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE, text=True)
    # Ray prints what it has to say of its nodes in between.
    assert "one\n" in driver.stdout
    driver.kill()
    driver.wait()


def test_the_driver_is_killed_and_goes_on(cluster, alone, tmp_path):
    store = tmp_path / "killed.db"
    (tmp_path / "longer.toml").write_text(LONGER)
    killed_driver(tmp_path / "longer.toml", store, cluster)
    later = []
    done = clusters.run(
        tmp_path / "longer.toml", store=store, callback=lambda event: event["event"] == "generation" and later.append(event)
    )
    assert content(done.store) == content(alone.store)
    generations = len(content(alone.store)["generation"])
    assert 0 < len(later) < generations, "the second driver did what was left, and only that"


def test_a_learned_rule_is_the_same_after_kills(cluster, tmp_path):
    text = unstuck.rule_experiment("pddl-ferry", "ferry:train-1-12", minutes=0.5)
    assert "seconds = 15" in text
    text = text.replace("seconds = 15", "generations = 6")
    (tmp_path / "rule.toml").write_text(text)
    alone = unstuck.evolve(tmp_path / "rule.toml", store=tmp_path / "alone.db")
    killed_driver(tmp_path / "rule.toml", tmp_path / "killed.db", cluster)
    happened = []

    def disturb(event):
        if event["event"] == "generation" and not happened:
            happened.append(killed_worker())

    done = clusters.run(tmp_path / "rule.toml", store=tmp_path / "killed.db", callback=disturb)
    assert happened and done.champion == alone.champion
    assert content(done.store) == content(alone.store)


def test_a_driver_without_its_cluster_says_how_to_go_on(cluster, alone, tmp_path, monkeypatch):
    def leave(event):
        if event["event"] == "generation":
            monkeypatch.setattr(ray, "wait", gone)

    def gone(*_arguments, **_keywords):
        raise ConnectionError("the head node does not answer.")

    with pytest.raises(unstuck.Error, match="the Ray cluster is lost: the head node does not answer; .* the same store resumes"):
        clusters.run(LONGER, store=tmp_path / "left.db", callback=leave)
    done = unstuck.evolve(LONGER, store=tmp_path / "left.db")
    assert content(done.store) == content(alone.store)


def test_a_cluster_without_cpus_is_lost(monkeypatch):
    monkeypatch.setattr(ray, "cluster_resources", dict)
    pace = clusters.Pace()
    assert pace.slots() == 1, "nodes come and go"
    pace._seen -= 2 * clusters.PATIENCE
    pace._looked -= 10
    with pytest.raises(unstuck.Error, match="lost: it has had no CPU for 60 seconds"):
        pace.slots()


def test_a_python_domain_travels(cluster, pancakes, tmp_path):
    local = unstuck.evolve(pancakes["EXPERIMENT"], store=tmp_path / "local.db")
    far = clusters.run(pancakes["EXPERIMENT"], store=tmp_path / "far.db")
    assert content(far.store) == content(local.store)


def test_settings_grids_and_controls_travel(cluster, tmp_path):
    """The rules of a domain are no part of an instance's text; configurations and repetitions are under way at once."""
    other = """
        format = 1
        name = "other-goal"
        domain = "tiles"
        seed = 2
        repetitions = 2
        [settings]
        goal = "last"
        [data]
        train = { generate = "tiles", goal = "last", size = 3, walk = 14, count = 4, seed = 1 }
        validation = { generate = "tiles", goal = "last", size = 3, walk = 14, count = 2, seed = 2 }
        test = { generate = "tiles", goal = "last", size = 3, walk = 14, count = 2, seed = 3 }
        [search]
        algorithm = "astar"
        limits = { expanded = 500 }
        [genome]
        kind = "weights"
        [algorithm]
        kind = "generational"
        population = 6
        [fitness]
        kind = "search"
        [stop]
        generations = 2
        [grid]
        "operators.mutation.rate" = [0.1, 0.5]
    """
    local = unstuck.evolve(other, store=tmp_path / "local.db")
    far = clusters.run(other, store=tmp_path / "far.db")
    assert content(far.store) == content(local.store)


def test_what_an_edited_domain_says_is_asked_anew(cluster, pancakes, tmp_path):
    """Processes that answered for a domain of the same name must not answer by its old functions."""
    def renewed(worth):
        changed = unstuck.Feature(lambda stack: worth, "gaps", about="a constant", admissible=False)
        unstuck.Domain(
            "pancakes-edited", actions=pancakes["actions"], goal=lambda stack: list(stack) == sorted(stack),
            features=[changed, pancakes["misplaced"]], generate=pancakes["shuffled"],
        ).register(replace=True)  # fmt: skip
        return {**pancakes["EXPERIMENT"], "name": "edited", "domain": "pancakes-edited"}

    for worth in (0.0, 5.0):
        experiment = renewed(worth)
        far = clusters.run(experiment, store=tmp_path / f"far{worth}.db")
        local = unstuck.evolve(experiment, store=tmp_path / f"local{worth}.db")
        assert content(far.store) == content(local.store), worth


def test_an_exception_of_a_worker_ends_the_run(cluster, tmp_path):
    def goal(n):
        import os

        if "RAY_RAYLET_PID" in os.environ or os.environ.get("RAY_WORKER_ID"):
            raise ValueError("this worker always fails")
        return n == 9

    unstuck.Domain("homesick", actions=lambda n: [("up", n + 1)], goal=goal, features=[unstuck.Feature(lambda n: n, "far")]).register(replace=True)
    experiment = {
        "format": 1, "name": "homesick", "domain": "homesick",
        "data": {"train": ["homesick:1", "homesick:2"], "validation": ["homesick:3"]},
        "genome": {"kind": "weights", "features": ["far"]}, "stop": {"generations": 1},
    }  # fmt: skip
    with pytest.raises(unstuck.Error, match="this worker always fails"):
        clusters.run(experiment, store=tmp_path / "homesick.db")


def test_refusals_come_back(cluster, tmp_path):
    with pytest.raises(unstuck.Error, match="unknown key 'seeds'"):
        clusters.run(LONGER.replace("seed =", "seeds ="), store=tmp_path / "refused.db")


def test_the_shell(cluster, tmp_path):
    (tmp_path / "longer.toml").write_text(LONGER)
    command = [sys.executable, "-m", "unstuck.ray", str(tmp_path / "longer.toml"), "--quick", "--json"]
    command += ["--address", cluster.address, "--store", str(tmp_path / "shell.db")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert '"state": "done"' in done.stdout
    # The run is complete; only its champion has no place.
    nowhere = [*command[:-1], str(tmp_path / "shell.db"), "--output", str(tmp_path / "absent" / "champion")]
    unsaved = subprocess.run(nowhere, capture_output=True, text=True)
    assert unsaved.returncode == 2 and "Traceback" not in unsaved.stderr
    assert "champion cannot be written: No such file or directory; the run is complete" in unsaved.stderr
    wrong = subprocess.run([*command[:3], "absent.toml"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "absent.toml' cannot be read" in wrong.stderr


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("127.0.0.1:9", "no Ray cluster answers at '127.0.0.1:9': Connection refused; `ray start --head` starts a cluster"),
        ("ray://localhost:9", "no Ray cluster answers at 'ray://localhost:9': Connection refused"),
        ("no.such.host.invalid:6379", "no Ray cluster answers at 'no.such.host.invalid:6379': "),
        ("nonsense", "Ray cannot begin with the cluster at 'nonsense': Invalid address format: nonsense; `ray start"),
    ],
)
def test_a_wrong_address_is_told(address, words, tmp_path):
    (tmp_path / "longer.toml").write_text(LONGER)
    command = [sys.executable, "-m", "unstuck.ray", str(tmp_path / "longer.toml"), "--address", address]
    wrong = subprocess.run(command, capture_output=True, text=True)
    assert wrong.returncode == 2 and f"error: {words}" in wrong.stderr, wrong.stderr
    assert "Traceback" not in wrong.stderr


def test_ctrl_c_with_a_slow_domain(cluster, astray, tmp_path):
    """The driver ends at once, and so do its workers, whose CPUs others want."""
    def interrupt(event):
        if event["event"] == "progress" and event["stage"] == "measuring" and not asked:
            asked.append(True)
            threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()

    asked = []
    astray.slow = True
    with pytest.raises(KeyboardInterrupt):
        clusters.run(astray.experiment, store=tmp_path / "astray.db", callback=interrupt)
    # Hours, if they finished what they do; much less, however busy the machine is.
    until = time.monotonic() + 120
    while ray.available_resources().get("CPU", 0) < ray.cluster_resources()["CPU"] and time.monotonic() < until:
        time.sleep(0.1)
    assert ray.available_resources()["CPU"] == ray.cluster_resources()["CPU"]


def test_batches_grow_with_what_was_learned():
    pace = clusters.Pace()
    pace._slots, pace._looked = 2, time.monotonic() + 1e6
    assert pace.size(240) == 10, "careful before anything is known"
    pace.learn(10, 0.01)
    assert pace.size(240) == 50, "a millisecond a task: fifty make a batch"
    assert pace.size(3) == 50, "too little work for two batches"
    pace.task = 0.02
    assert pace.size(240) == 40 and pace.size(6) == 3
    pace.task = 5.0
    assert pace.size(240) == 1
