"""Kernels that are forked: each its student's alone, and as good as one that was started anew.

`make test-class` runs this in an environment of its own, as root: students are real system users.
"""

import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import course
import forked
import load
import nursery
import pytest
import serve
from jupyter_client.blocking import BlockingKernelClient
from jupyter_client.connect import write_connection_file
from spawner import PREFIX, ROOT, make_home

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.filterwarnings("default::ResourceWarning"),  # sockets of clients, at their end
]

ANNA, BO = (f"n{os.getpid()}-{who}" for who in ("anna", "bo"))


@contextmanager
def started(folder):
    """A nursery of a class whose folder this is."""
    said = {"class_password": "password", "teachers": {"ada": "password of ada"}}
    ours = course.Course(**said, folder=str(folder))
    ours.nursery.mkdir()
    command, environment = serve.nursery(ours)
    with open(folder / "log", "w") as log:
        program = subprocess.Popen(command, env=environment, stderr=log)
    try:
        until = time.monotonic() + 60
        while not (ours.nursery / "socket").exists():
            assert program.poll() is None
            assert time.monotonic() < until
            time.sleep(0.1)
        yield ours, program
    finally:
        program.kill()
        program.wait()


@pytest.fixture(scope="module")
def folder():
    """A folder through which two students, who are system users, may pass to their own."""
    if not ROOT:
        assert not os.environ.get("RBFLIB_DEMAND_BROWSER"), "the nursery is to be tested"
        pytest.skip("students are system users: only root can test a nursery")
    folder = Path(tempfile.mkdtemp(prefix="rbflib-nursery-"))
    folder.chmod(0o711)
    for name in (ANNA, BO):
        make_home(name, folder / name)
    yield folder
    for name in (ANNA, BO):
        load.remove_user(name)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def ours(folder):
    with started(folder) as (ours, program):
        ours.nursery.chmod(0o711)
        yield ours, program


