// What the endpoints of the service accept and return, as zod schemas. Descriptions quote the document of the service where
// it speaks (test/emulator/contract/document.test.ts).

import { z } from 'zod';
import { flightRecord } from '../control/views.ts';
import { defaultLimit, pagingBounds } from '../flights/paging.ts';

const text = (description: string) => z.string().describe(description);
const texts = (description: string) => z.array(z.string()).describe(description);
/** A form field or a parameter in the words of the document: `yes`, or when it is required. */
const field = (description: string, required: string) => {
  const schema = required === 'yes' ? z.string() : z.string().optional();
  return schema.describe(`${description} Required: ${required}.`);
};
const whole = ({ least, most }: { least: number; most: number }) => z.int().min(least).max(most);

const tokenResponse = z
  .strictObject({
    access_token: text('Bearer token for the user.'),
    token_type: z.literal('Bearer').describe('Bearer.'),
    expires_in: z.int().describe('Lifetime of the access token in seconds. A response shows 900.'),
    refresh_token: text('Used later with grant_type=refresh_token.'),
    scope: text('Space-separated list of granted scopes.'),
  })
  .meta({ id: 'TokenResponse' });

const pageOfFlights = z
  .strictObject({
    items: z.array(flightRecord).describe('The pilot’s records, newest first.'),
    next_before_id: z.int().nullable().describe('The before_id of the next page, or null at the end.'),
  })
  .meta({ id: 'PageOfFlights' });

const profile = z
  .strictObject({
    sub: text('The pilot’s ID.'),
    name: text('The pilot’s name, with the scope profile.').optional(),
    preferred_username: text('The pilot’s ID again, with the scope profile.').optional(),
  })
  .meta({ id: 'Profile' });

const likeTokens = texts('Like that of the token endpoint.');

const serverMetadata = z
  .strictObject({
    issuer: text('The base URL.'),
    authorization_endpoint: text('Where the pilot signs in.'),
    token_endpoint: text('Exchanges codes and refreshes tokens.'),
    userinfo_endpoint: text('The profile of the pilot.'),
    revocation_endpoint: text('Ends a sign-in.'),
    revocation_endpoint_auth_methods_supported: likeTokens,
    introspection_endpoint: text('Says whether a token is valid.'),
    introspection_endpoint_auth_methods_supported: likeTokens,
    scopes_supported: texts('All scopes. openid brings no id_token, only sub in the profile.'),
    response_types_supported: texts('code.'),
    response_modes_supported: texts('query.'),
    grant_types_supported: texts('authorization_code and refresh_token.'),
    code_challenge_methods_supported: texts('S256.'),
    token_endpoint_auth_methods_supported: texts(
      'client_secret_post, and client_secret_basic unless Basic needs client_id in the form (A22).',
    ),
    authorization_response_iss_parameter_supported: z.boolean().describe('true (RFC 9207).'),
  })
  .meta({ id: 'ServerMetadata' });

const tokenStatus = z
  .strictObject({
    active: z.boolean().describe('Whether the token is valid; if not, the only member.'),
    scope: text('Space-separated list of scopes.').optional(),
    client_id: text('Identifier of the application.').optional(),
    username: text('The pilot’s name.').optional(),
    token_type: z.literal('Bearer').describe('Bearer; not with a refresh token.').optional(),
    exp: z.int().describe('When the token expires, in seconds since 1970.').optional(),
    sub: text('The pilot’s ID.').optional(),
    iss: text('The base URL.').optional(),
  })
  .meta({ id: 'TokenStatus' });

export const answers = { tokenResponse, flightRecord, pageOfFlights, profile, serverMetadata, tokenStatus };

const credentials = {
  client_id: field('Identifier of the application.', 'yes'),
  client_secret: field('Application secret.', 'yes (or HTTP Basic instead)'),
};

export const tokenForm = z.object({
  grant_type: field('authorization_code or refresh_token.', 'yes'),
  ...credentials,
  code: field('Code taken from the redirect.', 'required for authorization_code'),
  redirect_uri: field('Must equal the redirect_uri used at authorization.', 'used with authorization_code'),
  code_verifier: field('PKCE verifier.', 'used with authorization_code'),
  refresh_token: field('The refresh token to renew.', 'required for refresh_token'),
});

/** A24: extended mode narrows the scope of the new access token. */
export const extendedTokenForm = tokenForm.extend({
  scope: field('Fewer scopes for the new access token, never more.', 'optional with refresh_token'),
});

export const tokenStatusForm = z.object({
  token: field('An access token or a refresh token.', 'yes'),
  token_type_hint: field('Ignored: the token is recognized without it.', 'optional'),
  client_id: field('Identifier of the application.', 'yes (or HTTP Basic instead)'),
  client_secret: credentials.client_secret,
});

export const uploadForm = z.object({
  report: z
    .unknown()
    .meta({ contentMediaType: 'application/octet-stream' })
    .describe('PNG or JPG image of the report. Allowed extensions: png, jpg, jpeg.'),
});

export const authorizationQuery = z.object({
  response_type: text('code.'),
  client_id: text('Identifier of the application.'),
  redirect_uri: text('A redirect URI that the application has registered.'),
  scope: text('Space-separated list of scopes.'),
  state: text('Returned unchanged.').optional(),
  code_challenge: text('PKCE challenge.'),
  code_challenge_method: text('S256.'),
  login_hint: text('The pilot to preselect on the consent page.').optional(),
});

export const listQuery = z.object({
  limit: whole(pagingBounds.limit)
    .default(defaultLimit)
    .describe('Maximum number of records: 1 to 100, 50 by default.'),
  before_id: whole(pagingBounds.before_id).describe('Only records with a smaller ID.').optional(),
});

export const flightPath = z.object({
  id: whole(pagingBounds.before_id).describe('Identifier of the flight record.'),
});
