"""Pictures for notebooks, as SVG: boards, plans and curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Optional

from .solution_drawing import DRAWINGS, hue

CELL = 32
COLOURS = ("#8fb3d9", "#a9c99b", "#e3c27a", "#c9a3c9", "#9fc9c4", "#d9a58f", "#b8b0d8", "#c4c48a")


class Picture:
    """A drawing that notebooks show."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Any) -> None:
        """Writes a file."""
        from pathlib import Path

        Path(path).write_text(self.svg, encoding="utf-8")


def _svg(width: float, height: float, parts: Sequence[str]) -> str:
    body = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" '
        f'font-family="sans-serif" font-size="14" text-anchor="middle">{body}</svg>'
    )


def board(view: Mapping[str, Any], text: str) -> tuple[float, float, list[str]]:
    """Width, height and parts of a board's drawing."""
    kind = view.get("kind")
    if kind == "rush-hour":
        return _rush_hour(view)
    if kind == "tiles":
        return _tiles(view)
    if kind == "freecell":
        return _freecell(view)
    if kind in DRAWINGS:
        return DRAWINGS[kind](view)
    lines = text.splitlines() or [""]
    spans = [f'<text x="4" y="{18 * (n + 1)}" text-anchor="start">{escape(line)}</text>' for n, line in enumerate(lines)]
    return 9.0 * max(map(len, lines)) + 8, 18.0 * len(lines) + 8, spans


def _box(x: float, y: float, width: float, height: float, fill: str, radius: float = 5) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" fill="{fill}" stroke="#555"/>'


def _label(x: float, y: float, text: object, fill: str = "#222") -> str:
    return f'<text x="{x:g}" y="{y:g}" dy="5" fill="{fill}">{escape(str(text))}</text>'


def _rush_hour(view: Mapping[str, Any]) -> tuple[float, float, list[str]]:
    width, height = view["width"] * CELL, view["height"] * CELL
    parts = [_box(4, 4, width, height, "#f4f1ea", 2)]
    parts += [_box(4 + c * CELL, 4 + r * CELL, CELL, CELL, "#777", 0) for r, c in view["walls"]]
    target = next(one for one in view["vehicles"] if one["letter"] == view["target"])
    x, y, side = 4 + target["column"] * CELL, 4 + target["row"] * CELL, view["exit"]
    doors = {
        "right": (width + 2, y + 3, 5, CELL - 6),
        "left": (1, y + 3, 5, CELL - 6),
        "up": (x + 3, 1, CELL - 6, 5),
        "down": (x + 3, height + 2, CELL - 6, 5),
    }
    parts.append(_box(*doors[side], "#d64545", 0))
    for number, one in enumerate(view["vehicles"]):
        across = one["axis"] == "horizontal"
        w, h = (one["length"] * CELL, CELL) if across else (CELL, one["length"] * CELL)
        left, top = 4 + one["column"] * CELL, 4 + one["row"] * CELL
        colour = "#d64545" if one["letter"] == view["target"] else COLOURS[number % len(COLOURS)]
        parts += [_box(left + 2, top + 2, w - 4, h - 4, colour), _label(left + w / 2, top + h / 2, one["letter"])]
    return width + 8, height + 8, parts


def _tiles(view: Mapping[str, Any]) -> tuple[float, float, list[str]]:
    width, height = view["width"] * CELL, view["height"] * CELL
    parts = [_box(4, 4, width, height, "#f4f1ea", 2)]
    for place, tile in enumerate(view["cells"]):
        if tile:
            x, y = 4 + place % view["width"] * CELL, 4 + place // view["width"] * CELL
            home = view["goal"][place] == tile
            parts += [_box(x + 1, y + 1, CELL - 2, CELL - 2, "#a9c99b" if home else "#8fb3d9")]
            parts += [_label(x + CELL / 2, y + CELL / 2, tile)]
    return width + 8, height + 8, parts


def _freecell(view: Mapping[str, Any]) -> tuple[float, float, list[str]]:
    signs, wide, step = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}, 40, 22
    parts: list[str] = []

    def card(x: float, y: float, name: Optional[str]) -> None:
        parts.append(_box(x, y, wide - 4, 30, "#fff" if name else "#e8e4da", 3))
        if name:
            rank = name[0].replace("T", "10")
            parts.append(_label(x + wide / 2 - 2, y + 15, rank + signs[name[1]], "#c22" if name[1] in "DH" else "#222"))

    for place, name in enumerate(view["cells"]):
        card(4 + place * wide, 4, name)
    ranks = "A23456789TJQK"
    for place, (suit, count) in enumerate(view["home"].items()):
        card(4 + (len(view["cells"]) + 1 + place) * wide, 4, f"{ranks[count - 1]}{suit}" if count else None)
    for column, names in enumerate(view["columns"]):
        for row, name in enumerate(names):
            card(4 + column * wide, 44 + row * step, name)
    tallest = max((len(names) for names in view["columns"]), default=0)
    widest = max(len(view["columns"]), len(view["cells"]) + 5)
    return 8.0 + widest * wide, 60.0 + tallest * step + 16, parts


def strip(pictures: Sequence[tuple[float, float, list[str]]], captions: Sequence[str], across: int = 5) -> str:
    """Several boards with captions, in rows."""
    width = max(picture[0] for picture in pictures) + 12
    height = max(picture[1] for picture in pictures) + 26
    parts: list[str] = []
    for number, ((own, tall, inner), caption) in enumerate(zip(pictures, captions)):
        x, y = number % across * width, number // across * height
        parts.append(f'<g transform="translate({x:g} {y:g})">{"".join(inner)}{_label(own / 2, tall + 10, caption)}</g>')
    rows = (len(pictures) + across - 1) // across
    return _svg(width * min(across, len(pictures)), height * rows, parts)


def curves(
    places: Sequence[float], lines: Mapping[str, Sequence[Optional[float]]], title: str, steps: bool = False
) -> str:
    """Lines over the same places; with `steps` a value stays until the next one."""
    values = [value for line in lines.values() for value in line if value is not None]
    width, height, edge = 420.0, 220.0, 40.0
    parts = [_label(width / 2, 12, title)]
    if not values or not places:
        return _svg(width, height, [*parts, _label(width / 2, height / 2, "nothing yet")])
    low, high, last = min(values), max(values), max(places)
    first = min(places)

    def at(place: float, value: float) -> str:
        x = edge + (width - 2 * edge) * ((place - first) / ((last - first) or 1))
        y = height - edge - (height - 2 * edge) * ((value - low) / ((high - low) or 1))
        return f"{x:.1f},{y:.1f}"

    for number, (name, line) in enumerate(lines.items()):
        colour = hue(number, 0.4)
        known = [(place, value) for place, value in zip(places, line) if value is not None]
        if steps:
            known = [point for one, next_ in zip(known, known[1:]) for point in (one, (next_[0], one[1]))] + known[-1:]
        points = " ".join(at(place, value) for place, value in known)
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{points}"/>')
        below = height + 6 + 16 * number
        parts.append(f'<path d="M{edge} {below}h18" stroke="{colour}" stroke-width="3"/>')
        parts.append(f'<text x="{edge + 24}" y="{below}" dy="4" font-size="12" text-anchor="start">{escape(name)}</text>')
    parts += [_label(edge, height - 20, f"{first:g}"), _label(width - edge, height - 20, f"{last:g}")]
    for value, y in ((low, height - edge), (high, edge)):
        parts.append(f'<text x="{edge - 5}" y="{y}" dy="4" font-size="11" text-anchor="end">{value:.3g}</text>')
    return _svg(width, height + 16 * len(lines), parts)
