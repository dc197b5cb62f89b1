"""Planning tasks by their PDDL domain and problem, each a path or a text."""

from __future__ import annotations

import os
from collections.abc import Iterable
from os import PathLike, fspath
from typing import Optional, Union

from . import _unstuck

Pddl = Union[str, "PathLike[str]"]
"""A PDDL definition: the path of a file, or the text itself, which begins with a parenthesis or a comment."""


def instance_of(
    instance: Union[Pddl, Iterable[str], None], domain: Optional[Pddl], problem: Optional[Pddl]
) -> tuple[list[str], Optional[str]]:
    """The names of an instance, and the domain of texts that do not name one."""
    if problem is None:
        if instance is None:
            raise _unstuck.Error("no instance is named; give one, or a planning task as domain=… and problem=…")
        names = [_argument(instance)] if isinstance(instance, (str, PathLike)) else list(instance)
        return names, None if domain is None else fspath(domain)
    if instance is not None:
        raise _unstuck.Error("both an instance and a problem are given; give one of them")
    if domain is None or _is_name(domain):
        return [_definition(problem)], None if domain is None else fspath(domain)
    return [_definition(domain), _definition(problem)], None


def _is_text(given: Pddl) -> bool:
    return isinstance(given, str) and given.lstrip("\ufeff \t\r\n").startswith(("(", ";"))


def _is_name(given: Pddl) -> bool:
    """Whether a domain is named: `pddl-ferry`."""
    return isinstance(given, str) and not (_is_text(given) or given.endswith(".pddl") or os.path.exists(given))


def _argument(given: Pddl) -> str:
    return given if isinstance(given, str) else f"@{fspath(given)}"


def _definition(given: Pddl) -> str:
    """A path is marked as one, so that no name of a set is taken for it."""
    return fspath(given) if _is_text(given) else f"@{fspath(given)}"
