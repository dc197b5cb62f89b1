"""What others have published, with where it is from. Figures only."""

import csv
from pathlib import Path

CARDS_SOURCE = "a student project, *RushHour Artificial Intelligence* (University of Applied Sciences Upper Austria, 2022)"
IT3105_SOURCE = "a report for the course IT3105, *Artificial Intelligence Programming*, at NTNU"
UNBLOCK_SOURCE = "a paper for the course IART at FEUP, *Unblock Me*, with twelve plots: length, time and expanded states of five searches on four classes of boards"
EVOLVED_SOURCE = "Hauptman, Elyasaf and Sipper (Rush Hour, FreeCell), and *HH-Evolver* (2013)"

# Nodes and moves, by board: breadth-first, depth-first, A*.
IT3105 = {
    "easy-3": [(100, 16), (107, 42), (89, 16)],
    "medium-1": [(805, 24), (1128, 278), (656, 24)],
    "hard-3": [(2038, 33), (3035, 795), (1063, 33)],
    "expert-2": [(10934, 73), (10153, 2338), (7089, 73)],
}


def cards():
    """Nodes, depth and branching factor by heuristic and card."""
    found = {}
    with open(Path(__file__).with_name("published_cards.csv")) as file:
        for row in csv.DictReader(file):
            figures = (int(row["nodes"]), int(row["depth"]), float(row["branching_factor"]))
            found.setdefault(row["heuristic"], []).append(figures)
    return found
