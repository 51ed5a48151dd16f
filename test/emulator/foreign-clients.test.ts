// A strict third-party client completes the whole flow over the network, without special treatment, through a TCP proxy
// on another port, as over a tunnel.

import * as openid from 'openid-client';
import { describe, expect, it } from 'vitest';
import { clientId, clientSecret, openEmulator, redirectUri } from './open-emulator.ts';
import { anyPng } from './images.ts';
import { openTcpProxy } from './tcp-proxy.ts';

const scope = 'openid profile flights:read flights:write';

async function openService(options: Parameters<typeof openEmulator>[0] = {}) {
  const emulator = await openEmulator({ autoConsent: true, ...options });
  const { url: issuer } = await emulator.start();
  const url = await openTcpProxy(issuer);
  const server = {
    issuer,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
    userinfo_endpoint: `${url}/oauth/userinfo`,
    authorization_response_iss_parameter_supported: true,
    code_challenge_methods_supported: ['S256'],
  };
  return { emulator, url, server };
}

/** Acts as the browser: sends the request and is redirected to the application with the answer. */
async function followRedirect(address: URL): Promise<URL> {
  const answer = await fetch(address, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '');
}

describe('openid-client', () => {
  /** Uploads a report with the client's own request for a protected resource. */
  async function send(config: openid.Configuration, url: string, accessToken: string): Promise<Response> {
    const form = new FormData();
    form.set('report', new File([new Uint8Array(anyPng())], 'report.png'));
    const upload = new Request(`${url}/api/v1/flights`, { method: 'POST', body: form });
    const body = await upload.arrayBuffer();
    return openid.fetchProtectedResource(config, accessToken, new URL(upload.url), 'POST', body, upload.headers);
  }

  it.each([
    ['the secret in the form', openid.ClientSecretPost(clientSecret), {}],
    // The document requires client_id in the form with Basic too (A22), which this client does not send.
    ['the secret by Basic', openid.ClientSecretBasic(clientSecret), { basicWithoutClientId: true }],
  ])('signs in, refreshes and uploads in strict mode, with %s', async (_name, authentication, options) => {
    const { url, server } = await openService({ mode: 'strict', ...options });
    const config = new openid.Configuration(server, clientId, undefined, authentication);
    openid.allowInsecureRequests(config);
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const expectedState = openid.randomState();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope,
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const tokens = await openid.authorizationCodeGrant(config, await followRedirect(address), {
      pkceCodeVerifier,
      expectedState,
    });
    expect(tokens).toMatchObject({ token_type: 'bearer', scope });
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token!);
    expect(renewed.access_token).not.toBe(tokens.access_token);
    expect(await (await send(config, url, renewed.access_token)).json()).toMatchObject({ id: 4700 });
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(send(config, url, renewed.access_token)).rejects.toMatchObject({
      code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
      status: 401,
    });
  });
});
