// What the OAuth endpoints accept and return. Descriptions quote the document of the service where it speaks
// (test/emulator/contract/document.test.ts).

import { z } from 'zod';
import { field, text } from '../http/route-schema.ts';

const texts = (description: string) => z.array(z.string()).describe(description);

export const tokenResponse = z
  .strictObject({
    access_token: text('Bearer token for the user.'),
    token_type: z.literal('Bearer').describe('Bearer.'),
    expires_in: z.int().describe('Lifetime of the access token in seconds. A response shows 900.'),
    refresh_token: text('Used later with grant_type=refresh_token.'),
    scope: text('Space-separated list of granted scopes.'),
  })
  .meta({ id: 'TokenResponse' });

export const profile = z
  .strictObject({
    sub: text('The pilot’s ID.'),
    name: text('The pilot’s name, with the scope profile.').optional(),
    preferred_username: text('The pilot’s ID again, with the scope profile.').optional(),
  })
  .meta({ id: 'Profile' });

const likeTokens = texts('Like that of the token endpoint.');

export const serverMetadata = z
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

export const tokenStatus = z
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
