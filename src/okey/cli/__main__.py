"""`python -m okey.cli` is `okey`."""

import sys

from okey.cli import main

sys.exit(main())
