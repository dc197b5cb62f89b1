"""An optimisation problem of your own, in Python: solutions are built step by step, and a rule chooses."""

from __future__ import annotations

import ast
import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Callable, Optional, Union

from . import _unstuck
from .domain import _NAME, _REGISTERED, _WORD, _hint

Partial = Any
"""A partial solution; `extend` makes a new one and leaves the old one as it is."""

Choice = Any
"""A way to continue; `str` of it is its text, one line."""


@dataclass(frozen=True)
class ChoiceFeature:
    """What a rule sees of a choice: a function of the partial solution and the choice."""

    function: Callable[[Partial, Choice], float]
    name: str = ""
    """Its name in rules; the function's name by default."""
    about: str = ""
    """One line of explanation; the first of the function's documentation by default."""
    low: float = -math.inf
    high: float = math.inf
    step: bool = False
    """It is the same for all choices of a step."""

    def __post_init__(self) -> None:
        name = self.name or getattr(self.function, "__name__", "")
        if name == "<lambda>":
            raise _unstuck.Error('a lambda has no name; write ChoiceFeature(lambda partial, choice: ..., name="...")')
        if not _WORD.fullmatch(name):
            raise _unstuck.Error(f"'{name}' is not a name for a feature; write small letters, digits and _{_hint(name, '_')}")
        about = self.about or (getattr(self.function, "__doc__", None) or name).strip().splitlines()[0]
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "about", about)
        object.__setattr__(self, "low", float(self.low))
        object.__setattr__(self, "high", float(self.high))


class OptimisationDomain:
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
        if not _NAME.fullmatch(name):
            raise _unstuck.Error(f"'{name}' is not a name for a domain; write small letters, digits and -{_hint(name, '-')}")
        self.name = name
        self.about = about or f"{name}, written in Python"
        self.metric = metric
        self.start = start
        self.choices = choices
        self.extend = extend
        self.cost = cost
        self.bound = bound
        self.read = read
        self.write = write
        self.draw = draw
        self.generate = generate
        self._features = [one if isinstance(one, ChoiceFeature) else ChoiceFeature(one) for one in features]
        names = [feature.name for feature in self._features]
        for repeated in {one for one in names if names.count(one) > 1}:
            raise _unstuck.Error(f"{name} has several features called '{repeated}'")
        self._rules = [(rule, text) for rule, text in (rules or {}).items()]

    def register(self, *, replace: bool = False) -> OptimisationDomain:
        """Makes the domain known: from now on `unstuck.solve("name:text")` and experiments find it by its name.

        A name that is taken is refused. With `replace`, a Python domain of the same name is replaced.
        """
        _unstuck.register_optimisation(self, replace)
        _REGISTERED[self.name] = self
        return self

    def unregister(self) -> None:
        """Removes the domain: instances and experiments no longer find it by its name."""
        _unstuck.unregister(self.name)
        _REGISTERED.pop(self.name, None)

    def instance(self, instance: Any) -> str:
        """The name of an instance."""
        return f"{self.name}:{self.write(instance)}"

    def solve(self, instance: Any, **options: Any) -> Any:
        """`unstuck.solve` of an instance."""
        from .solving import solve

        return solve(self.instance(instance), **options)

    def check(self, instances: Iterable[Any], *, seed: int = 1, steps: int = 20) -> None:
        """Checks the laws of optimisation problems: construction ends, choices come in the same order when asked twice, and
        solutions read back with the same cost.

        Raises `unstuck.Error` with the law that is broken.
        """
        for instance in instances:
            _unstuck.check_laws(self.instance(instance), self.name, seed=seed, steps=steps)

    def __repr__(self) -> str:
        return f"<OptimisationDomain {self.name}: {len(self._features)} features>"
