"""Planning: ground tasks with their states, and ever better plans.

The examples read these two texts; paths of files do as well.

>>> DOMAIN = '''
... (define (domain lift)
...   (:predicates (next ?a ?b) (at ?floor) (served ?floor))
...   (:action ride :parameters (?from ?to) :precondition (and (at ?from) (next ?from ?to))
...     :effect (and (not (at ?from)) (at ?to)))
...   (:action serve :parameters (?floor) :precondition (at ?floor) :effect (served ?floor)))'''
>>> PROBLEM = '''
... (define (problem two) (:domain lift) (:objects f0 f1 f2)
...   (:init (at f0) (next f0 f1) (next f1 f0) (next f1 f2) (next f2 f1))
...   (:goal (and (served f2) (served f0))))'''
>>> unstuck.solve(domain=DOMAIN, problem=PROBLEM).plan
['(serve f0)', '(ride f0 f1)', '(ride f1 f2)', '(serve f2)']
>>> task = unstuck.Task(domain=DOMAIN, problem=PROBLEM)
>>> task.size["operators"], len(task.atoms), task.goal
(6, 5, ['(served f0)', '(served f2)'])
>>> state = task.initial
>>> state.atoms
['(at f0)']
>>> [step for step, cost, after in state.successors()]
['(ride f0 f1)', '(serve f0)']
>>> state.value("hff"), state.apply("(serve f0)").value("hff")
(4.0, 3.0)
>>> *_, best = unstuck.plans(domain=DOMAIN, problem=PROBLEM)
>>> best.length, best.steps == unstuck.solve(domain=DOMAIN, problem=PROBLEM, optimal=True).plan
(4, True)
>>> checked = unstuck.validate(domain=DOMAIN, problem=PROBLEM, plan=["(serve f2)"])
>>> checked.valid, checked.step, checked.reason
(False, 1, '(at f2) does not hold ((at ?floor), domain line 6)')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Optional, Union, overload

from . import _unstuck
from ._unstuck import State
from .pddl import Pddl, instance_of
from .solving import MEMORY, Named, Solution, _common, _text

__all__ = ["Operator", "Plan", "Plans", "State", "Task", "plans"]


@dataclass(frozen=True)
class Operator:
    """A ground action."""

    step: str
    """As plans write it: `(pick ball1 left)`."""
    cost: int
    preconditions: list[str]
    """The facts that must hold: `(at ball1 a)`, `(not (busy left))`."""
    effects: list[str]
    """The facts that hold afterwards."""
    conditional_effects: list[tuple[list[str], str]]
    """Facts that hold afterwards if others held before."""


class _Operators(Sequence[Operator]):
    """The operators of a task, each made when it is asked for."""

    def __init__(self, task: _unstuck.Task) -> None:
        self._task = task

    def __len__(self) -> int:
        return self._task.size["operators"]

    @overload
    def __getitem__(self, place: int) -> Operator: ...
    @overload
    def __getitem__(self, place: slice) -> list[Operator]: ...
    def __getitem__(self, place: Union[int, slice]) -> Union[Operator, list[Operator]]:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(len(self)))]
        found = self._task.operator(place if place >= 0 else place + len(self)) if -len(self) <= place else None
        if found is None:
            raise IndexError(f"there are {len(self)} operators")
        return Operator(*found)


class Task:
    """A planning task, read and grounded.

    It is given by `domain` and `problem`, each the path of a file or a text, or by the name of a built-in task. A file
    with a problem alone looks for its domain next to it. A goal that cannot be reached even if actions only add, and a
    limit, raise `unstuck.Error`.

    >>> task = unstuck.Task("gripper:train-1")
    >>> task
    <Task of pddl-gripper: 28 atoms, 80 operators>
    >>> task.objects["left"]
    ['gripper']
    >>> task.operators[0].step, task.operators[0].effects
    ('(move room3 room1)', ['(at-robby room1)'])
    """

    def __init__(
        self,
        instance: Optional[Pddl] = None,
        *,
        domain: Optional[Pddl] = None,
        problem: Optional[Pddl] = None,
        metric: Optional[str] = None,
        limit_seconds: Optional[float] = None,
        limit_memory: Optional[int] = MEMORY,
    ) -> None:
        names, name = instance_of(instance, domain, problem)
        self._task = _unstuck.Task(names, _common(name, metric, None, None, limit_seconds, limit_memory, 1))

    @property
    def domain(self) -> str:
        """The name of the domain: `pddl-gripper`."""
        return self._task.domain

    @property
    def definition(self) -> str:
        """The PDDL text of the domain, in canonical form."""
        return self._task.definition

    @property
    def text(self) -> str:
        """The PDDL text of the problem, in canonical form."""
        return self._task.text

    @property
    def metric(self) -> str:
        """What costs are counted in: `cost` or `length`."""
        return self._task.metric

    @property
    def size(self) -> dict[str, int]:
        """`atoms`, `operators`, `variables`, and the 64-bit `words` of a state."""
        return self._task.size

    @property
    def objects(self) -> dict[str, list[str]]:
        """The objects with their declared types, constants of the domain first."""
        return dict(self._task.objects)

    @property
    def atoms(self) -> list[str]:
        """The atoms that can change and matter to the goal."""
        return self._task.atoms

    @property
    def static_atoms(self) -> list[str]:
        """The atoms that hold in all states."""
        return self._task.static_atoms

    @property
    def operators(self) -> Sequence[Operator]:
        """The ground actions that are reachable."""
        return _Operators(self._task)

    @property
    def goal(self) -> list[str]:
        """What the goal asks for: atoms, or facts of the ground task where it is not a conjunction of atoms."""
        return self._task.goal

    @property
    def initial(self) -> State:
        """The initial state; it has `successors`, `apply`, `features` and `value`."""
        return self._task.initial

    def __repr__(self) -> str:
        return f"<Task of {self.domain}: {self.size['atoms']} atoms, {self.size['operators']} operators>"


@dataclass(frozen=True)
class Plan:
    """A plan that an anytime search has found; the validator has accepted it."""

    steps: list[str]
    length: int
    """Its length or cost in the metric of the instance."""
    lengths: dict[str, int]
    """Its length in every metric of the domain."""
    seconds: float
    """Time since the search started."""
    text: str = field(repr=False)
    """As plan files hold it."""


class Plans(Iterator[Plan]):
    """Ever better plans, each as soon as it is found. The search runs in the background.

    It ends when the last plan is proved to be the cheapest, at a limit, or when it is closed or no longer referenced.
    """

    def __init__(self, search: _unstuck.Plans) -> None:
        self._search = search
        self._last: Optional[list[str]] = None
        self.result: Optional[Solution] = None
        """How the search ended, once it has."""

    def __next__(self) -> Plan:
        if self.result is not None:
            raise StopIteration
        is_plan, found = self._search.wait()
        if is_plan:
            self._last = found["steps"]
            return Plan(**found)
        result = self.result = Solution(**found)
        if result.plan is None or result.plan == self._last:
            raise StopIteration
        lengths = result.lengths or {}
        return Plan(result.plan, lengths[result.metric], lengths, result.seconds, "\n".join(result.plan))

    def close(self) -> None:
        """Ends the search."""
        self._search.close()

    def __enter__(self) -> Plans:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()


def plans(
    instance: Optional[Pddl] = None,
    *,
    domain: Optional[Pddl] = None,
    problem: Optional[Pddl] = None,
    heuristic: Optional[Named] = None,
    metric: Optional[str] = None,
    settings: Optional[Mapping[str, object]] = None,
    limit_nodes: Optional[int] = None,
    limit_seconds: Optional[float] = None,
    limit_memory: Optional[int] = MEMORY,
    **parameters: object,
) -> Plans:
    """Ever better plans, as an iterator: the algorithm `shortest`, of any domain that has it.

    >>> plans = unstuck.plans("blocksworld:train-9", limit_seconds=20)
    >>> costs = [plan.length for plan in plans]
    >>> costs == sorted(costs, reverse=True), plans.result.status
    (True, 'solved')
    """
    names, name = instance_of(instance, domain, problem)
    common = _common(name, metric, settings, limit_nodes, limit_seconds, limit_memory, 1)
    return Plans(_unstuck.Plans(names, None if heuristic is None else _text(heuristic), parameters, common))
