"""Evolution by ask and tell, or by itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, Callable, Optional, Union

from . import _unstuck
from .algorithm import Algorithm, planner
from .heuristic import Heuristic
from .table import Table
from .toml import Source, origin

Answer = Union[bytes, float, Iterable[tuple[bool, int, int]]]
"""The answer to a task: that of `measure`, one (solved, expanded, length) an instance, or a fitness of your own."""

Operator = Callable[[str, str, int], Optional[str]]
"""Makes a child of two parents, with a number to draw from; None leaves it to the operators of the experiment."""


@dataclass(frozen=True)
class EvaluationTask:
    """A heuristic to be measured. It can be pickled and answered in any process."""

    id: int
    heuristic: str
    role: str
    """What the instances are for: `train`, `validation` or `test`."""
    instances: Optional[tuple[str, ...]]
    """The names of the instances to be searched; None where rows are fitted."""
    data: bytes = field(repr=False)
    """The task as `measure` and `unstuck.ray` read it."""


@dataclass(frozen=True)
class Champion:
    """The best on validation."""

    heuristic: Heuristic
    fitness: float
    """On the validation set; lower is better."""
    generation: int
    size: int
    """In nodes, as it was bred."""
    nodes: float
    length: float
    unsolved: float
    text: str = field(repr=False)
    """With a header, as a file holds it."""


class Experiment:
    """One run of an experiment, in memory.

    The experiment is the path of a TOML file, the text of one, or the same as a dictionary. Its instances are read and
    solved by the reference when it is made.

    >>> experiment = unstuck.Experiment("experiments/rush-hour-weights.toml", quick=True)
    >>> experiment.run().heuristic  # doctest: +SKIP
    Heuristic('1.2*blockers + 0.31*hybrid', domain='rush-hour')

    By hand, with measurements of your own or of other machines:

    >>> while tasks := experiment.ask():  # doctest: +SKIP
    ...     for task, answer in zip(tasks, experiment.measure(tasks)):
    ...         experiment.tell(task, answer)

    Answers may come in any order, and `snapshot` may be taken between any two of them. An answer may be one number, a
    fitness of your own: lower is better.

    An `operator` of your own makes a share of the children (`operator_rate`) from the texts of two parents:

    >>> def halve(first: str, second: str, seed: int) -> str:
    ...     return f"({first}) / 2"

    An `algorithm` of your own plans the generations: see `unstuck.algorithm`.
    """

    def __init__(
        self,
        source: Source,
        *,
        seed: Optional[int] = None,
        quick: bool = False,
        repetition: int = 0,
        threads: int = 0,
        operator: Optional[Operator] = None,
        operator_rate: float = 0.1,
        algorithm: Optional[Algorithm] = None,
    ) -> None:
        if not 0.0 <= operator_rate <= 1.0:
            raise _unstuck.Error(f"operator_rate is a share from 0 to 1, not {operator_rate}")
        self._evolution = _unstuck.Evolution(
            origin(source),
            seed=seed,
            quick=quick,
            repetition=repetition,
            threads=threads,
            operator=None if operator is None else (operator, operator_rate),
            algorithm=planner(algorithm),
        )

    def ask(self) -> list[EvaluationTask]:
        """The tasks that wait for an answer; none when the run is over."""
        return [
            EvaluationTask(number, heuristic, role, None if instances is None else tuple(instances), data)
            for number, heuristic, role, instances, data in self._evolution.ask()
        ]

    def measure(self, tasks: Iterable[EvaluationTask]) -> list[bytes]:
        """Answers tasks with the threads of this process."""
        return self._evolution.measure([task.data for task in tasks])

    def tell(self, task: Union[EvaluationTask, int], answer: Answer) -> None:
        """Takes the answer to a task. The last one of a batch breeds the next generation."""
        number = task.id if isinstance(task, EvaluationTask) else task
        if isinstance(answer, bytes):
            self._evolution.tell(number, answer)
        elif isinstance(answer, (int, float, Real)):  # numpy's scalars, too
            self._evolution.tell_fitness(number, float(answer))
        else:
            self._evolution.tell_runs(number, list(answer))

    def run(self, callback: Optional[Callable[[Experiment], Optional[bool]]] = None) -> Champion:
        """Runs to the end. `callback` sees the experiment after every generation; False ends it after one more validation.

        After Ctrl-C, `run` continues.
        """
        while tasks := self.ask():
            before = self.generation
            for task, answer in zip(tasks, self.measure(tasks)):
                self.tell(task, answer)
            changed = self.generation != before or self.finished
            if callback is not None and changed and callback(self) is False and not self.finished:
                self._evolution.stop()
        champion = self.champion
        if champion is None:
            raise _unstuck.Defect("a run ended without a champion; please report this")
        return champion

    def stop(self) -> None:
        """Ends the run after one more validation."""
        self._evolution.stop()

    def snapshot(self) -> bytes:
        """The state of the run, with all answers taken so far."""
        return self._evolution.snapshot()

    def restore(self, snapshot: bytes) -> None:
        """Continues from a snapshot of the same experiment."""
        self._evolution.restore(snapshot)

    @property
    def generation(self) -> int:
        """The generation that is being measured; the first is 1."""
        return self._evolution.generation + 1

    @property
    def evaluations(self) -> int:
        """How many heuristics were asked for."""
        return self._evolution.evaluations

    @property
    def finished(self) -> Optional[str]:
        """Why the run is over: `generations`, `evaluations`, `target`, `stagnation`, `exhausted`, `stopped`; or None."""
        return self._evolution.finished

    @property
    def champion(self) -> Optional[Champion]:
        """The best on validation so far."""
        found = self._evolution.champion
        if found is None:
            return None
        return self._champion(found)

    def _champion(self, found: dict[str, Any]) -> Champion:
        return Champion(**{**found, "heuristic": Heuristic(found["heuristic"], self.domain)})

    @property
    def population(self) -> list[Champion]:
        """The individuals of the last complete generation; their figures are those of the training set."""
        return [self._champion(one) for one in self._evolution.population]

    @property
    def front(self) -> list[Champion]:
        """The individuals that no other beats in all of: instances solved, nodes, length and size; or of a fit: error and size.

        Each once, the smallest first: error against complexity, and the Pareto front of NSGA-II.
        """
        kept: list[tuple[Champion, tuple[float, ...]]] = []
        everyone = [(one, _objectives(one)) for one in self.population]
        for one, values in everyone:
            beaten = any(_dominates(other, values) for _, other in everyone)
            if not beaten and all(values != other for _, other in kept):
                kept.append((one, values))
        return [one for one, _ in sorted(kept, key=lambda member: (member[0].size, member[0].fitness))]

    @property
    def history(self) -> Table:
        """What happened, a row a generation: its number from 1 on, best, mean, worst, validation, sizes, operators …"""
        return Table({**row, "number": row["number"] + 1} for row in self._evolution.history)

    def _repr_svg_(self) -> str:
        from .drawing import curves

        history = self.history
        lines = {"best": history.column("best"), "validation": history.column("validation")}
        return curves(history.column("number"), lines, title=f"{self.domain}: fitness by generation")

    @property
    def instances(self) -> Table:
        """What heuristics are measured on: role, name, text, and what the reference search made of it."""
        return Table({**row, **row.pop("reference")} for row in self._evolution.instances)

    @property
    def config(self) -> str:
        """The experiment's file with every default filled in."""
        return self._evolution.config

    @property
    def domain(self) -> str:
        """The domain."""
        return self._evolution.needs[0]

    def __repr__(self) -> str:
        state = f"finished: {self.finished}" if self.finished else f"generation {self.generation}"
        return f"<Experiment of {self.domain}: {state}, {self.evaluations} evaluations>"


def _objectives(one: Champion) -> tuple[float, ...]:
    # Fits search nothing: their nodes and lengths are all 0.
    if one.nodes == 0 and one.length == 0:
        return (one.fitness, one.size)
    return (one.unsolved, one.nodes, one.length, one.size)


def _dominates(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a != b and all(x <= y for x, y in zip(a, b))
