#!/bin/sh
# Five situations that a client of the service has to survive, each made over HTTP with curl:
#   npm run -s emulator -- --port 4200 --control-token secret
#   EMULATOR_URL=http://127.0.0.1:4200 CONTROL_TOKEN=secret sh emulator/examples/recipes.sh
# It resets the emulator and freezes its clock, so nothing here waits.
set -eu
sample="$(dirname "$0")/../samples/night-arrival.jpg"

control() {
  path=$1
  body=$2
  curl -sS --fail-with-body -H "Authorization: Bearer $CONTROL_TOKEN" -H 'Content-Type: application/json' \
    -d "$body" "$EMULATOR_URL/_emulator$path"
}
upload() { curl -sS -i -H "Authorization: Bearer $1" -F "report=@$sample" "$EMULATOR_URL/api/v1/flights"; }
flights() { curl -sS -i -H "Authorization: Bearer $1" "$EMULATOR_URL/api/v1/flights${2-}"; }
refresh() {
  curl -sS -i -d grant_type=refresh_token -d "refresh_token=$1" -d client_id=pilot-companion-demo \
    -d client_secret=demo-secret-for-the-emulator-only "$EMULATOR_URL/oauth/token"
}
# The text of a member in the JSON on standard input.
member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
expect() {
  case $1 in *"$2"*) ;; *) printf 'expected %s in:\n%s\n' "$2" "$1" >&2 && exit 1 ;; esac
}

control /reset '{}' >/dev/null
control /clock '{ "freeze": true }' >/dev/null

# Lost answer: the flight exists, although the upload failed. Look before you send it again.
demo=$(control /sign-in '{ "pilot": "demo" }' | member access_token)
control /faults '{ "match": { "method": "POST" }, "times": 1, "effect": { "type": "drop", "when": "after" } }' >/dev/null
if upload "$demo" 2>/dev/null; then exit 1; fi
listed=$(flights "$demo")
expect "$listed" '"next_before_id":null'
id=$(printf %s "$listed" | sed -n 's/.*"items":\[{"id":\([0-9]*\).*/\1/p')
test -n "$id"
echo 'lost answer: the flight is there'

# 429: wait as long as Retry-After says.
answer=$(upload "$demo")
expect "$answer" ' 429 '
expect "$answer" '{"detail":"too_fast"}'
seconds=$(printf %s "$answer" | tr -d '\r' | sed -n 's/^[Rr]etry-[Aa]fter: //p')
control /clock "{ \"advanceMs\": \"${seconds}s\" }" >/dev/null
expect "$(upload "$demo")" ' 200 '
echo '429: accepted after the wait'

# Reuse: a refresh token works once. Its second use ends the whole sign-in.
token=$(control /sign-in '{ "pilot": "second" }' | member refresh_token)
renewed=$(refresh "$token" | member access_token)
expect "$(refresh "$token")" '"error":"invalid_grant"'
expect "$(flights "$renewed")" ' 401 '
echo 'reuse of a refresh token: signed out'

# Expiry: 401, and a refresh gives the next access token.
tokens=$(control /sign-in '{ "pilot": "demo" }')
consent=$(printf %s "$tokens" | member consentId)
control /tokens/expire "{ \"kind\": \"access\", \"consentId\": \"$consent\" }" >/dev/null
expect "$(flights "$(printf %s "$tokens" | member access_token)")" ' 401 '
demo=$(refresh "$(printf %s "$tokens" | member refresh_token)" | member access_token)
expect "$(flights "$demo")" ' 200 '
echo 'expiry: refreshed'

# Moderation: the automatic check first, then the moderator.
control "/flights/$id/check" '{}' >/dev/null
control "/flights/$id/moderate" '{ "season_points": 42 }' >/dev/null
expect "$(flights "$demo" "/$id")" '"season_points":42'
echo 'moderation: 42 points'
