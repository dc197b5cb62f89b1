"""Rules on instances that are made for a page alone: the program's answers as JSON, and differences with their signs."""

import json
import subprocess
from pathlib import Path


class Program:
    """The program, with a folder for the instances that it makes."""

    def __init__(self, path, folder):
        self.path, self.folder = path, Path(folder)

    def json(self, *words):
        done = subprocess.run([self.path, *words, "--json"], capture_output=True, text=True)
        # 10 and 11: some instance has no solution, or a limit ended its search; the rows say so.
        if done.returncode not in (0, 10, 11):
            raise SystemExit(f"{' '.join(words)}: {done.stderr}")
        return json.loads(done.stdout)

    def champions(self, domain):
        return self.json("heuristics", domain)["champions"]

    def generate(self, name, domain, *generator, count, seed):
        """The file of some instances, as commands name it; made once."""
        file = self.folder / f"{name}.txt"
        if not file.exists():
            make = [self.path, "generate", domain, *generator, "--count", str(count), "--seed", str(seed), "-o", str(file)]
            subprocess.run(make, check=True, capture_output=True)
        return f"@{file}"

    def compare(self, instances, domain, rules, *more):
        """The summary of each rule's constructions."""
        named = [word for rule in rules for word in ("-H", rule)]
        return self.json("compare", instances, "--domain", domain, "-a", "construct", *more, *named)["summary"]

    def solve(self, instances, effort, *words):
        found = self.json("solve", *instances, "--limit-effort", str(effort), "--threads", "1", *words)
        return found if isinstance(found, list) else [found]


def sign(difference):
    """Whether a paired 95 % interval is below or above no difference."""
    return "" if difference is None else " ▼" if difference["high"] < 0 else " ▲" if difference["low"] > 0 else ""
