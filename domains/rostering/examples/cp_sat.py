"""The benchmark's instances as a CP-SAT model: a peer that checks costs.

python cp_sat.py FILE [SECONDS [WORKERS]] prints the roster as CSV and its cost by component. Needs ortools.
"""

import sys

from ortools.sat.python import cp_model


def read(path):
    sections, rows = {}, None
    for line in open(path):
        line = line.strip()
        if line.startswith("SECTION_"):
            rows = sections.setdefault(line[len("SECTION_"):], [])
        elif line and not line.startswith("#"):
            rows.append([cell.strip() for cell in line.split(",")])
    return sections


def main(path, seconds=60.0, workers=1):
    data = read(path)
    days = int(data["HORIZON"][0][0])
    shifts = {row[0]: (int(row[1]), [s for s in row[2].split("|") if s]) for row in data["SHIFTS"]}
    model = cp_model.CpModel()
    x, works = {}, {}
    for row in data["STAFF"]:
        p = row[0]
        for d in range(days):
            for s in shifts:
                x[p, d, s] = model.new_bool_var(f"{p} {d} {s}")
            works[p, d] = model.new_bool_var(f"{p} {d}")
            model.add(sum(x[p, d, s] for s in shifts) == works[p, d])
        most = dict(limit.split("=") for limit in row[1].split("|"))
        for s in shifts:
            model.add(sum(x[p, d, s] for d in range(days)) <= int(most[s]))
        max_minutes, min_minutes, max_run, min_run, min_rest, max_weekends = map(int, row[2:8])
        minutes = sum(x[p, d, s] * shifts[s][0] for d in range(days) for s in shifts)
        model.add_linear_constraint(minutes, min_minutes, max_minutes)
        for d in range(days - 1):
            for s, (_, forbidden) in shifts.items():
                for after in forbidden:
                    model.add_bool_or(~x[p, d, s], ~x[p, d + 1, after])
        for d in range(days - max_run):
            model.add_bool_or([~works[p, d + k] for k in range(max_run + 1)])
        # Runs that are too short, away from the edges of the horizon.
        for length in range(1, min_run):
            for d in range(days - length - 1):
                inner = [~works[p, d + k] for k in range(1, length + 1)]
                model.add_bool_or([works[p, d], works[p, d + length + 1]] + inner)
        for length in range(1, min_rest):
            for d in range(days - length - 1):
                inner = [works[p, d + k] for k in range(1, length + 1)]
                model.add_bool_or([~works[p, d], ~works[p, d + length + 1]] + inner)
        weekends = []
        for d in range(5, days, 7):
            weekend = model.new_bool_var("")
            for day in (d, d + 1):
                if day < days:
                    model.add_implication(works[p, day], weekend)
            weekends.append(weekend)
        model.add(sum(weekends) <= max_weekends)
    for row in data["DAYS_OFF"]:
        for d in row[1:]:
            model.add(works[row[0], int(d)] == 0)
    on = sum(int(w) * (1 - x[p, int(d), s]) for p, d, s, w in data["SHIFT_ON_REQUESTS"])
    off = sum(int(w) * x[p, int(d), s] for p, d, s, w in data["SHIFT_OFF_REQUESTS"])
    under, over = 0, 0
    people = [row[0] for row in data["STAFF"]]
    for d, s, need, low, high in data["COVER"]:
        missing, extra = model.new_int_var(0, len(people), ""), model.new_int_var(0, len(people), "")
        model.add(sum(x[p, int(d), s] for p in people) + missing - extra == int(need))
        under, over = under + int(low) * missing, over + int(high) * extra
    model.minimize(on + off + under + over)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = int(workers)
    solver.parameters.max_time_in_seconds = float(seconds)
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        sys.exit(f"# {solver.status_name(status)} after {solver.wall_time:.1f} s")
    names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    print("person," + ",".join(f"{names[d % 7]} {d + 1}" for d in range(days)))
    for p in people:
        cells = ("".join(s for s in shifts if solver.value(x[p, d, s])) for d in range(days))
        print(f"{p}," + ",".join(cells))
    parts = {"on": on, "off": off, "under": under, "over": over}
    values = {name: solver.value(part) for name, part in parts.items()}
    print(f"# {solver.status_name(status)} {solver.objective_value:.0f}, bound {solver.best_objective_bound:.0f}, "
          f"{solver.wall_time:.1f} s: {values}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
