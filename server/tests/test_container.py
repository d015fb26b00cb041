"""The files for Docker and Kubernetes, read: neither has been run."""

import shutil
import subprocess

import course
import pytest
import yaml

pytestmark = pytest.mark.thorough
DOCKERFILE = course.HERE / "Dockerfile"


def test_dockerfile_has_no_fault():
    assert subprocess.run([shutil.which("hadolint"), DOCKERFILE]).returncode == 0


def test_fault_of_a_dockerfile_is_found(tmp_path):
    wrong = tmp_path / "Dockerfile"
    wrong.write_text("FROM python:latest\nRUN cd /opt\n")
    assert subprocess.run([shutil.which("hadolint"), wrong], capture_output=True).returncode == 1


def test_container_is_not_roots_and_holds_what_it_copies():
    lines = DOCKERFILE.read_text().splitlines()
    assert [line for line in lines if line.startswith("USER")] == ["USER 1000"]
    copies = [line for line in lines if line.startswith("COPY") and "--from" not in line]
    files = [course.HERE.parent / name for line in copies for name in line.split()[1:-1]]
    assert files
    assert [path for path in files if not path.exists()] == []
    assert "test]" not in DOCKERFILE.read_text()


def test_values_start_what_the_container_holds():
    values = yaml.safe_load((course.HERE / "values.yaml").read_text())
    command = values["singleuser"]["cmd"]
    assert f"CMD {command}".replace("'", '"') in DOCKERFILE.read_text()
    assert values["singleuser"]["memory"]["limit"] == "2G"
    assert values["cull"]["timeout"] == 60 * course.Course.idle_minutes
