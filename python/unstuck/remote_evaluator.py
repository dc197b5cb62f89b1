"""Remote evaluators: what the runner asks of a process that measures heuristics in its place."""

from __future__ import annotations

from typing import Protocol


class Batch(Protocol):
    """Tasks on their way."""

    def wait(self, seconds: float) -> tuple[bool, int]:
        """Waits at most so long: whether all tasks are answered, and how many are."""

    def result(self) -> tuple[list[bytes], float]:
        """The answers in the order of the tasks, and the seconds of work they took."""

    def cancel(self) -> None:
        """The answers are no longer needed."""


class RemoteEvaluator(Protocol):
    """Answers tasks. The runner may have several batches under way at once, from several threads."""

    def knows(self, key: str) -> bool:
        """Whether it was equipped for a world."""

    def equip(self, key: str, world: bytes, domain: str, tables: list[str]) -> None:
        """Takes a world: what answers depend on, the domain, and the names of the large tables it reads."""

    def submit(self, key: str, tasks: list[bytes]) -> Batch:
        """Begins to answer tasks of one instance each."""
