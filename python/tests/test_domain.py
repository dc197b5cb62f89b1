"""A domain in Python: the laws, every algorithm, evolution, and what goes wrong in it."""

import ast
import collections

import pytest
import unstuck


def test_the_example(pancakes):
    domain = pancakes["pancakes"]
    domain.check()
    domain.check([(1, 2, 3), (4, 1, 3, 2)], seed=5, steps=50)
    assert domain.solve((3, 1, 5, 2, 4)).length == breadth_first((3, 1, 5, 2, 4), pancakes["actions"])
    space = unstuck.explore("pancakes:(4, 1, 3, 2)")
    assert space["reachable"] == 24
    cards = {card["heuristic"]: card for card in unstuck.audit("pancakes")}
    assert cards["gaps"]["admissible"] and cards["gaps"]["consistent"]
    assert not cards["misplaced"]["admissible"]


def breadth_first(start, actions):
    queue, depth = collections.deque([start]), {start: 0}
    while queue:
        state = queue.popleft()
        if list(state) == sorted(state):
            return depth[state]
        for _, child in actions(state):
            if child not in depth:
                depth[child] = depth[state] + 1
                queue.append(child)
    raise AssertionError


def test_every_algorithm(pancakes, algorithms):
    optimal = breadth_first((3, 1, 5, 2, 4), pancakes["actions"])
    for algorithm in algorithms:
        heuristic = "gaps" if algorithm["heuristic"] else None
        found = pancakes["pancakes"].solve((3, 1, 5, 2, 4), algorithm=algorithm["name"], heuristic=heuristic)
        assert found.solved, algorithm["name"]
        assert found.length == optimal if found.optimal else found.length >= optimal


def test_evolution_of_it(pancakes):
    one = unstuck.Experiment(pancakes["EXPERIMENT"], threads=1).run()
    two = unstuck.Experiment(pancakes["EXPERIMENT"], threads=2).run()
    assert one == two
    assert set(one.heuristic.features) <= {"gaps", "misplaced", "top"}


def test_costs():
    def actions(n):
        yield "double", 2 * n, 3
        yield "add", n + 1, 1

    counting = unstuck.Domain(
        "counting-test", actions=actions, goal=lambda n: n == 9, unit_cost=False, metric="effort", examples=[1]
    ).register()
    counting.check(steps=8)
    found = counting.solve(1, algorithm="ucs")
    assert found.optimal and found.length == 7 and found.metric == "effort"


def test_walks_where_actions_can_be_taken_back(pancakes):
    walked = unstuck.Dataset.generate("pancakes", from_="pancakes:(3, 1, 5, 2, 4)", walk=6, states=5)
    assert 3 <= len(walked) <= 5, "the same stack may be met twice"
    for text, cost in zip(walked.instances, walked.distances):
        assert cost == breadth_first(ast.literal_eval(text), pancakes["actions"])


def test_goals_must_be_goals():
    wrong = unstuck.Domain(
        "goals-test", actions=lambda n: [("up", n + 1), ("down", n - 1)], goal=lambda n: n == 5,
        reversible=True, goals=lambda n: [4],
    ).register()  # fmt: skip
    with pytest.raises(unstuck.Error, match="goals lists 4, which is not a goal"):
        wrong.solve(1, algorithm="bibfs")


def test_check_finds_what_changes():
    def checked(**changes):
        given = {"name": "checked-test", "actions": lambda n: [("add", n + 1)], "goal": lambda n: n == 3}
        unstuck.Domain(**{**given, **changes}).register(replace=True).check([0], steps=6)

    checked()
    turns = iter(range(1000))
    with pytest.raises(unstuck.Error, match="the actions of 0 are not the same"):
        checked(actions=lambda n: [("add", n + 1 + next(turns) % 2)])
    with pytest.raises(unstuck.Error, match="the feature f of 0 is 0 and then 1"):
        values = iter(range(1000))
        checked(features=[unstuck.Feature(lambda n: next(values), "f")])
    with pytest.raises(unstuck.Error, match="gives another state"):
        checked(write=lambda n: "0", read=int)
    with pytest.raises(unstuck.Error, match="goals does not list 3"):
        checked(goals=lambda n: [])
    with pytest.raises(unstuck.Error, match="has no inverse"):
        checked(reversible=True)


class Broken(Exception):
    """Something of the user's own."""


