"""Write the pages of the site into a folder, ready for the builder: ``python -m website build/docs``."""

import argparse
from pathlib import Path

from website.compose import compose, unsuitable

parser = argparse.ArgumentParser(prog="python -m website", description="Compose the pages of the site.")
parser.add_argument("folder", type=Path, help="folder for the pages, which replace those of an earlier call")
folder = parser.parse_args().folder
if (reason := unsuitable(folder)) is not None:
    parser.error(f"{folder}: {reason}")
compose(folder)
