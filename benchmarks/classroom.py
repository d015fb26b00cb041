"""A class that votes, how soon it is answered, and if all is counted: a section of RESULTS.md.

`make bench` calls this after `make book`.
"""

import asyncio
import csv
import json
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
from results import table, write_section
from tornado.httpclient import AsyncHTTPClient

ROOT = Path(__file__).parents[1]
BOOK = ROOT / "build/book"
PAGE, QUESTION = "02_full_network.html", "interpolation"
BROWSERS, RELOADS, SECONDS = 200, 20, 10
GOALS = {"time until 95% of the votes are answered, ms": 200}
GOALS |= {"votes lost or counted twice": 0, "peak memory of the server, MB": 150}
HEAD = f"""## A class of {BROWSERS} browsers

Written by `benchmarks/classroom.py`. In each of two rounds all vote within {SECONDS} s, and
{RELOADS} of them then load a page again: all of its files and of Python's, which have not changed.
"""


async def lesson(students, teacher):
    """Milliseconds until each vote was answered, and how many are lost or counted twice."""
    client, times = AsyncHTTPClient(max_clients=BROWSERS), []
    students = students.removesuffix("go")
    key = {"Authorization": "Bearer " + teacher.partition("?key=")[2]}

    async def ask(path, body=None, **headers):
        put = {"method": "PUT", "body": json.dumps(body)} if body else {}
        return await client.fetch(f"{students}{path}", headers=headers, raise_error=False, **put)

    async def vote(number, choice):
        await asyncio.sleep(random.uniform(0, SECONDS))
        await ask("class/now", {"browser": f"{number:020}"})
        start = perf_counter()
        await ask(f"class/vote/{QUESTION}", {"browser": f"{number:020}", "choice": choice})
        times.append(1e3 * (perf_counter() - start))
        for path, etag in etags.items() if number < RELOADS else ():
            assert (await ask(path, **{"If-None-Match": etag})).code == 304

    etags = {path: (await ask(path)).headers["Etag"] for path in files()}
    rounds = [random.choices(range(3), k=BROWSERS) for _ in range(2)]
    for state, choices in zip(("before", "after"), rounds, strict=True):
        status = await ask(f"class/question/{QUESTION}", {"state": state}, **key)
        await asyncio.gather(*map(vote, range(BROWSERS), choices))
    texts = json.loads(status.body)["choices"]
    sent = Counter(f"{texts[a]},{texts[b]}" for a, b in zip(*rounds, strict=True))
    rows = csv.DictReader((await ask("class/csv", **key)).body.decode("utf-8-sig").splitlines())
    counted = Counter(f"{row['before']},{row['after']}" for row in rows)
    return times, ((sent - counted) + (counted - sent)).total()


def files():
    linked = re.findall(r'(?:src|href)="(_static/[^"?]+)', (BOOK / PAGE).read_text("utf-8"))
    python = [path for path in BOOK.glob("_static/engine/*-*") if path.is_file()]
    return {PAGE, *linked, *(path.relative_to(BOOK).as_posix() for path in python)}


def main():
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "book.classroom", "--port=0", f"--folder={BOOK}"]
        command += [f"--state={folder}/votes.sqlite"]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
            try:
                links = (next(server.stdout).split()[1] for _ in range(2))
                times, wrong = asyncio.run(lesson(*links))
                status = Path(f"/proc/{server.pid}/status").read_text()
            finally:
                server.kill()
    memory = int(re.search(r"VmHWM:\s*(\d+)", status)[1]) / 1e3
    measured = zip(GOALS.items(), [np.percentile(times, 95), wrong, memory], strict=True)
    rows = [[name, f"{x:.0f}", f"{most}"] for (name, most), x in measured]
    head = f"{HEAD}\nMedian of a vote's answer: {np.median(times):.1f} ms.\n"
    section = "\n".join([head, table(["", "measured", "at most"], rows)])
    print(section)
    write_section(section)
    assert wrong == 0


if __name__ == "__main__":
    main()
