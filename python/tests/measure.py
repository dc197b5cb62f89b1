"""What the border costs: run it with an optimised build (`make python`), on a quiet machine.

`python measure.py solve`   small searches: from Python, and the program's own call
`python measure.py planning` planning tasks that take 10 ms or more: the same
`python measure.py run`     an experiment whose fitness is searches: Python's loop and the program
`python measure.py ray`     the same experiment with 2 threads, and with 2 workers of Ray
`python measure.py death`   the same with 2 workers, one of which is killed
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

import unstuck

SEARCHES = """
format = 1
name = "measure"
domain = "rush-hour"
seed = 1
[data]
train = ["jam:11-22"]
validation = ["jam:23-26"]
[search]
algorithm = "ida"
limits = {{ expanded = {nodes} }}
[genome]
kind = "weights"
features = ["blockers", "distance"]
[algorithm]
kind = "generational"
population = 24
[fitness]
kind = "reduction"
[champion]
control = false
[stop]
generations = 4
"""


def solve() -> None:
    """The overhead of a call: its time less that of the program, which reads the instance, searches and validates the plan."""
    for instance, algorithm, heuristic in [
        ("jam:1", "bfs", "zero"), ("jam:1", "astar", "blockers"), ("eight:1", "astar", "manhattan"),
        ("eight:1", "ida", "manhattan"),
    ]:  # fmt: skip
        here, there = [], []
        # In turns, so that whatever else the machine does falls upon both.
        for _ in range(3_000):
            there.append(unstuck._unstuck.time_solve([instance], algorithm, heuristic))
            began = time.perf_counter()
            unstuck.solve(instance, algorithm=algorithm, heuristic=heuristic if heuristic != "zero" else None)
            here.append(time.perf_counter() - began)
        more = [python - program for python, program in zip(here, there)]
        figures = [f"{1e6 * statistics.median(times):.0f} µs" for times in (there, here, more)]
        print(f"{instance} {algorithm} {heuristic}: the program {figures[0]}, from Python {figures[1]}, {figures[2]} more (medians)")


def planning() -> None:
    """The overhead over the program's own call, where tasks are read, searched and validated again and again; ground tasks are
    kept by both. CPU time of this thread: searches run on it."""
    tasks = [f"{name}:{member}" for name in ("blocksworld", "logistics", "satellite", "transport", "rovers", "childsnack")
             for member in ("easy-25", "medium-1", "medium-5", "medium-8")]  # fmt: skip
    ratios = []
    for task in tasks:
        here, there = [], []
        unstuck.solve(task)
        for _ in range(15):
            began = time.thread_time()
            unstuck._unstuck.time_solve([task], None, None)
            there.append(time.thread_time() - began)
            began = time.thread_time()
            found = unstuck.solve(task)
            here.append(time.thread_time() - began)
        program, python = statistics.median(there), statistics.median(here)
        if program >= 0.010:
            ratios.append(python / program)
        print(f"{task}: the program {1e3 * program:.2f} ms, from Python {1e3 * python:.2f} ms: {python / program:.3f}; "
              f"{found.stats['evaluated']} evaluated, {len(found.plan or [])} steps")  # fmt: skip
    print(f"{len(ratios)} tasks of 10 ms or more: median {statistics.median(ratios):.3f}, at most {max(ratios):.3f}")


def run() -> None:
    """Python's loop of ask, measure and tell next to the runner of the program, which also keeps everything in a store."""
    text = SEARCHES.format(nodes=5_000)
    ratios = []
    for _ in range(5):
        experiment = unstuck.Experiment(text, threads=1)
        began = time.perf_counter()
        while tasks := experiment.ask():
            for task, answer in zip(tasks, experiment.measure(tasks)):
                experiment.tell(task, answer)
        here = time.perf_counter() - began
        with tempfile.TemporaryDirectory() as folder:
            done = unstuck.evolve(text, store=Path(folder) / "program.db", threads=1)
            there = sum(one["seconds"] for one in done.show()["runs"])
        ratios.append(here / there)
        print(f"Python's loop {here:.3f} s, the program {there:.3f} s: {here / there:.3f}")
    print(f"median {statistics.median(ratios):.3f}")


def ray() -> None:
    """Times of the run alone, as the store has them: without preparing and without starting Ray."""
    import ray as engine
    import unstuck.ray

    text = SEARCHES.format(nodes=100_000)
    engine.init(num_cpus=2, object_store_memory=100 << 20, include_dashboard=False, log_to_driver=False)

    def nothing() -> None:
        time.sleep(0.5)

    engine.get([engine.remote(nothing).remote() for _ in range(2)])
    with tempfile.TemporaryDirectory() as folder:
        for number in range(3):
            local = unstuck.evolve(text, store=Path(folder) / f"local{number}.db", threads=2)
            far = unstuck.ray.run(text, store=Path(folder) / f"far{number}.db", threads=2)
            assert local.champion == far.champion
            here, there = (sum(one["seconds"] for one in done.show()["runs"]) for done in (local, far))
            print(f"2 threads {here:.2f} s, 2 workers {there:.2f} s: {here / there:.2f} of the speed")


def death() -> None:
    """The seconds that the death of a worker in the middle of a batch costs."""
    import os
    import signal

    import ray as engine
    import unstuck.ray

    engine.init(num_cpus=2, object_store_memory=100 << 20, include_dashboard=False, log_to_driver=False)
    text = SEARCHES.format(nodes=100_000)

    def kill(event: dict[str, object]) -> None:
        if event["event"] == "generation" and deaths and deaths.pop():
            for place in Path("/proc").glob("[0-9]*"):
                if (place / "cmdline").read_bytes().startswith(b"ray::_answer"):
                    os.kill(int(place.name), signal.SIGKILL)
                    return

    with tempfile.TemporaryDirectory() as folder:
        for number in range(4):
            deaths = [True] if number % 2 else []
            began = time.perf_counter()
            unstuck.ray.run(text, store=Path(folder) / f"{number}.db", callback=kill)
            print(f"{'one death' if number % 2 else 'no death'}: {time.perf_counter() - began:.2f} s")


if __name__ == "__main__":
    {"solve": solve, "planning": planning, "run": run, "ray": ray, "death": death}[sys.argv[1] if len(sys.argv) > 1 else "solve"]()
