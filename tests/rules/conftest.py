"""Property tests of the rules run without a deadline and, unless OKEY_EXPLORE is set, the same every time."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "rules",
    deadline=None,
    derandomize="OKEY_EXPLORE" not in os.environ,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("rules")
