"""The sections of an experiment as functions: their keywords are the keys."""

import inspect

import pytest
import unstuck
from unstuck import sections


def test_keywords_and_help_are_those_of_the_keys(tmp_path):
    assert "population" in inspect.signature(sections.algorithm).parameters
    assert "Population (count; at least 2" in sections.algorithm.__doc__ and "since 0.2" in sections.algorithm.__doc__
    assert sections.stop(generations=3) == {"generations": 3}
    with pytest.raises(TypeError, match="populations"):
        sections.algorithm(populations=3)
    with pytest.raises(AttributeError, match="no section 'stops'"):
        sections.stops()


def test_sections_make_an_experiment():
    run = unstuck.Experiment(
        {
            "format": 1,
            "name": "of-sections",
            "domain": "rush-hour",
            "data": sections.data(train=["jam:1"], validation=["jam:2"]),
            "genome": sections.genome(kind="weights"),
            "algorithm": sections.algorithm(population=4),
            "search": sections.search(limits={"expanded": 200}),
            "stop": sections.stop(generations=1),
            "champion": sections.champion(baseline=False),
        }
    ).run()
    assert run.generation <= 2
