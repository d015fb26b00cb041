"""The class server is tested whole where it is installed, and in its parts everywhere."""

from importlib.util import find_spec

WHOLE = ["test_class.py", "test_container.py", "test_nursery.py", "test_sweeps.py"]
collect_ignore = [] if find_spec("jupyterhub") else WHOLE
