"""An engine for unified-planning (`pip install 'unstuck[up]'`).

```python
import unstuck.up
from unified_planning.shortcuts import AnytimePlanner, OneshotPlanner, PlanValidator

unstuck.up.register()
with OneshotPlanner(name="unstuck") as planner:
    result = planner.solve(problem, timeout=60)
```

The engine runs in the process of the caller. Problems are handed over in PDDL, under the names that unified-planning's
writer gives them, and plans come back in the terms of the problem. `unstuck` finds a plan soon (oneshot), finds ever better
ones (anytime) and validates plans; `unstuck-opt` proves that its plans are the cheapest.

| status | when |
|---|---|
| `SOLVED_OPTIMALLY` | the plan is proved to be the cheapest by the metric of the problem |
| `SOLVED_SATISFICING` | there is a plan |
| `UNSOLVABLE_PROVEN` | there is none: all states were searched, or the goal is out of reach even if actions only add |
| `UNSOLVABLE_INCOMPLETELY` | an incomplete algorithm, or a limit on nodes, ended the search |
| `TIMEOUT`, `MEMOUT` | the limit on time or memory ended the search before there was a plan |
| `UNSUPPORTED_PROBLEM` | the problem cannot be written or read in PDDL: a negative cost, for example; the log has the reason |
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator
from typing import IO, Any, Callable, Optional

try:
    import unified_planning  # noqa: F401
except ModuleNotFoundError as error:
    if error.name != "unified_planning":
        raise
    remedy = "unified-planning is not installed here; install 'unstuck[up]' in place of 'unstuck'"
    raise ImportError(remedy, name="unified_planning") from error

from unified_planning.engines import (
    Engine,
    LogLevel,
    LogMessage,
    PlanGenerationResult,
    ValidationResult,
    ValidationResultStatus,
)
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines.mixins import AnytimePlannerMixin, OneshotPlannerMixin, PlanValidatorMixin
from unified_planning.engines.mixins.anytime_planner import AnytimeGuarantee
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.engines.results import FailedValidationReason
from unified_planning.environment import Environment, get_environment
from unified_planning.exceptions import UPException
from unified_planning.io import PDDLWriter
from unified_planning.model import AbstractProblem, Problem, ProblemKind
from unified_planning.model.problem_kind_versioning import LATEST_PROBLEM_KIND_VERSION
from unified_planning.plans import ActionInstance, PlanKind, SequentialPlan
from unified_planning.plans import Plan as AnyPlan

from . import _unstuck
from .analysis import validate
from .planning import plans
from .solving import MEMORY, Solution, solve

FEATURES = (
    "ACTION_BASED",
    "FLAT_TYPING",
    "HIERARCHICAL_TYPING",
    "NEGATIVE_CONDITIONS",
    "DISJUNCTIVE_CONDITIONS",
    "EQUALITIES",
    "EXISTENTIAL_CONDITIONS",
    "UNIVERSAL_CONDITIONS",
    "CONDITIONAL_EFFECTS",
    "FORALL_EFFECTS",
    "STATIC_FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
    "FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
    "ACTIONS_COST",
    "STATIC_FLUENTS_IN_ACTIONS_COST",
    "INT_NUMBERS_IN_ACTIONS_COST",
    "PLAN_LENGTH",
)
"""The features of unified-planning that problems may have."""


def register(environment: Optional[Environment] = None) -> None:
    """Makes `unstuck` and `unstuck-opt` known to an environment: that of unified-planning's shortcuts, if none is given."""
    factory = get_environment(environment).factory
    for name, kind in {"unstuck": Unstuck, "unstuck-opt": UnstuckOptimal}.items():
        if name not in factory.engines:
            factory.add_engine(name, kind.__module__, kind.__name__)


