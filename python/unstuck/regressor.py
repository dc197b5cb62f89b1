"""Evolution as a scikit-learn estimator: rows of features in, a heuristic that fits the distances out."""

from __future__ import annotations

import hashlib
import inspect
import tempfile
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any, Callable, Optional

from . import _unstuck
from .dataset import Dataset
from .domain import Domain, Feature
from .experiment import Experiment
from .heuristic import Heuristic, rows_of
from .table import Table

STEPS = 1_000_000
"""Of the grid that targets are rounded to where they are not whole."""


class HeuristicRegressor:
    """Evolves an expression over the columns of X that fits y, by least squares.

    y are numbers: whole ones from 0 on are fitted as they are, others on a grid of a million steps over their range (not by
    policies). `functions` are names of the language (`unstuck.functions()`), `max_nodes` and
    `max_depth` limit the size of an expression; without them the defaults of experiments hold. Columns are called by the names of a pandas frame, by `feature_names`, or
    `x1`, `x2` …; with a `domain`, they must be names of its features, and the result can guide its searches.

    After `fit`: `heuristic_`, `history_`, `front_` (error against complexity: a row for each size that is worth it),
    `n_features_in_`, `feature_names_in_`.

    >>> model = HeuristicRegressor(generations=20).fit(X, y)  # doctest: +SKIP
    >>> model.predict(X)  # doctest: +SKIP
    """

    def __init__(
        self,
        *,
        genome: str = "tree",
        population: int = 200,
        generations: int = 50,
        loss: str = "mse",
        functions: Optional[Sequence[str]] = None,
        max_nodes: Optional[int] = None,
        max_depth: Optional[int] = None,
        validation: float = 0.25,
        domain: Optional[str] = None,
        feature_names: Optional[Sequence[str]] = None,
        seed: int = 1,
        threads: int = 0,
    ) -> None:
        self.genome = genome
        self.population = population
        self.generations = generations
        self.loss = loss
        self.functions = functions
        self.max_nodes = max_nodes
        self.max_depth = max_depth
        self.validation = validation
        self.domain = domain
        self.feature_names = feature_names
        self.seed = seed
        self.threads = threads

    def fit(self, X: Any, y: Any) -> HeuristicRegressor:
        """Evolves; the same data and seed give the same heuristic."""
        names = self._names(X)
        matrix = rows_of(X, names)
        target = y.to_numpy() if hasattr(y, "to_numpy") else y
        for number, row in enumerate(matrix):
            for name, value in zip(names, row):
                if value != value:
                    raise _unstuck.Error(f"row {number + 1} has no number (NaN) in the column '{name}'; fill it or leave the row out")
        scaled, step, unscale = self._scaled(target)
        dataset = Dataset.from_numpy(matrix, scaled, names, name="rows of a regressor")
        if len(dataset) < 4:
            raise _unstuck.Error(f"{len(dataset)} rows are too few to learn from; give at least 4")
        if not 0 < self.validation < 1:
            raise _unstuck.Error(f"validation is a share between 0 and 1, not {self.validation}")
        if self.domain is not None:
            # Refused before the work, not after it.
            for name in names:
                Heuristic(name, self.domain)
        with tempfile.TemporaryDirectory() as folder:
            dataset.to_csv(Path(folder) / "rows.csv")
            path = _write(folder, self._config(_rows(names), names))
            try:
                experiment = Experiment(path, threads=self.threads)
            except _unstuck.Error as error:
                # The files are ours: what is wrong is a setting.
                raise _unstuck.Error(str(error).replace(f"{path}: ", "").replace(f"{folder}/", "")) from None
            champion = experiment.run()
        domain = self.domain or _rows(names)
        self.heuristic_ = Heuristic(unscale(champion.heuristic.text), domain)
        self.history_ = experiment.history
        self.front_ = Table(
            {"size": one.size, "error": one.fitness * step**2, "heuristic": unscale(one.heuristic.text)} for one in experiment.front
        )
        self.feature_names_in_ = names
        self.n_features_in_ = len(names)
        return self

    def _scaled(self, target: Any) -> tuple[list[float], float, Callable[[str], str]]:
        """Targets as whole numbers from 0 on, what one of these is worth, and how a text that fits them becomes one that fits the targets."""
        values = [float(value) for value in (target.tolist() if hasattr(target, "tolist") else target)]
        missing = next((number for number, value in enumerate(values) if value != value or value in (inf, -inf)), None)
        if missing is not None:
            what = "NaN" if values[missing] != values[missing] else "infinite"
            raise _unstuck.Error(f"row {missing + 1} has no finite target ({what}); leave the row out")
        if all(value >= 0 and value == int(value) for value in values):
            return values, 1.0, lambda text: text
        if self.genome == "policy":
            raise _unstuck.Error("policies fit whole numbers from 0 on; evolve a tree or weights for these targets")
        low = min(values)
        step = (max(values) - low) / STEPS or 1.0
        return [float(round((value - low) / step)) for value in values], step, lambda text: f"{low!r} + {step!r}*({text})"

    def predict(self, X: Any) -> Any:
        """The heuristic's values; a numpy vector where numpy is there."""
        if not hasattr(self, "heuristic_"):
            raise _unstuck.Error("the regressor is not fitted yet; call fit first")
        values = self.heuristic_.predict(X, self.feature_names_in_)
        try:
            import numpy
        except ImportError:
            return values
        return numpy.asarray(values)

    def score(self, X: Any, y: Any) -> float:
        """The coefficient of determination R²."""
        target = [float(value) for value in (y.tolist() if hasattr(y, "tolist") else y)]
        mean = sum(target) / len(target)
        errors = sum((a - float(b)) ** 2 for a, b in zip(target, self.predict(X)))
        spread = sum((a - mean) ** 2 for a in target)
        return 1.0 - errors / spread if spread else float(errors == 0)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The settings, as scikit-learn wants them."""
        names = inspect.signature(HeuristicRegressor.__init__).parameters
        return {name: getattr(self, name) for name in names if name != "self"}

    def set_params(self, **params: Any) -> HeuristicRegressor:
        """Changes settings."""
        known = self.get_params()
        for name, value in params.items():
            if name not in known:
                raise _unstuck.Error(f"there is no setting '{name}'; there is {', '.join(known)}")
            setattr(self, name, value)
        return self

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn wants to know before it validates or searches settings."""
        from sklearn.utils import RegressorTags, Tags, TargetTags

        return Tags(estimator_type="regressor", target_tags=TargetTags(required=True), regressor_tags=RegressorTags())

    def _names(self, X: Any) -> list[str]:
        if self.feature_names is not None:
            return list(self.feature_names)
        if hasattr(X, "columns"):
            return [str(name) for name in X.columns]
        rows = X.shape[1] if hasattr(X, "shape") and len(X.shape) == 2 else len(X[0]) if len(X) else 0
        return [f"x{place + 1}" for place in range(rows)]

    def _config(self, domain: str, names: list[str]) -> dict[str, Any]:
        return {
            "format": 1,
            "name": "regressor",
            "domain": domain,
            "seed": self.seed,
            "data": {"csv": "rows.csv", "split": [1 - self.validation, self.validation], "seed": self.seed},
            "genome": self._genome(names),
            "algorithm": {"kind": "generational", "population": self.population},
            "fitness": {"kind": "least_squares", "loss": self.loss},
            "stop": {"generations": self.generations},
        }

    def _genome(self, names: list[str]) -> dict[str, Any]:
        limits = {name: most for name, most in (("nodes", self.max_nodes), ("depth", self.max_depth)) if most is not None}
        genome: dict[str, Any] = {"kind": self.genome, "features": names}
        if self.functions is not None:
            genome["functions"] = list(self.functions)
        if limits:
            genome["limits"] = limits
        return genome

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        if "heuristic_" in state:
            state["heuristic_"] = self.heuristic_.text
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if "heuristic_" in state:
            self.heuristic_ = Heuristic(state["heuristic_"], self.domain or _rows(self.feature_names_in_))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items())
        return f"HeuristicRegressor({given})"


def _write(folder: str, config: dict[str, Any]) -> Path:
    from .toml import dumps

    path = Path(folder) / "regressor.toml"
    path.write_text(dumps(config), encoding="utf-8")
    return path


def _rows(names: list[str]) -> str:
    """Rows without a puzzle, as a domain: every row is a state that is solved already. The dataset has its values."""
    digest = hashlib.sha256("\n".join(names).encode()).hexdigest()[:12]
    features = [Feature(_nothing, name, "a column", high=0.0) for name in names]
    return Domain(f"rows-{digest}", actions=_none, goal=_always, features=features).register(replace=True).name


def _nothing(_row: int) -> float:
    return 0.0


def _none(_row: int) -> tuple[()]:
    return ()


def _always(_row: int) -> bool:
    return True
