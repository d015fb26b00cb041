"""Starts servers and kernels before the lesson, a few at a time, and prints who is ready.

python -m rbflib_server.warm_up my_class.toml                      servers of all on the list
python -m rbflib_server.warm_up my_class.toml --page 02            their kernels of page 02 too
python -m rbflib_server.warm_up my_class.toml --page 02 anna bo    of these students
"""

import argparse
import asyncio
import json
import sys
import time
from pathlib import Path

import aiohttp
from jupyter_client.jsonutil import json_default
from jupyter_client.session import Session

from rbflib_server import course

TIMEOUT = 1800  # seconds
# What every page imports: a forked kernel has it. The student's namespace stays empty.
IMPORTS = ("rbflib", "rbflib.lab.kit.explorer", "rbflib.lab.plot", "sklearn.model_selection")
PRELOAD = f"exec('import ' + ', '.join({IMPORTS}), {{}})"


class Hub:
    """The hub and the students' servers, asked as the service `warm-up`."""

    def __init__(self, ours, session):
        self.hub, self.students = f"{ours.address}/hub/api", f"{ours.address}/user"
        token = (ours.home / "warm_up_token").read_text()
        self.session, self.headers = session, {"Authorization": f"token {token}"}

    async def ask(self, method, address, body=None, accepted=()):
        """The answer as JSON. An error whose status is accepted is ignored."""
        async with self.session.request(method, address, json=body, headers=self.headers) as answer:
            if answer.status not in accepted:
                answer.raise_for_status()
            return json.loads(await answer.read() or "null")

    async def start_server(self, name):
        """The user may exist already, and the server may be running or starting."""
        user = f"{self.hub}/users/{name}"
        await self.ask("POST", user, accepted=(409,))
        await self.ask("POST", f"{user}/server", accepted=(400,))
        while not any(s["ready"] for s in (await self.ask("GET", user))["servers"].values()):
            await asyncio.sleep(1)

    async def start_kernel(self, name, page):
        """The kernel of a page, which JupyterLab finds when the student opens that page."""
        at = f"{self.students}/{name}/api"
        body = {"path": page, "name": page, "type": "notebook", "kernel": {"name": "python3"}}
        kernel = (await self.ask("POST", f"{at}/sessions", body))["kernel"]["id"]
        channels = f"{at}/kernels/{kernel}/channels"
        async with self.session.ws_connect(channels, headers=self.headers) as socket:
            request = Session().msg("execute_request", {"code": PRELOAD, "silent": True})
            await socket.send_str(json.dumps(request | {"channel": "shell"}, default=json_default))
            async for frame in socket:
                if json.loads(frame.data)["msg_type"] == "execute_reply":
                    return


async def warm_up(ours, names, page=None, report=lambda n, name: None):
    """Start the servers of names, and the kernels of a page such as "02"."""
    files = [path.name for path in ours.notebooks() if path.name[:2] == page]
    if page and not files:
        raise course.SettingsError(f"The page {page!r} is not offered.")
    slots, ready = asyncio.Semaphore(ours.concurrent_spawns), []

    async def one(name):
        async with slots:
            await hub.start_server(name)
            for file in files:
                await hub.start_kernel(name, file)
            ready.append(name)
            report(len(ready), name)

    async with aiohttp.ClientSession() as session:
        hub = Hub(ours, session)
        await asyncio.wait_for(asyncio.gather(*map(one, names)), TIMEOUT)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--page", help="start the kernels of this page too")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    began = time.monotonic()
    try:
        ours = course.read(options.file.resolve())
        names = options.names or ours.students
        if not names:
            raise course.SettingsError("Whose servers? Name students, or list them in class.toml.")
        if wrong := [name for name in names if not course.USERNAME.fullmatch(name)]:
            raise course.SettingsError(f"{wrong[0]!r} cannot be the name of a student.")

        def report(n, name):
            print(f"{n} of {len(names)}: {name}, after {time.monotonic() - began:.0f} s")

        asyncio.run(warm_up(ours, names, options.page, report))
    except course.SettingsError as error:
        sys.exit(str(error))
    except aiohttp.ClientError as error:
        sys.exit(f"The class server does not answer ({error}). Is it running? make class")


if __name__ == "__main__":
    main()
