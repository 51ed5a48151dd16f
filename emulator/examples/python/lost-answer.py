"""Lost answer: the connection breaks after the upload was carried out. Check before you send it again."""

import http.client
import urllib.error

from client import control, list_flights, make_world, sign_in, upload

url = make_world()
token = sign_in(url)["access_token"]

control(url, "/faults", {"match": {"method": "POST"}, "times": 1, "effect": {"type": "drop", "when": "after"}})
try:
    upload(url, token)
    raise AssertionError("the answer was not lost")
except (http.client.HTTPException, urllib.error.URLError, ConnectionError):
    pass

assert len(list_flights(url, token)) == 1
print("lost answer: the flight is there")
