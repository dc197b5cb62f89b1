"""Evolutionary algorithms that are functions of Python: the examples, and what they are compared with."""

import runpy
from pathlib import Path

import pytest
import unstuck
from unstuck.algorithm import child, create, keep

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def example(name):
    assert len((EXAMPLES / f"{name}.py").read_text().splitlines()) <= 40
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


def own(small):
    return small.replace('"generational"', '"own"')


@pytest.mark.parametrize(
    "name, function", [("mu_plus_lambda", "strategy"), ("map_elites", "map_elites"), ("island_model", "islands")]
)
def test_examples_are_stored_and_resume(name, function, tmp_path):
    script = example(name)
    experiment, algorithm = script["EXPERIMENT"], script[function]
    run = unstuck.evolve(experiment, algorithm=algorithm, store=tmp_path / "store.db")
    (stored,) = run.show()["runs"]
    assert run.state == stored["state"] == "done" and len(stored["history"]) == experiment["stop"]["generations"]
    # In memory, interrupted by a snapshot: the same champion.
    first = unstuck.Experiment(experiment, algorithm=algorithm)
    while first.generation < 3:
        for task, answer in zip(tasks := first.ask(), first.measure(tasks)):
            first.tell(task, answer)
    revived = unstuck.Experiment(experiment, algorithm=algorithm)
    revived.restore(first.snapshot())
    assert str(revived.run().heuristic) == str(run.champion)


def test_mu_plus_lambda_is_the_built_in_one():
    """With two survivors that are the only parents, it is `generational` with `elites = 2` and the selection `best`."""
    script = example("mu_plus_lambda")
    experiment = script["EXPERIMENT"]
    built_in = {**experiment, "algorithm": {"kind": "generational", "population": 12, "elites": script["MU"]}}
    mine, theirs = unstuck.Experiment(experiment, algorithm=script["strategy"]), unstuck.Experiment(built_in)
    assert mine.run() == theirs.run()
    assert mine.history == theirs.history


def test_every_operator_can_be_named(small):
    """Each makes a generation of the genomes that it works on."""
    genomes = {
        "weights": '"weights"',
        "trees": '"tree"',
        "functions that evolve": '"tree"\ndefined = { functions = 2, arguments = 2 }',
        "policies": '"policy"',
        "any": '"weights"',
    }
    quick = own(small).replace("expanded = 1000", "expanded = 20").replace("generations = 4", "generations = 2")
    quick = quick.replace("jam:1-4", "jam:1").replace("jam:5-6", "jam:2").replace("population = 12", "population = 6")
    for row in unstuck.operators():
        recipe = create(row["name"]) if row["folder"] == "creation" else child(**{row["folder"]: row["name"]})
        text = quick.replace('kind = "weights"', f"kind = {genomes[row['of']]}")
        experiment = unstuck.Experiment(text, algorithm=lambda generation: [recipe] * 6)
        experiment.run()
        assert len(experiment.population) == 6, row["name"]


def test_parents_and_refusals(small):
    def fails(plan, words):
        experiment = unstuck.Experiment(own(small), algorithm=plan)
        with pytest.raises((unstuck.Error, ZeroDivisionError), match=words):
            experiment.run()

    fails(lambda generation: [], "gave no recipes")
    fails(lambda generation: [{"keep": 12}], "there is no individual 12: they are numbered from 0 to 11")
    fails(lambda generation: [child(crossover="avrage")], "unknown crossover 'avrage'; did you mean 'average'?")
    fails(lambda generation: [child(selection=("tournament", {"size": 0}))], "size of tournament is from 1 to 1000, not 0")
    fails(lambda generation: [{"breed": 1}], "unknown field `breed`")
    fails(lambda generation: 1 / 0, "division by zero")
    with pytest.raises(unstuck.Error, match="give a function as `algorithm`"):
        unstuck.Experiment(own(small))
    with pytest.raises(unstuck.Error, match='write kind = "own"'):
        unstuck.Experiment(small, algorithm=lambda generation: [])
    with pytest.raises(unstuck.Error, match="one or two parents"):
        child(1, 2, 3)

    def clones(generation):
        first, second = generation.ranked()[:2]
        return [keep(first), child(second, crossover="none", mutation="none")]

    experiment = unstuck.Experiment(own(small), algorithm=clones)
    experiment.run()
    assert len(experiment.population) == 2


def test_selections_choose_from_any_population():
    assert unstuck.algorithm.select("best", [0.5, 0.1, 0.3], seed=1) == (1, 2)
    chosen = unstuck.algorithm.select(("tournament", {"size": 1000}), [0.5, 0.1, 0.3], seed=7)
    assert chosen == (1, 1)
    with pytest.raises(unstuck.Error, match="unknown selection 'bst'"):
        unstuck.algorithm.select("bst", [1.0], seed=1)


def test_exceptions_end_a_stored_run(small, tmp_path):
    with pytest.raises(unstuck.Error, match="the algorithm: ZeroDivisionError"):
        unstuck.evolve(own(small), algorithm=lambda generation: 1 / 0, store=tmp_path / "store.db")
