"""`python -m storybot.doctor`: the same as `python -m storybot doctor`."""

import sys

from storybot.cli import main

if __name__ == "__main__":
    sys.exit(main(["doctor", *sys.argv[1:]]))
