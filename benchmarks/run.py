"""Run all benchmarks, print the tables and write them: the first section of RESULTS.md.

`make bench` calls this in an environment with the peers, at one thread. With words as arguments
only the tasks are run whose names hold one of them, and nothing is written.
"""

import platform
import sys
from importlib.metadata import version

from harness import extra_megabytes, growth_exponent, ratios
from results import table, write_section
from tasks import all_tasks, memory_tasks
from threadpoolctl import threadpool_info

PACKAGES = ("numpy", "scipy", "scikit-learn", "statsmodels", "sysidentpy", "hpelm")

HEAD = """# Benchmarks

Written by `make bench`. A ratio is our time over the peer's: below 1 rbflib is faster. All that is
compared runs in one process, taking turns, and the shortest of up to 15 times counts. The exponent
is the slope of log time over log N at three sizes; theory's holds where N is so large that nothing
of lower order is left.
"""


def versions():
    names = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    threads = max(pool["num_threads"] for pool in threadpool_info())
    return f"Python {platform.python_version()}, {names}. Threads of BLAS and OpenMP: {threads}."


def ratio_rows(task, measured):
    return [
        [task.name, peer, f"{ratio:.2g}", f"{goal:g}", "yes" if ratio <= goal else "no"]
        for (peer, (_, goal)), ratio in zip(task.peers.items(), measured.values(), strict=True)
    ]


def growth_row(task):
    """Exponent of the time, and extra memory at each size: what depends on N is seen to grow."""
    sizes = ", ".join(f"{N:,}" for N in task.sizes)
    memory = ", ".join(f"{extra_megabytes(task.grow(N)):.0f}" for N in task.sizes)
    return [task.name, sizes, f"{growth_exponent(task):.2f}", task.theory, memory]


def missed(task, measured):
    return any(ratio > task.peers[peer][1] for peer, ratio in measured.items())


def memory_rows():
    for name, ours, peer, goal in memory_tasks():
        extra = extra_megabytes(ours) / (extra_megabytes(peer) if peer else 1)
        yield [name, "KernelRidge" if peer else "", f"{extra:.2g}" if peer else f"{extra:.0f}",
               f"{goal}", "yes" if extra <= goal else "no"]  # fmt: skip


def main(words):
    rows, growth, notes = [], [], []
    for task in all_tasks():
        if words and not any(word in task.name for word in words):
            continue
        measured = ratios(task)
        rows += ratio_rows(task, measured)
        growth.append(growth_row(task))
        if missed(task, measured):
            notes.append(f"- **{task.name}.** {task.why}\n")
        print(f"{task.name}: done", flush=True)
    if not words:
        rows += memory_rows()
    parts = [
        HEAD,
        versions() + "\n",
        table(["task", "against", "ratio", "goal", "reached"], rows),
        table(["task", "N", "exponent", "theory", "extra MB"], growth),
    ]
    if notes:
        parts += ["Where a goal is not reached:\n", "".join(notes)]
    text = "\n".join(parts)
    print(text)
    if not words:
        write_section(text)


if __name__ == "__main__":
    main(sys.argv[1:])
