"""Our validator against unified-planning's: plans with one random defect, each accepted by both or by neither.

    cargo build --release
    cargo run --release -p unstuck-planning --example benchmarks -- TASKS train-1 train-2 train-3
    python3 benches/planning/validate.py TASKS [--plans 5000] [--seed 1]

Run from the root of the repository. TASKS holds a folder for each domain, with `domain.pddl`, problems and a plan for each
(`p.pddl`, `p.plan`). Needs `pip install unified-planning`.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

OURS = Path(os.environ.get("CARGO_TARGET_DIR", "target")) / "release/unstuck"


def defect(plan: list[list[str]], objects: list[str], actions: list[str], draw: random.Random) -> list[list[str]]:
    """A plan with one change; some changes leave it valid."""
    plan = [list(step) for step in plan]
    place = draw.randrange(len(plan))
    kind = draw.randrange(7)
    if kind == 0:
        del plan[place]
    elif kind == 1:
        plan.insert(place, list(draw.choice(plan)))
    elif kind == 2:
        other = draw.randrange(len(plan))
        plan[place], plan[other] = plan[other], plan[place]
    elif kind == 3 and len(plan[place]) > 1:
        plan[place][draw.randrange(1, len(plan[place]))] = draw.choice(objects)
    elif kind == 4:
        plan[place][0] = draw.choice(actions)
    elif kind == 5:
        del plan[place:]
    else:
        step = plan[place]
        step.insert(draw.randrange(1, len(step) + 1), draw.choice(objects)) if draw.random() < 0.5 or len(step) == 1 else step.pop()
    return plan


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--plans", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    try:
        from unified_planning.engines import SequentialPlanValidator
        from unified_planning.io import PDDLReader
        from unified_planning.shortcuts import get_environment
    except ImportError:
        print("unified-planning is not installed: pip install unified-planning")
        return
    get_environment().credits_stream = None
    get_environment().error_used_name = False  # domains may call an action and a predicate alike
    draw = random.Random(given.seed)
    tasks = []
    for problem in sorted(given.tasks.resolve().glob("*/*.pddl")):
        plan = problem.with_suffix(".plan")
        if problem.name == "domain.pddl" or not plan.exists():
            continue
        domain = problem.with_name("domain.pddl")
        try:
            task = PDDLReader().parse_problem(str(domain), str(problem))
        except Exception as error:  # what the peer cannot read is not compared
            print(f"{problem.parent.name}:{problem.stem}: unified-planning cannot read it: {error}")
            continue
        steps = [step.split() for step in re.findall(r"\(([^()]*)\)", plan.read_text())]
        tasks.append((domain, problem, task, steps))
    accepted = refused = 0
    differ = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "plan"
        for number in range(given.plans):
            domain, problem, task, steps = tasks[number % len(tasks)]
            objects = [item.name for item in task.all_objects]
            plan = defect(steps, objects, [action.name for action in task.actions], draw)
            text = "".join(f"({' '.join(step)})\n" for step in plan)
            file.write_text(text)
            ours = subprocess.run(
                [str(OURS.resolve()), "validate", str(domain), str(problem), f"@{file}"], capture_output=True
            )
            if ours.returncode not in (0, 1, 2):  # 1: not valid; 2: a name or a number of arguments that is wrong
                sys.exit(f"{problem}: exit code {ours.returncode}: {ours.stderr.decode()}")
            validator = SequentialPlanValidator()
            validator.skip_checks = True  # it would refuse tasks whose costs are not stated for all objects
            try:
                parsed = PDDLReader().parse_plan_string(task, text)
            except Exception:  # an unknown action or a wrong number of arguments
                parsed = None
            theirs = parsed is not None and bool(validator.validate(task, parsed))
            if (ours.returncode == 0) != theirs:
                differ.append(f"{problem.parent.name}:{problem.stem}: ours {ours.returncode == 0}, theirs {theirs}\n{text}")
            accepted, refused = accepted + theirs, refused + (not theirs)
    print("\n".join(differ[:5]))
    print(f"{given.plans} plans of {len(tasks)} tasks: {accepted} accepted, {refused} refused by unified-planning; {len(differ)} different")
    sys.exit(bool(differ))


main()
