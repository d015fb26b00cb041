"""Starts the server of one student."""

import sys
from pathlib import Path

# jsonschema takes it where it is there, for internationalized addresses: a second of every start.
sys.modules["rfc3987_syntax"] = None

from jupyterhub import singleuser  # noqa: E402

OPTIONS = (
    f"--config={Path(__file__).with_name('student_config.py')}",
    # On the command line, since JupyterHub overrides this setting of the file.
    "--ServerApp.identity_provider_class=rbflib_server.identity.LoginReminder",
)


def main():
    sys.argv += OPTIONS
    singleuser.main()


if __name__ == "__main__":
    main()
