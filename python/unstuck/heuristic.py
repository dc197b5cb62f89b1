"""A heuristic as one text, for every surface."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Optional, Union

from . import _unstuck

_HEADER = re.compile(r"^\s*(?:#[^\n]*\n\s*)*heuristic\s+\d+\s+for\s+([A-Za-z0-9_-]+)")


class Heuristic:
    """A text of the heuristic language: a feature's name, an expression, or a policy.

    The domain is taken from the text's first line, `heuristic 1 for rush-hour (slides)`, or given. `@FILE` reads a file.

    >>> h = Heuristic("max(blockers, 0.5*hybrid)", domain="rush-hour")
    >>> h.features
    ['blockers', 'hybrid']
    >>> h("jam:1")
    11.5
    """

    def __init__(self, text: str, domain: Optional[str] = None) -> None:
        if text.startswith("@"):
            text = _unstuck.read_file(text[1:], "heuristic")
        named = _HEADER.match(text)
        if domain is None and named is None:
            raise _unstuck.Error(
                "the text names no domain; give one, as in Heuristic(text, domain='rush-hour'), "
                "or write 'heuristic 1 for rush-hour' before it"
            )
        self.domain: str = domain if domain is not None else named.group(1) if named else ""
        """The domain whose features it reads."""
        self.text: str
        """The text, on one line."""
        self.text, self._long, self.features = _unstuck.read_heuristic(self.domain, text)

    def h(self, instance: str, *, metric: Optional[str] = None) -> float:
        """The value at the start of an instance."""
        return _unstuck.evaluate(self.domain, self.text, instance, metric)

    __call__ = h

    def predict(self, rows: Any, names: Sequence[str]) -> list[float]:
        """The values over rows of feature values, whose columns are called `names`; those of a pandas frame are found by them."""
        return _unstuck.evaluate_rows(self.domain, self.text, list(names), rows_of(rows, names))

    def simplified(self) -> Heuristic:
        """A shorter text with the same values."""
        return self._with(_unstuck.read_heuristic(self.domain, self.text, simplified=True)[0])

    def rounded(self, digits: int) -> Heuristic:
        """A text with numbers of `digits` significant digits: nearly the same values."""
        return self._with(_unstuck.read_heuristic(self.domain, self.text, digits=digits)[0])

    def export(self, form: str) -> str:
        """The heuristic as `text`, `infix`, `json`, `dot`, `svg`, `latex`, `python`, `c` or `rust`.

        C, Python and Rust take the values of the features.
        """
        return _unstuck.export(self.domain, self.text, form)

    def to_sympy(self) -> Any:
        """The heuristic as an expression of SymPy, its features as symbols.

        Values are those of the plain functions: what the language adds (no value beyond 1e9, division by nothing gives 1)
        is left out. A policy becomes a `Piecewise`.

        >>> unstuck.Heuristic("2*blockers + 1", "rush-hour").to_sympy()  # doctest: +SKIP
        2*blockers + 1
        """
        from .symbolic import to_sympy

        return to_sympy(self.export("json"))

    def save(self, path: Union[str, Path]) -> None:
        """Writes a file that `@FILE` reads, here and on the command line."""
        head = "" if _HEADER.match(self._long) else f"heuristic 1 for {self.domain}\n"
        Path(path).write_text(head + self._long.rstrip("\n") + "\n", encoding="utf-8")

    def _with(self, text: str) -> Heuristic:
        return Heuristic(text, self.domain)

    def _repr_svg_(self) -> str:
        return self.export("svg")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Heuristic({self.text!r}, domain={self.domain!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Heuristic):
            return NotImplemented
        return (self.domain, self.text) == (other.domain, other.text)

    def __hash__(self) -> int:
        return hash((self.domain, self.text))

    def __reduce__(self) -> tuple[type[Heuristic], tuple[str, str]]:
        return Heuristic, (self.text, self.domain)


def rows_of(rows: Any, names: Sequence[str]) -> list[list[float]]:
    """Rows as lists; the columns of a pandas frame are found by their names."""
    if hasattr(rows, "columns"):
        if missing := [name for name in names if name not in rows.columns]:
            raise _unstuck.Error(f"the frame has no column {', '.join(missing)}")
        rows = rows[list(names)].to_numpy()
    return rows.tolist() if hasattr(rows, "tolist") else [list(row) for row in rows]
