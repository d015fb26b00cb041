"""Starts the server of one student, without what it imports and never uses."""

import sys

# jsonschema takes it where it is there, for internationalized addresses: a second of every start.
sys.modules["rfc3987_syntax"] = None

from jupyterhub.singleuser import main  # noqa: E402

if __name__ == "__main__":
    main()
