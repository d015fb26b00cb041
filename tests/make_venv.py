"""Makes environments beside our own by uv, with packages from where pip would take them.

    python tests/make_venv.py .venv-lowest --resolution lowest-direct --editable ".[lab,test]"
    python tests/make_venv.py .venv-colab numpy==2.0.2 ipython==7.34.0 --no-deps --editable .

What stands from --no-deps on is installed last, without what it requires.
uv is quick because it keeps what it has once unpacked, and links to it. It does not read pip's
settings, and many a machine has no others.
"""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

# What a machine may have set for pip only, and what uv calls it.
SETTINGS = {"index-url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE"}


def run(*command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def of_pip(environment):
    """The settings of `pip install` as variables of uv. What is set for uv itself stays."""
    listed = run(sys.executable, "-m", "pip", "config", "list", env=environment)
    settings = dict(line.split("=", 1) for line in listed.splitlines())
    return {
        variable: ast.literal_eval(settings[f"{source}.{setting}"])
        for setting, variable in SETTINGS.items()
        for source in ("global", "install", ":env:")  # each overrides those before it
        if f"{source}.{setting}" in settings
    }


def uv(*arguments):
    run(sys.executable, "-m", "uv", *arguments, env={**of_pip(os.environ), **os.environ})


def install(folder, *packages):
    """A new environment with these packages, of our own Python; the Python in it."""
    python = Path(folder) / "bin/python"
    shutil.rmtree(folder, ignore_errors=True)
    uv("venv", "--python", sys.executable, folder)
    uv("pip", "install", "--python", python, *packages)
    return python


if __name__ == "__main__":
    words = sys.argv[1:]
    end = words.index("--no-deps") if "--no-deps" in words else len(words)
    python = install(*words[:end])
    if words[end:]:
        uv("pip", "install", "--python", python, *words[end:])
