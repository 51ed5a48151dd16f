#!/bin/sh
# Parallel suites: each has a world of one emulator, with its own clock, pilots, faults and journal.
set -eu
. "$(dirname "$0")/client.sh"

# run_suite WAIT STATUS
run_suite() {
  url=$(make_world)
  token=$(sign_in | member access_token)
  advance "$1"
  expect "$(read_flights "$token")" " $2 "
  control /wait/requests '{ "match": { "path": "/api/*" }, "count": 1 }' >/dev/null
}

# After an hour the access token has expired; the other suite's clock has not moved that far.
run_suite 1m 200 &
first=$!
run_suite 1h 401
wait "$first"
echo 'parallel suites: two clocks'
