#!/bin/sh
# Moderation: the automatic check after 20 seconds, then the moderator, who may correct figures.
set -eu
. "$(dirname "$0")/client.sh"

url=$(make_world)
control /settings '{ "moderationShare": 1 }' -X PATCH >/dev/null
token=$(sign_in | member access_token)

id=$(upload "$token" | member id)
advance 20s
expect "$(read_flights "$token")" '"automated_checked":true' '"moderator_checked":false'

control "/flights/$id/moderate" '{ "season_points": 42 }' >/dev/null
expect "$(read_flights "$token" "/$id")" '"moderator_checked":true' '"season_points":42'
echo 'moderation: 42 points'
