"""Experiments on a cluster of three nodes on this machine: the same results, whoever dies."""

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
import unstuck

ray = pytest.importorskip("ray")

import ray.cluster_utils  # noqa: E402
import unstuck.ray as clusters  # noqa: E402

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


CONTENT = [
    "SELECT name, domain, config, state FROM experiment",
    "SELECT number, config, baseline, tested FROM cell",
    "SELECT role, position, name, text, yardstick, dropped FROM instance",
    "SELECT repetition, control, seed, state, reason, generation, evaluations, champion, text FROM run",
    "SELECT bytes FROM snapshot",
    "SELECT run, number, figures FROM generation",
    "SELECT run, generation, position, heuristic, fitness, size, operators FROM individual",
]


def content(store):
    """Everything that a store holds but for times and owners."""
    connection = sqlite3.connect(store)
    try:
        return [connection.execute(query).fetchall() for query in CONTENT]
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
            happened.extend(killed_workers())
            cluster.remove_node(cluster.extra.pop())

    done = clusters.run(LONGER, store=tmp_path / "disturbed.db", callback=disturb)
    assert happened, "a worker was there to be killed"
    assert content(done.store) == content(alone.store)


def killed_workers():
    """Kills a process that answers tasks, or has done so and waits for more."""
    for place in Path("/proc").glob("[0-9]*"):
        try:
            command = (place / "cmdline").read_bytes()
            parent = int((place / "stat").read_text().rsplit(")", 1)[1].split()[1])
            raylet = (Path("/proc") / str(parent) / "cmdline").read_bytes()
        except (OSError, ValueError):
            continue
        if command.startswith((b"ray::_answer", b"ray::IDLE")) and session().encode() in raylet:
            os.kill(int(place.name), signal.SIGKILL)
            return [int(place.name)]
    return []


def session():
    """The folder of this cluster: other clusters of this machine are none of our business."""
    return ray._private.worker._global_node.get_session_dir_path()


def test_the_driver_is_killed_and_goes_on(cluster, alone, tmp_path):
    store = tmp_path / "killed.db"
    program = textwrap.dedent("""
        import sys, ray, unstuck.ray
        ray.init(address=sys.argv[3], log_to_driver=False)
        unstuck.ray.run(sys.argv[1], store=sys.argv[2],
                        callback=lambda event: event["event"] == "generation" and print("one", flush=True))
    """)
    (tmp_path / "longer.toml").write_text(LONGER)
    arguments = [str(tmp_path / "longer.toml"), str(store), cluster.address]
    driver = subprocess.Popen([sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE, text=True)
    assert driver.stdout.readline() == "one\n"
    driver.kill()
    driver.wait()
    done = clusters.run(tmp_path / "longer.toml", store=store)
    assert content(done.store) == content(alone.store)


def test_a_python_domain_travels(cluster, pancakes, tmp_path):
    local = unstuck.evolve(pancakes["EXPERIMENT"], store=tmp_path / "local.db")
    far = clusters.run(pancakes["EXPERIMENT"], store=tmp_path / "far.db")
    assert content(far.store) == content(local.store)


def test_refusals_come_back(cluster, tmp_path):
    with pytest.raises(unstuck.Error, match="there is no key 'seeds'"):
        clusters.run(LONGER.replace("seed =", "seeds ="), store=tmp_path / "refused.db")


def test_the_shell(cluster, tmp_path):
    (tmp_path / "longer.toml").write_text(LONGER)
    command = [sys.executable, "-m", "unstuck.ray", str(tmp_path / "longer.toml"), "--quick", "--json"]
    command += ["--address", cluster.address, "--store", str(tmp_path / "shell.db")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert '"state": "done"' in done.stdout
    wrong = subprocess.run([*command[:3], "absent.toml"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "absent.toml cannot be read" in wrong.stderr


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
