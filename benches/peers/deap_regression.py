"""The regression in DEAP. Trees are compiled to numpy expressions, the fastest way DEAP offers."""

import math
import operator
import random
import time
from functools import partial
from statistics import fmean

import numpy
from deap import base, creator, gp, tools

from regression import CONSTANTS, CROSSOVER, FEATURES, MUTATION, NODES, POPULATION, TOURNAMENT, error, task, tell

x, y, generations, max_seconds, seed = task()
random.seed(seed)


def divide(a, b):
    return numpy.where(numpy.abs(b) < 1e-6, 1.0, a / b)


primitives = gp.PrimitiveSet("main", FEATURES)
for function in [operator.add, operator.sub, operator.mul, divide]:
    primitives.addPrimitive(function, 2)
primitives.addEphemeralConstant("constant", partial(random.uniform, *CONSTANTS))
creator.create("Fitness", base.Fitness, weights=(-1.0,))
creator.create("Individual", gp.PrimitiveTree, fitness=creator.Fitness)
box = base.Toolbox()
box.register("expr", gp.genHalfAndHalf, pset=primitives, min_=2, max_=4)
box.register("individual", tools.initIterate, creator.Individual, box.expr)
box.register("population", tools.initRepeat, list, box.individual)
box.register("select", tools.selTournament, tournsize=TOURNAMENT)
box.register("mate", gp.cxOnePointLeafBiased, termpb=0.1)
box.register("expr_mut", gp.genFull, min_=0, max_=2)
box.register("mutate", gp.mutUniform, expr=box.expr_mut, pset=primitives)
limit = gp.staticLimit(key=len, max_value=NODES)
box.decorate("mate", limit)
box.decorate("mutate", limit)

population = box.population(n=POPULATION)
begun, count, least = time.process_time(), 0, math.inf
for generation in range(generations):
    if generation > 0:
        chosen = [box.clone(one) for one in box.select(population, POPULATION)]
        for place in range(0, POPULATION, 2):
            if random.random() < CROSSOVER:
                a, b = box.mate(chosen[place], chosen[place + 1])
                del a.fitness.values, b.fitness.values
                chosen[place], chosen[place + 1] = a, b
        for place in range(POPULATION):
            if random.random() < MUTATION:
                (one,) = box.mutate(chosen[place])
                del one.fitness.values
                chosen[place] = one
        population = chosen
    for one in population:
        if not one.fitness.valid:
            one.fitness.values = (error(gp.compile(one, primitives)(*x), y),)
            count += 1
            # There is no elite, so the best tree may be gone by the last generation.
            least = min(least, one.fitness.values[0])
    if time.process_time() - begun >= max_seconds:
        break
seconds = time.process_time() - begun
tell("DEAP", seconds, count, fmean(map(len, population)), least)
