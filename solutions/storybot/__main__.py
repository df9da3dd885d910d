"""`python -m storybot`."""

import sys

from storybot.cli import main

sys.exit(main())
