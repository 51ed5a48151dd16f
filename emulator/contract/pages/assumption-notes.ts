// What the emulator does where the document of the service says "not shown": one note for each assumption of
// docs/assumptions.md.

import type { Assumption } from '../row.ts';

export const assumptionNotes: Readonly<Record<Assumption, string>> = {
  A1: 'The authorization endpoint is `/oauth/authorize`. `response_type`, `scope`, `code_challenge` and `code_challenge_method=S256` are required. An unknown application or an unregistered redirect URI gets an error page, never a redirect.',
  A2: 'Loopback redirect URIs match with any port; `localhost` matches only with `--allow-localhost`.',
  A3: 'A code lives 60 s and a refresh token 30 days; `--code-lifetime` and `--refresh-lifetime` change that.',
  A4: 'Reading exists in extended mode: `limit` from 1 to 100 (50 by default) and `before_id`; the response is `{ "items": […], "next_before_id": id or null }`.',
  A5: 'The automatic check runs `--check-delay` after the upload and fills in the route. A share of the reports (`--moderation-share`) also needs a moderator, who decides `--moderation-delay` later. Points are set by the last check. The figures are those embedded in the image, or derived from its content: the same image always gives the same flight.',
  A6: 'Filled fields are numbers, or strings with `--nullable-as-strings`. `total_ft` is the block time in minutes: `en_route` plus taxiing at both ends.',
  A7: 'All times are UTC, to the second, without an offset. `date` is the time of the upload until the date in the image is known.',
  A8: 'Conditions are checked in this order: `unauthorized`, `insufficient_scope`, `write_not_enabled`, `rate_limit_exceeded`, `too_fast`, `missing_file`, `invalid_file`. The first five are decided before the body is read; the wait between uploads is checked again once the body has arrived.',
  A9: 'Every error of the API has the body `{ "detail": code }`.',
  A10: 'At least 5 s between accepted uploads of one pilot by one application; `--min-gap` changes it.',
  A11: 'A sliding window of 60 s. Every request to the flights endpoints with a valid token counts, except those rejected with `rate_limit_exceeded`, which count with `--count-refused`. `GET /oauth/userinfo` does not count. Without the subscription only reads count. `too_fast` does not restart the wait, unless with `--too-fast-restarts`.',
  A12: '`Retry-After` in whole seconds with every 429 in extended mode, never in strict mode; `--retry-after` and `--no-retry-after` override that.',
  A13: 'A file above `--max-file-size` is rejected with 413 `file_too_large` as soon as the limit is passed.',
  A14: 'The extension and the first bytes must both be PNG or JPEG, and agree; otherwise `invalid_file`. A body that ends within the file is `invalid_file` too.',
  A15: 'The scopes are `openid`, `profile`, `flights:read` and `flights:write`. A pilot can clear any of them on the consent page; clearing all of them is a denial.',
  A16: 'Tokens of a disabled application get 401.',
  A17: 'Wrong credentials and disabled applications get 401 `invalid_client`, with a Basic challenge if Basic was used; 400 if the application was disabled after the code was issued.',
  A18: '`/oauth/userinfo` returns `sub`, and with the scope `profile` also `name` and `preferred_username`; 403 with neither `openid` nor `profile`.',
  A19: 'There is one version, under `/api/v1`.',
  A20: 'Other bad requests to the token endpoint get 400 `invalid_request`: a missing `grant_type`, `code`, `redirect_uri` or `refresh_token`, a repeated parameter, a body that is not a form, or parameters in the URL.',
  A21: 'Authorization responses carry `iss`; the issuer is the base URL of the emulator.',
  A22: 'HTTP Basic without `client_id` in the form is 401 `invalid_client` in strict mode, as the document requires it, and accepted in extended mode, as in RFC 6749 §2.3.1; `--basic-without-client-id` overrides that.',
  A23: 'Reusing a code is `invalid_grant`. In strict mode nothing else changes. In extended mode the consent is revoked with everything issued for the code (RFC 6749 §4.1.2, RFC 9700 §4.2.4), for as long as the code is remembered: at least an hour after it expired. `--code-replay-revokes` overrides that.',
  A24: 'In strict mode a refresh ignores `scope`. In extended mode it may request fewer scopes for the new access token; more than the pilot granted is `invalid_scope` (RFC 6749 §6). `--refresh-scope` overrides that.',
  A25: 'A form above 64 KiB is 400 `invalid_request`, or an error page if it comes from the consent page; `--max-form-size` changes the limit.',
  A26: 'Several files named `report` are 400 `invalid_file` and change nothing; `--several-reports first` or `last` accepts one of them.',
  A27: 'The three bytes `FF D8 FF` make a JPEG, however short the file. JPEG-LS, whose frame begins with `FF F7`, is `invalid_file` unless `--jpeg-ls` is set.',
  A28: 'A file name that contains NUL (`a.gif\\0.png`) is `invalid_file`, because readers disagree where it ends; `--nul-in-names` accepts it by its extension.',
  A29: '`limit` and `before_id` must be whole numbers within the bounds of the [OpenAPI description](openapi-extended.json), given once; otherwise 400 `{ "detail": "invalid_parameter", "message": … }`. `--lenient-paging` ignores invalid values and caps `limit` at 100.',
  A30: 'A method that a URL does not support gets 405 with `Allow`: `{ "detail": "method_not_allowed" }` at the API, `invalid_request` at the token endpoint, a page at the consent page. `--no-method-not-allowed` makes it 404 except at the token endpoint (A20). In strict mode GET and HEAD on `/api/v1/flights` are 404 (A4). HEAD is answered wherever GET is, and grants nothing.',
};
