"""The engine of unified-planning: its own test problems, statuses, names and verdicts."""

import io
import random

import pytest

pytest.importorskip("unified_planning", reason="unified-planning is not installed: pip install 'unstuck[up]'")

import unstuck.up
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines import ValidationResultStatus
from unified_planning.engines.plan_validator import SequentialPlanValidator
from unified_planning.engines.results import FailedValidationReason
from unified_planning.exceptions import UPUsageError
from unified_planning.io import PDDLReader
from unified_planning.plans import ActionInstance, SequentialPlan
from unified_planning.shortcuts import (
    AnytimePlanner,
    BoolType,
    InstantaneousAction,
    Int,
    IntType,
    MinimizeActionCosts,
    MinimizeSequentialPlanLength,
    Not,
    Object,
    OneshotPlanner,
    PlanValidator,
    Problem,
    UserType,
    get_environment,
)
from unified_planning.test.examples import get_example_problems

get_environment().credits_stream = None
unstuck.up.register()

EXAMPLES = {
    name: example
    for name, example in get_example_problems().items()
    if unstuck.up.Unstuck.supports(example.problem.kind)
}


def is_valid(problem, plan):
    return bool(SequentialPlanValidator().validate(problem, plan))


def test_there_are_examples():
    assert len(EXAMPLES) >= 18
    kinds = set().union(*(example.problem.kind.features for example in EXAMPLES.values()))
    assert {"CONDITIONAL_EFFECTS", "DISJUNCTIVE_CONDITIONS", "HIERARCHICAL_TYPING", "ACTIONS_COST"} <= kinds


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_solved_or_proved(name):
    problem, solvable = EXAMPLES[name].problem, EXAMPLES[name].solvable
    with OneshotPlanner(name="unstuck") as planner:
        found = planner.solve(problem, timeout=60)
    if not solvable:
        assert (found.status, found.plan) == (Status.UNSOLVABLE_PROVEN, None)
        return
    assert found.status == Status.SOLVED_SATISFICING and is_valid(problem, found.plan)
    with OneshotPlanner(name="unstuck-opt") as planner:
        optimal = planner.solve(problem, timeout=60)
    metrics = problem.quality_metrics
    assert optimal.status == (Status.SOLVED_OPTIMALLY if metrics else Status.SOLVED_SATISFICING)
    assert is_valid(problem, optimal.plan)
    with AnytimePlanner(name="unstuck") as planner:
        *better, last = planner.get_solutions(problem, timeout=60)
    assert better and all(one.status == Status.INTERMEDIATE for one in better)
    assert last.status == optimal.status and last.plan == better[-1].plan
    assert all(is_valid(problem, one.plan) for one in [*better, last])
    costs = [SequentialPlanValidator().validate(problem, one.plan).metric_evaluations for one in (optimal, last)]
    assert costs[0] == costs[1]


@pytest.mark.parametrize("name", EXAMPLES)
def test_verdicts_are_those_of_unified_planning(name):
    problem = EXAMPLES[name].problem
    ours, theirs = unstuck.up.Unstuck(), SequentialPlanValidator()
    random_numbers = random.Random(1)
    for plan in [*EXAMPLES[name].valid_plans, *EXAMPLES[name].invalid_plans]:
        plans = [plan]
        for _ in range(5):
            actions = list(plan.actions)
            for _ in range(random_numbers.randint(1, 2)):
                if actions:
                    place = random_numbers.randrange(len(actions))
                    actions[place:place] = [actions[random_numbers.randrange(len(actions))]]
                    del actions[random_numbers.randrange(len(actions))]
            plans.append(SequentialPlan(actions, problem.environment))
        for changed in plans:
            here, there = ours.validate(problem, changed), theirs.validate(problem, changed)
            assert (here.status, here.reason) == (there.status, there.reason), changed
            assert here.metric_evaluations == there.metric_evaluations
            assert here.inapplicable_action is there.inapplicable_action


