"""Forked kernels: each its student's alone, and as good as one that was started anew.

All but the parser's tests need root: students are real system users.
"""

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jupyter_client.blocking import BlockingKernelClient
from jupyter_client.connect import write_connection_file
from rbflib_server import load, serve
from rbflib_server.course import Course
from rbflib_server.forkserver import client as forkserver_client
from rbflib_server.forkserver.request import MAX_BYTES, Header, InvalidRequest, Task, parse
from rbflib_server.forkserver.server import MAX_CONNECTIONS, MAX_PROCESSES
from rbflib_server.spawner import PREFIX, ROOT, make_home

# Sockets of Jupyter's clients, at their end.
pytestmark = pytest.mark.filterwarnings("default::ResourceWarning")
ANNA, BO = (f"n{os.getpid()}-{who}" for who in ("anna", "bo"))

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
HEADER = Header("kernel", "anna")
TASK = Task(["-f", "file"], {"HOME": "/home/student"}, "/home/student")
TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)
NAMES = TEXT.filter(lambda name: name and "=" not in name)
HEADERS = st.builds(Header, st.sampled_from(["server", "kernel"]), st.none() | TEXT)
PARTS = HEADERS | st.builds(Task, st.lists(TEXT), st.dictionaries(NAMES, TEXT), TEXT)


def accepts_or_refuses(message):
    """A part of nothing but strings, or InvalidRequest: no other exception, ever."""
    for kind in (Header, Task):
        with suppress(InvalidRequest):
            fields = list(vars(parse(kind, message)).values())
            while fields:
                field = fields.pop()
                if isinstance(field, list | dict):
                    fields += [*field, *(field.values() if isinstance(field, dict) else ())]
                else:
                    assert field is None or (isinstance(field, str) and "\0" not in field)


@given(st.binary(max_size=300), st.sampled_from([HEADER, TASK]), st.data(), VALUES)
def test_parser_survives_any_bytes_any_json_and_fields_of_wrong_types(message, part, data, value):
    accepts_or_refuses(message)
    accepts_or_refuses(json.dumps(value).encode())
    name = data.draw(st.sampled_from([*vars(part), "other"]))
    accepts_or_refuses(json.dumps(vars(part) | {name: value}).encode())


@given(PARTS, st.data())
def test_request_arrives_as_sent_and_a_truncated_one_is_refused(part, data):
    message = json.dumps(vars(part)).encode()
    assert parse(type(part), message) == part
    with pytest.raises(InvalidRequest):
        parse(type(part), message[: data.draw(st.integers(0, len(message) - 1))])


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        (TASK, b"{", b"[" * 60_000),
        (TASK, b"{", b"1" * 60_000),
        (TASK, b"}", b"}" + b" " * MAX_BYTES),
        (TASK, b"student", b"\\u0000"),
        (TASK, b"student", b"\\ud800"),
        (TASK, b"HOME", b"A=B"),
        (TASK, b"HOME", b""),
        (TASK, b'"file"', b"1"),
        (HEADER, b"kernel", b"shell"),
        (HEADER, b'"kernel"', b'["kernel"]'),
        (HEADER, b"anna", b"\\u0000"),
        (HEADER, b'"anna"', b"0"),
    ],
)
def test_hostile_request_is_refused(part, old, new):
    with pytest.raises(InvalidRequest):
        parse(type(part), json.dumps(vars(part)).encode().replace(old, new))


@pytest.fixture(scope="module")
def folder():
    """A folder in which two students, who are system users, have their own."""
    if not ROOT:
        assert not os.environ.get("RBFLIB_DEMAND_BROWSER"), "the class server is to be tested"
        pytest.skip("students are system users: this needs root")
    folder = Path(tempfile.mkdtemp(prefix="rbflib-forkserver-"))
    folder.chmod(0o711)
    for name in (ANNA, BO):
        make_home(name, folder / name)
    yield folder
    for name in (ANNA, BO):
        load.remove_user(name)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def ours(folder):
    """A class with this folder, and its fork server."""
    ours = Course("password", {"ada": "password of ada"}, folder=str(folder))
    ours.forkserver_folder.mkdir()
    command, environment = serve.forkserver(ours)
    with open(folder / "log", "w") as log:
        program = subprocess.Popen(command, env=environment, stderr=log)
    try:
        until = time.monotonic() + 60
        while not (ours.forkserver_folder / "socket").exists():
            assert program.poll() is None
            assert time.monotonic() < until
            time.sleep(0.1)
        ours.forkserver_folder.chmod(0o711)
        yield ours, program
    finally:
        program.kill()
        program.wait()