class _Translation:
    """A problem in PDDL, and plans in both notations."""

    def __init__(self, problem: AbstractProblem) -> None:
        if not isinstance(problem, Problem):
            raise UPException(f"{type(problem).__name__} is not a classical planning problem")
        self._writer = PDDLWriter(problem, needs_requirements=True, rewrite_bool_assignments=True)
        self._problem = problem
        self.domain: str = self._writer.get_domain()
        self.problem: str = self._writer.get_problem()

    def plan(self, steps: list[str]) -> SequentialPlan:
        """The steps `(name argument …)` in the terms of the problem."""
        objects = self._problem.environment.expression_manager.ObjectExp

        def action(step: str) -> ActionInstance:
            name, *arguments = step.strip("()").split()
            found = [objects(self._writer.get_item_named(argument)) for argument in arguments]
            return ActionInstance(self._writer.get_item_named(name), tuple(found))

        return SequentialPlan([action(step) for step in steps], self._problem.environment)

    def step(self, action: ActionInstance) -> str:
        """An action as PDDL writes it."""
        arguments = [self._writer.get_pddl_name(argument.object()) for argument in action.actual_parameters]
        return f"({' '.join([self._writer.get_pddl_name(action.action), *arguments])})"


    def unreadable(self, error: _unstuck.Error) -> _unstuck.Error:
        """What is wrong with the problem; an error that has another cause, such as a parameter of the engine, is raised."""
        try:
            validate(domain=self.domain, problem=self.problem, plan=[])
        except _unstuck.Error as reason:
            return reason
        raise error


class _OneshotPlanner(Engine, OneshotPlannerMixin):
    """What both engines share: oneshot planning by a call of `unstuck.solve` with these settings."""

    def __init__(self, **settings: Any) -> None:
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        self._settings = settings

    @staticmethod
    def supported_kind() -> ProblemKind:
        return ProblemKind(FEATURES, version=LATEST_PROBLEM_KIND_VERSION)

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        return bool(problem_kind <= _OneshotPlanner.supported_kind())

    def _solve(
        self,
        problem: AbstractProblem,
        heuristic: Optional[Callable[[Any], Optional[float]]] = None,
        timeout: Optional[float] = None,
        output_stream: Optional[IO[str]] = None,
    ) -> PlanGenerationResult:
        if heuristic is not None:
            warnings.warn(f"{self.name} ignores heuristics that are Python functions", stacklevel=2)
        began = time.monotonic()
        try:
            task = _Translation(problem)
            left = None if timeout is None else timeout - (time.monotonic() - began)
            if left is not None and left <= 0:
                return self._result(Status.TIMEOUT, None, "the time was over when the problem was written")
            found = solve(domain=task.domain, problem=task.problem, limit_seconds=left, **self._settings)
        except UPException as error:
            return self._unsupported(error)
        except _unstuck.Error as error:
            return self._unsupported(task.unreadable(error))
        return self._report(found, problem, task, output_stream)

    def _report(
        self, found: Solution, problem: AbstractProblem, task: _Translation, output_stream: Optional[IO[str]]
    ) -> PlanGenerationResult:
        metrics = problem.quality_metrics if isinstance(problem, Problem) else []
        if output_stream is not None:
            output_stream.write(f"{found}\n")
        plan = None if found.plan is None else task.plan(found.plan)
        result = self._result(_status(found, bool(metrics)), plan, str(found))
        result.metrics = {"engine_internal_time": str(found.seconds), "expanded_nodes": str(found.expanded)}
        return result

    def _unsupported(self, error: Exception) -> PlanGenerationResult:
        return self._result(Status.UNSUPPORTED_PROBLEM, None, str(error))

    def _result(
        self, status: Status, plan: Optional[SequentialPlan], message: Optional[str] = None
    ) -> PlanGenerationResult:
        logs = [] if message is None else [LogMessage(LogLevel.INFO, message)]
        return PlanGenerationResult(status, plan, engine_name=self.name, log_messages=logs)


