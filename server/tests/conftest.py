"""How hypothesis searches."""

from hypothesis import settings

settings.register_profile("server", deadline=None, max_examples=500, derandomize=True)
settings.load_profile("server")
