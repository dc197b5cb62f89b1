"""Solutions of optimisation problems as SVG, and instances without one: bins, schedules, tours, routes and rosters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from colorsys import hls_to_rgb
from html import escape
from math import ceil, log10, sqrt
from typing import Any

Drawn = tuple[float, float, list[str]]
"""Width, height and parts."""

WIDTH = 640.0
INK, QUIET, LINE, GROUND, ACCENT, WRONG = "#222", "#666", "#d5d5d5", "#f1f1ee", "#2b6cb0", "#c53030"


def hue(place: int, lightness: float = 0.72) -> str:
    """One of many colours: neighbours in number are far apart, by steps of the golden angle."""
    red, green, blue = hls_to_rgb((170 + place * 137.508) % 360 / 360, lightness, 0.6)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"


def rectangle(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    return f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="{fill}"{more and " " + more}/>'


def words(x: float, y: float, text: object, anchor: str = "middle", fill: str = QUIET, size: float = 11) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}" font-size="{size:g}">{escape(str(text))}</text>'
    )


def stroke(points: Sequence[tuple[float, float]], colour: str, width: float, closed: bool = False) -> str:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f'<path d="M{path}{"Z" if closed else ""}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round"/>'


def ticks(end: float, most: int = 8) -> list[float]:
    """Round numbers from 0 to an end."""
    step = 10.0 ** int(log10(max(end, 1)))
    while end / step > most:
        step *= 2
    while end / step < most / 2.5:
        step /= 2
    return [step * number for number in range(int(end / step) + 1)]


def bins(view: Mapping[str, Any]) -> Drawn:
    """Each bin as a bar of its items, and how many bins have how much free room."""
    capacity, sizes, packed = view["capacity"], view["sizes"], view["bins"]
    parts: list[str] = []
    bottom = 0.0
    if packed:
        across = len(packed) if WIDTH >= 4 * len(packed) else int(WIDTH // 4)
        bar = min(30.0, WIDTH / across)
        rows = ceil(len(packed) / across)
        high = 170.0 if rows == 1 else 110.0 if rows < 4 else 60.0
        gap = 2.0 if bar > 8 else 0.6
        for number, items in enumerate(packed):
            x, y = number % across * bar, (number // across + 1) * (high + 10) - 10
            parts.append(rectangle(x, y - high, bar - gap, high, GROUND))
            for item in items:
                tall = sizes[item] / capacity * high
                y -= tall
                # Larger items are darker.
                shade = min(1.0, 2 * sizes[item] / capacity)
                parts.append(rectangle(x, y, bar - gap, max(0.3, tall - 0.7), ACCENT, f'fill-opacity="{0.3 + 0.7 * shade:.2f}"'))
        bottom = rows * (high + 10) + 18
    values = [capacity - sum(sizes[item] for item in items) for items in packed] if packed else sizes
    step = max(1, ceil((max(values, default=0) + 1) / 64))
    counts = [0] * (int(max(values, default=0) // step) + 1)
    for value in values:
        counts[int(value // step)] += 1
    most, wide = max(counts, default=1) or 1, (WIDTH - 40) / max(8, len(counts))
    for place, number in enumerate(counts):
        tall = 80 * number / most
        parts.append(rectangle(36 + place * wide, bottom + 80 - tall, max(1, wide - 1), tall, "#8fb3d9"))
    parts.append(words(30, bottom + 9, most, "end"))
    shown = [place for place in range(len(counts)) if place % max(1, len(counts) // 8) == 0]
    parts += [words(36 + (place + 0.5) * wide, bottom + 94, place * step) for place in shown]
    parts.append(words(WIDTH / 2, bottom + 110, "bins by free room" if packed else f"items by size, capacity {capacity}"))
    return WIDTH, bottom + 116, parts


def gantt(view: Mapping[str, Any]) -> Drawn:
    """A Gantt chart: a row for each machine, a colour for each job, operations on a critical path outlined."""
    machines, row, left = view["machines"], 24.0, 34.0
    rows = view["bars"]
    if not rows:
        operations = sum(len(job["route"]) for job in view["jobs"])
        return 320, 24, [words(4, 16, f"{len(view['jobs'])} jobs on {machines} machines, {operations} operations", "start", INK, 13)]
    end = max((bar["end"] for bars in rows for bar in bars), default=1) or 1
    unit, bottom = (WIDTH - left - 4) / end, machines * row
    parts = []
    for tick in ticks(end):
        x = left + tick * unit
        parts += [stroke([(x, 0), (x, bottom)], LINE, 1), words(x, bottom + 14, f"{tick:g}")]
    critical = []
    for machine, bars in enumerate(rows):
        top = machine * row + 2
        parts.append(words(left - 6, top + 14, f"M{machine}", "end"))
        for bar in bars:
            x, wide = left + bar["start"] * unit, max(0.8, (bar["end"] - bar["start"]) * unit - 0.6)
            if bar["setup"]:
                parts.append(rectangle(x - bar["setup"] * unit, top + 7, bar["setup"] * unit, 6, "#999"))
            parts.append(rectangle(x, top, wide, row - 4, hue(bar["job"])))
            if wide > 16:
                parts.append(words(x + wide / 2, top + 14, bar["job"], fill=INK))
            if bar["critical"]:
                critical.append(rectangle(x, top, wide, row - 4, "none", f'stroke="{INK}" stroke-width="1.6"'))
    return WIDTH, bottom + 20, parts + critical


def placed(places: Sequence[Sequence[float]], width: float) -> tuple[list[tuple[float, float]], float]:
    """Coordinates in a box, in proportion and with north at the top; and how high it is."""
    xs, ys, edge = [x for x, _ in places], [y for _, y in places], 12.0
    span, rise = (max(xs) - min(xs)) or 1, (max(ys) - min(ys)) or 1
    unit = min((width - 2 * edge) / span, 520 / rise)
    aside = (width - unit * span) / 2
    points = [(aside + unit * (x - min(xs)), edge + unit * (max(ys) - y)) for x, y in places]
    return points, unit * (max(ys) - min(ys)) + 2 * edge


def dots(points: Sequence[tuple[float, float]], radius: float, fill: str) -> list[str]:
    return [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{fill}"/>' for x, y in points]


def tour(view: Mapping[str, Any]) -> Drawn:
    """A tour on the map, or the cities alone."""
    if not view["places"]:
        return 320, 24, [words(4, 16, f"{view['count']} cities without coordinates", "start", INK, 13)]
    points, high = placed(view["places"], 480)
    parts = []
    if view["tour"]:
        parts.append(stroke([points[city] for city in view["tour"]], ACCENT, 1.5 if len(points) < 2000 else 0.6, closed=True))
    if len(points) <= 3000 or not view["tour"]:
        parts += dots(points, max(0.5, min(3.0, 40 / sqrt(len(points)))), INK)
    return 480, high, parts


def routes(view: Mapping[str, Any]) -> Drawn:
    """Routes from the depot in colours, customers as large as their demand, and how full each vehicle is."""
    capacity, demands, found = view["capacity"], view["demands"], view["routes"]
    parts: list[str] = []
    high = 0.0
    if view["places"]:
        points, high = placed(view["places"], 480)
        route_of = {customer: number for number, route in enumerate(found) for customer in route}
        for number, route in enumerate(found):
            stops = [points[customer] for customer in route]
            # The ways from the depot and back are thin: many of them meet there, and hide the routes.
            parts.append(stroke([stops[-1], points[0], stops[0]], hue(number, 0.42), 0.5))
            parts.append(stroke(stops, hue(number, 0.42), 1.6))
        largest = max(demands) or 1
        for customer in range(1, len(points)):
            colour = hue(route_of[customer], 0.42) if customer in route_of else QUIET
            parts += dots([points[customer]], 1.4 + 2.6 * sqrt(demands[customer] / largest), colour)
        x, y = points[0]
        parts.append(rectangle(x - 6, y - 6, 12, 12, INK, 'stroke="#fff"'))
    columns, bar = 4, 116.0
    for number, route in enumerate(found):
        load = sum(demands[customer] for customer in route)
        x, y = 4 + number % columns * (bar + 4), high + 10 + number // columns * 20
        parts += [rectangle(x, y, bar - 10, 5, GROUND), rectangle(x, y, (bar - 10) * min(1, load / capacity), 5, hue(number, 0.42))]
        parts.append(words(x, y + 14, f"{number + 1}: {load} of {capacity}", "start", size=8.5))
    if not found and not view["places"]:
        parts.append(words(4, 16, f"{len(demands) - 1} customers without coordinates", "start", INK, 13))
        high = 12
    return 480, high + 12 + ceil(len(found) / columns) * 20, parts


def roster(view: Mapping[str, Any]) -> Drawn:
    """A grid of people and days, with the people present of those needed below; broken hard rules are outlined."""
    days, shifts, people, cells = view["days"], view["shifts"], view["people"], view["cells"]
    if not cells:
        return 380, 24, [words(4, 16, f"{len(people)} people, {len(days)} days, shifts {', '.join(shifts)}", "start", INK, 13)]
    left, side, top = 8.0 + 6.5 * max(len("cover") + 4, *map(len, people)), 22.0, 30.0
    broken, changed = ({tuple(pair) for pair in view[name]} for name in ("broken", "changed"))
    parts = []
    for number, day in enumerate(days):
        x = left + (number + 0.5) * side
        weekend = day["weekday"] in ("Sat", "Sun")
        if weekend:
            parts.append(rectangle(left + number * side, 0, side, top + (len(people) + len(shifts)) * side + 4, GROUND))
        parts += [words(x, 12, day["weekday"][:2], size=9), words(x, 24, number + 1, size=9)]
    for person, name in enumerate(people):
        y = top + person * side
        parts.append(words(left - 6, y + 15, name, "end", INK))
        for day, shift in enumerate(cells[person]):
            x = left + day * side
            if shift is not None:
                parts += [rectangle(x + 1, y + 1, side - 2, side - 2, hue(shift)), words(x + side / 2, y + 15, shifts[shift], fill=INK, size=10)]
            if (person, day) in broken:
                parts.append(rectangle(x + 1.5, y + 1.5, side - 3, side - 3, "none", f'stroke="{WRONG}" stroke-width="2"'))
            elif (person, day) in changed:
                parts.append(words(x + side - 4, y + 9, "*", fill=INK))
    for number, cover in enumerate(view["cover"]):
        y = top + (len(people) + number) * side + 6
        parts.append(words(left - 6, y + 14, f"cover {shifts[number]}", "end"))
        for day, (present, needed) in enumerate(cover):
            colour = QUIET if needed is None or present == needed else WRONG if present < needed else ACCENT
            text = present if needed is None or present == needed else f"{present}/{needed}"
            parts.append(words(left + (day + 0.5) * side, y + 14, text, fill=colour, size=9))
    return left + len(days) * side + 4, top + (len(people) + len(shifts)) * side + 12, parts


DRAWINGS: dict[str, Callable[[Mapping[str, Any]], Drawn]] = {
    "bins": bins,
    "gantt": gantt,
    "tour": tour,
    "routes": routes,
    "roster": roster,
}
"""The drawing of each kind of board: the table to which a new domain adds a line."""
