"""Tours and routes at equal CPU time: ours, fast-tsp, elkai, OR-Tools, hygese and PyVRP.

    routing.py WHO SET SECONDS [LEAST MOST] [EVERY]

A line with the mean gap to the best known costs, in per cent, and the CPU seconds of an instance. LEAST and MOST bound the number of places; EVERY takes
one instance of so many. Most libraries are limited by elapsed time: the limit of the next instance follows from what the last one used, so that CPU
time comes to SECONDS on a busy machine as well. elkai and fixed methods have no limit, and use what they need. Costs are those of our
validator, on the tour or the routes that came back; they must be those that the library states, or that follow from the published metric.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

OURS = os.environ.get("UNSTUCK", "target/release/unstuck")
# Effort that is about a second: a first guess, which the measured CPU time corrects.
EFFORT = 5e8
# Acceptance cools with the effort, which a limit of time has no measure of; by the domain's first letter (sets of tours begin with t).
SEARCH = {
    letter: ["-a", "iterated", "--patience", "1000000", "--threads", "1", "-H", rules]
    for letter, rules in [
        ("t", "choose: to_tour; accept: 0.3*(1 - progress)*log(1/uniform) - worse"),
        ("x", "choose: saving; accept: exp(-1 - 3.5*progress)*log(1/uniform) - worse"),
        ("c", "choose: saving; accept: exp(-1 - 3.5*progress)*log(1/uniform) - worse"),
    ]
}
UNIFORM = {"tsp-uniform-200": 10_711_946, "tsp-uniform-100": 7_778_580, "tsp-uniform-50": 5_684_580}


def ours(*words, text=None):
    done = subprocess.run([OURS, *words, "--json"], input=text, capture_output=True, text=True)
    if done.returncode not in (0, 10, 11):
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return json.loads(done.stdout)


class Instance:
    """An instance on one line, as the program writes it: `[NAME] RULE sections …`."""

    def __init__(self, id, text, best):
        self.id, self.text, self.best = id, text, best
        sections, name = {}, None
        for word in text.split():
            if word in ("scale", "capacity", "demand", "fixed", "apart", "distance", "at", "="):
                name = sections.setdefault(word, [])
            elif name is None:
                self.rule = word
            else:
                name.append(float(word))
        self.places = list(zip(*[iter(sections.get("at", []))] * 2))
        self.capacity = int(sections.get("capacity", [0])[0])
        self.demands = [int(demand) for demand in sections.get("demand", [])]
        self.below = [int(distance) for distance in sections.get("distance", [])]
        self.count = len(self.places) or int((1 + math.isqrt(1 + 8 * len(self.below))) / 2)

    def far(self, a, b):
        if a == b:
            return 0
        if self.rule == "EXPLICIT":
            a, b = max(a, b), min(a, b)
            return self.below[a * (a - 1) // 2 + b]
        (ax, ay), (bx, by) = self.places[a], self.places[b]
        if self.rule == "EUC_2D":
            return int(math.hypot(ax - bx, ay - by) + 0.5)
        if self.rule == "CEIL_2D":
            return math.ceil(math.hypot(ax - bx, ay - by))
        if self.rule == "ATT":
            return math.ceil(math.sqrt(((ax - bx) ** 2 + (ay - by) ** 2) / 10))
        if self.rule == "GEO":
            pi = 3.141592
            a, b = ([pi * (int(angle) + 5 * (angle - int(angle)) / 3) / 180 for angle in place] for place in ((ax, ay), (bx, by)))
            one, two, three = math.cos(a[1] - b[1]), math.cos(a[0] - b[0]), math.cos(a[0] + b[0])
            return int(6378.388 * math.acos(((1 + one) * two - (1 - one) * three) / 2) + 1)
        raise SystemExit(f"{self.id}: distances of type {self.rule}")

    def around(self, order):
        """The length of a tour."""
        return sum(map(self.far, order, order[1:] + order[:1]))

    def matrix(self):
        return [[self.far(a, b) for b in range(self.count)] for a in range(self.count)]

    def cost(self, solution):
        """By our validator."""
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file, tempfile.NamedTemporaryFile("w", suffix=".txt") as given:
            file.write(self.text + "\n")
            given.write(solution)
            file.flush(), given.flush()
            return ours("validate", f"@{file.name}", f"@{given.name}")["cost"]


def instances(name, least, most, every):
    """The instances of a set, read by a construction of the program, which also names the best known costs."""
    rule = "nearest_neighbour" if name.startswith("tsp") else "savings"
    found = []
    for one in ours("solve", name, "-a", "construct", "-H", rule)[::every]:
        instance = Instance(one["instance"], one["text"], one["best_known"] or UNIFORM.get(name.split(":")[0]))
        if least <= instance.count <= most:
            found.append(instance)
    return found


def tour_text(order):
    return "TOUR_SECTION\n" + "\n".join(str(city + 1) for city in order) + "\n-1\n"


def routes_text(routes):
    return "\n".join(f"Route #{number + 1}: {' '.join(map(str, route))}" for number, route in enumerate(routes))


def fast_tsp(instance, limit):
    import fast_tsp

    # Distances are below 2¹⁶ there: larger ones lose their last digits.
    matrix = instance.matrix()
    unit = max(map(max, matrix)) // 65_535 + 1
    order = list(fast_tsp.find_tour([[far // unit for far in row] for row in matrix], duration_seconds=limit))
    return tour_text(order), instance.around(order)


def elkai(instance, _):
    import elkai

    order = elkai.DistanceMatrix(instance.matrix()).solve_tsp(runs=1)[:-1]
    return tour_text(order), instance.around(order)


def ortools(instance, limit):
    from ortools.constraint_solver import pywrapcp, routing_enums_pb2

    matrix, demands = instance.matrix(), instance.demands
    vehicles = 1 if not demands else 2 * math.ceil(sum(demands) / instance.capacity)
    manager = pywrapcp.RoutingIndexManager(instance.count, vehicles, 0)
    model = pywrapcp.RoutingModel(manager)
    far = model.RegisterTransitMatrix(matrix)
    model.SetArcCostEvaluatorOfAllVehicles(far)
    if demands:
        load = model.RegisterUnaryTransitVector(demands)
        model.AddDimensionWithVehicleCapacity(load, 0, [instance.capacity] * vehicles, True, "load")
    parameters = pywrapcp.DefaultRoutingSearchParameters()
    parameters.first_solution_strategy = routing_enums_pb2.FirstSolutionStrategy.SAVINGS if demands else routing_enums_pb2.FirstSolutionStrategy.PATH_CHEAPEST_ARC
    parameters.local_search_metaheuristic = routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
    parameters.time_limit.FromMilliseconds(int(1000 * limit))
    found = model.SolveWithParameters(parameters)
    if found is None:
        return ortools(instance, 2 * limit)
    routes = []
    for vehicle in range(vehicles):
        at, route = model.Start(vehicle), []
        while not model.IsEnd(at):
            route.append(manager.IndexToNode(at))
            at = found.Value(model.NextVar(at))
        routes.append(route)
    text = routes_text([route[1:] for route in routes if len(route) > 1]) if demands else tour_text(routes[0])
    return text, found.ObjectiveValue()


def hygese(instance, limit):
    import hygese

    x, y = zip(*instance.places)
    data = {"x_coordinates": x, "y_coordinates": y, "distance_matrix": instance.matrix(), "vehicle_capacity": instance.capacity, "demands": instance.demands, "depot": 0, "service_times": [0] * instance.count, "num_vehicles": instance.count}
    found = hygese.Solver(parameters=hygese.AlgorithmParameters(timeLimit=limit, seed=1), verbose=False).solve_cvrp(data, rounding=True)
    return routes_text(found.routes), round(found.cost)


def pyvrp(instance, limit):
    import pyvrp
    from pyvrp.stop import MaxRuntime

    model = pyvrp.Model()
    places = [model.add_location(x, y) for x, y in instance.places]
    model.add_depot(places[0])
    model.add_vehicle_type(instance.count, capacity=instance.capacity)
    for place, demand in list(zip(places, instance.demands))[1:]:
        model.add_client(place, delivery=demand)
    matrix = instance.matrix()
    for a, one in enumerate(places):
        for b, other in enumerate(places):
            if a != b:
                model.add_edge(one, other, distance=matrix[a][b])
    found = model.solve(MaxRuntime(limit), seed=1, display=False)
    return routes_text([[visit.idx + 1 for visit in route if visit.is_client()] for route in found.best.routes()]), found.cost()


PEERS = {"fast-tsp": fast_tsp, "elkai": elkai, "ortools": ortools, "hygese": hygese, "pyvrp": pyvrp}


def main(who, name, seconds, least=1, most=10**9, every=1):
    costs, best, used, stretch, effort = [], [], [], 1.0, EFFORT
    for instance in instances(name, int(least), int(most), int(every)):
        if who == "unstuck":
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "instance.txt"
                file.write_text(instance.text + "\n")
                found = ours("solve", f"@{file}", "--limit-effort", str(int(effort * float(seconds))), *SEARCH[name[0]])
            spent, cost = found["stats"]["cpu_seconds"], found["cost"]
            effort *= min(2.0, max(0.5, float(seconds) / max(spent, 1e-3))) ** 0.5
        else:
            instance.matrix()
            before, began = time.process_time(), time.monotonic()
            solution, stated = PEERS[who](instance, float(seconds) * stretch)
            spent, elapsed = time.process_time() - before, time.monotonic() - began
            # hygese counts CPU time itself.
            stretch = 1.0 if who == "hygese" else min(20.0, max(1.0, elapsed / max(spent, 1e-3)))
            cost = instance.cost(solution)
            if cost != stated:
                raise SystemExit(f"{instance.id}: {who} states {stated}, our validator finds {cost}")
        costs.append(cost)
        best.append(instance.best)
        used.append(spent)
    # The uniform sets have a mean optimum alone.
    ratios = [cost / least for cost, least in zip(costs, best)]
    gap = (sum(costs) / sum(best) if name in UNIFORM else sum(ratios) / len(ratios)) - 1
    print(json.dumps({"who": {"ortools": "OR-Tools", "pyvrp": "PyVRP"}.get(who, who), "seconds": sum(used), "count": len(used), "gap": 100 * gap}))


main(*sys.argv[1:])
