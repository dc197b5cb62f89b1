"""Freecell Solver's side of the contests: the same deals by one of its presets, in CPU time of its processes.

    fc_solve.py quick FIRST LAST PRESET
    fc_solve.py short FIRST LAST PRESET

`quick` solves the whole range in one process. `short` starts a process for each deal, and counts the moves of its plan as we count ours: a
run of cards is one move, and so is every card that goes home.
"""

import json
import re
import resource
import subprocess
import sys


def run(*command: str, text: str = "") -> str:
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def used() -> float:
    """CPU seconds of the processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def quick(first: int, last: int, preset: str) -> dict[str, float]:
    begun = used()
    output = run("freecell-solver-range-parallel-solve", str(first), str(last), str(last), "-l", preset)
    seconds = used() - begun
    (checked,) = re.findall(rf"Reached Board No\. {last} .*total_num_iters=(\d+)", output)
    count = last - first + 1
    if "Unsolved" in output or "Intractable" in output:
        sys.exit("fc-solve left deals unsolved")
    return {"seconds": seconds, "count": count, "expanded": int(checked) / count}


def short(first: int, last: int, preset: str) -> dict[str, float]:
    seconds, moves = 0.0, 0
    for deal in range(first, last + 1):
        board = run("make-microsoft-freecell-board", "-t", str(deal))
        begun = used()
        output = run("fc-solve", "-l", preset, "-opt", "-m", "-snx", text=board)
        seconds += used() - begun
        if "This game is solveable." not in output:
            sys.exit(f"fc-solve has not solved deal {deal}")
        # Two letters a move, from and to; the number of cards of a run may follow.
        moves += len(re.findall(r"(?<!\S)[1-8a-d][1-8a-dh](?:v\w+)?(?!\S)", output))
    count = last - first + 1
    return {"seconds": seconds, "count": count, "moves": moves / count}


_, task, first, last, preset = sys.argv
found = {"quick": quick, "short": short}[task](int(first), int(last), preset)
print(json.dumps({"who": "fc-solve", **found}))
