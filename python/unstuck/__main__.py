"""`python -m unstuck`: the whole command line."""

import sys

from ._unstuck import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
