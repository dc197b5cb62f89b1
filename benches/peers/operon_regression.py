"""The regression in Operon, through pyoperon. Its trees are evaluated in single precision, as ours are; coefficients are not tuned
by local search, which the others do not have either, and one thread does everything."""

import time
from statistics import fmean

import numpy
import pyoperon as op

from regression import CROSSOVER, MUTATION, NODES, POPULATION, TOURNAMENT, error, task, tell

x, y, generations, max_seconds, seed = task()
# Everything has a name: pyoperon keeps pointers to what it is given, and Python would free it.
numbers = numpy.asfortranarray(numpy.column_stack([*x, y]))
data = op.Dataset(numbers)
target = max(data.Variables, key=lambda variable: variable.Index)
inputs = [variable.Hash for variable in sorted(data.Variables, key=lambda v: v.Index) if variable.Hash != target.Hash]
rows = op.Range(0, data.Rows)
problem = op.Problem(data)
problem.TrainingRange, problem.TestRange = rows, op.Range(data.Rows - 1, data.Rows)
problem.Target, problem.InputHashes = target, inputs
leaves = [op.NodeType.Constant, op.NodeType.Variable]
functions = [op.NodeType.Add, op.NodeType.Sub, op.NodeType.Mul, op.NodeType.Div]
kinds = 0
for kind in leaves + functions:
    kinds |= int(kind)
problem.ConfigurePrimitiveSet(kinds)
primitives = problem.PrimitiveSet

creator = op.ProbabilisticTreeCreator(primitives, inputs, 0.0)
initializer = op.UniformLengthTreeInitializer(creator)
initializer.ParameterizeDistribution(1, 31)
initializer.MinDepth, initializer.MaxDepth = 1, 1000
coefficients = op.NormalCoefficientInitializer()
coefficients.ParameterizeDistribution(0, 1)
table = op.DispatchTable()
evaluator = op.Evaluator(problem, table, op.MSE(), True)
evaluator.Budget = 10**9
comparison = op.SingleObjectiveComparison(0)
selector = op.TournamentSelector(comparison)
selector.TournamentSize = TOURNAMENT
crossover = op.SubtreeCrossover(0.9, 20, NODES)
replacement = op.ReplaceSubtreeMutation(creator, coefficients, 20, NODES)
mutation = op.MultiMutation()
mutation.Add(replacement, 1.0)
optimizer = op.LMOptimizer(table, problem, 0, 0)
local = op.CoefficientOptimizer(optimizer)
reinserter = op.ReplaceWorstReinserter(comparison)
generator = op.BasicOffspringGenerator(evaluator, crossover, mutation, selector, selector, local)
config = op.GeneticAlgorithmConfig(
    # The first generation is none of those that it counts.
    generations=generations - 1,
    max_evaluations=10**9,
    local_iterations=0,
    population_size=POPULATION,
    pool_size=POPULATION,
    p_crossover=CROSSOVER,
    p_mutation=MUTATION,
    p_local=0.0,
    p_lamarck=0.0,
    epsilon=0.0,
    seed=seed,
    max_time=10**9,
)
algorithm = op.GeneticProgrammingAlgorithm(config, problem, initializer, coefficients, generator, reinserter)
stream = op.RandomGenerator(seed)


def check_time():
    # Its own limit of time is wall-clock time; a run also ends when the evaluations are used up.
    if time.process_time() - begun >= max_seconds:
        evaluator.Budget = 0


begun = time.process_time()
algorithm.Run(stream, check_time, 1)
seconds = time.process_time() - begun
best = error(op.Evaluate(table, algorithm.BestModel.Genotype, data, rows), y)
# Behind the population lie the places of the offspring.
size = fmean(one.Genotype.Length for one in list(algorithm.Individuals)[:POPULATION])
tell("Operon", seconds, evaluator.CallCount, size, best)
