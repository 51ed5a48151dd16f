#!/bin/sh
# Expired token: after 15 minutes 401, and a refresh gives the next access token.
set -eu
. "$(dirname "$0")/client.sh"

url=$(make_world)
tokens=$(sign_in)
token=$(printf %s "$tokens" | member access_token)
expect "$(read_flights "$token")" ' 200 '

advance "$(printf %s "$tokens" | member expires_in)s"
expect "$(read_flights "$token")" ' 401 '

renewed=$(refresh "$(printf %s "$tokens" | member refresh_token)" | member access_token)
expect "$(read_flights "$renewed")" ' 200 '
echo 'expired token: refreshed'
