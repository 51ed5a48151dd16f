"""Slow service: the answer takes longer than the client waits. After a timeout, check before you send it again."""

from client import advance, control, list_flights, make_world, sign_in, upload

url = make_world()
token = sign_in(url)["access_token"]
control(url, "/faults", {"match": {"method": "POST"}, "times": 2, "effect": {"type": "latency", "ms": "30s"}})

# The clock is frozen, so the answer never comes: only the client's own timeout takes real time.
try:
    upload(url, token, timeout=0.2)
    raise AssertionError("the answer came")
except TimeoutError:
    pass
control(url, "/wait/requests", {"match": {"method": "POST", "outcome": "gone"}})

# The client disconnected before the service processed the upload. Later, the flight would exist.
advance(url, "30s")
assert list_flights(url, token) == []

# With autoAdvance the clock advances automatically to the end of the delay: 30 seconds that take no time.
control(url, "/settings", {"autoAdvance": True}, method="PATCH")
assert upload(url, token)[0] == 200
print("slow service: uploaded after a timeout")
