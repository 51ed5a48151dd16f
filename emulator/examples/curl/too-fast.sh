#!/bin/sh
# 429 too_fast: two uploads within five seconds. Wait as long as Retry-After says.
set -eu
. "$(dirname "$0")/client.sh"

url=$(make_world)
token=$(sign_in | member access_token)

expect "$(upload "$token")" ' 200 '
refused=$(upload "$token")
expect "$refused" ' 429 ' '{"detail":"too_fast"}'

advance "$(printf %s "$refused" | header retry-after)s"
expect "$(upload "$token")" ' 200 '
echo 'too fast: accepted after the wait'
