"""Pages of HTML as PDF, printed by Chromium."""

import shutil

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def print_all(paths, **options):
    """Print files of HTML, each into a PDF beside it; say so where there is no Chromium."""
    if CHROMIUM is None:
        print("No PDF was written, since Chromium is not installed. Print the HTML from a browser.")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for path in paths:
            print_one(browser, path, **options)
        browser.close()


def print_one(browser, path, query="", ready="true", name="{}.pdf"):
    """Print a file of HTML into a PDF beside it, once a condition in JavaScript holds.

    The file's own name stands for {} in that of the PDF.
    """
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(path.as_uri() + query)
    page.wait_for_function(ready)
    pdf = path.with_name(name.format(path.stem))
    page.pdf(path=pdf, prefer_css_page_size=True, print_background=True)
    page.close()
