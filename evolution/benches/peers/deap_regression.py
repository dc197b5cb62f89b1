"""The task of the bench `engine` in DEAP: prints individuals a second of CPU time.

Trees are compiled to numpy expressions, the fastest way DEAP offers. Fewer generations, since only the speed matters.
"""

import operator
import random
import sys
import time

try:
    import numpy
    from deap import base, creator, gp, tools
except ImportError:
    sys.exit("needs deap and numpy")

ROWS, FEATURES, POPULATION, GENERATIONS = 10_000, 10, 500, 5

random.seed(1)
numpy.random.seed(1)
numpy.seterr(all="ignore")
x = numpy.random.randint(0, 20, (FEATURES, ROWS)).astype(numpy.float32)
y = 3 * x[0] + x[1] * x[2] / 4 + x[3] ** 2 / 10 + 2 * x[4] + 5


def divide(a, b):
    return numpy.where(numpy.abs(b) < 1e-6, 1.0, a / b)


primitives = gp.PrimitiveSet("main", FEATURES)
for function, arity in [(operator.add, 2), (operator.sub, 2), (operator.mul, 2), (divide, 2)]:
    primitives.addPrimitive(function, arity)
primitives.addEphemeralConstant("constant", lambda: random.uniform(0, 20))
creator.create("Fitness", base.Fitness, weights=(-1.0,))
creator.create("Individual", gp.PrimitiveTree, fitness=creator.Fitness)
box = base.Toolbox()
box.register("expr", gp.genHalfAndHalf, pset=primitives, min_=3, max_=5)
box.register("individual", tools.initIterate, creator.Individual, box.expr)
box.register("population", tools.initRepeat, list, box.individual)
box.register("select", tools.selTournament, tournsize=5)
box.register("mate", gp.cxOnePointLeafBiased, termpb=0.1)
box.register("expr_mut", gp.genFull, min_=0, max_=2)
box.register("mutate", gp.mutUniform, expr=box.expr_mut, pset=primitives)
limit = gp.staticLimit(key=len, max_value=50)
box.decorate("mate", limit)
box.decorate("mutate", limit)


def evaluate(individual):
    h = gp.compile(individual, primitives)(*x)
    h = numpy.broadcast_to(numpy.asarray(h, dtype=numpy.float32), (ROWS,))
    slope = numpy.cov(h, y, bias=True)
    b = slope[0, 1] / slope[0, 0] if slope[0, 0] > 0 else 0.0
    error = y - (y.mean() + b * (h - h.mean()))
    return (float(numpy.mean(error * error)),)


population = box.population(n=POPULATION)
begun, count = time.process_time(), 0
for generation in range(GENERATIONS):
    for individual in population:
        if not individual.fitness.valid:
            individual.fitness.values = evaluate(individual)
            count += 1
    chosen = [box.clone(one) for one in box.select(population, POPULATION)]
    for a, b in zip(chosen[::2], chosen[1::2]):
        if random.random() < 0.9:
            box.mate(a, b)
            del a.fitness.values, b.fitness.values
    for one in chosen:
        if random.random() < 0.1:
            box.mutate(one)
            del one.fitness.values
    population = chosen
print(count / (time.process_time() - begun))
