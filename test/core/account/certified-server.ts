// oidc-provider, a certified authorization server, set up like a strict service: a native client with a secret, PKCE
// required, refresh tokens rotated, access tokens of two seconds. The pilot logs in and consents automatically.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { demonstrationApplication } from '../../../main/core/service/profile.ts';

const scopes = 'openid profile flights:read flights:write';

type Context = { oidc: { client: { clientId: string }; session: { accountId: string } } };

export async function startCertifiedServer() {
  let withoutScope: string | undefined;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const revoked: unknown[] = [];

  const provider: Provider = new Provider(url, {
    // The default one, named so that it does not warn that it is for development.
    adapter: createMemoryAdapter(0),
    clients: [
      {
        client_id: demonstrationApplication.clientId,
        client_secret: demonstrationApplication.clientSecret,
        application_type: 'native',
        // A native client's loopback redirect matches with any port (RFC 8252 §7.3).
        redirect_uris: [`http://127.0.0.1${demonstrationApplication.redirectPath}`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'test' }] },
    cookies: { keys: ['for this test only'] },
    routes: { authorization: '/oauth/authorize', token: '/oauth/token', userinfo: '/oauth/userinfo' },
    scopes: scopes.split(' '),
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'] },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 2,
      AuthorizationCode: 60,
      IdToken: 60,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 60,
      Interaction: 60,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: async () => ({ sub: accountId, name: 'Ada Windsock', preferred_username: 'ada' }),
    }),
    async loadExistingGrant({ oidc: { client, session } }: Context) {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      for (const scope of scopes.split(' ')) {
        if (scope === withoutScope) grant.rejectOIDCScope(scope);
        else grant.addOIDCScope(scope);
      }
      await grant.save();
      return grant;
    },
  });
  provider.on('grant.revoked', (...given) => revoked.push(given.at(-1)));
  const callback = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void provider.interactionFinished(request, response, { login: { accountId: 'pilot-7' }, consent: {} });
    else callback(request, response);
  });

  return {
    url,
    consentWithout: (scope?: string) => void (withoutScope = scope),
    /** Invalidates this access token. */
    async expireAccess(token: string) {
      const stored = await provider.AccessToken.find(token);
      await stored?.destroy();
    },
    grantsRevoked: () => revoked.length,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