def test_exceptions_come_back_as_they_were(tmp_path):
    def actions(n):
        if n > 3:
            raise Broken("no more")
        yield "add", n + 1

    domain = unstuck.Domain("broken-test", actions=actions, goal=lambda n: n == 9, generate=lambda rng: rng.randrange(3))
    domain.register()
    with pytest.raises(Broken, match="no more"):
        domain.solve(1)
    with pytest.raises(Broken, match="no more"):
        unstuck.explore("broken-test:1")
    experiment = {
        "format": 1, "name": "broken", "domain": "broken-test",
        "data": {"train": ["broken-test:1"], "validation": ["broken-test:2"]},
        "genome": {"kind": "weights", "features": ["zero"]},
    }  # fmt: skip
    with pytest.raises(unstuck.Error, match="Broken: no more"):
        unstuck.evolve(experiment, store=tmp_path / "broken.db")


def test_refusals():
    def register(**changes):
        given = {"name": "refused-test", "actions": lambda n: [("add", n + 1)], "goal": lambda n: n == 3}
        return unstuck.Domain(**{**given, **changes}).register(replace=True)

    with pytest.raises(unstuck.Error, match="'Capital' is not a name for a domain; .*: 'capital'$"):
        register(name="Capital")
    with pytest.raises(unstuck.Error, match="'two_words' is not a name for a domain; .* digits and -: 'two-words'$"):
        register(name="two_words")
    with pytest.raises(unstuck.Error, match="'two-words' is not a name for a feature; .* digits and _: 'two_words'$"):
        unstuck.Feature(len, name="two-words")
    with pytest.raises(unstuck.Error, match="a lambda has no name; write Feature"):
        register(features=[lambda n: n])
    with pytest.raises(unstuck.Error, match="the name 'jam' belongs to another domain or set"):
        register(name="jam")
    with pytest.raises(unstuck.Error, match="must yield"):
        register(actions=lambda n: [n + 1]).solve(1)
    with pytest.raises(unstuck.Error, match="costs 2, not 1; set unit_cost=False"):
        register(actions=lambda n: [("add", n + 1, 2)]).solve(1)
    with pytest.raises(unstuck.Error, match="states must be hashable"):
        register().solve([1])
    with pytest.raises(unstuck.Error, match="outside of 0 to 1"):
        register(features=[unstuck.Feature(lambda n: n, "big", high=1.0)]).solve(2, heuristic="big")
    with pytest.raises(unstuck.Error, match="two actions are called 'add' at 1"):
        register(actions=lambda n: [("add", n + 1), ("add", n + 2)]).solve(1)
    with pytest.raises(unstuck.Error, match="'max' is a word of the heuristic language"):
        register(features=[unstuck.Feature(lambda n: n, "max")])
    with pytest.raises(unstuck.Error, match="has made 50 states"):
        register(goal=lambda n: False, most_states=50).solve(1)
    with pytest.raises(unstuck.Error, match="SyntaxError"):
        unstuck.solve("refused-test:((")
    with pytest.raises(unstuck.Error, match="at a goal"):
        register(features=[unstuck.Feature(lambda n: 1, "liar", admissible=True)]).check([2], steps=3)


def test_a_name_that_is_taken_is_refused():
    def domain():
        return unstuck.Domain("taken-test", actions=lambda n: [("add", n + 1)], goal=lambda n: n == 3)

    first = domain().register()
    with pytest.raises(unstuck.Error, match="the name 'taken-test' belongs to another domain or set"):
        domain().register()
    domain().register(replace=True)
    first.unregister()
    assert first.register().solve(0).length == 3
    first.unregister()
    with pytest.raises(unstuck.Error):
        first.solve(0)


def test_three_hundred_features():
    def feature(k):
        return unstuck.Feature(lambda n: float(max(0, 20 - n) + k), f"plus_{k}", high=400)

    domain = unstuck.Domain(
        "wide-test", actions=lambda n: [("add", n + 1), ("jump", n + 3)], goal=lambda n: n == 20,
        features=[feature(k) for k in range(300)],
    ).register(replace=True)  # fmt: skip
    found = domain.solve(0, algorithm="astar", heuristic="0.1*plus_0 + 0.001*plus_299")
    assert found.length == 8
    assert unstuck.features("wide-test:5")["plus_299"] == 15 + 299
    domain.unregister()


def test_domains_made_in_a_loop_are_freed():
    resource = pytest.importorskip("resource")

    def make(number):
        domain = unstuck.Domain(
            f"loop-{number}", actions=lambda n: [("add", n + 1)], goal=lambda n: n == 3,
            features=[unstuck.Feature(lambda n: float(abs(3 - n)), f"left_{k}") for k in range(20)],
        )  # fmt: skip
        domain.register()
        if number % 100 == 0:
            assert domain.solve(0).length == 3
        domain.unregister()

    for number in range(1000):
        make(number)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(1000, 11_000):
        make(number)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 4_096, f"{grown} KiB more after 10,000 domains"