def tower(names, *, metric=None, goal=True):
    """A problem with a fluent for each name, which must be lit in any order."""
    problem = Problem("Tower of Lamps!")
    lamp = UserType("Lamp type")
    lit = problem.add_fluent("is lit", BoolType(), default_initial_value=False, lamp=lamp)
    objects = problem.add_objects([Object(name, lamp) for name in names]) or [problem.object(name) for name in names]
    press = InstantaneousAction("press it", **{"the lamp": lamp})
    press.add_precondition(Not(lit(press.parameter("the lamp"))))
    press.add_effect(lit(press.parameter("the lamp")), True)
    problem.add_action(press)
    for one in objects:
        problem.add_goal(lit(one) if goal else Not(lit(one)))
    if metric is not None:
        problem.add_quality_metric(metric(problem))
    return problem


def test_names_that_pddl_does_not_have_come_back():
    problem = tower(["Lamp #1", "lamp #1", "define", "and"])
    with OneshotPlanner(name="unstuck") as planner:
        plan = planner.solve(problem).plan
    assert is_valid(problem, plan)
    assert {action.action.name for action in plan.actions} == {"press it"}
    assert {str(action.actual_parameters[0]) for action in plan.actions} == {"Lamp #1", "lamp #1", "define", "and"}


def test_costs_from_static_fluents():
    def costs(problem):
        price = problem.add_fluent("price", IntType(), default_initial_value=3, lamp=problem.user_types[0])
        problem.set_initial_value(price(problem.object("b")), 7)
        press = problem.action("press it")
        return MinimizeActionCosts({press: price(press.parameter("the lamp"))})

    problem = tower(["a", "b"], metric=costs)
    with OneshotPlanner(name="unstuck-opt") as planner:
        found = planner.solve(problem)
    assert found.status == Status.SOLVED_OPTIMALLY
    metric = problem.quality_metrics[0]
    with PlanValidator(name="unstuck") as validator:
        assert validator.validate(problem, found.plan).metric_evaluations == {metric: 10}
    assert SequentialPlanValidator().validate(problem, found.plan).metric_evaluations == {metric: 10}


def test_a_limit_is_never_a_proof():
    names = [f"l{number}" for number in range(12)]
    hard = tower(names, metric=lambda _: MinimizeSequentialPlanLength())
    # Two lamps of which each must be lit last: no plan, and thousands of states to search before that is known.
    blocked = hard.clone()
    lit, press = blocked.fluent("is lit"), blocked.action("press it")
    press.add_precondition(Not(lit(blocked.object("l0"))))
    press.add_precondition(Not(lit(blocked.object("l1"))))

    def status(problem, name="unstuck", timeout=None, **parameters):
        with OneshotPlanner(name=name, params=parameters) as planner:
            return planner.solve(problem, timeout=timeout).status

    blind = {"algorithm": "astar", "heuristic": "zero"}
    assert status(hard, **blind, limit_nodes=10) == Status.UNSOLVABLE_INCOMPLETELY
    assert status(hard, **blind, limit_memory=1000) == Status.MEMOUT
    assert status(hard, **blind, timeout=1e-6) == Status.TIMEOUT
    assert status(hard, **blind) == Status.SOLVED_OPTIMALLY
    assert status(blocked, **blind, limit_nodes=10) == Status.UNSOLVABLE_INCOMPLETELY
    assert status(blocked, **blind, limit_memory=1000) == Status.MEMOUT
    assert status(blocked, **blind, timeout=1e-6) == Status.TIMEOUT
    assert status(blocked, **blind) == status(blocked) == status(blocked, "unstuck-opt") == Status.UNSOLVABLE_PROVEN
    with AnytimePlanner(name="unstuck") as planner:
        assert [one.status for one in planner.get_solutions(blocked)] == [Status.UNSOLVABLE_PROVEN]
        assert [one.status for one in planner.get_solutions(blocked, timeout=1e-6)] == [Status.TIMEOUT]


