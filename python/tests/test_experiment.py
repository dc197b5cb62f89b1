"""Evolution by ask and tell, by itself, and in a store."""

import pickle
import random

import numpy
import pytest
import unstuck


def test_by_hand_and_by_itself(small):
    by_itself = unstuck.Experiment(small)
    seen = []
    champion = by_itself.run(lambda experiment: seen.append(experiment.generation))
    assert len(seen) == 4 and by_itself.finished == "generations" and len(by_itself.history) == 4
    assert champion.fitness == by_itself.champion.fitness
    assert unstuck.solve("jam:1", heuristic=champion.heuristic).solved

    by_hand = unstuck.Experiment(small, threads=1)
    order = random.Random(1)
    while tasks := by_hand.ask():
        tasks = pickle.loads(pickle.dumps(tasks))
        order.shuffle(tasks)
        for task, answer in zip(tasks, by_hand.measure(tasks)):
            by_hand.tell(task, answer)
    assert by_hand.champion == champion and by_hand.history == by_itself.history


def test_a_snapshot_goes_on_to_the_same_end(small):
    straight, broken = unstuck.Experiment(small), unstuck.Experiment(small)
    tasks = broken.ask()
    for task, answer in list(zip(tasks, broken.measure(tasks)))[::2]:
        broken.tell(task, answer)
    frozen = broken.snapshot()
    revived = unstuck.Experiment(small)
    revived.restore(frozen)
    assert len(revived.ask()) == len(tasks) // 2
    assert revived.run() == straight.run()
    with pytest.raises(unstuck.Error, match="not a snapshot"):
        revived.restore(b"rubbish")


def test_a_panic_is_an_exception(small):
    with pytest.raises(unstuck.Defect, match="a defect of the program: provoked.*please report this"):
        unstuck._unstuck.provoke_defect()
    assert not issubclass(unstuck.Defect, unstuck.Error)
    experiment = unstuck.Experiment(small)
    assert len(experiment.measure(experiment.ask())) == len(experiment.ask()), "everything works afterwards"


def test_tasks_of_another_experiment_are_refused(small):
    """Tasks of a larger experiment name instances that this one does not have."""
    larger = small.replace("jam:1-4", "jam:1-9").replace("jam:5-6", "jam:10-11")
    little, much = unstuck.Experiment(small), unstuck.Experiment(larger)
    last = [task.data for task in much.ask() if "jam:9" in task.instances]
    with pytest.raises(unstuck.Error, match="do not fit"):
        little._evolution.measure(last)
    evaluator = unstuck._unstuck.Evaluator(little._evolution.world(), "rush-hour", [])
    with pytest.raises(unstuck.Error, match="do not fit"):
        evaluator.answer(last, 60.0)
    assert len(little.measure(little.ask())) == len(little.ask()), "and everything works afterwards"


def test_answers_of_ones_own(small):
    experiment = unstuck.Experiment(small)
    task = experiment.ask()[0]
    assert task.role == "train" and set(task.instances) <= {f"jam:{n}" for n in range(1, 5)}
    experiment.tell(task, [(True, 10, 20)] * len(task.instances))
    with pytest.raises(unstuck.Error, match="is not one that waits for an answer"):
        experiment.tell(task, [(True, 10, 20)] * len(task.instances))
    with pytest.raises(unstuck.Error, match="of another kind or length"):
        experiment.tell(experiment.ask()[0], [(True, 10, 20)])
    with pytest.raises(unstuck.Error, match="a fitness must be a number"):
        experiment.tell(experiment.ask()[0], float("nan"))
    experiment.stop()


def test_a_fitness_of_ones_own(small):
    """The fewest characters: no search is made."""
    experiment = unstuck.Experiment(small)
    told = {"train": [], "validation": []}
    while tasks := experiment.ask():
        for task in tasks:
            told[task.role].append(len(task.heuristic))
            experiment.tell(task, numpy.float32(len(task.heuristic)))
    assert experiment.finished == "generations"
    assert experiment.champion.fitness == min(told["validation"]) <= min(told["train"])
    coevolution = small.replace('kind = "generational"', 'kind = "coevolution"').replace("population = 12", "population = 30")
    coevolution = coevolution.replace('kind = "weights"', 'kind = "policy"')
    experiment = unstuck.Experiment(coevolution)
    with pytest.raises(unstuck.Error, match="racing and coevolution compare them one by one"):
        experiment.tell(experiment.ask()[0], 0.5)


