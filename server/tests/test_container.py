"""The files for Docker and Kubernetes, linted: neither has been run."""

import shutil
import subprocess

import yaml
from rbflib_server import course

SERVER = course.HERE.parent
DOCKERFILE = SERVER / "Dockerfile"


def test_dockerfile_is_clean_and_the_linter_finds_faults(tmp_path):
    wrong = tmp_path / "Dockerfile"
    wrong.write_text("FROM python:latest\nRUN cd /opt\n")
    hadolint = shutil.which("hadolint")
    assert subprocess.run([hadolint, DOCKERFILE]).returncode == 0
    assert subprocess.run([hadolint, wrong], capture_output=True).returncode == 1


def test_container_does_not_run_as_root_and_copies_what_exists():
    lines = DOCKERFILE.read_text().splitlines()
    assert [line for line in lines if line.startswith("USER")] == ["USER 1000"]
    copies = [line for line in lines if line.startswith("COPY") and "--from" not in line]
    files = [SERVER.parent / name for line in copies for name in line.split()[1:-1]]
    assert files
    assert [path for path in files if not path.exists()] == []


def test_values_start_what_the_container_holds():
    values = yaml.safe_load((SERVER / "values.yaml").read_text())
    command = values["singleuser"]["cmd"]
    assert f"CMD {command}".replace("'", '"') in DOCKERFILE.read_text()
    assert values["cull"]["timeout"] == 60 * course.Course.idle_minutes
