"""429 rate_limit_exceeded: 60 requests in a minute for each application and pilot, and the 61st is refused."""

from client import advance, control, make_world, read, sign_in

url = make_world()
token = sign_in(url)["access_token"]

for _ in range(60):
    assert read(url, token)[0] == 200
status, headers, answer = read(url, token)
assert (status, answer) == (429, {"detail": "rate_limit_exceeded"})

# The limit belongs to the pair: another pilot is not affected.
assert read(url, sign_in(url, "second")["access_token"])[0] == 200

usage = next(item for item in control(url, "/limits")["items"] if item["pilot"] == "demo")
assert (usage["used"], usage["limit"]) == (60, 60)
advance(url, headers["Retry-After"] + "s")
assert read(url, token)[0] == 200
print("rate limit: free again after the wait")
