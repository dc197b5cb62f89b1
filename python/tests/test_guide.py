"""The chapter of GUIDE on planning: its commands and its Python run as they are printed."""

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
            yield line[3:], "\n".join(iter(lambda: next(lines), "```")).replace("--minutes 10", "--minutes 0.05")


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
