"""Names of headings in links, as JupyterLab has them."""


def slug(title):
    return title.strip().replace(" ", "-")
