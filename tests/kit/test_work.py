"""Long computations in slices: with and without an event loop, stopped, resumed, failing."""

import asyncio
import time

import pytest

from rbflib.lab.kit.work import SLICE, Work


@pytest.fixture
def log():
    return []


@pytest.fixture
def work(log):
    def do(item):
        time.sleep(0.004)
        log.append(item)

    return Work(range(40), do, begin=log.clear)


def test_without_an_event_loop_all_is_done_at_once(work, log):
    work.start()
    assert log == list(range(40))
    assert (work.done, work.running, work.bar.value) == (40, False, 40)
    assert work.button.description == "Compute again"
    assert work.words.value == "40 of 40"


def test_page_is_answered_between_slices_and_stop_stops(work, log):
    async def page():
        work.button.click()
        waits = []
        while work.done < 20:
            start = time.perf_counter()
            await asyncio.sleep(0)
            waits.append(time.perf_counter() - start)
        assert (work.running, work.button.description) == (True, "Stop")
        work.button.click()
        done = work.done
        await asyncio.sleep(0.1)
        assert work.done == done < 40
        return waits

    waits = asyncio.run(page())
    assert sorted(waits)[len(waits) // 2] < 5 * SLICE
    assert work.button.description == "Go on"
    assert log == list(range(work.done))


def test_stopped_work_goes_on_where_it_stood(work, log):
    async def page():
        work.start()
        await asyncio.sleep(0.06)
        work.stop()
        work.start()  # before the stop is noticed
        await asyncio.sleep(0.03)
        work.stop()
        await asyncio.sleep(0.03)
        work.start()
        work.start()  # twice is once
        await work.task

    asyncio.run(page())
    assert log == list(range(40))


def test_finished_work_starts_again_from_the_beginning(work, log):
    work.start()
    work.button.click()
    assert log == list(range(40))
    assert work.done == 40


def test_picture_of_the_work_is_shown_now_and_then_and_at_the_end(work):
    shown = []
    work.show = lambda: shown.append(work.done)
    work.start()
    assert 2 <= len(shown) < 10
    assert shown[-1] == 40
    assert shown == sorted(shown)


def test_fault_is_told_and_raised(log):
    work = Work([1, 0, 2], lambda item: log.append(1 / item))
    with pytest.raises(ZeroDivisionError):
        work.start()
    assert work.words.value == "This cannot be computed: division by zero"
    assert (work.running, work.done, work.button.description) == (False, 1, "Go on")
