from hypothesis import HealthCheck, settings

settings.register_profile(
    "server", deadline=None, max_examples=500, derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],  # a busy computer
)  # fmt: skip
settings.load_profile("server")
