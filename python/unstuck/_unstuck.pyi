"""What the package is made of that is not Python; the other modules give it names, types and documentation."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Optional, Union, final

__version__: str
__build__: str
__all__ = [
    "Defect",
    "Error",
    "Evaluator",
    "Evolution",
    "Plans",
    "State",
    "Task",
    "__build__",
    "__version__",
    "ask",
    "audit",
    "board",
    "check_laws",
    "compare",
    "evaluate",
    "evaluate_rows",
    "explore",
    "export",
    "features",
    "generate_dataset",
    "main",
    "provoke_defect",
    "read_dataset",
    "read_file",
    "read_heuristic",
    "register",
    "rule_experiment",
    "run_stored",
    "select",
    "show_stored",
    "solve",
    "solve_all",
    "table_path",
    "time_solve",
    "unregister",
    "write_dataset",
]

class Error(ValueError):
    """The request is refused: the message explains why."""

class Defect(RuntimeError):
    """The program itself is at fault; please report it."""

@final
class Evolution:
    """A run of evolution in memory."""

    def __new__(
        cls,
        origin: tuple[str, str, Union[str, PathLike[str]]],
        *,
        seed: Optional[int] = None,
        quick: bool = False,
        repetition: int = 0,
        threads: int = 0,
        operator: Optional[tuple[Callable[[str, str, int], Optional[str]], float]] = None,
        algorithm: Optional[Callable[[int, int, list[dict[str, Any]]], str]] = None,
    ) -> Evolution: ...
    def ask(self) -> list[tuple[int, str, str, Optional[list[str]], bytes]]: ...
    def measure(self, tasks: Sequence[bytes]) -> list[bytes]: ...
    def tell(self, id: int, answer: bytes) -> None: ...
    def tell_runs(self, id: int, runs: Sequence[tuple[bool, int, int]]) -> None: ...
    def tell_fitness(self, id: int, fitness: float) -> None: ...
    def stop(self) -> None: ...
    def snapshot(self) -> bytes: ...
    def restore(self, snapshot: bytes) -> None: ...
    def world(self) -> bytes: ...
    @property
    def generation(self) -> int: ...
    @property
    def evaluations(self) -> int: ...
    @property
    def finished(self) -> Optional[str]: ...
    @property
    def champion(self) -> Optional[dict[str, Any]]: ...
    @property
    def population(self) -> list[dict[str, Any]]: ...
    @property
    def history(self) -> list[dict[str, Any]]: ...
    @property
    def instances(self) -> list[dict[str, Any]]: ...
    @property
    def config(self) -> str: ...
    @property
    def needs(self) -> tuple[str, list[str]]: ...

@final
class Evaluator:
    """Answers tasks of a packed world, wherever it is."""

    def __new__(cls, world: bytes, domain: str, tables: Sequence[str]) -> Evaluator: ...
    def answer(self, tasks: Sequence[bytes], seconds: float) -> tuple[list[bytes], float]: ...

@final
class Plans:
    """A search for ever better plans."""

    def __new__(
        cls,
        instance: Sequence[str],
        heuristic: Optional[str],
        parameters_given: Mapping[str, object],
        common: Mapping[str, object],
    ) -> Plans: ...
    def wait(self) -> tuple[bool, dict[str, Any]]: ...
    def close(self) -> None: ...

@final
class Task:
    """A ground planning task."""

    def __new__(cls, instance: Sequence[str], common: Mapping[str, object]) -> Task: ...
    @property
    def domain(self) -> str: ...
    @property
    def definition(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def metric(self) -> str: ...
    @property
    def size(self) -> dict[str, int]: ...
    @property
    def objects(self) -> list[tuple[str, list[str]]]: ...
    @property
    def atoms(self) -> list[str]: ...
    @property
    def static_atoms(self) -> list[str]: ...
    @property
    def goal(self) -> list[str]: ...
    @property
    def initial(self) -> State: ...
    def operator(
        self, number: int
    ) -> Optional[tuple[str, int, list[str], list[str], list[tuple[list[str], str]]]]: ...

@final
class State:
    """A state of a planning task. States with the same atoms are equal."""

    @property
    def atoms(self) -> list[str]:
        """The true ones of the task's atoms."""
    @property
    def is_goal(self) -> bool:
        """Whether the goal holds."""
    def successors(self) -> list[tuple[str, int, State]]:
        """The applicable operators: step, cost, and the state that follows."""
    def apply(self, step: str) -> State:
        """The state after a step; an `unstuck.Error` where it is not applicable."""
    def features(self) -> dict[str, float]:
        """The values of all features that a state alone determines, the expensive ones excepted."""
    def value(self, heuristic: str) -> float:
        """The value of a heuristic, infinite where it knows that the goal cannot be reached."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def solve(
    instance: Sequence[str],
    algorithm: Optional[str],
    heuristic: Optional[str],
    optimal: bool,
    start: tuple[Optional[int], Optional[str]],
    parameters_given: Mapping[str, object],
    common: Mapping[str, object],
) -> dict[str, Any]: ...
def solve_all(
    instances: Sequence[str],
    algorithm: Optional[str],
    heuristic: Optional[str],
    optimal: bool,
    seed: Optional[int],
    parameters_given: Mapping[str, object],
    common: Mapping[str, object],
) -> list[dict[str, Any]]: ...
def explore(instance: str, common: Mapping[str, object]) -> dict[str, Any]: ...
def audit(
    domain: str, instances: Sequence[str], heuristics: Sequence[str], common: Mapping[str, object]
) -> dict[str, Any]: ...
def compare(
    instances: Sequence[str],
    algorithms: Sequence[str],
    heuristics: Sequence[str],
    seed: Optional[int],
    common: Mapping[str, object],
) -> dict[str, Any]: ...
def ask(name: str, request: Mapping[str, Any], store: Optional[str] = None) -> Any: ...
def time_solve(
    instances: Sequence[str], algorithm: Optional[str], heuristic: Optional[str]
) -> float: ...
def main(arguments: Sequence[str]) -> int: ...
def features(instance: str, domain: Optional[str] = None) -> dict[str, float]: ...
def board(instance: str, domain: Optional[str] = None) -> tuple[str, str]: ...
def read_heuristic(
    domain: str, text: str, *, simplified: bool = False, digits: Optional[int] = None
) -> tuple[str, str, list[str]]: ...
def evaluate(domain: str, text: str, instance: str, metric: Optional[str] = None) -> float: ...
def evaluate_rows(
    domain: str, text: str, names: Sequence[str], rows: Sequence[Sequence[float]]
) -> list[float]: ...
def export(domain: str, text: str, into: str) -> str: ...

_Parts = tuple[str, str, list[str], list[int], list[bool], list[str], list[list[float]]]

def generate_dataset(
    domain: str, generator: Optional[str], options: Mapping[str, Sequence[str]]
) -> _Parts: ...
def read_dataset(text: str) -> _Parts: ...
def read_file(path: str, kind: str) -> str: ...
def write_dataset(parts: _Parts, *, bare: bool = False) -> str: ...
def register(domain: Any, replace: bool = False) -> None: ...
def unregister(name: str) -> bool: ...
def check_laws(instance: str, domain: Optional[str] = None, *, seed: int = 1, steps: int = 200) -> None: ...
def rule_experiment(domain: str, tasks: Sequence[str], test: Sequence[str], minutes: float, seed: int) -> str: ...
def run_stored(
    origin: tuple[str, str, Union[str, PathLike[str]]],
    *,
    store: Optional[Union[str, PathLike[str]]] = None,
    seed: Optional[int] = None,
    quick: bool = False,
    again: bool = False,
    threads: int = 0,
    evaluator: Optional[Any] = None,
    callback: Optional[Callable[[dict[str, Any]], object]] = None,
    algorithm: Optional[Callable[[int, int, list[dict[str, Any]]], str]] = None,
) -> dict[str, Any]: ...
def select(
    fitness: Sequence[float], cases: Sequence[Sequence[float]], selection: str, seed: int
) -> tuple[int, int]: ...
def show_stored(id: int, store: Union[str, PathLike[str]]) -> dict[str, Any]: ...
def provoke_defect() -> None: ...
def table_path(domain: str, table: str) -> PathLike[str]: ...
