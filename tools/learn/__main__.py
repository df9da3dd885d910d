"""`python -m tools.learn`, which is `make learn`."""

import sys

from tools.learn.command import main

if __name__ == "__main__":
    sys.exit(main())