def test_an_operator_of_ones_own(small):
    tree = small.replace('kind = "weights"', 'kind = "tree"')
    calls = []

    def bare(first, second, seed):
        calls.append((first, second, seed))
        return "blockers" if seed % 2 else None

    def run(**more):
        experiment = unstuck.Experiment(tree, **more)
        champion = experiment.run()
        return champion, experiment

    champion, experiment = run(operator=bare, operator_rate=0.5)
    assert 5 < len(calls) < 40
    assert any(str(one.heuristic) == "blockers" for one in experiment.population)
    again, _ = run(operator=bare, operator_rate=0.5)
    assert again == champion, "numbers to draw from are those of the run"
    calls.clear()
    run(operator=bare, operator_rate=0.0)
    assert not calls

    experiment = unstuck.Experiment(tree, operator=bare, operator_rate=0.5)
    generation = experiment.ask()
    for task, answer in zip(generation, experiment.measure(generation)):
        experiment.tell(task, answer)
    other = unstuck.Experiment(tree, operator=bare, operator_rate=0.5)
    other.restore(experiment.snapshot())
    assert other.run() == champion


def test_what_an_operator_may_not_do(small):
    tree = small.replace('kind = "weights"', 'kind = "tree"')

    def told(operator, error, match):
        with pytest.raises(error, match=match):
            unstuck.Experiment(tree, operator=operator, operator_rate=1.0).run()

    told(lambda first, second, seed: "blockers + nonsense", unstuck.Error, "the operator's child 'blockers . nonsense'")
    told(lambda first, second, seed: 1 / 0, ZeroDivisionError, "division by zero")
    told(lambda first, second, seed: 3, TypeError, "")
    with pytest.raises(unstuck.Error, match="a share from 0 to 1, not 2"):
        unstuck.Experiment(tree, operator=lambda first, second, seed: None, operator_rate=2)


def test_a_dictionary_is_a_file(small):
    config = {
        "format": 1, "name": "small", "domain": "rush-hour", "seed": 3,
        "data": {"train": ["jam:1-4"], "validation": ["jam:5-6"]},
        "search": {"algorithm": "ida", "limits": {"expanded": 1000}},
        "genome": {"kind": "weights"},
        "algorithm": {"kind": "generational", "population": 12},
        "fitness": {"kind": "reduction"},
        "champion": {"validate_every": 2, "control": False, "baseline": False},
        "stop": {"generations": 4},
    }  # fmt: skip
    assert unstuck.Experiment(config).config == unstuck.Experiment(small).config


def test_refusals(small, tmp_path):
    with pytest.raises(unstuck.Error, match="line 7, column 1: unknown key 'trains' in data"):
        unstuck.Experiment(small.replace("\ntrain =", "\n\ntrains =").lstrip("\n"))
    with pytest.raises(unstuck.Error, match="absent.toml' cannot be read"):
        unstuck.Experiment("absent.toml")
    with pytest.raises(unstuck.Error, match="the file has a grid"):
        unstuck.Experiment(small + "[grid]\nseed = [1, 2]\n")
    with pytest.raises(unstuck.Error, match="repetition 1 is not among the 1"):
        unstuck.Experiment(small, repetition=1)


def test_a_store(small, tmp_path):
    news = []
    done = unstuck.evolve(small, store=tmp_path / "one.db", threads=2, callback=news.append)
    assert done.state == "done" and done.store == str(tmp_path / "one.db")
    assert sum(event["event"] == "generation" for event in news) == 4
    assert unstuck.evolve(small, store=tmp_path / "one.db") == done, "finished already"
    shown = done.show()
    assert shown["name"] == "small"
    assert done.report()["name"] == "small" and len(done.report()["configurations"]) == 1
    assert done.champion == unstuck.Experiment(small).run().heuristic
    with pytest.raises(ZeroDivisionError):
        unstuck.evolve(small, store=tmp_path / "two.db", callback=lambda _: 1 / 0)
    assert unstuck.evolve(small, store=tmp_path / "two.db").champion == done.champion
