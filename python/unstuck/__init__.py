"""Solve search puzzles and planning tasks, and evolve the heuristics that solve them.

>>> import unstuck
>>> unstuck.solve("jam:1").length
8
>>> unstuck.Heuristic("max(blockers, 0.5*hybrid)", domain="rush-hour").h("jam:1")
11.5

| name | what it does |
|---|---|
| `solve`, `solve_all`, `explore`, `audit`, `compare` | searches, whole spaces, report cards, tables |
| `show` | drawings of boards, plans and solutions |
| `curves` | costs of runs against effort and time: tables, data frames, pictures |
| `plans` | ever better plans, while they are found |
| `Task` | a planning task, read and grounded: atoms, operators, states, features |
| `value`, `explain`, `ablation`, `profile` | a heuristic looked at closely |
| `validate`, `generate` | plans checked, instances made |
| `domains`, `algorithms`, `heuristics`, `functions`, `presets`, `operators` | what there is |
| `Heuristic` | a text of the heuristic language: values, exports, pictures |
| `Dataset` | instances with distances and features; numpy, pandas, CSV |
| `Experiment` | evolution by ask and tell, or by itself |
| `algorithm` | evolutionary algorithms of your own |
| `evolve`, `report`, `compare_experiments` | experiments in a store, as the command line runs them |
| `rule_experiment` | an experiment that learns a rule for a planning domain |
| `HeuristicRegressor` | evolution as a scikit-learn estimator |
| `Domain`, `Feature` | a puzzle of your own, in Python |
| `OptimisationDomain`, `ChoiceFeature` | an optimisation problem of your own, in Python |
| `sections` | the sections of an experiment, with all keys as keywords |
| `serve` | the web UI, with your domains |
| `unstuck.ray` | the same experiments on a cluster |
| `unstuck.up` | an engine for unified-planning |

An instance is one text everywhere: `jam:12`, `freecell:617`, `korf:1`, or the board itself. A planning
task is also a pair, `solve(domain=…, problem=…)`, of PDDL files or texts. Searches release Python's lock
and obey Ctrl-C. What is refused raises `unstuck.Error`, whose message names keywords and functions.
"""

from typing import Any

from ._unstuck import Defect, Error, __version__
from . import algorithm, sections
from .analysis import (
    Validation,
    ablation,
    algorithms,
    compare_experiments,
    domains,
    explain,
    functions,
    generate,
    heuristics,
    operators,
    presets,
    profile,
    report,
    validate,
    value,
)
from .dataset import Dataset
from .domain import Domain, Feature
from .optimisation import ChoiceFeature, OptimisationDomain
from .experiment import Champion, EvaluationTask, Experiment
from .heuristic import Heuristic
from .improvements import Curves, curves
from .planning import Operator, Plan, Plans, State, Task, plans
from .regressor import HeuristicRegressor
from .drawing import Picture
from .serving import serve
from .solving import Solution, audit, board, compare, explore, features, show, solve, solve_all
from .stored import StoredRun, evolve, rule_experiment
from .table import Table


def __getattr__(name: str) -> Any:
    # Ray and unified-planning are optional and slow to import.
    if name in ("ray", "up"):
        from importlib import import_module

        return import_module(f".{name}", __name__)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


__all__ = [
    "Champion",
    "ChoiceFeature",
    "Curves",
    "Dataset",
    "Defect",
    "Domain",
    "Error",
    "EvaluationTask",
    "Experiment",
    "Feature",
    "Heuristic",
    "HeuristicRegressor",
    "Operator",
    "OptimisationDomain",
    "Picture",
    "Plan",
    "Plans",
    "Solution",
    "State",
    "StoredRun",
    "Table",
    "Task",
    "Validation",
    "__version__",
    "ablation",
    "algorithms",
    "audit",
    "board",
    "compare",
    "compare_experiments",
    "curves",
    "domains",
    "evolve",
    "explain",
    "explore",
    "features",
    "functions",
    "generate",
    "heuristics",
    "operators",
    "plans",
    "presets",
    "profile",
    "report",
    "rule_experiment",
    "sections",
    "serve",
    "show",
    "solve",
    "solve_all",
    "validate",
    "value",
]
