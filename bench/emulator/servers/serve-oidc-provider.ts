// The peer of the token endpoint: oidc-provider, a certified server, with the emulator's settings: refresh grant,
// secret in the form, opaque tokens, rotation, reuse revokes; without the scope openid, so that it signs no ID token.
// Its tokens are in plain maps, because its own memory adapter walks through all tokens of a grant at each refresh and
// forgets after a thousand.

import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { given, isReady } from '../../harness/serving.ts';

type Payload = { grantId?: string; consumed?: number };

export type OidcReady = {
  url: string;
  clientId: string;
  clientSecret: string;
  refreshTokens: string[];
};

const { grants } = given() as { grants: number };
const client = { id: 'bench', secret: 'a-secret-for-the-benchmark-only' };
const scopes = 'offline_access profile flights:read flights:write';

class MapAdapter {
  readonly kept = new Map<string, Payload>();
  async upsert(id: string, payload: Payload) {
    this.kept.set(id, payload);
  }
  async find(id: string) {
    return this.kept.get(id);
  }
  async findByUid() {
    return undefined;
  }
  async findByUserCode() {
    return undefined;
  }
  async consume(id: string) {
    const payload = this.kept.get(id);
    if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
  }
  async destroy(id: string) {
    this.kept.delete(id);
  }
  async revokeByGrantId(grantId: string) {
    for (const [id, payload] of this.kept) if (payload.grantId === grantId) this.kept.delete(id);
  }
}

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const server = createServer();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const provider = new Provider(url, {
  adapter: MapAdapter,
  clients: [
    {
      client_id: client.id,
      client_secret: client.secret,
      redirect_uris: ['https://client.invalid/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'ES256',
    },
  ],
  // Required, although nothing is signed here.
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'bench' }] },
  cookies: { keys: ['for this run only'] },
  routes: { token: '/oauth/token' },
  scopes: scopes.split(' '),
  ttl: { AccessToken: 900, RefreshToken: 30 * 86_400, Grant: 30 * 86_400 },
  rotateRefreshToken: true,
  features: { devInteractions: { enabled: false } },
  findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
});
const known = await provider.Client.find(client.id);
const refreshTokens: string[] = [];
for (let index = 0; index < grants; index += 1) {
  const accountId = `pilot-${index}`;
  const grant = new provider.Grant({ clientId: client.id, accountId });
  grant.addOIDCScope(scopes);
  const grantId = await grant.save();
  const token = new provider.RefreshToken({
    accountId,
    client: known,
    grantId,
    gty: 'authorization_code',
    scope: scopes,
  });
  refreshTokens.push(await token.save());
}
server.on('request', provider.callback());
isReady({ url, clientId: client.id, clientSecret: client.secret, refreshTokens } satisfies OidcReady);
