"""Evolutionary algorithms of your own: a function that plans each generation from the last one.

The function gets a `Generation` and gives a list of recipes, one for each individual of the next generation: `keep`, `child` or
`create`. The genomes are made by the registered operators, from the random streams of the built-in algorithms. An experiment asks
for it with `kind = "own"` in `[algorithm]`; `unstuck.Experiment` and `unstuck.evolve` take the function as `algorithm`.

>>> from unstuck.algorithm import child, keep
>>> def plus(generation):
...     best = generation.ranked()[:2]
...     return [keep(one) for one in best] + [child(among=best) for _ in range(8)]

A stored run resumes if the function depends on nothing but the generation; `Generation.random` gives random numbers that do.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Callable, Optional, Union

from . import _unstuck

Recipe = dict[str, Any]
"""How an individual is made; what `keep`, `child` and `create` give."""

Operator = Union[str, tuple[str, Mapping[str, float]]]
"""The name of an operator (`unstuck.operators` lists them), or the name and its settings: `("tournament", {"size": 5})`."""


@dataclass(frozen=True)
class Individual:
    """A measured heuristic of a generation."""

    place: int
    rank: int
    """0 for the best; among nearly equal ones the smaller is better."""
    heuristic: str
    fitness: float
    """On this generation's training instances; lower is better."""
    cases: tuple[float, ...]
    """The fitness instance by instance."""
    nodes: float
    length: float
    unsolved: float
    size: int
    age: int


@dataclass(frozen=True)
class Generation:
    """A generation that was measured."""

    number: int
    """The number of the next generation; the first that is planned is 1."""
    seed: int
    individuals: tuple[Individual, ...]

    def ranked(self) -> list[Individual]:
        """The individuals, the best first."""
        return sorted(self.individuals, key=lambda one: one.rank)

    def random(self) -> random.Random:
        """Random numbers that depend on the seed and the generation alone."""
        return random.Random(f"{self.seed}/{self.number}")


Algorithm = Callable[[Generation], Sequence[Recipe]]
"""Plans the next generation."""


def keep(one: Individual) -> Recipe:
    """The same heuristic, measured again."""
    return {"keep": one.place}


def create(operator: Optional[Operator] = None) -> Recipe:
    """A new heuristic."""
    return {"create": True, "operators": _named(creation=operator)}


def child(
    *parents: Individual,
    among: Sequence[Individual] = (),
    selection: Optional[Operator] = None,
    crossover: Optional[Operator] = None,
    mutation: Optional[Operator] = None,
) -> Recipe:
    """A child of one or two parents, or of two that a selection chooses among some, or all.

    Operators that are not named are those of the experiment, at its rates. A named one is always applied, and `"none"` never.
    """
    recipe: Recipe = {"operators": _named(selection=selection, crossover=crossover, mutation=mutation)}
    if len(parents) > 2:
        raise _unstuck.Error(f"a child has one or two parents, not {len(parents)}")
    if parents:
        recipe["parents"] = [parents[0].place, parents[-1].place]
    if among:
        recipe["among"] = [one.place for one in among]
    return recipe


def select(
    selection: Operator, fitness: Sequence[float], seed: int, cases: Sequence[Sequence[float]] = ()
) -> tuple[int, int]:
    """The places of two parents that a registered selection chooses from a population, by its fitness or single cases.

    >>> unstuck.algorithm.select("best", [0.5, 0.1, 0.3], seed=1)
    (1, 2)
    """
    chosen = json.dumps(_named(selection=selection)["selection"])
    return _unstuck.select(list(fitness), [list(case) for case in cases], chosen, seed)


def _named(**chosen: Optional[Operator]) -> dict[str, Any]:
    named = {}
    for folder, operator in chosen.items():
        if operator is not None:
            name, parameters = (operator, {}) if isinstance(operator, str) else operator
            named[folder] = {"name": name, "parameters": dict(parameters)}
    return named


def planner(algorithm: Optional[Algorithm]) -> Optional[Callable[[int, int, list[dict[str, Any]]], str]]:
    """The function as the module in Rust calls it: rows in, recipes as JSON out."""
    if algorithm is None:
        return None

    def plan(number: int, seed: int, rows: list[dict[str, Any]]) -> str:
        def real(value: Optional[float]) -> float:
            return math.inf if value is None else value

        individuals = tuple(
            Individual(**{**row, "fitness": real(row["fitness"]), "cases": tuple(map(real, row["cases"]))})
            for row in rows
        )
        return json.dumps(list(algorithm(Generation(number, seed, individuals))))

    return plan
