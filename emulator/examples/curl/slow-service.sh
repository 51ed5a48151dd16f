#!/bin/sh
# Slow service: the answer takes longer than the client waits. After a timeout, check before you send it again.
set -eu
. "$(dirname "$0")/client.sh"

url=$(make_world)
token=$(sign_in | member access_token)
control /faults '{ "match": { "method": "POST" }, "times": 2, "effect": { "type": "latency", "ms": "30s" } }' >/dev/null

# The clock is frozen, so the answer never comes: only the client's own timeout takes real time.
if upload "$token" --max-time 0.2 2>/dev/null; then exit 1; fi
control /wait/requests '{ "match": { "method": "POST", "outcome": "gone" } }' >/dev/null

# The client disconnected before the service processed the upload. Later, the flight would exist.
advance 30s
expect "$(read_flights "$token")" '"items":[]'

# With autoAdvance the clock advances automatically to the end of the delay: 30 seconds that take no time.
control /settings '{ "autoAdvance": true }' -X PATCH >/dev/null
expect "$(upload "$token")" ' 200 '
echo 'slow service: uploaded after a timeout'
