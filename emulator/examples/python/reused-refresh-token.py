"""Reused refresh token: it works once. Its second use, as after a lost answer to the first, ends the whole sign-in."""

from client import make_world, read, refresh, sign_in

url = make_world()
token = sign_in(url)["refresh_token"]

_, renewed = refresh(url, token)
assert read(url, renewed["access_token"])[0] == 200

status, answer = refresh(url, token)
assert (status, answer["error"]) == (400, "invalid_grant")
assert read(url, renewed["access_token"])[0] == 401
print("reused refresh token: signed out")
