"""An emulator for a pytest suite: one process for the run, and a fresh world for each test.

Copy the two fixtures into your conftest.py, and put your own client where `upload` is. They start the
emulator that npm has installed here, or the command in EMULATOR_COMMAND. Only the standard library and pytest are needed.
"""

import json
import os
import shlex
import subprocess
import urllib.error
import urllib.request

import pytest


class World:
    """A service of its own, on a clock that stands still until `advance`."""

    def __init__(self, url, control_token):
        self.url = url
        self._control_token = control_token

    def control(self, path, body=None, method=None):
        """A call of the control interface: GET without a body, POST with one."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self._control_token}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.url}/_emulator{path}", data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def sign_in(self, pilot="demo"):
        return self.control("/sign-in", {"pilot": pilot})["access_token"]

    def advance(self, duration):
        self.control("/clock", {"advanceMs": duration})

    def lose_the_next_answer(self):
        upload = {"method": "POST", "path": "/api/v1/flights"}
        self.control("/faults", {"match": upload, "times": 1, "effect": {"type": "drop", "when": "after"}})


@pytest.fixture(scope="session")
def emulator_process():
    # Not by npx, which ends without ending the emulator.
    command = shlex.split(os.environ.get("EMULATOR_COMMAND", "node_modules/.bin/pilot-companion-emulator"))
    with subprocess.Popen([*command, "--port", "0", "--json", "--quiet"], stdout=subprocess.PIPE, text=True) as process:
        try:
            # The ready line comes when it accepts connections.
            ready = process.stdout.readline()
            assert ready, f"The emulator did not start (exit code {process.wait()})."
            yield json.loads(ready)
        finally:
            process.terminate()


@pytest.fixture
def emulator(emulator_process):
    token = emulator_process["controlToken"]
    whole = World(emulator_process["url"], token)
    world = whole.control("/worlds", {"clock": "virtual"})
    yield World(world["url"], token)
    whole.control(f"/worlds/{world['id']}", method="DELETE")


def upload(url, token):
    head = b'--part\r\nContent-Disposition: form-data; name="report"; filename="report.png"\r\n\r\n'
    body = head + b"\x89PNG\r\n\x1a\n" + b"\r\n--part--\r\n"
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "multipart/form-data; boundary=part"}
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{url}/api/v1/flights", body, headers)) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def test_waits_between_uploads(emulator):
    token = emulator.sign_in()
    assert upload(emulator.url, token)[0] == 200
    assert upload(emulator.url, token) == (429, {"detail": "too_fast"})
    emulator.advance("5s")
    assert upload(emulator.url, token)[0] == 200


def test_finds_the_flight_after_a_lost_answer(emulator):
    token = emulator.sign_in()
    emulator.lose_the_next_answer()
    with pytest.raises((urllib.error.URLError, ConnectionError)):
        upload(emulator.url, token)
    assert len(emulator.control("/flights")["items"]) == 1
