# A world of a running emulator for one recipe, and the few calls of a client. Use your own client in your tests.
#   npm run -s emulator -- --port 4200 --control-token secret
#   export EMULATOR_URL=http://127.0.0.1:4200 CONTROL_TOKEN=secret
#   sh emulator/examples/curl/lost-answer.sh
# A world has its own clock, which is frozen, so nothing waits and recipes can run at the same time.

# control PATH BODY [OPTION…]: a call of the control interface.
control() {
  path=$1
  body=$2
  shift 2
  curl -sS --fail-with-body -H "Authorization: Bearer $CONTROL_TOKEN" -H 'Content-Type: application/json' \
    -d "$body" "$@" "$url/_emulator$path"
}
# The URL of a new world; it is removed after a minute without a request.
make_world() {
  url=$EMULATOR_URL
  control /worlds '{ "clock": "virtual", "idle": "1m" }' | member url
}
sign_in() { control /sign-in "{ \"pilot\": \"${1-demo}\" }"; }
advance() { control /clock "{ \"advanceMs\": \"$1\" }" >/dev/null; }

# The answers of these begin with status and headers.
# upload TOKEN [OPTION…]: the smallest file that passes as PNG.
upload() {
  bearer=$1
  shift
  printf '\211PNG\r\n\032\n' |
    curl -sS -i "$@" -H "Authorization: Bearer $bearer" -F 'report=@-;filename=report.png' "$url/api/v1/flights"
}
read_flights() { curl -sS -i -H "Authorization: Bearer $1" "$url/api/v1/flights${2-}"; }
# request_tokens FIELD=VALUE…
request_tokens() {
  set -- client_id=pilot-companion-demo client_secret=demo-secret-for-the-emulator-only "$@"
  for field; do set -- "$@" --data-urlencode "$field" && shift; done
  curl -sS -i "$@" "$url/oauth/token"
}
refresh() { request_tokens grant_type=refresh_token "refresh_token=$1"; }

# member NAME: the value of a member in the JSON on standard input.
member() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }
# header NAME: the value of a header, named in lower case, of the answer on standard input.
header() { tr -d '\r' | awk -F ': ' -v name="$1" 'tolower($1) == name { print $2 }'; }
# expect ANSWER TEXT…: fails unless the answer contains each text.
expect() {
  answer=$1
  shift
  for text; do
    case $answer in *"$text"*) ;; *) printf 'expected %s in:\n%s\n' "$text" "$answer" >&2 && exit 1 ;; esac
  done
}