class Kernel:
    """A kernel of a student, with a client."""

    def __init__(self, ours, name):
        home = ours.home / name
        file, _ = write_connection_file(str(home / f"{time.monotonic_ns()}.json"))
        shutil.chown(file, PREFIX + name)
        environment = {"HOME": str(home), "PATH": os.defpath, "TOKEN": f"token of {name}"}
        said = "kernel", ["ipykernel_launcher", "-f", file], environment, home, PREFIX + name
        self.program = forked.ask(ours.nursery, *said)
        self.client = BlockingKernelClient(connection_file=file)
        self.client.load_connection_file()
        self.client.start_channels()
        self.client.wait_for_ready(60)

    def gives(self, code):
        """The messages that a cell puts out."""
        said = []
        self.client.execute_interactive(code, output_hook=said.append, timeout=60)
        return [message["content"] for message in said]

    def says(self, code):
        return "".join(content.get("text", "") for content in self.gives(code))

    def end(self):
        self.client.stop_channels()
        self.program.kill()
        self.program.wait()


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
    """What a program of a student prints, who may use what the class has."""
    command = [sys.executable, "-c", f"import sys\nsys.path.insert(0, sys.argv[1])\n{code}"]
    answer = subprocess.run(
        [*command, course.HERE, *arguments],
        user=PREFIX + name, group=PREFIX + name, extra_groups=[], env={},
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert not answer.stderr
    return answer.stdout


def test_kernel_is_its_students_and_has_no_rights_left(ours, anna):
    user = (ours[0].home / ANNA).stat().st_uid
    said = anna.says(
        "import os\nprint(os.getppid(), *os.getresuid(), *os.getresgid(), *os.getgroups())\n"
        "try: os.setuid(0)\nexcept PermissionError: print('refused')\n"
        "print(*(line for line in open('/proc/self/status') if line.startswith('CapEff')))"
    )
    parent, *ids, refused, _, rights = said.split()
    assert int(parent) == ours[1].pid
    assert {int(number) for number in ids} == {user}
    assert refused == "refused"
    assert int(rights, 16) == 0


def test_kernels_draw_numbers_of_their_own(anna, bo):
    draws = [
        kernel.says(
            "import multiprocessing, random, tempfile, uuid\nimport numpy as np\n"
            "print(random.random(), np.random.rand(), uuid.uuid4(), tempfile.mktemp(),"
            " multiprocessing.current_process().authkey.hex(), np.random.default_rng().random())"
        ).split()
        for kernel in (anna, bo)
    ]
    assert [mine for mine, other in zip(*draws, strict=True) if mine == other] == []


def test_nothing_of_the_class_or_of_another_comes_with_the_fork(anna, bo):
    said = bo.says(
        "import os\nprint(os.environ['TOKEN'], os.environ['HOME'])\n"
        "print(open('/proc/self/environ').read().replace(chr(0), ' '))"
    )
    assert f"token of {BO}" in said
    for word in (ANNA, "JUPYTERHUB", "RBFLIB", "CONFIGPROXY"):
        assert word not in said
    assert "ModuleNotFoundError" in str(bo.gives("import course"))


def test_no_student_reads_or_ends_the_kernel_of_another(anna, bo):
    said = bo.says(
        f"pid = {anna.program.pid}\n"
        "for name in ('environ', 'mem', 'maps'):\n"
        "    try: open(f'/proc/{pid}/{name}', 'rb').read(1)\n"
        "    except PermissionError: print('closed')\n"
        "try: os.kill(pid, 9)\nexcept PermissionError: print('refused')"
    )
    assert said.split() == ["closed"] * 3 + ["refused"]


def test_student_who_names_another_gets_a_program_of_their_own(ours):
    code = (
        "import forked, os\nfolder, other = sys.argv[2:]\n"
        "with forked.ask(folder, 'kernel', [''], {}, '/', other) as program:\n"
        "    print(os.stat(f'/proc/{program.pid}').st_uid, os.getuid())\n    program.kill()"
    )
    whose, own = as_user(BO, code, str(ours[0].nursery), PREFIX + ANNA).split()
    assert whose == own


def test_root_gets_no_program_of_root(ours):
    with pytest.raises(OSError, match="gives none"):
        forked.ask(ours[0].nursery, "kernel", [""], {}, "/", "root")


def test_garbage_and_a_thousand_lines_are_in_nobodys_way(ours):
    code = (
        "import socket\nlines, kinds = [], [b'', bytes(1000), b'[' * 60000, b'[]', b'{}']\n"
        "for said in kinds * 200:\n"
        "    line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)\n"
        "    line.settimeout(5)\n"
        "    line.connect(sys.argv[2])\n"
        "    lines.append(line)\n"
        "    try: said and line.send(said)\n    except BrokenPipeError: pass\n"
        "print('all', flush=True)\nsys.stdin.read()"
    )
    at = [sys.executable, "-c", f"import sys\n{code}", "", ours[0].nursery / "socket"]
    user = {"user": PREFIX + BO, "group": PREFIX + BO, "extra_groups": [], "env": {}}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(at, **user, **pipes) as program:
        assert program.stdout.readline() == b"all\n"
        other = Kernel(ours[0], ANNA)
        assert other.says("print(6 * 7)") == "42\n"
        other.end()
    assert "gets nothing" in (ours[0].home / "log").read_text()


def test_one_student_gets_so_many_programs_and_no_more(ours):
    def ask():
        return forked.ask(ours[0].nursery, "kernel", [""], {}, ours[0].home / BO, PREFIX + BO)

    programs = []
    with suppress(ConnectionError):
        for _ in range(2 * nursery.PROGRAMS):
            programs.append(ask())
    assert nursery.PROGRAMS - 1 <= len(programs) <= nursery.PROGRAMS  # one may run before
    for program in programs:
        program.kill()
        program.wait()
    time.sleep(3)  # the nursery counts those that have ended once per second
    again = ask()
    again.kill()
    again.wait()


def test_endless_loop_is_interrupted(anna):
    asked = anna.client.execute("while True: pass")
    time.sleep(0.5)
    anna.program.send_signal(signal.SIGINT)
    while (answer := anna.client.get_shell_msg(timeout=30))["parent_header"]["msg_id"] != asked:
        pass
    assert answer["content"]["ename"] == "KeyboardInterrupt"
    assert anna.says("print(6 * 7)") == "42\n"


def test_plots_and_widgets_are_shown(anna):
    for shown in ("plt.show()", ""):
        plot = anna.gives(f"import matplotlib.pyplot as plt\nplt.plot([1, 2])\n{shown}")
        assert "image/png" in str(plot)
    widget = anna.gives("import ipywidgets\nipywidgets.IntSlider()")
    assert "application/vnd.jupyter.widget-view+json" in str(widget)
    targets = anna.says("import comm\nprint(*comm.get_comm_manager().targets)")
    assert "jupyter.widget.control" in targets  # a browser that connects again asks there


def test_too_much_memory_is_an_error_of_the_cell(anna):
    said = anna.says(
        "import numpy as np\ntry: np.ones(4 * 2**27)\nexcept MemoryError as error: print(error)"
    )
    assert "Unable to allocate 4.00 GiB" in said


def test_programs_that_a_cell_starts_run(anna):
    assert anna.says("import subprocess\nprint(subprocess.getoutput('echo said'))") == "said\n"
    said = anna.says(
        "from joblib import Parallel, delayed\n"
        "print(sum(Parallel(2)(delayed(abs)(n) for n in range(-4, 0))))"
    )
    assert said == "10\n"


def test_kernel_ends_with_its_server(ours):
    kernel = Kernel(ours[0], BO)
    kernel.program.line.close()
    ended = select.poll()
    ended.register(kernel.program.handle, select.POLLIN)
    assert ended.poll(30_000)
    kernel.end()


def test_kernel_goes_on_where_the_nursery_has_ended(folder):
    place = folder / "another"
    place.mkdir(mode=0o711)
    shutil.chown(folder / BO, PREFIX + BO)
    with started(place) as (ours, program):
        make_home(BO, place / BO)
        kernel = Kernel(ours, BO)
        program.kill()
        program.wait()
        assert kernel.says("print(6 * 7)") == "42\n"
        with pytest.raises(ConnectionRefusedError):
            forked.ask(ours.nursery, "kernel", [""], {}, "/", PREFIX + BO)
        kernel.end()


def test_nursery_ends_with_who_started_it(tmp_path):
    code = "import subprocess, sys\nprint(subprocess.Popen(sys.argv[1:]).pid, flush=True)\ninput()"
    command = [sys.executable, course.HERE / "nursery.py", tmp_path, "2"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code, *command], **pipes) as parent:
        handle = os.pidfd_open(int(parent.stdout.readline()))
        while not (tmp_path / "socket").exists():
            time.sleep(0.1)
        parent.kill()
        assert select.select([handle], [], [], 10)[0]
    os.close(handle)
