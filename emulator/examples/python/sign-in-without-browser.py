"""Sign-in with PKCE in a test, without a browser: with autoConsent the authorization endpoint redirects immediately."""

import base64
import hashlib
import http.client
import secrets
import urllib.parse

from client import APPLICATION, ask, control, make_world, request_tokens

REDIRECT_URI = "http://127.0.0.1:5000/callback/emulator"

url = make_world()
control(url, "/settings", {"autoConsent": True}, method="PATCH")


def request_code(verifier):
    state = secrets.token_urlsafe(16)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    query = {
        "response_type": "code",
        "client_id": APPLICATION["client_id"],
        "redirect_uri": REDIRECT_URI,
        "scope": "openid profile flights:read flights:write",
        "state": state,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    # http.client follows no redirect: nothing listens on the redirect URI.
    address = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(address.netloc)
    connection.request("GET", f"{address.path}/oauth/authorize?{urllib.parse.urlencode(query)}")
    location = connection.getresponse().headers["Location"]
    connection.close()
    back = urllib.parse.parse_qs(urllib.parse.urlsplit(location).query)
    assert back["state"] == [state]
    return back["code"][0]


def exchange(code, verifier):
    form = {"code": code, "redirect_uri": REDIRECT_URI, "code_verifier": verifier}
    return request_tokens(url, grant_type="authorization_code", **form)


verifier = secrets.token_urlsafe(32)
status, tokens = exchange(request_code(verifier), verifier)
assert status == 200

# openid brings no id_token, because the service does not document one: /oauth/userinfo returns who signed in.
assert "id_token" not in tokens
assert ask(f"{url}/oauth/userinfo", tokens["access_token"])[2]["sub"] == "demo"

status, answer = exchange(request_code(verifier), secrets.token_urlsafe(32))
assert (status, answer["error"]) == (400, "invalid_grant")
print("sign-in without a browser: signed in as demo")
