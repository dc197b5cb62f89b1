"""Online bin packing: items a second of CPU time, by Unstuck and by the array program that studies with language models evaluate rules in.

    python3 benches/peers/packing.py target/release/unstuck [--items 5000] [--count 5]

That program keeps an array with the free room of every bin there will ever be, values all bins that the item fits into with numpy, and takes the
first of the best. Needs numpy. Both pack the same generated instances by best fit and must use equally many bins.
"""

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path

import numpy

RULES = {
    "best fit": ("-after", lambda item, rooms: item - rooms),
    "Sum of Squares": ("2*count_before - 2*count_after + exact + is_new", None),
}


def read(path):
    """Capacity and sizes of each instance: `name, capacity: sizes` a line."""
    for line in Path(path).read_text().splitlines():
        head, sizes = line.split(":", 1)
        yield int(head.split()[-1]), [int(size) for size in sizes.split()]


def pack(capacity, sizes, priority):
    rooms = numpy.full(len(sizes), capacity)
    for size in sizes:
        fitting = numpy.nonzero(rooms >= size)[0]
        rooms[fitting[numpy.argmax(priority(size, rooms[fitting]))]] -= size
    return int((rooms < capacity).sum())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--items", type=int, default=5000)
    parser.add_argument("--count", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "items.txt")
        sizes = ["--items", str(options.items), "--count", str(options.count), "--seed", "77"]
        subprocess.run([options.program, "generate", "bin-packing", "weibull", *sizes, "-o", file], check=True, capture_output=True)
        command = [options.program, "compare", f"@{file}", "--domain", "bin-packing", "--online", "--threads", "1", "--json"]
        for text, _ in RULES.values():
            command += ["-H", text]
        rows = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["summary"]
        items = options.items * options.count
        for (name, (_, priority)), row in zip(RULES.items(), rows):
            ours = items / row["cpu_seconds"]
            print(f"{name}: Unstuck {ours:,.0f} items a second")
            if priority is None:
                continue
            began = time.process_time()
            bins = [pack(capacity, sizes, priority) for capacity, sizes in read(file)]
            theirs = items / (time.process_time() - began)
            assert sum(bins) == round(row["mean_cost"] * options.count), "the same rule uses the same number of bins"
            print(f"{name}: numpy {theirs:,.0f} items a second; Unstuck is {ours / theirs:.0f} times as fast")


if __name__ == "__main__":
    main()
