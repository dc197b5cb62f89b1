"""A puzzle of your own, in Python."""

from __future__ import annotations

import ast
import math
import random
import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Callable, ClassVar, Optional, TypeVar, Union

from . import _unstuck

State = Any
"""Anything hashable that equals its equals."""

Move = Union[tuple[object, State], tuple[object, State, int]]
"""An action's name, the state it leads to, and its cost if that is not 1."""

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_WORD = re.compile(r"[a-z][a-z0-9_]*")


def _hint(name: str, separator: str) -> str:
    """The name with the right separator, if that is all that is wrong with it."""
    right = re.sub("[-_ ]", separator, name.lower())
    return f": '{right}'" if (_WORD if separator == "_" else _NAME).fullmatch(right) else ""


@dataclass(frozen=True)
class NamedFunction:
    """A hand-made measurement: a function with a name for heuristics, an explanation and a range."""

    function: Callable[..., float]
    name: str = ""
    """Its name in heuristics; the function's name by default."""
    about: str = ""
    """One line of explanation; the first of the function's documentation by default."""
    low: float = -math.inf
    high: float = math.inf

    def __post_init__(self) -> None:
        name = self.name or getattr(self.function, "__name__", "")
        if name == "<lambda>":
            raise _unstuck.Error(f'a lambda has no name; write {type(self).__name__}(lambda {self._ARGUMENTS}: ..., name="...")')
        if not _WORD.fullmatch(name):
            raise _unstuck.Error(f"'{name}' is not a name for a feature; write small letters, digits and _{_hint(name, '_')}")
        about = self.about or (getattr(self.function, "__doc__", None) or name).strip().splitlines()[0]
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "about", about)
        object.__setattr__(self, "low", float(self.low))
        object.__setattr__(self, "high", float(self.high))

    _ARGUMENTS: ClassVar[str] = ""


@dataclass(frozen=True)
class Feature(NamedFunction):
    """A hand-made measurement of a state. What it promises is checked by `unstuck.audit`."""

    low: float = 0.0
    admissible: bool = False
    """It never overestimates the remaining cost."""
    consistent: bool = False
    """And never drops by more than an action costs."""
    boolean: bool = False
    """It is a yes or no."""
    estimate: bool = True
    """Larger means farther from the goal."""

    _ARGUMENTS = "state"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.boolean:
            object.__setattr__(self, "high", 1.0)


class RegisteredDomain:
    """What domains written in Python have in common: a name by which instances are found, and texts for them."""

    _feature: type[NamedFunction]
    """How a plain function becomes a feature."""
    _own_names: tuple[str, ...] = ()
    """Features that every domain has."""

    def __init__(
        self,
        name: str,
        about: str,
        metric: str,
        read: Callable[[str], Any],
        write: Callable[[Any], str],
        generate: Optional[Callable[[random.Random], Any]],
        features: Iterable[Union[NamedFunction, Callable[..., float]]],
    ) -> None:
        if not _NAME.fullmatch(name):
            raise _unstuck.Error(f"'{name}' is not a name for a domain; write small letters, digits and -{_hint(name, '-')}")
        self.name = name
        self.about = about or f"{name}, written in Python"
        self.metric = metric
        self.read = read
        self.write = write
        self.generate = generate
        self._features = [one if isinstance(one, self._feature) else self._feature(one) for one in features]  # type: ignore[arg-type]
        names = [feature.name for feature in self._features]
        for repeated in {one for one in names if names.count(one) > 1 or one in self._own_names}:
            raise _unstuck.Error(f"{name} has several features called '{repeated}'")

    def register(self: Own, *, replace: bool = False) -> Own:
        """Makes the domain known: from now on `unstuck.solve("name:text")` and experiments find it by its name.

        A name that is taken is refused. With `replace`, a Python domain of the same name is replaced, for instances that
        are read from now on.
        """
        _unstuck.register(self, replace)
        _REGISTERED[self.name] = self
        return self

    def unregister(self) -> None:
        """Removes the domain: instances and experiments no longer find it by its name."""
        _unstuck.unregister(self.name)
        _REGISTERED.pop(self.name, None)

    def text(self, start: Any) -> str:
        """The text of an instance."""
        return self.write(start)

    def instance(self, start: Any) -> str:
        """The name of an instance: of a puzzle, that which begins at a state."""
        return f"{self.name}:{self.text(start)}"

    def solve(self, start: Any, **options: Any) -> Any:
        """`unstuck.solve` of an instance."""
        from .solving import solve

        return solve(self.instance(start), **options)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {len(self._features)} features>"


