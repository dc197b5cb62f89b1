"""Instances with the truth: their distances, and the values of features."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _unstuck
from .table import _pandas

if TYPE_CHECKING:
    import numpy
    import pandas

INSTANCE, DISTANCE, EXACT = "instance", "h*", "exact"
"""What the columns before the features are called."""


class Dataset:
    """Rows of an instance, its distance from the nearest goal, and a value for every feature.

    >>> dataset = Dataset.generate("tiles", size=3, walk=10, count=20)
    >>> X, y = dataset.to_numpy()  # doctest: +SKIP
    """

    def __init__(
        self,
        instances: Iterable[object],
        distances: Iterable[int],
        features: Mapping[str, Sequence[float]],
        *,
        exact: Optional[Iterable[bool]] = None,
        name: str = "",
        description: str = "",
    ) -> None:
        self.name = name
        self.description = description
        self.instances: list[str] = [str(instance) for instance in instances]
        self.distances: list[int] = [_whole(distance) for distance in distances]
        self.exact: list[bool] = [True] * len(self.instances) if exact is None else [bool(sure) for sure in exact]
        """Which distances are known; the others are lower bounds."""
        self.features: dict[str, list[float]] = {
            column: [float(value) for value in values] for column, values in features.items()
        }
        """The columns; NaN where an instance does not have the feature."""
        columns: list[Sequence[object]] = [self.distances, self.exact, *self.features.values()]
        if any(len(column) != len(self.instances) for column in columns):
            lengths = sorted({len(self.instances), *map(len, columns)})
            raise _unstuck.Error(f"all columns of a dataset are of one length, and these have {lengths} rows")

    def __len__(self) -> int:
        return len(self.instances)

    def __repr__(self) -> str:
        return f"<Dataset {self.name!r}: {len(self)} rows, {len(self.features)} features>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dataset) and self.to_text() == other.to_text()

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def from_csv(cls, path: Union[str, Path]) -> Dataset:
        """Reads a file: a line with the name, one with the description, then the rows."""
        return cls.from_text(_unstuck.read_file(str(path), "file of instances"))

    @classmethod
    def from_text(cls, text: str) -> Dataset:
        """Reads the text of a file."""
        return cls._of(_unstuck.read_dataset(text))

    @classmethod
    def _of(cls, parts: _unstuck._Parts) -> Dataset:
        name, description, instances, distances, exact, names, columns = parts
        return cls(instances, distances, dict(zip(names, columns)), exact=exact, name=name, description=description)

    @classmethod
    def from_numpy(
        cls,
        X: Any,
        y: Any,
        names: Optional[Sequence[str]] = None,
        *,
        instances: Optional[Iterable[object]] = None,
        exact: Optional[Iterable[bool]] = None,
        name: str = "",
    ) -> Dataset:
        """Takes a matrix of feature values and a vector of distances; columns are called `x1`, `x2` … unless named."""
        rows = X.tolist() if hasattr(X, "tolist") else [list(row) for row in X]
        distances = y.tolist() if hasattr(y, "tolist") else list(y)
        width = len(rows[0]) if rows else 0
        if any(len(row) != width for row in rows):
            raise _unstuck.Error("all rows of a matrix have the same number of values")
        names = [f"x{place + 1}" for place in range(width)] if names is None else list(names)
        if len(names) != width:
            raise _unstuck.Error(f"there are {width} columns and {len(names)} names")
        features = {name: [row[place] for row in rows] for place, name in enumerate(names)}
        instances = range(1, len(rows) + 1) if instances is None else instances
        return cls(instances, distances, features, exact=exact, name=name)

    @classmethod
    def from_pandas(cls, frame: pandas.DataFrame, *, name: str = "") -> Dataset:
        """Takes a frame with the columns `instance` and `h*`, and `exact` where distances are bounds; all others are features."""
        if DISTANCE not in frame.columns:
            raise _unstuck.Error(f"the frame has no column '{DISTANCE}' with the distances")
        instances = frame[INSTANCE] if INSTANCE in frame.columns else range(1, len(frame) + 1)
        columns = [column for column in frame.columns if column not in (INSTANCE, DISTANCE, EXACT)]
        features = {str(column): frame[column].tolist() for column in columns}
        exact = frame[EXACT].tolist() if EXACT in frame.columns else None
        return cls(instances, frame[DISTANCE].tolist(), features, exact=exact, name=name)

    @classmethod
    def generate(cls, domain: str, generator: Optional[str] = None, **options: object) -> Dataset:
        """Makes a dataset as `unstuck dataset generate` does; options are its flags, with `_` for `-`.

        `from` is a word of Python, so it is `from_`: `Dataset.generate("rush-hour", from_="jam:1-5", states=20)`.
        """
        given: dict[str, list[str]] = {}
        for option, value in options.items():
            values = value if isinstance(value, (list, tuple)) else [value]
            words = ["" if one is True else str(one) for one in values if one is not False]
            if words:
                given[option.rstrip("_").replace("_", "-")] = words
        return cls._of(_unstuck.generate_dataset(domain, generator, given))

    def to_text(self, *, bare: bool = False) -> str:
        """The text of a file, with the names of the features or, as published, without."""
        parts = (
            self.name,
            self.description,
            self.instances,
            self.distances,
            self.exact,
            list(self.features),
            list(self.features.values()),
        )
        return _unstuck.write_dataset(parts, bare=bare)

    def to_csv(self, path: Union[str, Path], *, bare: bool = False) -> None:
        """Writes a file."""
        Path(path).write_text(self.to_text(bare=bare), encoding="utf-8")

    def to_numpy(self) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
        """The matrix of feature values, and the vector of distances; `exact` marks those that are not only bounds."""
        import numpy

        columns = [numpy.asarray(values, dtype=float) for values in self.features.values()]
        matrix = numpy.column_stack(columns) if columns else numpy.empty((len(self), 0))
        return matrix, numpy.asarray(self.distances, dtype=float)

    def to_pandas(self) -> pandas.DataFrame:
        """A frame with the columns `instance`, `h*`, the features, and `exact` where some distances are only bounds."""
        bounds = {} if all(self.exact) else {EXACT: self.exact}
        return _pandas().DataFrame({INSTANCE: self.instances, DISTANCE: self.distances, **bounds, **self.features})


def _whole(distance: object) -> int:
    number = float(distance)  # type: ignore[arg-type]
    if math.isnan(number):
        raise _unstuck.Error("a distance is missing (NaN); leave rows without a distance out")
    if not math.isfinite(number) or number != int(number) or number < 0:
        raise _unstuck.Error(f"a distance is a whole number from 0 on, not {distance}")
    return int(number)
