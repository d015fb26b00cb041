"""How Sphinx makes the book. `book/build.py` gathers what it reads."""

project = "Radial basis function networks"
author = "rbflib contributors"
language = "en"
root_doc = "index"

extensions = ["myst_nb"]
source_suffix = {".ipynb": "myst-nb", ".md": "myst-nb"}
nb_execution_mode = "off"  # the committed outputs are shown
myst_enable_extensions = ["dollarmath", "amsmath", "html_image"]
# The widgets' own JavaScript, in the order in which it is needed, from the site itself.
nb_ipywidgets_js = {"require.js": {}, "widgets.js": {}, "widgets/embed-amd.js": {}}

mathjax_path = "mathjax/tex-chtml.js"
myst_update_mathjax = False  # formulas.js has all settings
html_js_files = [("formulas.js", {"priority": 100})]  # before MathJax

html_theme = "sphinx_book_theme"
html_title = project
html_static_path = ["_static"]
html_css_files = ["book.css"]
html_sourcelink_suffix = ""
html_theme_options = {"use_download_button": False, "use_fullscreen_button": False}
