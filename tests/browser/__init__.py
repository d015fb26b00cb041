import pytest

pytest.register_assert_rewrite("tests.browser.student")
