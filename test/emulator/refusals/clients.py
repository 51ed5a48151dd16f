"""Uploads with the clients of Python: the cells of a table come in as JSON, and what each got goes out in their order."""

import http.client
import json
import sys
import urllib.error
import urllib.request
from urllib.parse import urlsplit

try:
    import requests
except ImportError:
    requests = None


def body(size):
    head = b'--xXx\r\nContent-Disposition: form-data; name="report"; filename="report.png"\r\n\r\n\x89PNG\r\n\x1a\n'
    return head + b"0" * size + b"\r\n--xXx--\r\n"


def headers(cell):
    named = {"Content-Type": "multipart/form-data; boundary=xXx"}
    if cell["token"] is not None:
        named["Authorization"] = f"Bearer {cell['token']}"
    if cell["connection"] == "close":
        named["Connection"] = "close"
    return named


def with_urllib(cell):
    request = urllib.request.Request(cell["url"], data=body(cell["size"]), headers=headers(cell), method="POST")
    try:
        return urllib.request.urlopen(request, timeout=20).status
    except urllib.error.HTTPError as error:
        return error.code


def with_http_client(cell):
    url = urlsplit(cell["url"])
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=20)
    if cell["connection"] == "HTTP/1.0":
        connection._http_vsn, connection._http_vsn_str = 10, "HTTP/1.0"
    connection.request("POST", url.path, body(cell["size"]), headers(cell))
    status = connection.getresponse().status
    connection.close()
    return status


def with_requests(cell):
    session.trust_env = False
    return session.post(cell["url"], data=body(cell["size"]), headers=headers(cell), timeout=20).status_code


clients = {"urllib": with_urllib, "http.client": with_http_client, "requests": with_requests}
session = requests and requests.Session()


def status_of(cell):
    if cell["client"] == "requests" and requests is None:
        return "missing"
    try:
        return clients[cell["client"]](cell)
    except Exception as error:  # A broken pipe is what the table is about.
        return f"{type(error).__name__}: {error}"


print(json.dumps([status_of(cell) for cell in json.load(sys.stdin)]))
