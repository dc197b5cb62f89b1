"""What the figures were measured on."""

import os
import platform
import re
import subprocess
from pathlib import Path


def found(pattern: str, path: str) -> str:
    try:
        match = re.search(pattern, Path(path).read_text(), re.MULTILINE)
    except OSError:
        match = None
    return match.group(1).strip() if match else ""


def describe() -> list[tuple[str, str]]:
    """Names and values, as far as the system tells."""
    memory = found(r"^MemTotal:\s+(\d+) kB", "/proc/meminfo")
    system = found(r'^PRETTY_NAME="?([^"\n]+)', "/etc/os-release") or platform.system()
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True).stdout.strip()
    return [
        ("processor", found(r"^model name\s*:\s*(.+)$", "/proc/cpuinfo") or platform.processor() or platform.machine()),
        ("cores", str(os.cpu_count())),
        ("memory", f"{int(memory) / 2**20:.0f} GiB" if memory else "unknown"),
        ("system", f"{system}, {platform.system()} {platform.release()}"),
        ("load when it began", " ".join(f"{load:.1f}" for load in os.getloadavg())),
        ("compiler", rustc),
        ("Python", platform.python_version()),
    ]
