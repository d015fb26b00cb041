"""Starts what a class needs ahead of the lesson, a few at a time, and says who is ready.

python class/warm_up.py class/class.toml                      servers of all on the list
python class/warm_up.py class/class.toml --page 02            their kernels of page 02 too
python class/warm_up.py class/class.toml --page 02 anna bo    of these students
"""

import argparse
import asyncio
import json
import sys
import time
import uuid
from pathlib import Path

import aiohttp
import course

LONGEST = 1800  # seconds
# What every page imports: a forked kernel has it. The student's own names are left alone.
IMPORTS = ("rbflib", "rbflib.lab.kit.explorer", "rbflib.lab.plot", "sklearn.model_selection")
PRELOAD = f"exec('import ' + ', '.join({IMPORTS}), {{}})"


class Hub:
    """The hub and the students' servers, asked as the service `warm-up`."""

    def __init__(self, ours, session):
        self.hub, self.students = f"{ours.address}/hub/api", f"{ours.address}/user"
        token = (ours.home / "warm_up_token").read_text()
        self.session, self.headers = session, {"Authorization": f"token {token}"}

    async def ask(self, method, address, said=None, spared=()):
        """The answer as JSON. A status that is spared is no fault."""
        async with self.session.request(method, address, json=said, headers=self.headers) as answer:
            if answer.status not in spared:
                answer.raise_for_status()
            return json.loads(await answer.read() or "null")

    async def start_server(self, name):
        """It is no fault that the student is known, or the server there or on its way."""
        user = f"{self.hub}/users/{name}"
        await self.ask("POST", user, spared=(409,))
        await self.ask("POST", f"{user}/server", spared=(400,))
        while not any(s["ready"] for s in (await self.ask("GET", user))["servers"].values()):
            await asyncio.sleep(1)

    async def start_kernel(self, name, page):
        """The kernel of a page, which JupyterLab finds when the student opens that page."""
        at = f"{self.students}/{name}/api"
        said = {"path": page, "name": page, "type": "notebook", "kernel": {"name": "python3"}}
        kernel = (await self.ask("POST", f"{at}/sessions", said))["kernel"]["id"]
        channels = f"{at}/kernels/{kernel}/channels"
        async with self.session.ws_connect(channels, headers=self.headers) as socket:
            request = _silent(PRELOAD)
            await socket.send_str(json.dumps(request))
            async for got in socket:
                said = json.loads(got.data)
                if said["msg_type"] == "execute_reply":
                    return


def _silent(code):
    header = {"msg_id": uuid.uuid4().hex, "msg_type": "execute_request", "version": "5.4"}
    header |= {"session": uuid.uuid4().hex, "username": "", "date": ""}
    content = {"code": code, "silent": True, "store_history": False, "user_expressions": {}}
    content |= {"allow_stdin": False, "stop_on_error": False}
    return {
        "header": header,
        "parent_header": {},
        "metadata": {},
        "content": content,
        "channel": "shell",
        "buffers": [],
    }


async def warm_up(ours, names, page=None, tell=lambda n, name: None):
    """Start the servers of names, and the kernels of a page such as "02"."""
    files = [path.name for path in ours.notebooks() if path.name[:2] == page]
    if page and not files:
        raise course.Wrong(f"The page {page!r} is not offered.")
    places, ready = asyncio.Semaphore(ours.places), []

    async def one(name):
        async with places:
            await hub.start_server(name)
            for file in files:
                await hub.start_kernel(name, file)
            ready.append(name)
            tell(len(ready), name)

    async with aiohttp.ClientSession() as session:
        hub = Hub(ours, session)
        await asyncio.wait_for(asyncio.gather(*map(one, names)), LONGEST)


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
            raise course.Wrong("Whose servers? Name students, or list them in class.toml.")
        if wrong := [name for name in names if not course.NAME.fullmatch(name)]:
            raise course.Wrong(f"{wrong[0]!r} is no name of a student.")

        def tell(n, name):
            print(f"{n} of {len(names)}: {name}, after {time.monotonic() - began:.0f} s")

        asyncio.run(warm_up(ours, names, options.page, tell))
    except course.Wrong as wrong:
        sys.exit(str(wrong))
    except aiohttp.ClientError as error:
        sys.exit(f"The class server does not answer ({error}). Is it running? make class")


if __name__ == "__main__":
    main()
