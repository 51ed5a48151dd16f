"""A world of a running emulator for one recipe, and the few calls of a client. Use your own client in your tests.

    npm run -s emulator -- --port 4200 --control-token secret
    export EMULATOR_URL=http://127.0.0.1:4200 CONTROL_TOKEN=secret
    python3 emulator/examples/python/lost-answer.py

Only the standard library is needed. A world has its own clock, which is frozen, so nothing waits and recipes can run
at the same time.
"""

import json
import os
import urllib.error
import urllib.parse
import urllib.request

CONTROL_TOKEN = os.environ["CONTROL_TOKEN"]
APPLICATION = {"client_id": "pilot-companion-demo", "client_secret": "demo-secret-for-the-emulator-only"}
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


def ask(address, token=None, body=None, content_type=JSON, method=None, timeout=None):
    """Returns status, headers and the JSON of the body."""
    headers = {"Content-Type": content_type}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(address, body, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            status, received, text = answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            status, received, text = error.code, error.headers, error.read()
    return status, received, json.loads(text) if received.get_content_type() == JSON else None


def control(url, path, body=None, method=None):
    """A call of the control interface: GET without a body, POST with one."""
    data = None if body is None else json.dumps(body).encode()
    status, _, answer = ask(f"{url}/_emulator{path}", CONTROL_TOKEN, data, method=method)
    assert status < 300, answer
    return answer


def make_world():
    """The URL of a new world; it is removed after a minute without a request."""
    return control(os.environ["EMULATOR_URL"], "/worlds", {"clock": "virtual", "idle": "1m"})["url"]


def sign_in(url, pilot="demo"):
    return control(url, "/sign-in", {"pilot": pilot})


def advance(url, duration):
    control(url, "/clock", {"advanceMs": duration})


def upload(url, token, timeout=None):
    """Uploads the smallest file that passes as PNG."""
    head = b'--part\r\nContent-Disposition: form-data; name="report"; filename="report.png"\r\n\r\n'
    body = head + b"\x89PNG\r\n\x1a\n" + b"\r\n--part--\r\n"
    return ask(f"{url}/api/v1/flights", token, body, "multipart/form-data; boundary=part", timeout=timeout)


def read(url, token, path=""):
    return ask(f"{url}/api/v1/flights{path}", token)


def list_flights(url, token):
    return read(url, token)[2]["items"]


def request_tokens(url, **form):
    """Returns status and answer of the token endpoint."""
    body = urllib.parse.urlencode({**APPLICATION, **form}).encode()
    status, _, answer = ask(f"{url}/oauth/token", body=body, content_type=FORM)
    return status, answer


def refresh(url, token):
    return request_tokens(url, grant_type="refresh_token", refresh_token=token)
