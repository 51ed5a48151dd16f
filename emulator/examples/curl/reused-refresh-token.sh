#!/bin/sh
# Reused refresh token: it works once. Its second use, as after a lost answer to the first, ends the whole sign-in.
set -eu
. "$(dirname "$0")/client.sh"

url=$(make_world)
token=$(sign_in | member refresh_token)

renewed=$(refresh "$token" | member access_token)
expect "$(read_flights "$renewed")" ' 200 '

expect "$(refresh "$token")" ' 400 ' '"error":"invalid_grant"'
expect "$(read_flights "$renewed")" ' 401 '
echo 'reused refresh token: signed out'
