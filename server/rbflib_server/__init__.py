"""A JupyterHub for a class: settings, login, spawner, starter files, counted predictions."""
