#!/bin/sh
# 429 rate_limit_exceeded: 60 requests in a minute for each application and pilot, and the 61st is refused.
set -eu
. "$(dirname "$0")/client.sh"

url=$(make_world)
token=$(sign_in | member access_token)

# curl sends 60 requests for a range.
read_flights "$token" '?limit=[1-60]' >/dev/null
refused=$(read_flights "$token")
expect "$refused" ' 429 ' '{"detail":"rate_limit_exceeded"}'

# The limit belongs to the pair: another pilot is not affected.
expect "$(read_flights "$(sign_in second | member access_token)")" ' 200 '

expect "$(control /limits '' -X GET)" '"limit":60,' '"used":60,'
advance "$(printf %s "$refused" | header retry-after)s"
expect "$(read_flights "$token")" ' 200 '
echo 'rate limit: free again after the wait'
