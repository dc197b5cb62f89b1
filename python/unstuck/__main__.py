"""`python -m unstuck`: the whole command line."""

import sys

from ._unstuck import Error, command


def main() -> int:
    """Runs a command; its exit code."""
    try:
        code, printed, complaints = command(sys.argv[1:])
    except Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(printed, end="")
    for complaint in complaints:
        print(f"error: {complaint}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
