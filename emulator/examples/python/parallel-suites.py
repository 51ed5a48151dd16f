"""Parallel suites: each has a world of one emulator, with its own clock, pilots, faults and journal."""

from concurrent.futures import ThreadPoolExecutor

from client import advance, control, make_world, read, sign_in


def run_suite(wait):
    url = make_world()
    token = sign_in(url)["access_token"]
    advance(url, wait)
    status = read(url, token)[0]
    control(url, "/wait/requests", {"match": {"path": "/api/*"}, "count": 1})
    return status


# After an hour the access token has expired; the other suite's clock has not moved that far.
with ThreadPoolExecutor() as suites:
    assert list(suites.map(run_suite, ["1m", "1h"])) == [200, 401]
print("parallel suites: two clocks")
