"""How Sphinx makes the book. `book/build.py` gathers what it reads."""

import re
from pathlib import Path

from PIL import Image

from book.page import slug
from rbflib.lab.lecture_map import lecture_items

ITEMS = {item["id"]: item for item in lecture_items()}

project = "Radial basis function networks"
author = "rbflib contributors"
copyright = author
language = "en"
root_doc = "index"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc"]
source_suffix = {".rst": "restructuredtext", ".ipynb": "myst-nb", ".md": "myst-nb"}
templates_path = ["templates"]
autosummary_generate = ["reference/index.md"]
nb_execution_mode = "off"  # the committed outputs are shown
nb_render_markdown_format = "myst"  # tables and formulas in outputs
nb_ipywidgets_js = {}
myst_enable_extensions = ["dollarmath", "amsmath", "html_image"]
myst_heading_anchors = 4
myst_heading_slug_func = "book.page.slug"

numpydoc_show_class_members = False
numpydoc_class_members_toctree = False
autodoc_default_options = {"inherited-members": True, "exclude-members": "validate_training"}
autodoc_typehints = "none"

mathjax_path = "formulas.js"  # it loads MathJax after the page
myst_update_mathjax = False  # and has all settings
html_js_files = [(next(Path("_static").glob("book-*.js")).name, {"type": "module"})]

html_theme = "sphinx_book_theme"
html_title = project
html_context = {"default_mode": "auto"}
html_favicon = "_static/icon.svg"
html_static_path = ["_static"]
html_css_files = ["kit/explorer.css", "kit/predict.css", "kit/quiz.css", "book.css"]
html_sourcelink_suffix = ""
html_show_sphinx = False
html_theme_options = {
    "footer_content_items": ["author", "copyright", "licenses"],
    "use_download_button": True,
    "use_fullscreen_button": False,
    "show_toc_level": 2,
    "navbar_persistent": [],  # an empty header: its buttons would take the phone's menus
    "back_to_top_button": False,  # it would lie over what a phone's reader is about to touch
    "enable_search_shortcuts": False,  # or no / could be typed into a cell
}


def setup(app):
    app.connect("autodoc-process-docstring", with_linked_items)
    app.connect("autodoc-skip-member", is_others)
    app.connect("html-page-context", with_late_pictures)


def with_late_pictures(app, _page, _template, context, _doctree):
    """A picture is asked for when the reader comes near it, and its place is kept until then."""
    paths = {name: app.srcdir / path for path, name in app.builder.images.items()}

    def picture(tag):
        path = paths.get(tag[2])
        size = 'width="{}" height="{}"'.format(*Image.open(path).size) if path else ""
        return f'<img loading="lazy" {size} {tag[1]}'

    script = context["pathto"]("_static/storage.js", 1)  # before those of the theme
    context["metatags"] = context.get("metatags", "") + f'<script src="{script}"></script>'
    body = context.get("body", "")
    context["body"] = re.sub(r'<img ([^>]*?src="(?:[^"]*/)?([^"/]+)")', picture, body)


def is_others(_app, _what, _name, thing, skip, _options):
    """What a class has from another package is documented there."""
    home = getattr(getattr(thing, "fget", thing), "__module__", "rbflib")
    return skip or not str(home).startswith("rbflib")


def with_linked_items(_app, _what, _name, _thing, _options, lines):
    lines[:] = map(with_items, lines)


def with_items(line):
    """Ids of lecture items link to the sections that show them."""
    before, item, after = line.partition("ecture item")
    return before + item + re.sub(r"\b[a-z]\d+\b", link_to_item, after)


def link_to_item(found):
    item = ITEMS.get(found[0])
    return f"`{found[0]} <../{item['page']}.html#{slug(item['section'])}>`__" if item else found[0]
