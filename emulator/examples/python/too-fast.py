"""429 too_fast: two uploads within five seconds. Wait as long as Retry-After says."""

from client import advance, make_world, sign_in, upload

url = make_world()
token = sign_in(url)["access_token"]

assert upload(url, token)[0] == 200
status, headers, answer = upload(url, token)
assert (status, answer) == (429, {"detail": "too_fast"})

advance(url, headers["Retry-After"] + "s")
assert upload(url, token)[0] == 200
print("too fast: accepted after the wait")
