"""Planning tasks: files and texts, ground tasks, states, anytime plans, validation."""

import gc
import math
import threading
import time

import pytest
import unstuck

DOMAIN = """
(define (domain rooms)
  (:requirements :strips :typing :action-costs)
  (:types room ball)
  (:predicates (robot ?r - room) (in ?b - ball ?r - room) (held ?b - ball) (free) (door ?a ?b - room))
  (:functions (total-cost))
  (:action move :parameters (?a ?b - room) :precondition (and (robot ?a) (door ?a ?b))
    :effect (and (not (robot ?a)) (robot ?b) (increase (total-cost) 2)))
  (:action pick :parameters (?b - ball ?r - room) :precondition (and (robot ?r) (in ?b ?r) (free))
    :effect (and (held ?b) (not (in ?b ?r)) (not (free)) (increase (total-cost) 1)))
  (:action drop :parameters (?b - ball ?r - room) :precondition (and (robot ?r) (held ?b))
    :effect (and (not (held ?b)) (in ?b ?r) (free) (increase (total-cost) 1))))
"""

PROBLEM = """
(define (problem two)
  (:domain rooms)
  (:objects left right - room one two - ball)
  (:init (robot left) (in one left) (in two left) (free) (door left right) (door right left) (= (total-cost) 0))
  (:goal (and (in one right) (in two right)))
  (:metric minimize (total-cost)))
"""

TEXTS = {"domain": DOMAIN, "problem": PROBLEM}

BEST = [
    "(pick one left)", "(move left right)", "(drop one right)", "(move right left)",
    "(pick two left)", "(move left right)", "(drop two right)",
]  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "p01.pddl").write_text(PROBLEM)
    return tmp_path


def test_files_texts_and_both(folder):
    domain, problem = folder / "domain.pddl", folder / "p01.pddl"
    pairs = [(domain, problem), (str(domain), str(problem)), (DOMAIN, PROBLEM), (DOMAIN, problem), (domain, PROBLEM)]
    for first, second in [*pairs, (None, problem)]:
        found = unstuck.solve(domain=first, problem=second, optimal=True)
        assert (found.length, found.lengths, found.optimal) == (10, {"cost": 10, "length": 7}, True)
        assert found.domain == "pddl-rooms" and unstuck.validate(domain=first, problem=second, plan=found)
    alone = unstuck.solve(problem, metric="length", optimal=True)
    assert (alone.length, alone.metric) == (7, "length")
    assert unstuck.solve(DOMAIN + PROBLEM, optimal=True).length == 10


def test_a_solution_has_the_size_and_the_stages():
    found = unstuck.solve(**TEXTS)
    assert found.task == unstuck.Task(**TEXTS).size
    assert found.stages[0][0] == "read" and all(seconds >= 0 for _, seconds in found.stages)
    assert str(found).startswith("(define (problem two) (:domain rooms)") and len(str(found)) < 120


def test_a_domain_by_name_and_a_problem():
    task = unstuck.Task("gripper:train-1")
    assert unstuck.solve(domain="pddl-gripper", problem=task.text).solved
    assert unstuck.solve(domain=task.definition, problem=task.text).plan == unstuck.solve("gripper:train-1").plan


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: unstuck.solve(), "no instance is named; give one, or a planning task as domain=… and problem=…"),
        (lambda: unstuck.solve("jam:1", problem=PROBLEM), "both an instance and a problem are given"),
        (lambda: unstuck.solve(domain="nowhere.pddl", problem=PROBLEM), "nowhere.pddl"),
        (lambda: unstuck.solve(domain=DOMAIN, problem="nowhere.pddl"), "nowhere.pddl"),
        (lambda: unstuck.solve(domain=DOMAIN.replace("(free)", "(fre)", 1), problem=PROBLEM), "domain:9:92: unknown predicate 'free'"),
        (lambda: unstuck.solve(domain=DOMAIN, problem=PROBLEM.replace("one right", "won right")), "problem:6:19: unknown object 'won'"),
        (lambda: unstuck.solve(domain=DOMAIN, problem=DOMAIN), "is a domain; name one of its problems after it"),
        (lambda: unstuck.solve(**TEXTS, optimal=True, heuristic="hff"), "optimal chooses the algorithm"),
        (lambda: unstuck.Task("jam:1"), "jam:1 is not a planning task"),
        (lambda: unstuck.Task(DOMAIN + PROBLEM.replace("(door left right)", "")), "the goal cannot be reached"),
        (lambda: unstuck.Task("childsnack:hard-5", limit_seconds=0.001), "grounding was stopped by the time limit"),
        (lambda: unstuck.Task("childsnack:hard-5", limit_memory=1 << 20), "grounding was stopped by the memory limit"),
        (lambda: unstuck.plans(**TEXTS, heuristic="hf"), "no heuristic 'hf'"),
        (lambda: unstuck.validate(**TEXTS), "there is no plan to validate"),
    ],
)  # fmt: skip
def test_refusals(call, words):
    with pytest.raises(unstuck.Error) as refused:
        call()
    assert words in str(refused.value)