class Unstuck(_OneshotPlanner, AnytimePlannerMixin, PlanValidatorMixin):
    """Unstuck as a oneshot planner, an anytime planner and a plan validator.

    The parameters are those of `unstuck.solve`: `algorithm`, `heuristic`, `limit_memory`, `limit_nodes` and the parameters
    of algorithms. The anytime planner chooses the algorithm by itself.
    """

    def __init__(
        self,
        algorithm: Optional[str] = None,
        heuristic: Optional[str] = None,
        limit_memory: Optional[int] = MEMORY,
        limit_nodes: Optional[int] = None,
        **parameters: object,
    ) -> None:
        limits = {"limit_memory": limit_memory, "limit_nodes": limit_nodes}
        _OneshotPlanner.__init__(self, algorithm=algorithm, heuristic=heuristic, **limits, **parameters)
        AnytimePlannerMixin.__init__(self)

    @property
    def name(self) -> str:
        return "Unstuck"

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        return bool(optimality_guarantee == OptimalityGuarantee.SATISFICING)

    @staticmethod
    def ensures(anytime_guarantee: AnytimeGuarantee) -> bool:
        return bool(anytime_guarantee == AnytimeGuarantee.INCREASING_QUALITY)

    @staticmethod
    def supports_plan(plan_kind: PlanKind) -> bool:
        return bool(plan_kind == PlanKind.SEQUENTIAL_PLAN)

    def _get_solutions(
        self,
        problem: AbstractProblem,
        timeout: Optional[float] = None,
        output_stream: Optional[IO[str]] = None,
    ) -> Iterator[PlanGenerationResult]:
        began = time.monotonic()
        try:
            task = _Translation(problem)
            left = None if timeout is None else timeout - (time.monotonic() - began)
            if left is not None and left <= 0:
                yield self._result(Status.TIMEOUT, None, "the time was over when the problem was written")
                return
            settings = {name: value for name, value in self._settings.items() if name != "algorithm"}
            search = plans(domain=task.domain, problem=task.problem, limit_seconds=left, **settings)
            with search:
                for better in search:
                    if output_stream is not None:
                        output_stream.write(f"{better.seconds:.3f} s: a plan of cost {better.length}\n")
                    yield self._result(Status.INTERMEDIATE, task.plan(better.steps))
            if search.result is not None:
                yield self._report(search.result, problem, task, output_stream)
        except UPException as error:
            yield self._unsupported(error)
        except _unstuck.Error as error:
            yield self._unsupported(task.unreadable(error))

    def _validate(self, problem: AbstractProblem, plan: AnyPlan) -> ValidationResult:
        if not isinstance(plan, SequentialPlan):
            return self._verdict(ValidationResultStatus.UNKNOWN, "only sequential plans can be validated")
        try:
            task = _Translation(problem)
        except UPException as error:
            return self._verdict(ValidationResultStatus.UNKNOWN, str(error))
        steps = []
        for action in plan.actions:
            try:
                steps.append(task.step(action))
            except UPException as error:
                # Actions that are never applicable are not written.
                return self._verdict(ValidationResultStatus.INVALID, str(error), action)
        try:
            found = validate(domain=task.domain, problem=task.problem, plan=steps)
        except _unstuck.Error as error:
            return self._verdict(ValidationResultStatus.UNKNOWN, str(error))
        if found.valid:
            metrics = problem.quality_metrics if isinstance(problem, Problem) else []
            cost = None if found.lengths is None else found.lengths["cost"]
            values = {metric: cost for metric in metrics} or None
            return ValidationResult(ValidationResultStatus.VALID, self.name, [], values)
        failed = None if found.step is None else plan.actions[found.step - 1]
        return self._verdict(ValidationResultStatus.INVALID, found.reason or "", failed)

    def _verdict(
        self, status: ValidationResultStatus, message: str, action: Optional[ActionInstance] = None
    ) -> ValidationResult:
        reason = None
        if status == ValidationResultStatus.INVALID:
            goals, step = FailedValidationReason.UNSATISFIED_GOALS, FailedValidationReason.INAPPLICABLE_ACTION
            reason = goals if action is None else step
        logs = [LogMessage(LogLevel.INFO, message)]
        return ValidationResult(status, self.name, logs, None, reason, action)


class UnstuckOptimal(_OneshotPlanner):
    """Unstuck as a oneshot planner whose plans are proved to be the cheapest."""

    def __init__(self, limit_memory: Optional[int] = MEMORY, limit_nodes: Optional[int] = None) -> None:
        super().__init__(optimal=True, limit_memory=limit_memory, limit_nodes=limit_nodes)

    @property
    def name(self) -> str:
        return "Unstuck (optimal)"

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        return True


def _status(found: Solution, has_metric: bool) -> Status:
    """How a search ended. Without a metric no plan is better than another."""
    if found.solved:
        return Status.SOLVED_OPTIMALLY if found.optimal and has_metric else Status.SOLVED_SATISFICING
    if found.status == "unsolvable":
        return Status.UNSOLVABLE_PROVEN
    if found.status == "limit" and found.limit == "time":
        return Status.TIMEOUT
    if found.status == "limit" and found.limit == "memory":
        return Status.MEMOUT
    return Status.UNSOLVABLE_INCOMPLETELY
