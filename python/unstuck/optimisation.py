"""An optimisation problem of your own, in Python: solutions are built step by step, and a rule chooses."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Callable, Optional, Union

from . import _unstuck
from .domain import NamedFunction, RegisteredDomain

Partial = Any
"""A partial solution; `extend` makes a new one and leaves the old one as it is."""

Choice = Any
"""A way to continue; `str` of it is its text, one line."""


@dataclass(frozen=True)
class ChoiceFeature(NamedFunction):
    """What a rule sees of a choice: a function of the partial solution and the choice."""

    step: bool = False
    """It is the same for all choices of a step."""

    _ARGUMENTS = "partial, choice"


class OptimisationDomain(RegisteredDomain):
    """A domain of problems whose solutions have a cost, made of plain functions; rules for it evolve at once.

    `start` makes the empty solution of an instance, `choices` lists the ways to continue (none: it is complete), `extend`
    makes a new partial solution, and `cost` is a whole number from 0 on, to be minimised. `features` are functions of a
    partial solution and a choice; `rules` are named texts over them, the first of which is the reference that others are
    measured by. `bound` gives a lower bound of an instance, if there is one.

    Instances are Python literals in texts unless `read` and `write` are given, which must be inverse to each other;
    `generate` makes an instance from a `random.Random`.

    >>> coins = OptimisationDomain(
    ...     "coins",
    ...     start=lambda amount: (amount, ()),
    ...     choices=lambda partial: [coin for coin in (1, 3, 4) if coin <= partial[0]],
    ...     extend=lambda partial, coin: (partial[0] - coin, (*partial[1], coin)),
    ...     cost=lambda partial: len(partial[1]),
    ...     features=[ChoiceFeature(lambda partial, coin: coin, name="coin")],
    ...     rules={"greedy": "coin"},
    ... ).register(replace=True)
    >>> coins.solve(6).cost
    3
    """

    _feature = ChoiceFeature

    def __init__(
        self,
        name: str,
        *,
        start: Callable[[Any], Partial],
        choices: Callable[[Partial], Iterable[Choice]],
        extend: Callable[[Partial, Choice], Partial],
        cost: Callable[[Partial], int],
        features: Sequence[Union[ChoiceFeature, Callable[[Partial, Choice], float]]],
        rules: Optional[Mapping[str, str]] = None,
        bound: Optional[Callable[[Any], Optional[int]]] = None,
        about: str = "",
        metric: str = "cost",
        read: Callable[[str], Any] = ast.literal_eval,
        write: Callable[[Any], str] = repr,
        draw: Optional[Callable[[Partial], str]] = None,
        generate: Optional[Callable[[random.Random], Any]] = None,
    ) -> None:
        super().__init__(name, about, metric, read, write, generate, features)
        self.start = start
        self.choices = choices
        self.extend = extend
        self.cost = cost
        self.bound = bound
        self.draw = draw
        self._rules = list((rules or {}).items())

    def check(self, instances: Iterable[Any], *, seed: int = 1, steps: int = 20) -> None:
        """Checks the laws of optimisation problems: construction ends, choices come in the same order when asked twice, and
        solutions read back with the same cost.

        Raises `unstuck.Error` with the law that is broken.
        """
        for instance in instances:
            _unstuck.check_laws(self.instance(instance), self.name, seed=seed, steps=steps)
