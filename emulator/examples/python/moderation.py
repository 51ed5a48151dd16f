"""Moderation: the automatic check after 20 seconds, then the moderator, who may correct figures."""

from client import advance, control, list_flights, make_world, read, sign_in, upload

url = make_world()
control(url, "/settings", {"moderationShare": 1}, method="PATCH")
token = sign_in(url)["access_token"]

flight_id = upload(url, token)[2]["id"]
advance(url, "20s")
checked = list_flights(url, token)[0]
assert (checked["automated_checked"], checked["moderator_checked"]) == (True, False)

control(url, f"/flights/{flight_id}/moderate", {"season_points": 42})
flight = read(url, token, f"/{flight_id}")[2]
assert (flight["moderator_checked"], flight["season_points"]) == (True, 42)
print("moderation: 42 points")