def test_a_ground_task():
    task = unstuck.Task(**TEXTS)
    assert repr(task) == "<Task of pddl-rooms: 9 atoms, 10 operators>"
    assert (task.domain, task.metric) == ("pddl-rooms", "cost")
    assert task.objects == {"left": ["room"], "right": ["room"], "one": ["ball"], "two": ["ball"]}
    assert task.goal == ["(in one right)", "(in two right)"]
    assert {"(robot left)", "(held two)", "(in one right)", "(free)"} < set(task.atoms)
    assert "(door left right)" in task.static_atoms and not set(task.atoms) & set(task.static_atoms)
    operators = {operator.step: operator for operator in task.operators}
    assert len(operators) == len(task.operators) == task.size["operators"]
    pick = operators["(pick one left)"]
    assert pick.cost == 1 and operators["(move left right)"].cost == 2
    assert {"(robot left)", "(in one left)"} <= set(pick.preconditions) and "(held one)" in pick.effects
    assert task.operators[-1] == task.operators[len(task.operators) - 1] and len(task.operators[2:4]) == 2
    with pytest.raises(IndexError):
        task.operators[10]


def test_states_are_values():
    """A search in Python over the states of a task finds the distance that the program proves."""
    task = unstuck.Task(**TEXTS, metric="length")
    start = task.initial
    assert start == task.initial and hash(start) == hash(task.initial) and start != unstuck.Task(**TEXTS).initial
    assert set(start.atoms) == {"(robot left)", "(in one left)", "(in two left)", "(free)"}
    assert [step for step, _, _ in start.successors()] == ["(move left right)", "(pick one left)", "(pick two left)"]
    depth, layer, seen = 0, {start}, {start}
    while not any(state.is_goal for state in layer):
        layer = {after for state in layer for _, _, after in state.successors()} - seen
        seen |= layer
        depth += 1
    assert depth == unstuck.solve(**TEXTS, metric="length", optimal=True).length == 7
    assert unstuck.explore(DOMAIN + PROBLEM)["reachable"] >= len(seen)


def test_a_plan_step_by_step():
    task = unstuck.Task(**TEXTS)
    state, costs = task.initial, []
    for step in BEST:
        costs.append(state.value("lmcut"))
        state = state.apply(step)
    assert state.is_goal and state.value("hff") == 0
    assert costs == sorted(costs, reverse=True) and costs[0] <= 10
    with pytest.raises(unstuck.Error, match="is not applicable here"):
        task.initial.apply("(drop one left)")


def test_features_of_states():
    task = unstuck.Task(**TEXTS)
    features = task.initial.features()
    assert features["goals_left"] == 2 and features["hff"] == 5 and "lmcut" not in features and "g" not in features
    assert task.initial.value("2*hff + goals_left") == 12
    assert task.initial.value(heuristic="zero") == 0
    with pytest.raises(unstuck.Error, match="'g' reads how a node was reached"):
        task.initial.value("g + hff")
    dead = unstuck.Task(domain=DOMAIN.replace("(in ?b ?r) (free) (inc", "(in ?b ?r) (inc"), problem=PROBLEM)
    state = dead.initial.apply("(pick one left)")
    assert math.isinf(state.value("hff"))


def test_conditional_effects_and_derived_atoms():
    domain = """(define (domain lamp) (:predicates (on) (warm) (bright))
      (:derived (bright) (on))
      (:action press :effect (and (on) (when (on) (warm)))))"""
    problem = "(define (problem p) (:domain lamp) (:init) (:goal (and (bright) (warm))))"
    task = unstuck.Task(domain=domain, problem=problem)
    (press,) = task.operators
    assert press.conditional_effects == [(["(on)"], "(warm)")] and press.effects == ["(on)"]
    assert task.initial.apply("(press)").atoms == ["(on)", "(bright)"]
    assert task.initial.apply("(press)").apply("(press)").is_goal


