"""Copy the pages to a folder and open them in JupyterLab.

    python -m rbflib.lab               to the folder rbflib-notebooks
    python -m rbflib.lab FOLDER        to another one
    python -m rbflib.lab --no-browser  further options are JupyterLab's

A page that is there already stays as it is.
"""

import argparse
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

PACKED = Path(__file__).with_name("notebooks")  # in a wheel
SOURCE = Path(__file__).parents[2] / "notebooks"  # in the source folder


def copy_pages(folder):
    """Copy the pages that the folder lacks; return the names of those that it has had."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = sorted((PACKED if PACKED.is_dir() else SOURCE).glob("*.ipynb"))
    kept = [page.name for page in pages if (folder / page.name).exists()]
    for page in pages:
        if page.name not in kept:
            shutil.copyfile(page, folder / page.name)
    return kept


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m rbflib.lab", description="Copy the pages to a folder and open them."
    )
    parser.add_argument("folder", nargs="?", type=Path, default=Path("rbflib-notebooks"))
    options, of_jupyterlab = parser.parse_known_args(arguments)
    if find_spec("jupyterlab") is None:
        return 'JupyterLab is not installed here. Install it by: pip install "rbflib[lab]"'
    try:
        kept = copy_pages(options.folder)
    except OSError as error:
        return f"{options.folder}: {error.strerror}. Choose another folder for the pages."
    if kept:
        print(f"Already in {options.folder}, and left as they are: {', '.join(kept)}.")
    return subprocess.call([sys.executable, "-m", "jupyterlab", options.folder, *of_jupyterlab])


if __name__ == "__main__":
    sys.exit(main())
