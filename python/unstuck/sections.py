"""The sections of an experiment as functions, whose keywords and documentation come from the list of all keys.

>>> from unstuck import sections
>>> sections.algorithm(population=60, kind="islands")
{'population': 60, 'kind': 'islands'}

`help(sections.algorithm)` prints its keys. The result is a part of the dictionary that `Experiment` and `evolve` take:
`{..., "algorithm": sections.algorithm(population=60)}`. An unknown keyword is refused.
"""

from __future__ import annotations

from inspect import Parameter, Signature
from typing import Any, Callable

from . import _unstuck

_MADE: dict[str, Callable[..., dict[str, Any]]] = {}


def _rows() -> dict[str, dict[str, str]]:
    """The keys of every section, each with one line of documentation."""
    found: dict[str, dict[str, str]] = {}
    for section in _unstuck.ask("catalog", {})["keys"]:
        rows = found.setdefault(section["path"], {})
        for row in section["keys"]:
            limits = [f"{name} {row[key]:g}" for name, key in (("at least", "min"), ("at most", "max")) if row[key] is not None]
            usual = row["default"] or row["depends"]
            facts = [row["kind"], *limits, *([f"one of {', '.join(row['choices'])}"] if row["choices"] else []), *([f"default {usual}"] if usual else []), f"since {row['since']}"]
            name, _, inner = row["name"].partition(".")
            name = name.rstrip("[]")
            line = f"{row['help'].rstrip('.')} ({'; '.join(facts)})"
            rows[name] = "\n        ".join(filter(None, [rows.get(name), f"{inner}: {line}" if inner else line]))
    return found


def __getattr__(name: str) -> Callable[..., dict[str, Any]]:
    if name not in _MADE:
        rows = _rows().get(name) if name.isidentifier() and not name.startswith("_") else None
        if rows is None:
            raise AttributeError(f"an experiment has no section '{name}'")
        signature = Signature([Parameter(key, Parameter.KEYWORD_ONLY, default=None) for key in rows if key.isidentifier()])

        def section(**keys: Any) -> dict[str, Any]:
            # The keys of a grid and of a domain's settings are not listed.
            if rows:
                signature.bind(**keys)
            return keys

        section.__name__ = section.__qualname__ = name
        section.__doc__ = f"The section `[{name}]`.\n\n" + "\n".join(f"    {key}\n        {about}" for key, about in rows.items())
        section.__signature__ = signature  # type: ignore[attr-defined]
        _MADE[name] = section
    return _MADE[name]
