"""An experiment's dictionary as the text of its file."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from typing import Any, Union

from . import _unstuck

Source = Union[str, "PathLike[str]", Mapping[str, Any]]
"""An experiment: the path of a file, the text of one, or the same as a dictionary."""


def origin(source: Source) -> tuple[str, str, str]:
    """The text of an experiment, its title for messages, and the folder of the files it names."""
    if isinstance(source, Mapping):
        return dumps(source), "the experiment", "."
    if isinstance(source, str) and ("\n" in source or ("=" in source and not os.path.exists(source))):
        return source, "the experiment", "."
    path = Path(source)
    return _unstuck.read_file(str(path), "experiment"), str(path), str(path.parent)


def dumps(table: Mapping[str, Any]) -> str:
    """A dictionary as TOML: values first, then the sections."""
    plain = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    lines = [f"{_key(key)} = {_value(value)}" for key, value in plain.items() if value is not None]
    for key, section in table.items():
        if isinstance(section, Mapping):
            lines += ["", f"[{_key(key)}]"]
            lines += [f"{_key(name)} = {_value(value)}" for name, value in section.items() if value is not None]
    return "\n".join(lines) + "\n"


def _key(key: object) -> str:
    text = str(key)
    plain = text and all(sign.isascii() and (sign.isalnum() or sign in "-_") for sign in text)
    return text if plain else json.dumps(text)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real):
        return repr(float(value))
    if isinstance(value, (str, PathLike)):
        return json.dumps(str(value), ensure_ascii=False)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items() if one is not None) + " }"
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    raise _unstuck.Error(f"{value!r} cannot be part of an experiment; write texts, numbers, lists and dictionaries")
