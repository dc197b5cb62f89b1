"""Chapters of GUIDE: what they print is run, and what they say is what comes out."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

GUIDE = Path(__file__).resolve().parents[2] / "GUIDE.md"


def blocks():
    """The language and the text of every block of the chapter."""
    lines = iter(GUIDE.read_text(encoding="utf-8").split("## Classical planning\n")[1].split("\n## ")[0].splitlines())
    for line in lines:
        if line.startswith("```"):
            text = "\n".join(iter(lambda: next(lines), "```"))
            # Less time to learn in, and fewer tasks to solve first.
            yield line[3:], text.replace("--minutes 10", "--minutes 0.05").replace("train-1-40", "train-1-10")


def test_the_chapter_on_planning(tmp_path):
    program = tmp_path / "bin" / "unstuck"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m unstuck "$@"\n')
    program.chmod(0o755)
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}
    ran = []
    for language, text in blocks():
        if not language:  # a grammar
            continue
        if "unified_planning" in text:
            pytest.importorskip("unified_planning", reason="unified-planning is not installed: pip install 'unstuck[up]'")
        command = {"sh": ["sh", "-e", "-c", text], "python": [sys.executable, "-c", text]}[language]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
        assert done.returncode == 0, text + done.stdout + done.stderr
        ran.append((language, done.stdout))
    assert [language for language, _ in ran].count("sh") == 5 and "SOLVED_SATISFICING" in ran[-1][1]


def test_the_chapter_on_regression(tmp_path):
    """The sentences about the champion of a fit are those of the output."""
    text = GUIDE.read_text(encoding="utf-8")
    chapter = text.split("### Regression on a dataset\n")[1].split("\n### ")[0]
    experiment = chapter.split("cat > fit.toml <<'END'\n")[1].split("\nEND\n")[0]
    (tmp_path / "fit.toml").write_text(experiment)

    def run(*arguments):
        command = [sys.executable, "-m", "unstuck", *arguments]
        environment = {**os.environ, "UNSTUCK_STORE": str(tmp_path / "store.db")}
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert "unstuck dataset generate tiles --size 3 --all --output eight.csv" in text
    run("dataset", "generate", "tiles", "--size", "3", "--all", "--output", "eight.csv", "--quiet")
    lines = run("evolve", "fit.toml", "--quiet").splitlines()
    row = {name: next(one for one in lines if one.startswith(f" {name} ")).split() for name in ("champion", "tuned baseline")}
    (champion, baseline), end = row.values(), -3  # length, solved, time and its unit are last
    assert champion[end] == "20/20"
    verdict = next(one for one in lines if "the champion is" in one)
    assert "the champion is better than tuned baseline: " in verdict
    ratio = verdict.split("tuned baseline: ")[1].split(" ")[0]
    said = " ".join(chapter.split())
    assert f"solves 20 of 20 and needs {ratio} times the nodes" in said
    assert f"plans of {champion[end - 1]} times the shortest instead of {baseline[end - 1]}" in said
    table = run("compare", "eight:1-10", "-a", "astar", "-H", "manhattan", "-H", "@fit.heuristic", "--format", "csv")
    rows = list(csv.DictReader(table.splitlines()))
    manhattan, fit = (sum(int(row["expanded"]) for row in rows[place::2]) for place in (0, 1))
    assert fit > manhattan and "the same champion loses to Manhattan distance" in said
