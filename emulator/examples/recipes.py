"""Five situations that a client of the service has to survive, each made over HTTP, with the standard library only.

    npm run -s emulator -- --port 4200 --control-token secret
    EMULATOR_URL=http://127.0.0.1:4200 CONTROL_TOKEN=secret python3 emulator/examples/recipes.py

It resets the emulator and freezes its clock, so nothing here waits.
"""

import http.client
import json
import os
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ["EMULATOR_URL"]
CONTROL_TOKEN = os.environ["CONTROL_TOKEN"]
CLIENT = {"client_id": "pilot-companion-demo", "client_secret": "demo-secret-for-the-emulator-only"}
SAMPLE = os.path.join(os.path.dirname(__file__), "..", "samples", "night-arrival.jpg")


def ask(path, token, body=None, content_type="application/json"):
    """Returns status, headers and the JSON of the body."""
    headers = {"Content-Type": content_type}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(URL + path, body, headers)
    try:
        with urllib.request.urlopen(request) as answer:
            status, received, text = answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            status, received, text = error.code, error.headers, error.read()
    return status, received, json.loads(text) if text else None


def control(path, body):
    status, _, answer = ask("/_emulator" + path, CONTROL_TOKEN, json.dumps(body).encode())
    assert status < 300, answer
    return answer


def upload(token):
    with open(SAMPLE, "rb") as file:
        image = file.read()
    head = b'--part\r\nContent-Disposition: form-data; name="report"; filename="report.jpg"\r\n\r\n'
    return ask("/api/v1/flights", token, head + image + b"\r\n--part--\r\n", "multipart/form-data; boundary=part")


def refresh(token):
    form = {"grant_type": "refresh_token", "refresh_token": token, **CLIENT}
    return ask("/oauth/token", None, urllib.parse.urlencode(form).encode(), "application/x-www-form-urlencoded")


control("/reset", {})
control("/clock", {"freeze": True})

# Lost answer: the flight exists, although the upload failed. Look before you send it again.
demo = control("/sign-in", {"pilot": "demo"})["access_token"]
control("/faults", {"match": {"method": "POST"}, "times": 1, "effect": {"type": "drop", "when": "after"}})
try:
    upload(demo)
    raise AssertionError("the answer was not lost")
except (http.client.RemoteDisconnected, ConnectionError, urllib.error.URLError):
    pass
flights = ask("/api/v1/flights", demo)[2]["items"]
assert len(flights) == 1
print("lost answer: the flight is there")

# 429: wait as long as Retry-After says.
status, headers, answer = upload(demo)
assert (status, answer) == (429, {"detail": "too_fast"})
control("/clock", {"advanceMs": headers["Retry-After"] + "s"})
assert upload(demo)[0] == 200
print("429: accepted after the wait")

# Reuse: a refresh token works once. Its second use ends the whole sign-in.
second = control("/sign-in", {"pilot": "second"})
renewed = refresh(second["refresh_token"])[2]
status, _, answer = refresh(second["refresh_token"])
assert (status, answer["error"]) == (400, "invalid_grant")
assert ask("/api/v1/flights", renewed["access_token"])[0] == 401
print("reuse of a refresh token: signed out")

# Expiry: 401, and a refresh gives the next access token.
tokens = control("/sign-in", {"pilot": "demo"})
control("/tokens/expire", {"kind": "access", "consentId": tokens["consentId"]})
assert ask("/api/v1/flights", tokens["access_token"])[0] == 401
demo = refresh(tokens["refresh_token"])[2]["access_token"]
assert ask("/api/v1/flights", demo)[0] == 200
print("expiry: refreshed")

# Moderation: the automatic check first, then the moderator.
flight = f"/flights/{flights[0]['id']}"
control(f"{flight}/check", {})
control(f"{flight}/moderate", {"season_points": 42})
record = ask(f"/api/v1{flight}", demo)[2]
assert (record["moderator_checked"], record["season_points"]) == (True, 42)
print("moderation: 42 points")