class Kernel:
    """A kernel of a student, with a client."""

    def __init__(self, ours, name):
        home = ours.home / name
        file, _ = write_connection_file(str(home / f"{time.monotonic_ns()}.json"))
        shutil.chown(file, PREFIX + name)
        environment = {"HOME": str(home), "PATH": os.defpath, "TOKEN": f"token of {name}"}
        task = Task(["ipykernel_launcher", "-f", file], environment, str(home))
        header = Header("kernel", PREFIX + name)
        self.process = forkserver_client.start(ours.forkserver_folder, header, task)
        self.client = BlockingKernelClient(connection_file=file)
        self.client.load_connection_file()
        self.client.start_channels()
        self.client.wait_for_ready(60)

    def output(self, code):
        """What a cell prints."""
        messages = []
        self.client.execute_interactive(code, output_hook=messages.append, timeout=60)
        return "".join(message["content"].get("text", "") for message in messages)

    def end(self):
        self.client.stop_channels()
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def anna(ours):
    kernel = Kernel(ours[0], ANNA)
    yield kernel
    kernel.end()


@pytest.fixture(scope="module")
def bo(ours):
    kernel = Kernel(ours[0], BO)
    yield kernel
    kernel.end()


def as_user(name, code, *arguments):
    """A program of a student."""
    return subprocess.Popen(
        [sys.executable, "-c", f"import sys\n{code}", *arguments],
        user=PREFIX + name, group=PREFIX + name, extra_groups=[],
        env={"PYTHONPATH": os.environ.get("PYTHONPATH", "")},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def idle(ours, name):
    """A forked process of a student, without a client that asks it anything."""
    header, task = Header("kernel", PREFIX + name), Task([""], {}, str(ours.home / name))
    return forkserver_client.start(ours.forkserver_folder, header, task)


def test_kernel_is_its_students_and_has_no_privileges_left(ours, anna):
    uid = (ours[0].home / ANNA).stat().st_uid
    output = anna.output(
        "import os\nprint(os.getppid(), *os.getresuid(), *os.getresgid(), *os.getgroups())\n"
        "try: os.setuid(0)\nexcept PermissionError: print('refused')\n"
        "print(*(line for line in open('/proc/self/status') if line.startswith('CapEff')))"
    )
    parent, *ids, refused, _, capabilities = output.split()
    assert int(parent) == ours[1].pid
    assert {int(number) for number in ids} == {uid}
    assert refused == "refused"
    assert int(capabilities, 16) == 0


def test_kernels_draw_different_random_numbers(anna, bo):
    code = (
        "import multiprocessing, random, tempfile, uuid\nimport numpy as np\n"
        "print(random.random(), np.random.rand(), uuid.uuid4(), tempfile.mktemp(),"
        " multiprocessing.current_process().authkey.hex(), np.random.default_rng().random())"
    )
    draws = [kernel.output(code).split() for kernel in (anna, bo)]
    assert [mine for mine, other in zip(*draws, strict=True) if mine == other] == []


def test_kernel_inherits_nothing_of_the_class_or_of_another_student(anna, bo):
    output = bo.output(
        "import os\nprint(os.environ['TOKEN'], os.environ['HOME'])\n"
        "print(open('/proc/self/environ').read().replace(chr(0), ' '))"
    )
    assert f"token of {BO}" in output
    for word in (ANNA, "JUPYTERHUB", "RBFLIB", "CONFIGPROXY"):
        assert word not in output


def test_memory_of_a_kernel_has_nothing_of_a_student_who_came_before(ours, anna):
    later = Kernel(ours[0], BO)
    output = later.output(
        "import re\nfound = set()\nmemory = open('/proc/self/mem', 'rb', 0)\n"
        "for line in open('/proc/self/maps').readlines():\n"
        "    begin, end = (int(x, 16) for x in line.split()[0].split('-'))\n"
        "    try:\n        memory.seek(begin)\n        part = memory.read(end - begin)\n"
        "    except (OSError, OverflowError, ValueError): continue\n"
        "    found.update(re.findall(rb'token of n[0-9]+-([a-z]+)', part))\n"
        "    del part\n"
        "print(*sorted(found))"
    )
    later.end()
    assert output == "b'bo'\n"


def test_no_student_reads_or_ends_the_kernel_of_another(anna, bo):
    output = bo.output(
        f"pid = {anna.process.pid}\n"
        "for name in ('environ', 'mem', 'maps'):\n"
        "    try: open(f'/proc/{pid}/{name}', 'rb').read(1)\n"
        "    except PermissionError: print('closed')\n"
        "try: os.kill(pid, 9)\nexcept PermissionError: print('refused')"
    )
    assert output.split() == ["closed"] * 3 + ["refused"]


def test_student_who_names_another_gets_a_process_of_their_own(ours):
    code = (
        "from rbflib_server.forkserver import client\n"
        "from rbflib_server.forkserver.request import Header, Task\nimport os\n"
        "folder, other = sys.argv[1:]\n"
        "header, task = Header('kernel', other), Task([''], {}, '/')\n"
        "with client.start(folder, header, task) as process:\n"
        "    print(os.stat(f'/proc/{process.pid}').st_uid, os.getuid())\n    process.kill()"
    )
    with as_user(BO, code, str(ours[0].forkserver_folder), PREFIX + ANNA) as program:
        owner, own = program.communicate(timeout=60)[0].split()
    assert owner == own


def test_nobody_gets_a_process_of_root(ours):
    task = Task([""], {}, "/")
    for user in ("root", None, "nobody-has-this-name"):
        with pytest.raises(ConnectionError):
            forkserver_client.start(ours[0].forkserver_folder, Header("kernel", user), task)


def test_flood_of_garbage_does_not_keep_others_out(ours):
    code = (
        "import socket, time\nconnections = []\n"
        "kinds = [b'', b'garbage', b'x' * 70000, bytes(1000), b'[' * 60000, b'[]', b'{}']\n"
        "for message in kinds * 200:\n"
        "    connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)\n"
        "    connection.settimeout(5)\n"
        # More than can wait: the server may still be importing.
        "    while True:\n"
        "        try: connection.connect(sys.argv[1]); break\n"
        "        except BlockingIOError: time.sleep(0.01)\n"
        "    connections.append(connection)\n"
        "    try: message and connection.send(message)\n    except BrokenPipeError: pass\n"
        "print('all', flush=True)\nsys.stdin.read()"
    )
    with as_user(BO, code, str(ours[0].forkserver_folder / "socket")) as program:
        assert program.stdout.readline() == "all\n"
        other = Kernel(ours[0], ANNA)
        assert other.output("print(6 * 7)") == "42\n"
        other.end()
        held = f"/proc/{ours[1].pid}/fd"
        assert len(os.listdir(held)) < MAX_CONNECTIONS + MAX_PROCESSES + 20
    assert "refused uid" in (ours[0].home / "log").read_text()


def test_processes_of_one_student_are_limited(ours):
    processes = []
    with suppress(ConnectionError):
        for _ in range(2 * MAX_PROCESSES):
            processes.append(idle(ours[0], BO))
    assert MAX_PROCESSES - 1 <= len(processes) <= MAX_PROCESSES  # the fixture's may run, too
    for process in processes:
        process.kill()
        process.wait()
    time.sleep(3)  # the server reaps once per second
    again = idle(ours[0], BO)
    again.kill()
    again.wait()


def test_handle_of_an_ended_process_signals_no_other(ours):
    process = idle(ours[0], ANNA)
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == 1
    process.kill()
    assert process.poll() == 1


CELLS = {
    # A browser that reconnects finds its widgets.
    "import comm\nprint(*comm.get_comm_manager().targets)": "jupyter.widget.control",
    "import numpy\ntry: numpy.ones(2**29)\nexcept MemoryError as error: print(error)": "4.00 GiB",
    "import subprocess\nprint(subprocess.getoutput('echo word'))": "word\n",
    "from joblib import Parallel, delayed\n"
    "print(sum(Parallel(2)(delayed(abs)(n) for n in range(-4, 0))))": "10\n",
}


@pytest.mark.parametrize("code", CELLS)
def test_cells_have_widgets_little_memory_and_other_processes(anna, code):
    assert CELLS[code] in anna.output(code)


def test_kernel_ends_with_its_client(ours):
    kernel = Kernel(ours[0], BO)
    kernel.process.connection.close()
    assert kernel.process.poll(30_000) == 1
    kernel.client.stop_channels()


@pytest.mark.skipif(sys.platform != "linux", reason="it needs Linux")
def test_fork_server_ends_with_its_parent(tmp_path):
    code = "import subprocess, sys\nprint(subprocess.Popen(sys.argv[1:]).pid, flush=True)\ninput()"
    command = [*serve.PYTHON, "rbflib_server.forkserver", tmp_path, "2"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code, *command], **pipes) as parent:
        pidfd = os.pidfd_open(int(parent.stdout.readline()))
        while not (tmp_path / "socket").exists():
            time.sleep(0.1)
        parent.kill()
        assert select.select([pidfd], [], [], 10)[0]
    os.close(pidfd)
