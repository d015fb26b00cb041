"""The hub of a class. What may be changed is in class.toml."""

import os
import shutil
import sys
from pathlib import Path

from jupyterhub.auth import Authenticator
from tornado.web import HTTPError

from rbflib_server import course
from rbflib_server.authenticator import LoginPolicy, Passwords
from rbflib_server.spawner import ClassSpawner, SpawnQueue

c = get_config()  # JupyterHub gives it

COURSE = course.read(os.environ["RBFLIB_CLASS_FILE"])
DATA = COURSE.home
PORT = COURSE.port


class ClassAuthenticator(Authenticator):
    """The class's LoginPolicy, as JupyterHub asks it."""

    policy = LoginPolicy(COURSE, Passwords(DATA / "passwords.json"))

    async def authenticate(self, handler, data):
        name = self.normalize_username(data["username"].strip())
        class_password = data.get("class_password", "")
        if reason := self.policy.rejection_reason(name, data["password"], class_password):
            self.log.warning("Refused %r: %s", name, reason)
            raise HTTPError(403, reason)
        return {"name": name, "admin": False}


# The proxy is a program of its own: pages go on while the hub is down.
c.JupyterHub.bind_url = COURSE.address
c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{PORT + 2}"
c.ConfigurableHTTPProxy.should_start = False
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{PORT + 1}"
c.ConfigurableHTTPProxy.auth_token = (DATA / "proxy_token").read_text()
c.JupyterHub.cleanup_proxy = False
c.JupyterHub.cleanup_servers = False
c.JupyterHub.last_activity_interval = 2  # seconds; until then a new proxy lacks its routes
c.JupyterHub.db_url = f"sqlite:///{DATA / 'hub.sqlite'}"
c.JupyterHub.cookie_secret_file = str(DATA / "cookie_secret")
c.JupyterHub.template_paths = [str(Path(course.HERE, "templates"))]
c.JupyterHub.implicit_spawn_seconds = 1  # a link to a page starts a server that has ended
c.JupyterHub.tornado_settings = {"slow_spawn_timeout": 0}  # to the waiting page at once

c.JupyterHub.authenticator_class = ClassAuthenticator
c.Authenticator.allow_all = True  # the policy has decided
c.JupyterHub.load_groups = {"teachers": {"users": list(COURSE.teachers)}}

# The spawner has a queue of its own, which shows students their position.
ClassSpawner.course = COURSE
ClassSpawner.queue = SpawnQueue(COURSE.concurrent_spawns)
c.JupyterHub.spawner_class = ClassSpawner
c.JupyterHub.concurrent_spawn_limit = 0
c.Spawner.cmd = [sys.executable, "-P", "-m", "rbflib_server.student_server"]
c.Spawner.default_url = f"/lab/tree/{COURSE.notebooks()[0].name}"
c.Spawner.start_timeout = 1800
c.Spawner.http_timeout = 120

# A student's kernel may reach the service `questions`, and nothing else of the hub.
QUESTIONS = "access:services!service=questions"
c.Spawner.server_token_scopes = [QUESTIONS, "users:activity!user"]
CULLER_SCOPES = ["list:users", "read:users:activity", "read:servers", "delete:servers"]
WARM_UP_SCOPES = ["list:users", "admin:users", "servers", "access:servers"]
c.JupyterHub.load_roles = [
    {"name": "user", "scopes": ["self", QUESTIONS]},
    {"name": "idle-culler", "scopes": CULLER_SCOPES, "services": ["idle-culler"]},
    {"name": "warm-up", "scopes": WARM_UP_SCOPES, "services": ["warm-up"]},
]
# On Linux a service ends with its hub, however that ends.
WITH_HUB = ["setpriv", "--pdeathsig=TERM"] if shutil.which("setpriv") else []
PYTHON = [*WITH_HUB, sys.executable, "-P", "-m"]
c.JupyterHub.services = [
    {
        "name": "questions",
        "url": f"http://127.0.0.1:{PORT + 3}",
        "command": [*PYTHON, "rbflib_server.questions"],
        "environment": {"RBFLIB_CLASS_FILE": os.environ["RBFLIB_CLASS_FILE"]},
        "display": False,
    },
    {
        "name": "idle-culler",
        "command": [
            *[*PYTHON, "jupyterhub_idle_culler", f"--timeout={60 * COURSE.idle_minutes}"],
            f"--cull-every={min(60, 15 * COURSE.idle_minutes)}",
        ],
    },
    {"name": "warm-up", "api_token": (DATA / "warm_up_token").read_text()},
]
