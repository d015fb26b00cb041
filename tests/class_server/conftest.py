"""The class server is tested whole where it is installed, and in its parts everywhere."""

from importlib.util import find_spec

collect_ignore = (
    [] if find_spec("jupyterhub") else ["test_class.py", "test_sweeps.py", "test_container.py"]
)
