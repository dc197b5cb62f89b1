#! /usr/bin/env python
"""A parser of downward-lab for the JSON of `unstuck solve DOMAIN PROBLEM --json`.

    run.add_command("planner", [PLANNER, "solve", "{domain}", "{problem}", "--json"], time_limit=1800, memory_limit=8000)
    experiment.add_parser(lab_parser.get_parser())

Attributes have the names of Fast Downward's parser, so that its reports work.
"""

from __future__ import annotations

import json

from lab.parser import Parser


def attributes(content: str, props: dict) -> None:
    try:
        found = json.loads(content)
    except ValueError:
        # The program was killed, or has refused the task; `run.err` says why.
        props["error"], props["coverage"] = "no-result", 0
        return
    stats = found["stats"]
    solved = found["status"] == "solved"
    ended = {"solved": "success", "unsolvable": "search-unsolvable", "gave-up": "search-unsolved-incomplete"}
    limits = {"time": "search-out-of-time", "memory": "search-out-of-memory"}
    props["error"] = ended.get(found["status"]) or limits.get(found["limit"], "search-unsolved")
    props["coverage"] = int(solved)
    props["unsolvable"] = int(found["status"] == "unsolvable")
    props["optimal"] = int(found["optimal"])
    for name in ("expanded", "generated", "evaluated", "reopened"):
        props["expansions" if name == "expanded" else name] = stats[name]
    props["memory"] = stats["peak_bytes"] // 1024
    props["total_time"] = props["planner_time"] = stats["seconds"]
    props["search_time"] = dict(found["stages"]).get("searching")
    if solved:
        props["cost"], props["plan_length"] = found["lengths"]["cost"], found["lengths"]["length"]
    if found.get("lower_bound") is not None:
        props["lower_bound"] = found["lower_bound"]
    if found.get("task"):
        props["translator_operators"], props["translator_variables"] = found["task"]["operators"], found["task"]["variables"]


def get_parser() -> Parser:
    parser = Parser()
    parser.add_function(attributes, file="run.log")
    return parser
