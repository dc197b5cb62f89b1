"""Finds the peers, or installs them with pip one by one; a peer that cannot be installed is skipped with the reason."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from contests import PEERS, Peer

HERE = Path(__file__).parent
VENV = Path("target/peers")


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip() and "[notice]" not in line]
    return lines[-1] if lines else "no reason given"


def requirements() -> dict[str, str]:
    """Name to version of what requirements.txt pins."""
    lines = (HERE / "requirements.txt").read_text().split()
    return dict(line.split("==") for line in lines)


def environment() -> str:
    """Makes the environment of the peers; says what was wrong, or nothing."""
    if (VENV / "bin/python").exists():
        return ""
    made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True)
    return "" if made.returncode == 0 else f"python3 -m venv: {last_line(made.stdout + made.stderr)}"


def install(package: str, version: str) -> str:
    """Installs a package; says what was wrong, or nothing."""
    pip = [str(VENV / "bin/python"), "-m", "pip"]
    shown = subprocess.run([*pip, "show", package], capture_output=True, text=True)
    if f"\nVersion: {version}\n" in shown.stdout:
        return ""
    print(f"installing {package} {version} into {VENV}", flush=True)
    got = subprocess.run(
        [*pip, "install", "--quiet", "--disable-pip-version-check", f"{package}=={version}"], capture_output=True, text=True
    )
    return "" if got.returncode == 0 else f"pip install {package}=={version}: {last_line(got.stderr)}"


def program_version(peer: Peer) -> tuple[str, str]:
    for program in peer.programs:
        if not shutil.which(program):
            return "", f"{program} is not on the path ({peer.hint})"
    said = subprocess.run([peer.programs[0], "--version"], capture_output=True, text=True).stdout
    found = re.search(r"\d+(\.\d+)+", said)
    return (found.group() if found else "unknown"), ""


def crate_version(crate: str) -> str:
    lock = Path("Cargo.lock").read_text()
    found = re.search(rf'name = "{crate}"\nversion = "([^"]+)"', lock)
    return found.group(1) if found else "unknown"


def peers() -> tuple[dict[str, str], dict[str, str]]:
    """The versions of the peers that are there, and why the others are not."""
    versions, missing = {}, {}
    pinned = requirements()
    broken = environment()
    for peer in PEERS.values():
        if peer.crate:
            versions[peer.name] = crate_version(peer.crate)
        elif peer.programs:
            version, wrong = program_version(peer)
            (missing if wrong else versions)[peer.name] = wrong or version
        else:
            version = pinned[peer.package]
            wrong = broken or install(peer.package, version)
            (missing if wrong else versions)[peer.name] = wrong or version
    return versions, missing


def quiet_environment() -> dict[str, str]:
    """One thread for every program, and no output but results."""
    threads = dict.fromkeys(["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"], "1")
    return {**os.environ, **threads, "FREECELL_SOLVER_QUIET": "1", "PYTHONDONTWRITEBYTECODE": "1"}
