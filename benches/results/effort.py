"""How well effort follows CPU time in the algorithms of optimisation problems: the correlation of both over generated instances.

    python3 benches/results/effort.py target/release/unstuck [DOMAIN ...] [--effort 300000000]

Every algorithm that a domain's problems have is run on an instance of every generator, for the whole effort. CPU time is that of the process, less what
the same process takes for almost no effort: reading, checking and printing. Run it on a quiet machine.
"""

import argparse
import json
import math
import os
import subprocess
import tempfile
from pathlib import Path

ALGORITHMS = ["restarts", "descent", "iterated", "anneal", "late_acceptance", "ruin_recreate"]


def run(program, file, domain, algorithm, effort):
    """Effort that was spent and CPU seconds of the process; nothing where the problem does not have the algorithm."""
    command = [program, "solve", f"@{file}", "--domain", domain, "-a", algorithm, "--limit-effort", str(effort), "--threads", "1", "--json"]
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
    if child.returncode not in (0, 1) or not text:
        return None
    return json.loads(text)["stats"]["effort"], usage.ru_utime + usage.ru_stime


def correlation(pairs):
    """Pearson's r; nothing where one side does not vary."""
    means = [sum(column) / len(pairs) for column in zip(*pairs)]
    products = [sum((pair[a] - means[a]) * (pair[b] - means[b]) for pair in pairs) for a, b in ((0, 1), (0, 0), (1, 1))]
    return products[0] / math.sqrt(products[1] * products[2]) if products[1] and products[2] else math.nan


def measure(program, domain, generators, effort, folder):
    """Effort and CPU seconds of each run."""
    pairs = []
    for generator in generators:
        file = Path(folder) / f"{domain}-{generator}.txt"
        subprocess.run([program, "generate", domain, generator, "--count", "1", "--seed", "7", "-o", str(file)], check=True, capture_output=True)
        for algorithm in ALGORITHMS:
            nothing = run(program, file, domain, algorithm, 1)
            for part in (effort // 8, effort // 3, effort):
                found = nothing and run(program, file, domain, algorithm, part)
                if not found:
                    continue
                spent, seconds = found[0] - nothing[0], found[1] - nothing[1]
                # A descent ends by itself, perhaps after next to nothing.
                if spent > part // 10 and seconds > 0:
                    pairs.append((spent, seconds))
                    print(f"  {generator:14} {algorithm:16} {spent:12,} {seconds:7.3f} s  {1e9 * seconds / spent:5.2f} ns")
    return pairs


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("domains", nargs="*")
    parser.add_argument("--effort", type=int, default=300_000_000)
    options = parser.parse_args()
    listed = subprocess.run([options.program, "domains", "--json"], check=True, capture_output=True, text=True)
    with tempfile.TemporaryDirectory() as folder:
        for domain in json.loads(listed.stdout)["domains"]:
            if domain["kind"] != "optimisation" or options.domains and domain["name"] not in options.domains:
                continue
            print(domain["name"])
            generators = [generator["name"] for generator in domain["generators"]]
            pairs = measure(options.program, domain["name"], generators, options.effort, folder)
            logarithms = [(math.log(effort), math.log(seconds)) for effort, seconds in pairs]
            print(f"{domain['name']}: r = {correlation(pairs):.3f}, of the logarithms {correlation(logarithms):.3f}; {len(pairs)} runs")


if __name__ == "__main__":
    main()
