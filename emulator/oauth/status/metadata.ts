// A31, extended mode only: the metadata of the authorization server (RFC 8414). There is no OpenID configuration, because
// the service issues no id_token.

import type { FastifyInstance } from 'fastify';
import type { EmulatorContext } from '../../context.ts';
import { rule } from '../../journal/ruling.ts';
import { scopeTexts } from '../scopes.ts';
import { introspectionPath, revocationPath } from './token-status.ts';

export const metadataPath = '/.well-known/oauth-authorization-server';

export function registerMetadataRoute(app: FastifyInstance, context: EmulatorContext): void {
  app.get(metadataPath, (request) => {
    rule(request, 'served: the metadata of the authorization server');
    return describeServer(context);
  });
}

function describeServer({ url, settings }: EmulatorContext) {
  const issuer = url();
  // A22: clients that use Basic seldom send client_id in the form.
  const methods = ['client_secret_post', ...(settings.basicWithoutClientId ? ['client_secret_basic'] : [])];
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    revocation_endpoint: issuer + revocationPath,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint: issuer + introspectionPath,
    introspection_endpoint_auth_methods_supported: methods,
    scopes_supported: Object.keys(scopeTexts),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: methods,
    authorization_response_iss_parameter_supported: true,
  };
}
