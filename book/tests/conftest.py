from tests.browser.conftest import chromium  # noqa: F401
from tests.conftest import nothing_done  # noqa: F401
