from hypothesis import HealthCheck, settings

from tests.browser.conftest import chromium  # noqa: F401

settings.register_profile(
    "server", deadline=None, max_examples=500, derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],  # a busy computer
)  # fmt: skip
settings.load_profile("server")
