"""Rows with the truth, and a regressor over them."""

import math
import pickle

import numpy
import pytest
import unstuck


@pytest.fixture(scope="module")
def jams() -> unstuck.Dataset:
    return unstuck.Dataset.generate("rush-hour", from_="jam:1-3", states=40, feature=["blockers", "hybrid"])


def test_round_trips(jams, tmp_path):
    assert len(jams) == 120 and list(jams.features) == ["blockers", "hybrid"]
    jams.to_csv(tmp_path / "jams.csv")
    assert unstuck.Dataset.from_csv(tmp_path / "jams.csv") == jams
    frame = jams.to_pandas()
    assert list(frame.columns) == ["instance", "h*", "blockers", "hybrid"]
    again = unstuck.Dataset.from_pandas(frame, name=jams.name)
    assert again.instances == jams.instances and again.features == jams.features
    X, y = jams.to_numpy()
    assert X.shape == (120, 2) and y.max() == max(jams.distances)
    assert unstuck.Dataset.from_numpy(X, y, ["blockers", "hybrid"]).features == jams.features


def test_marks_and_gaps_survive():
    dataset = unstuck.Dataset(["a", "b"], [3, 4], {"f": [1.5, math.nan]}, exact=[True, False], name="n")
    text = dataset.to_text()
    assert text.splitlines()[2:] == ["instance,h*,f", "a,3,1.5", "b,+4,"]
    again = unstuck.Dataset.from_text(text)
    assert again.exact == [True, False] and math.isnan(again.features["f"][1])


def test_refusals():
    with pytest.raises(unstuck.Error, match="a distance is a whole number from 0 on, not 1.5"):
        unstuck.Dataset(["a"], [1.5], {})
    with pytest.raises(unstuck.Error, match="all columns of a dataset are of one length"):
        unstuck.Dataset(["a"], [1], {"f": [1.0, 2.0]})
    with pytest.raises(unstuck.Error, match="line 4"):
        unstuck.Dataset.from_text("n\nd\na,1,2\nb,x,2\n")


def test_bounds_stay_bounds_in_pandas():
    dataset = unstuck.Dataset(["a", "b"], [3, 4], {"x": [1.0, 2.0]}, exact=[True, False])
    frame = dataset.to_pandas()
    assert list(frame.columns) == ["instance", "h*", "exact", "x"]
    assert unstuck.Dataset.from_pandas(frame) == dataset
    X, y = dataset.to_numpy()
    assert unstuck.Dataset.from_numpy(X, y, ["x"], instances=["a", "b"], exact=dataset.exact) == dataset


def test_columns_are_found_by_their_names():
    import pandas

    model = unstuck.HeuristicRegressor(genome="weights", population=20, generations=3, threads=1)
    frame = pandas.DataFrame({"a": [1.0, 2, 3, 4, 5, 6], "b": [2.0, 0, 1, 0, 3, 1]})
    model.fit(frame, [1, 2, 3, 4, 5, 6])
    assert list(model.predict(frame[["b", "a"]])) == list(model.predict(frame))
    with pytest.raises(unstuck.Error, match="the frame has no column b"):
        model.predict(frame[["a"]])
    with pytest.raises(unstuck.Error, match="row 1 has 1 values, and there are 2 columns"):
        model.predict([[1.0]])


def test_a_regressor_finds_a_sum():
    rng = numpy.random.default_rng(1)
    X = rng.integers(0, 9, size=(80, 3)).astype(float)
    y = X[:, 0] + 2 * X[:, 2]
    model = unstuck.HeuristicRegressor(genome="weights", population=40, generations=15)
    assert model.fit(X, y) is model
    assert model.n_features_in_ == 3 and model.feature_names_in_ == ["x1", "x2", "x3"]
    assert model.score(X, y) > 0.95, model.heuristic_
    assert model.predict(X).shape == (80,)
    same = unstuck.HeuristicRegressor(**model.get_params()).fit(X, y)
    assert same.heuristic_ == model.heuristic_
    assert list(pickle.loads(pickle.dumps(model)).predict(X)) == list(model.predict(X))


def test_a_regressor_for_scikit_learn_and_a_domain(jams):
    pytest.importorskip("sklearn", reason="scikit-learn is not installed: make test-slow")
    from sklearn.base import clone
    from sklearn.model_selection import cross_val_score

    model = unstuck.HeuristicRegressor(domain="rush-hour", population=30, generations=5)
    copy = clone(model).set_params(seed=2)
    assert copy.get_params()["seed"] == 2 and copy.get_params()["domain"] == "rush-hour"
    frame = jams.to_pandas()
    fitted = copy.fit(frame[["blockers", "hybrid"]], frame["h*"])
    assert set(fitted.heuristic_.features) <= {"blockers", "hybrid"}
    assert unstuck.solve("jam:1", heuristic=fitted.heuristic_).solved
    assert len(cross_val_score(model, frame[["blockers", "hybrid"]], frame["h*"], cv=3)) == 3
    with pytest.raises(unstuck.Error, match="not fitted"):
        unstuck.HeuristicRegressor().predict([[1.0]])
    with pytest.raises(unstuck.Error, match="rush-hour has no heuristic 'x1'"):
        model.fit([[1.0]] * 5, [1] * 5)
    with pytest.raises(unstuck.Error, match="there is no setting 'sead'"):
        model.set_params(sead=1)
