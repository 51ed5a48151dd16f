"""An error after the upload: the service stores the flight, then something in front of it answers 503. As after a lost
answer, a client that only tries again uploads twice."""

from client import control, list_flights, make_world, sign_in, upload

url = make_world()
token = sign_in(url)["access_token"]

effect = {"type": "done-then", "status": 503, "headers": {"retry-after": "30"}, "body": "upstream timed out"}
control(url, "/faults", {"match": {"method": "POST", "path": "/api/v1/flights"}, "times": 1, "effect": effect})
status, headers, _ = upload(url, token)
assert (status, headers["Retry-After"]) == (503, "30")

assert len(list_flights(url, token)) == 1
print("error after the upload: the flight is there")
