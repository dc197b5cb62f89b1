"""Job shops at equal CPU time: ours and CP-SAT of OR-Tools, both on one thread.

    job_shop.py [SECONDS [EVERY]]

Solves every so many of ta01 to ta80 by `unstuck solve` with an effort of about SECONDS, then by CP-SAT for the CPU seconds that this took, and
prints both gaps to the best known makespan, in per cent. The makespan of CP-SAT is that of our validator.
"""

import json
import subprocess
import sys
import tempfile
import threading
import time

from ortools.sat.python import cp_model

OURS = "target/release/unstuck"
# Units of effort in a second.
RATE = 1_000_000_000


def ours(*words):
    done = subprocess.run([OURS, *words, "--json"], capture_output=True, text=True)
    if done.returncode not in (0, 10, 11):
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return json.loads(done.stdout)


def routes(text):
    """Machine and time of each operation, by job, of an instance on one line."""
    rows = [[int(word) for word in line.split()] for line in text.split("; ") if line[0].isdigit()]
    return [list(zip(row[::2], row[1::2])) for row in rows[1:]]


def cp_sat(jobs, seconds):
    """The text of the best schedule after so many CPU seconds; nothing if there is none."""
    model, horizon = cp_model.CpModel(), sum(duration for job in jobs for _, duration in job)
    makespan, machines, starts = model.new_int_var(0, horizon, "makespan"), {}, {}
    for job, route in enumerate(jobs):
        ready = 0
        for place, (machine, duration) in enumerate(route):
            start = starts[job, place] = model.new_int_var(0, horizon, "")
            machines.setdefault(machine, []).append((job, place, model.new_fixed_size_interval_var(start, duration, "")))
            model.add(start >= ready)
            ready = start + duration
        model.add(makespan >= ready)
    for operations in machines.values():
        model.add_no_overlap([interval for _, _, interval in operations])
    model.minimize(makespan)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    began, over = time.process_time(), threading.Event()

    def clock():
        while not over.wait(0.01):
            if time.process_time() - began >= seconds:
                solver.stop_search()

    watch = threading.Thread(target=clock)
    watch.start()
    status = solver.solve(model)
    over.set()
    watch.join()
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    text = ""
    for machine, operations in sorted(machines.items()):
        placed = sorted((solver.value(starts[job, place]), job, place) for job, place, _ in operations)
        text += f"{machine}: " + " ".join(f"{job}.{place}@{start}" for start, job, place in placed) + "\n"
    return text


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    gaps = []
    print("instance  CPU s  ours %  CP-SAT %")
    for number in range(1, 81, every):
        name = f"ta:{number}"
        found = ours("solve", name, "--threads", "1", "--limit-effort", str(int(seconds * RATE)))
        best, used = found["best_known"], found["stats"]["cpu_seconds"]
        text = cp_sat(routes(found["text"]), used)
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(text or "")
            file.flush()
            other = ours("validate", name, "@" + file.name)["cost"] if text else None
        row = [100 * (cost / best - 1) if cost else float("nan") for cost in (found["cost"], other)]
        gaps.append(row)
        print(f"{name:8} {used:6.2f} {row[0]:7.2f} {row[1]:9.2f}", flush=True)
    print(f"mean     {'':6} {sum(row[0] for row in gaps) / len(gaps):7.2f} {sum(row[1] for row in gaps) / len(gaps):9.2f}")


main()
