"""A table is a list of dictionaries, one a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas


class Table(list[dict[str, Any]]):
    """A list of rows that pandas can have."""

    def column(self, name: str) -> list[Any]:
        """The values of a column; None where a row has none."""
        return [row.get(name) for row in self]

    def to_pandas(self) -> pandas.DataFrame:
        """The same rows as a `pandas.DataFrame`."""
        return _pandas().DataFrame(list(self))

    def _repr_html_(self) -> str:
        from html import escape

        names = list(dict.fromkeys(name for row in self for name in row))
        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        lines = ("".join(f"<td>{escape(_shown(row.get(name)))}</td>" for name in names) for row in self)
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _pandas() -> Any:
    """The module pandas, which is optional."""
    try:
        import pandas
    except ImportError as error:
        from ._unstuck import Error

        raise Error("pandas is not installed; `pip install pandas` provides it") from error
    return pandas


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    text = str(value)
    return text if len(text) <= 60 else text[:59] + "…"