def test_plans_get_better():
    with unstuck.plans("blocksworld:easy-25", limit_nodes=10_000) as plans:
        found = list(plans)
    assert len(found) > 1
    costs = [plan.length for plan in found]
    assert all(later < earlier for earlier, later in zip(costs, costs[1:]))
    assert all(earlier.seconds <= later.seconds for earlier, later in zip(found, found[1:]))
    assert plans.result.plan == found[-1].steps and plans.result.solved
    assert all(unstuck.validate("blocksworld:easy-25", plan) for plan in found)
    assert found[-1].text.endswith(f"; cost = {costs[-1]} (unit cost)")
    assert list(plans) == []


def test_the_last_plan_is_proved():
    plans = unstuck.plans(**TEXTS)
    *_, last = plans
    assert (last.length, last.lengths) == (10, {"cost": 10, "length": 7}) and plans.result.optimal
    unsolvable = unstuck.plans(domain=DOMAIN, problem=PROBLEM.replace("(door left right)", ""))
    assert list(unsolvable) == [] and unsolvable.result.status == "unsolvable"
    nothing = unstuck.plans(domain=DOMAIN, problem=PROBLEM.replace("one right", "one left").replace("two right", "two left"))
    assert [plan.steps for plan in nothing] == [[]]


def test_plans_of_a_puzzle():
    *_, best = unstuck.plans("freecell:617", limit_nodes=100_000)
    assert unstuck.validate("freecell:617", best).length == best.length


def test_plans_end_when_they_are_no_longer_wanted():
    def searching():
        return sum("unstuck" in line or "search" in line for line in (t.name for t in threading.enumerate()))

    before = searching()
    began = time.process_time()
    for plan in unstuck.plans("logistics:easy-30"):
        assert plan.steps
        break
    with unstuck.plans("logistics:easy-30") as plans:
        next(plans)
    assert next(unstuck.plans("logistics:easy-30")).length > 0
    gc.collect()
    assert time.process_time() - began < 60 and searching() == before


def test_validation(folder):
    valid = unstuck.validate(**TEXTS, plan=BEST)
    assert valid and (valid.length, valid.moves) == (10, 7)
    (folder / "plan").write_text("; a comment\n" + "\n".join(f"{n}.0: {step} [1]" for n, step in enumerate(BEST)))
    assert unstuck.validate(folder / "p01.pddl", folder / "plan")
    wrong = unstuck.validate(**TEXTS, plan="\n".join([BEST[0], *BEST[2:]]))
    assert not wrong and (wrong.step, wrong.move) == (2, "(drop one right)")
    assert wrong.reason == "(robot right) does not hold ((robot ?r), domain line 11)"
    short = unstuck.validate(**TEXTS, plan=BEST[:3])
    assert not short and short.step is None and "(in two right) does not hold" in short.reason


def test_tables_of_planning_tasks():
    table = unstuck.compare(["gripper:train-1", "ferry:train-1"], algorithms=["lazy", "quick"], heuristics=["hff"])
    assert {row["status"] for row in table} == {"solved"} and len(table) == 4
    assert unstuck.features("gripper:train-1")["hff"] > 0
    heuristic = unstuck.Heuristic("hff + goals_left", domain="pddl-gripper")
    assert heuristic("gripper:train-1") == unstuck.Task("gripper:train-1").initial.value(heuristic.text)


def test_an_experiment_about_a_domain(folder):
    text = unstuck.rule_experiment("pddl-ferry", "ferry:train-1-10", minutes=0.5, seed=3)
    assert "seconds = 15" in text and "seed = 3" in text
    assert unstuck.rule_experiment("pddl-ferry", ["ferry:train-1-10"], minutes=0.5, seed=3) == text
    with pytest.raises(unstuck.Error, match="too few"):
        unstuck.rule_experiment(folder / "domain.pddl", folder)
    with pytest.raises(unstuck.Error, match="minutes must be a number above 0, not 0"):
        unstuck.rule_experiment("pddl-ferry", "ferry:train-1-10", minutes=0)