def test_anytime_plans_get_better_until_the_time_is_over():
    blocks = unstuck.Task("blocksworld:easy-25")
    problem = PDDLReader().parse_problem_string(blocks.definition, blocks.text)
    output = io.StringIO()
    with AnytimePlanner(name="unstuck") as planner:
        found = list(planner.get_solutions(problem, timeout=2, output_stream=output))
    assert found[-1].status == Status.SOLVED_SATISFICING
    assert len(output.getvalue().splitlines()) == len(found) > 2
    lengths = [len(one.plan.actions) for one in found]
    assert lengths == sorted(lengths, reverse=True) and is_valid(problem, found[-1].plan)


def test_an_empty_plan():
    problem = tower(["a"], goal=False)
    with OneshotPlanner(name="unstuck") as planner:
        found = planner.solve(problem)
    assert found.status == Status.SOLVED_SATISFICING and found.plan.actions == []
    with AnytimePlanner(name="unstuck") as planner:
        assert [one.plan.actions for one in planner.get_solutions(problem)] == [[], []]


def test_unsupported_problems_are_refused():
    numeric = get_example_problems()["counter"].problem
    with pytest.raises(UPUsageError):
        unstuck.up.Unstuck().solve(numeric)
    negative = tower(["a"], metric=lambda problem: MinimizeActionCosts({problem.action("press it"): Int(-1)}))
    found = unstuck.up.Unstuck().solve(negative)
    assert (found.status, found.plan) == (Status.UNSUPPORTED_PROBLEM, None)
    assert "-1" in found.log_messages[0].message
    assert [one.status for one in unstuck.up.Unstuck().get_solutions(negative)] == [Status.UNSUPPORTED_PROBLEM]
    assert unstuck.up.Unstuck().validate(negative, SequentialPlan([])).status == ValidationResultStatus.UNKNOWN


def test_wrong_parameters_are_errors():
    with pytest.raises(unstuck.Error, match="unknown algorithm 'asta'; did you mean 'astar'?"):
        unstuck.up.Unstuck(algorithm="asta").solve(tower(["a"]))
    with pytest.raises(unstuck.Error, match="no heuristic 'hf'"):
        list(unstuck.up.Unstuck(heuristic="hf").get_solutions(tower(["a"])))
    with pytest.warns(UserWarning, match="ignores heuristics that are Python functions"):
        unstuck.up.Unstuck().solve(tower(["a"]), heuristic=lambda state: 0)


def test_validation_names_the_action_and_the_reason():
    problem = tower(["a", "b"])
    press = problem.action("press it")
    action = ActionInstance(press, (problem.environment.expression_manager.ObjectExp(problem.object("a")),))
    with PlanValidator(name="unstuck") as validator:
        twice = validator.validate(problem, SequentialPlan([action, action]))
        assert twice.status == ValidationResultStatus.INVALID
        assert (twice.reason, twice.inapplicable_action) == (FailedValidationReason.INAPPLICABLE_ACTION, action)
        once = validator.validate(problem, SequentialPlan([action]))
        assert (once.reason, once.inapplicable_action) == (FailedValidationReason.UNSATISFIED_GOALS, None)
        assert "does not hold" in once.log_messages[0].message


def test_the_factory_finds_the_engines():
    unstuck.up.register()
    assert get_environment().factory.engines.count("unstuck") == 1
    kind = tower(["a"]).kind
    assert unstuck.up.Unstuck.supports(kind)
    assert unstuck.up.Unstuck.is_oneshot_planner() and unstuck.up.Unstuck.is_anytime_planner()
    assert unstuck.up.Unstuck.is_plan_validator()
    optimal = unstuck.up.UnstuckOptimal
    assert optimal.is_oneshot_planner() and not optimal.is_anytime_planner() and not optimal.is_plan_validator()
