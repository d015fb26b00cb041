import os, signal, json, time
import pytest
from tests.browser.student import Tab, Explorer, PATIENCE
START="00_start_here"

@pytest.mark.page("tmp1")
def test_two_tabs_of_one_kernel(student, lab, desk):
    desk.leave()
    copy = lab.copy(START, trusted=True)
    a = Tab(student.new_page()); a.open(copy, lab.token); a.run_all(); a.save()
    b = Tab(student.new_page()); b.open(copy, lab.token)
    b.until(lambda: b.locator(".rbflib-explorer").count() > 0)
    print("explorers in b", b.locator(".rbflib-explorer").count(), "asleep:", b.locator(".rbflib-asleep").all_inner_texts())
    b.wait_for_timeout(5000)
    ea = Explorer(a, a.locator(".rbflib-explorer").first); eb = Explorer(b, b.locator(".rbflib-explorer").first)
    print("a:", ea.words[:200]); print("b:", eb.words[:200])
    a.bring_to_front()
    ea.moves(lambda: ea.sliders[0].press("ArrowRight"))
    a.wait_for_timeout(2000)
    b.bring_to_front(); b.wait_for_timeout(2000)
    print("after a moved"); print("a:", ea.words[:250]); print("b:", eb.words[:250])
    eb.moves(lambda: eb.sliders[0].press("ArrowRight"))
    b.wait_for_timeout(2000)
    print("after b moved"); print("a:", ea.words[:250]); print("b:", eb.words[:250])
    for _ in range(5):
        x, y = ea.words, eb.words; b.wait_for_timeout(500)
        print(ea.words == x, eb.words == y, "same in both:", ea.words == eb.words)
    b.screenshot(path="/tmp/look/two_b.png"); a.screenshot(path="/tmp/look/two_a.png")
    print(a.faults, b.faults)
    a.close(); b.close(); lab.end_kernels()

@pytest.mark.page("tmp2")
def test_kernel_dies_in_a_drag(student, lab, desk):
    desk.leave()
    copy = lab.copy(START, trusted=True, code="import os; print('pid', os.getpid())")
    a = Tab(student.new_page()); a.open(copy, lab.token); a.run_all()
    import re
    pid = int(re.search(r"pid (\d+)", a.locator(".jp-NotebookPanel").inner_text())[1])
    e = a.explorer
    e.box.locator(".rbflib-presets button").first.click(); a.wait_for_timeout(1000)
    places = e.handle_places()
    x, y = e.at(*places[1]); a.mouse.move(x, y); a.mouse.down(); a.mouse.move(x+20, y, steps=4)
    os.kill(pid, signal.SIGKILL)
    for i in range(20):
        a.mouse.move(x+20+3*i, y); a.wait_for_timeout(100)
    a.mouse.up()
    a.wait_for_timeout(15000)
    print("said:", e.box.locator(".rbflib-asleep").all_inner_texts(), a.locator(".rbflib-explorer").count())
    a.screenshot(path="/tmp/look/died.png")
    print("dialog:", a.locator(".jp-Dialog").all_inner_texts(), a.faults)
    a.close(); lab.end_kernels()

@pytest.mark.page("tmp3")
def test_forced_colors_and_zoom(chromium, lab, desk, student):
    desk.leave()
    copy = lab.copy(START, trusted=True)
    ctx = chromium.new_context(base_url=lab.address, viewport={"width": 1366, "height": 768}, forced_colors="active", color_scheme="dark")
    a = Tab(ctx.new_page()); a.open(copy, lab.token); a.run_all()
    e = a.explorer; e.canvas.scroll_into_view_if_needed(); a.wait_for_timeout(1500)
    e.sliders[0].focus(); a.keyboard.press("ArrowRight"); a.wait_for_timeout(800)
    e.box.screenshot(path="/tmp/look/forced.png")
    a.locator(".rbflib-prediction").first.screenshot(path="/tmp/look/forced_predict.png")
    q = a.locator(".rbflib-quiz").first; q.scroll_into_view_if_needed(); q.screenshot(path="/tmp/look/forced_quiz.png")
    ctx.close(); lab.end_kernels()
    ctx = chromium.new_context(base_url=lab.address, viewport={"width": 400, "height": 700}, device_scale_factor=2)
    copy = lab.copy(START, trusted=True)
    a = Tab(ctx.new_page()); a.open(copy, lab.token); a.run_all()
    e = a.explorer
    e.box.evaluate("e => { e.style.width='230px'; e.style.maxWidth='230px'; }")
    a.wait_for_timeout(1500)
    e.box.screenshot(path="/tmp/look/narrow230.png")
    print("overflowing at 230:", e.box.evaluate("""e => [...e.querySelectorAll('*')].filter(x => x.checkVisibility() && x.scrollWidth > x.clientWidth + 1 && x.clientWidth > 0).map(x => x.className + ' ' + x.tagName + ' ' + x.scrollWidth + '>' + x.clientWidth)"""))
    print("cut:", e.box.evaluate("""e => { const b=e.getBoundingClientRect(); return [...e.querySelectorAll('*')].filter(x => x.checkVisibility() && x.getBoundingClientRect().right > b.right + 1).map(x => x.className + ' ' + x.tagName + ' ' + (x.getBoundingClientRect().right-b.right))}"""))
    ctx.close(); lab.end_kernels()

@pytest.mark.page("tmp4")
def test_pen(chromium, lab, desk):
    desk.leave()
    ctx = chromium.new_context(base_url=lab.address, viewport={"width": 1366, "height": 900})
    copy = lab.copy(START, trusted=True)
    a = Tab(ctx.new_page()); a.open(copy, lab.token); a.run_all()
    e = a.explorer; e.box.locator(".rbflib-presets button").first.click(); a.wait_for_timeout(1000)
    places = e.handle_places(); x, y = e.at(*places[1])
    cdp = ctx.new_cdp_session(a.page)
    def pen(kind, x, y, buttons=1, button="left"):
        cdp.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "pointerType": "pen", "force": 0.5, "clickCount": 1})
    before = e.words
    pen("mouseMoved", x, y, 0, "none"); pen("mousePressed", x, y)
    for i in range(1, 8): pen("mouseMoved", x+6*i, y)
    pen("mouseReleased", x+42, y, 0)
    a.wait_for_timeout(1000)
    print("pen before:", before[:200]); print("pen after:", e.words[:200])
    print("pointer types seen:", a.faults)
    ctx.close(); lab.end_kernels()
