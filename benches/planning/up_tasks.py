"""Writes the classical test problems of unified-planning to files, as the other scripts read them.

    pip install unified-planning
    python3 benches/planning/up_tasks.py TASKS
"""

from __future__ import annotations

import sys
from pathlib import Path

from unified_planning.exceptions import UPException
from unified_planning.io import PDDLWriter
from unified_planning.model import Problem
from unified_planning.shortcuts import get_environment
from unified_planning.test.examples import get_example_problems

# What a classical planner does not read.
OTHER = ("TIME", "NUMERIC", "INT_FLUENTS", "REAL_FLUENTS", "SIMULATED", "TRAJECTORY", "INVARIANTS", "OVERSUBSCRIPTION", "OBJECT_FLUENTS")


def main() -> None:
    get_environment().credits_stream = None
    for name, example in sorted(get_example_problems().items()):
        problem = example.problem
        if type(problem) is not Problem or any(word in feature for feature in problem.kind.features for word in OTHER):
            continue
        try:
            writer = PDDLWriter(problem)
            domain, text = writer.get_domain(), writer.get_problem()
        except UPException as error:
            print(f"{name}: {error}")
            continue
        folder = Path(sys.argv[1]) / f"up-{name}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "domain.pddl").write_text(domain)
        (folder / "p.pddl").write_text(text)


main()
