"""The regression in eckity. Its operators know no largest tree, so a child that is too large stays what its parent was."""

import logging
import time
from statistics import fmean

import numpy
from eckity.algorithms.simple_evolution import SimpleEvolution
from eckity.breeders.simple_breeder import SimpleBreeder
from eckity.creators.gp_creators.half import HalfCreator
from eckity.evaluators.simple_individual_evaluator import SimpleIndividualEvaluator
from eckity.genetic_operators.crossovers.subtree_crossover import SubtreeCrossover
from eckity.genetic_operators.mutations.subtree_mutation import SubtreeMutation
from eckity.genetic_operators.selections.tournament_selection import TournamentSelection
from eckity.subpopulation import Subpopulation
from eckity.termination_checkers import TerminationChecker

from regression import CONSTANTS, CROSSOVER, FEATURES, MUTATION, NODES, POPULATION, TOURNAMENT, error, task, tell

x, y, generations, max_seconds, seed = task()
names = [f"x{feature}" for feature in range(FEATURES)]
columns = dict(zip(names, x))
logging.disable(logging.CRITICAL)


def add(a, b):
    return a + b


def subtract(a, b):
    return a - b


def multiply(a, b):
    return a * b


def divide(a, b):
    return numpy.where(numpy.abs(b) < 1e-6, 1.0, numpy.divide(a, b))


class Limited:
    """An operator that leaves alone whatever would outgrow the limit."""

    def attempt_operator(self, payload, attempt_num):
        before = [one.tree for one in payload]
        result = super().attempt_operator(payload, attempt_num)
        for one, tree in zip(payload, before):
            if one.size() > NODES:
                one.tree = tree
        return result


class Crossover(Limited, SubtreeCrossover):
    pass


class Mutation(Limited, SubtreeMutation):
    pass


class LeastSquares(SimpleIndividualEvaluator):
    count = 0

    def evaluate_individual(self, individual):
        self.count += 1
        # eckity measures on its own thread, to which the setting in `task` does not apply.
        with numpy.errstate(all="ignore"):
            return error(individual.execute(**columns), y)


class TimeLimit(TerminationChecker):
    def should_terminate(self, population, best_individual, gen_number):
        return time.process_time() - begun >= max_seconds


evaluator = LeastSquares()
evolution = SimpleEvolution(
    Subpopulation(
        creators=HalfCreator(
            init_depth=(2, 4),
            function_set=[add, subtract, multiply, divide],
            terminal_set=names,
            erc_range=CONSTANTS,
        ),
        population_size=POPULATION,
        evaluator=evaluator,
        higher_is_better=False,
        operators_sequence=[Crossover(probability=CROSSOVER, arity=2), Mutation(probability=MUTATION, init_depth=(0, 2))],
        selection_methods=[TournamentSelection(tournament_size=TOURNAMENT)],
    ),
    breeder=SimpleBreeder(),
    max_workers=1,
    # The first generation is none of those that it counts.
    max_generation=generations - 1,
    termination_checker=TimeLimit(),
    random_seed=seed,
)
begun = time.process_time()
evolution.evolve()
seconds = time.process_time() - begun
population = evolution.population.sub_populations[0].individuals
best = evolution.best_of_run_.get_pure_fitness()
tell("eckity", seconds, evaluator.count, fmean(one.size() for one in population), best)