Own = TypeVar("Own", bound=RegisteredDomain)


class Domain(RegisteredDomain):
    """A domain made of plain functions; every algorithm and the whole evolution accept it.

    A state is anything hashable. `actions` yields `(name, successor)` or, with `unit_cost=False`,
    `(name, successor, cost)`; the order is that of the search. Texts are Python literals unless `read` and `write` are
    given, which must be inverse to each other. `generate` makes a state from a `random.Random`.

    Set `reversible=True` where every action can be taken back at the same cost: distances are found faster, and random
    walks give instances. With it, `goals`, which lists the goals that belong to a start, allows search from both ends.

    >>> def actions(n):
    ...     yield "double", 2 * n
    ...     yield "add", n + 1
    >>> counting = Domain("counting", actions=actions, goal=lambda n: n == 100)
    >>> counting.register().solve(1).plan
    ['double', 'add', 'double', 'double', 'double', 'add', 'double', 'double']

    The functions are called once for each state; their results are kept as long as the instance, about a kilobyte a state.
    An instance that makes more than `most_states` ends its search with an error.
    """

    _feature = Feature
    _own_names = ("zero",)

    def __init__(
        self,
        name: str,
        *,
        actions: Callable[[State], Iterable[Move]],
        goal: Callable[[State], bool],
        features: Sequence[Union[Feature, Callable[[State], float]]] = (),
        about: str = "",
        metric: str = "moves",
        unit_cost: bool = True,
        reversible: bool = False,
        goals: Optional[Callable[[State], Iterable[State]]] = None,
        most_states: int = 4_000_000,
        read: Callable[[str], State] = ast.literal_eval,
        write: Callable[[State], str] = repr,
        draw: Optional[Callable[[State], str]] = None,
        generate: Optional[Callable[[random.Random], State]] = None,
        examples: Sequence[State] = (),
    ) -> None:
        super().__init__(name, about, metric, read, write, generate, features)
        self.unit_cost = unit_cost
        self.reversible = reversible
        self.goals = goals
        self.most_states = most_states
        self.actions = actions
        self.goal = goal
        self.draw = draw or write
        self.examples = [f"{name}:{self.text(state)}" for state in examples]

    def text(self, start: State) -> str:
        """The text of a state."""
        if not isinstance(start, Hashable):
            raise _unstuck.Error(f"{self.name}: states must be hashable, and {start!r} is not; a tuple would be")
        return self.write(start)

    def check(self, states: Iterable[State] = (), *, seed: int = 1, steps: int = 200) -> None:
        """Checks the laws of domains on random walks from these states, or from the examples: the suite of the built-in
        ones, and that the functions give the same results whenever they are called, also for a state that was written and read.

        Raises `unstuck.Error` with the law that broke and the state where it did.
        """
        instances = [self.instance(state) for state in states] or self.examples
        if not instances:
            raise _unstuck.Error(f"{self.name} has no examples; give states to check it on")
        for instance in instances:
            self._walk(self.read(instance.split(":", 1)[1]), random.Random(seed), steps)
            _unstuck.check_laws(instance, self.name, seed=seed, steps=steps)

    def _walk(self, start: State, rng: random.Random, steps: int) -> None:
        state, listed = start, None if self.goals is None else set(self.goals(start))
        for _ in range(steps):
            text = self.text(state)
            again = self.read(text)
            if again != state or hash(again) != hash(state):
                raise _unstuck.Error(f"{self.name}: reading what was written of {text} gives another state")
            moves, goal = list(self.actions(state)), self.goal(state)
            if list(self.actions(again)) != moves:
                raise _unstuck.Error(f"{self.name}: the actions of {text} are not the same when asked twice")
            if bool(self.goal(again)) != bool(goal):
                raise _unstuck.Error(f"{self.name}: whether {text} is a goal is not the same when asked twice")
            if goal and listed is not None and state not in listed:
                raise _unstuck.Error(f"{self.name}: goals does not list {text}, which is one")
            for feature in self._features:
                values = feature.function(state), feature.function(again)
                if values[0] != values[1]:
                    raise _unstuck.Error(f"{self.name}: the feature {feature.name} of {text} is {values[0]} and then {values[1]}")
            if not moves:
                return
            state = rng.choice(moves)[1]

_REGISTERED: dict[str, Any] = {}


def registered(name: str) -> Optional[Any]:
    """The Python domain of that name, to be taken along to other machines."""
    return _REGISTERED.get(name)
