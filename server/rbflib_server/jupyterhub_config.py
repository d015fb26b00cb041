"""The hub of a class. What may be changed is in class.toml."""

import os
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import course
import spawner
from authenticator import Door, Passwords
from jupyterhub.auth import Authenticator
from tornado.web import HTTPError

c = get_config()  # JupyterHub gives it

COURSE = course.read(os.environ["RBFLIB_CLASS_FILE"])
KEPT = COURSE.home
PORT = COURSE.port


class ClassAuthenticator(Authenticator):
    """The door of the class as JupyterHub asks for it."""

    door = Door(COURSE, Passwords(KEPT / "passwords.json"))

    async def authenticate(self, handler, data):
        name = self.normalize_username(data["username"].strip())
        told = self.door.refusal(name, data["password"], data.get("class_password", ""))
        if told:
            self.log.warning("Refused %r: %s", name, told)
            raise HTTPError(403, told)
        return {"name": name, "admin": False}


# The hub, and the proxy before it: a program of its own. Pages live on while the hub is away.
c.JupyterHub.bind_url = COURSE.address
c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{PORT + 2}"
c.ConfigurableHTTPProxy.should_start = False
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{PORT + 1}"
c.ConfigurableHTTPProxy.auth_token = (KEPT / "proxy_token").read_text()
c.JupyterHub.cleanup_proxy = False
c.JupyterHub.cleanup_servers = False
c.JupyterHub.last_activity_interval = 2  # seconds; till then a new proxy lacks its routes
c.JupyterHub.db_url = f"sqlite:///{KEPT / 'hub.sqlite'}"
c.JupyterHub.cookie_secret_file = str(KEPT / "cookie_secret")
c.JupyterHub.template_paths = [str(HERE / "templates")]
c.JupyterHub.implicit_spawn_seconds = 1  # a link to a page starts a server that has ended
c.JupyterHub.tornado_settings = {"slow_spawn_timeout": 0}  # to the waiting page at once

# Who.
c.JupyterHub.authenticator_class = ClassAuthenticator
c.Authenticator.allow_all = True  # the door has decided
c.JupyterHub.load_groups = {"teachers": {"users": list(COURSE.teachers)}}

# What they get. The spawner has a queue of its own, which tells students their place.
spawner.ClassSpawner.course = COURSE
spawner.ClassSpawner.queue = spawner.Queue(COURSE.places)
c.JupyterHub.spawner_class = spawner.ClassSpawner
c.JupyterHub.concurrent_spawn_limit = 0
c.Spawner.cmd = spawner.command()
c.Spawner.args = spawner.arguments()
c.Spawner.default_url = f"/lab/tree/{COURSE.notebooks()[0].name}"
c.Spawner.start_timeout = 1800
c.Spawner.http_timeout = 120

# A student's kernel may talk to the questions, and to nothing else of the hub.
ASK = "access:services!service=questions"
c.Spawner.server_token_scopes = [ASK, "users:activity!user"]
c.JupyterHub.load_roles = [
    {"name": "user", "scopes": ["self", ASK]},
    {
        "name": "idle-culler",
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
        "services": ["idle-culler"],
    },
    {
        "name": "warm-up",
        "scopes": ["list:users", "admin:users", "servers", "access:servers"],
        "services": ["warm-up"],
    },
]
# Where Linux can see to it, a service ends with its hub, however that ends.
TOGETHER = ["setpriv", "--pdeathsig=TERM"] if shutil.which("setpriv") else []
c.JupyterHub.services = [
    {
        "name": "questions",
        "url": f"http://127.0.0.1:{PORT + 3}",
        "command": [*TOGETHER, sys.executable, str(HERE / "questions.py")],
        "environment": {"RBFLIB_CLASS_FILE": os.environ["RBFLIB_CLASS_FILE"]},
        "display": False,
    },
    {
        "name": "idle-culler",
        "command": [
            *[*TOGETHER, sys.executable, "-m", "jupyterhub_idle_culler"],
            f"--timeout={60 * COURSE.idle_minutes}",
            f"--cull-every={min(60, 15 * COURSE.idle_minutes)}",
        ],
    },
    {"name": "warm-up", "api_token": (KEPT / "warm_up_token").read_text()},
]

if COURSE.workers:
    spawner.make_home("_sweeps", KEPT / "students/_sweeps")  # no student's name
    c.JupyterHub.services.append(
        {
            "name": "sweeps",
            "command": [
                *[*TOGETHER, sys.executable, str(HERE / "sweeps.py")],
                *[str(COURSE.workers), str(PORT + 4)],
            ],
            "user": spawner.system_user("_sweeps"),
            "cwd": str(KEPT / "students/_sweeps"),
        }
    )
