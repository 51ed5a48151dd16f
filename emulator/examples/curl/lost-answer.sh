#!/bin/sh
# Lost answer: the connection breaks after the upload was carried out. Check before you send it again.
set -eu
. "$(dirname "$0")/client.sh"

url=$(make_world)
token=$(sign_in | member access_token)

control /faults '{ "match": { "method": "POST" }, "times": 1, "effect": { "type": "drop", "when": "after" } }' >/dev/null
if upload "$token" 2>/dev/null; then exit 1; fi

expect "$(read_flights "$token")" '"items":[{"id":4700,' '"next_before_id":null'
echo 'lost answer: the flight is there'
