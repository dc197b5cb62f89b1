"""Heuristics as expressions of SymPy."""

from __future__ import annotations

import json
from typing import Any, Callable


def to_sympy(document: str) -> Any:
    """The expression of a heuristic in the form `json`.

    Features are symbols; for those that are true or false, substitute `True` or `False`.
    """
    try:
        import sympy
    except ImportError as error:
        from ._unstuck import Error

        raise Error("SymPy is not installed; `pip install sympy` provides it") from error
    read = json.loads(document)
    if "policy" not in read:
        return _tree(sympy, next(value for value in read.values() if isinstance(value, list)))
    rules = [(_tree(sympy, rule["value"]), _tree(sympy, rule["if"])) for rule in read["policy"]["rules"]]
    return sympy.Piecewise(*rules, (_tree(sympy, read["policy"]["otherwise"]), True))


def _tree(sympy: Any, nodes: list[Any]) -> Any:
    stack: list[Any] = []
    for node in nodes:
        if isinstance(node, bool):
            stack.append(sympy.true if node else sympy.false)
        elif isinstance(node, (int, float)):
            stack.append(sympy.Integer(int(node)) if node == int(node) else sympy.Float(node))
        elif "feature" in node:
            # Symbols of SymPy may be numbers or truth values.
            stack.append(sympy.Symbol(node["feature"]))
        else:
            arity = node["to"]
            values = stack[len(stack) - arity :]
            del stack[len(stack) - arity :]
            stack.append(_functions(sympy)[node["apply"], arity > 1](*values))
    return stack[0]


def _functions(sympy: Any) -> dict[tuple[str, bool], Callable[..., Any]]:
    """By the function's name, and whether it has several operands."""
    return {
        ("+", True): lambda a, b: a + b,
        ("-", True): lambda a, b: a - b,
        ("*", True): lambda a, b: a * b,
        ("/", True): lambda a, b: a / b,
        ("-", False): lambda a: -a,
        ("neg", False): lambda a: -a,
        ("<", True): sympy.Lt,
        ("<=", True): sympy.Le,
        (">", True): sympy.Gt,
        (">=", True): sympy.Ge,
        ("and", True): sympy.And,
        ("or", True): sympy.Or,
        ("xor", True): sympy.Xor,
        ("not", False): sympy.Not,
        ("if", True): lambda condition, a, b: sympy.Piecewise((a, condition), (b, True)),
        ("min", True): sympy.Min,
        ("max", True): sympy.Max,
        ("mean", True): lambda a, b: (a + b) / 2,
        ("abs", False): sympy.Abs,
        ("sq", False): lambda a: a**2,
        ("cube", False): lambda a: a**3,
        ("sqrt", False): lambda a: sympy.sqrt(sympy.Abs(a)),
        # SymPy's own root of a negative number is complex.
        ("cbrt", False): lambda a: sympy.sign(a) * sympy.cbrt(sympy.Abs(a)),
        ("pow", True): lambda a, b: sympy.Abs(a) ** b,
        ("root", True): lambda a, b: sympy.Abs(a) ** (1 / b),
        ("exp", False): sympy.exp,
        ("log", False): lambda a: sympy.log(sympy.Abs(a)),
        ("sin", False): sympy.sin,
        ("cos", False): sympy.cos,
        ("tan", False): sympy.tan,
        ("tanh", False): sympy.tanh,
        ("aq", True): lambda a, b: a / sympy.sqrt(1 + b**2),
    }
