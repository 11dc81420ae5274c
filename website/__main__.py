"""Write the pages of the site into a folder, ready for the builder: ``python -m website build/docs``."""

import sys
from pathlib import Path

from website.compose import compose

compose(Path(sys.argv[1]))
