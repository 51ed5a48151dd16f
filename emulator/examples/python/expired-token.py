"""Expired token: after 15 minutes 401, and a refresh gives the next access token."""

from client import advance, make_world, read, refresh, sign_in

url = make_world()
tokens = sign_in(url)
assert read(url, tokens["access_token"])[0] == 200

advance(url, f"{tokens['expires_in']}s")
assert read(url, tokens["access_token"])[0] == 401

_, renewed = refresh(url, tokens["refresh_token"])
assert read(url, renewed["access_token"])[0] == 200
print("expired token: refreshed")
