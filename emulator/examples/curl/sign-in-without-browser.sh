#!/bin/sh
# Sign-in with PKCE in a test, without a browser: with autoConsent the authorization endpoint redirects immediately.
set -eu
. "$(dirname "$0")/client.sh"

url=$(make_world)
control /settings '{ "autoConsent": true }' -X PATCH >/dev/null
redirect_uri=http://127.0.0.1:5000/callback/emulator
# Verifier and challenge of RFC 7636, appendix B. A client makes its own, new for each sign-in.
verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM

request_code() {
  back=$(curl -sS -o /dev/null -w '%{redirect_url}' "$url/oauth/authorize?response_type=code&client_id=pilot-companion-demo&redirect_uri=$redirect_uri&scope=openid+profile+flights:read+flights:write&state=a-state&code_challenge=$challenge&code_challenge_method=S256")
  expect "$back" 'state=a-state'
  printf %s "$back" | sed 's/.*[?&]code=\([^&]*\).*/\1/'
}
# exchange CODE VERIFIER
exchange() {
  request_tokens grant_type=authorization_code "code=$1" "redirect_uri=$redirect_uri" "code_verifier=$2"
}

tokens=$(exchange "$(request_code)" $verifier)
expect "$tokens" ' 200 '

# openid brings no id_token, because the service does not document one: /oauth/userinfo returns who signed in.
case $tokens in *id_token*) exit 1 ;; esac
token=$(printf %s "$tokens" | member access_token)
expect "$(curl -sS -H "Authorization: Bearer $token" "$url/oauth/userinfo")" '"sub":"demo"'

expect "$(exchange "$(request_code)" "another-$verifier")" ' 400 ' '"error":"invalid_grant"'
echo 'sign-in without a browser: signed in as demo'
