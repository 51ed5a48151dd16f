#!/bin/sh
# An error after the upload: the service stores the flight, then something in front of it answers 503. As after a lost
# answer, a client that only tries again uploads twice.
set -eu
. "$(dirname "$0")/client.sh"

url=$(make_world)
token=$(sign_in | member access_token)

control /faults '{
  "match": { "method": "POST", "path": "/api/v1/flights" }, "times": 1,
  "effect": { "type": "done-then", "status": 503, "headers": { "retry-after": "30" }, "body": "upstream timed out" }
}' >/dev/null
answer=$(upload "$token")
expect "$answer" ' 503 ' 'upstream timed out'
test "$(printf %s "$answer" | header retry-after)" = 30

expect "$(read_flights "$token")" '"items":[{"id":4700,'
echo 'error after the upload: the flight is there'
