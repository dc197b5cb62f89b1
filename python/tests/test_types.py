"""The stubs say what is there, and the package keeps its own types."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "command",
    [
        ["mypy.stubtest", "unstuck._unstuck", "--concise"],
        ["mypy", "--strict", "--package", "unstuck", "--ignore-missing-imports", "--follow-imports", "silent"],
    ],
    ids=["stubtest", "mypy"],
)
def test_types(command, root):
    # Here, so that mypy's cache is kept.
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=root / "python")
    assert done.returncode == 0, done.stdout + done.stderr
