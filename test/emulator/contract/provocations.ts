// Ways to provoke every error of the routes: each opens its own emulator and sends a request.

import type { LightMyRequestResponse } from 'fastify';
import type { Endpoint } from './described-answers.ts';
import type { Emulator, EmulatorMode, EmulatorOptions } from '../../../emulator/emulator.ts';
import {
  askAbout,
  authorize,
  basic,
  clientId,
  exchange,
  obtainCode,
  openEmulator,
  postForm,
  redirectUri,
  refresh,
} from '../open-emulator.ts';
import { anyPng, report, upload } from '../images.ts';

export type Provocation = {
  /** Its status and code, or `page`. */
  error: string;
  at: Endpoint;
  /** The mistake in the request. */
  way: string;
  ask(mode: EmulatorMode): Promise<LightMyRequestResponse>;
};

type Ask = (emulator: Emulator) => Promise<LightMyRequestResponse>;

const at =
  (endpoint: Endpoint, options: EmulatorOptions = {}) =>
  (error: string, ways: Record<string, Ask>): Provocation[] =>
    Object.entries(ways).map(([way, ask]) => ({
      error,
      at: endpoint,
      way,
      ask: async (mode) => ask(await openEmulator({ mode, ...options })),
    }));

const readerId = 'logbook-reader-demo';
const disable = (emulator: Emulator) => emulator.applications.update(clientId, { disabled: true });
const freshCode = async (emulator: Emulator, change: Parameters<typeof exchange>[1] = {}) =>
  exchange(emulator, { code: await obtainCode(emulator), ...change });

const token = at('POST /oauth/token', { autoConsent: true });

const ofTokens: Provocation[] = [
  ...token('401 invalid_client', {
    'a wrong client_id': (emulator) => freshCode(emulator, { client_id: 'nobody' }),
    'no client_id': (emulator) => freshCode(emulator, { client_id: undefined }),
    'the token of a pilot': (emulator) =>
      postForm(emulator, `grant_type=refresh_token&refresh_token=x&client_id=${clientId}`, {
        authorization: `Bearer ${emulator.signIn().access_token}`,
      }),
    'a wrong client_secret': (emulator) => freshCode(emulator, { client_secret: 'wrong' }),
    'no client_secret': (emulator) => freshCode(emulator, { client_secret: undefined }),
    'a wrong secret by Basic': (emulator) =>
      postForm(emulator, 'grant_type=refresh_token&refresh_token=x', { authorization: basic(clientId, 'wrong') }),
    'a disabled application': async (emulator) => {
      const { refresh_token } = emulator.signIn();
      disable(emulator);
      return refresh(emulator, refresh_token);
    },
  }),
  ...token('400 invalid_client', {
    'a code from before the application was disabled': async (emulator) => {
      const code = await obtainCode(emulator);
      disable(emulator);
      return exchange(emulator, { code });
    },
  }),
  ...token('400 invalid_grant', {
    'a wrong code': (emulator) => exchange(emulator, { code: 'wrong' }),
    'a used code': async (emulator) => {
      const code = await obtainCode(emulator);
      await exchange(emulator, { code });
      return exchange(emulator, { code });
    },
    'a PKCE failure': (emulator) => freshCode(emulator, { code_verifier: 'x'.repeat(43) }),
    'another redirect_uri': (emulator) => freshCode(emulator, { redirect_uri: `${redirectUri}/other` }),
    'another port in redirect_uri': (emulator) =>
      freshCode(emulator, { redirect_uri: redirectUri.replace('49152', '49153') }),
    'an unknown refresh token': (emulator) => refresh(emulator, 'unknown'),
    'a refresh token of another application': (emulator) =>
      refresh(emulator, emulator.signIn({ clientId: readerId }).refresh_token),
    'a revoked grant': async (emulator) => {
      const { refresh_token, consentId } = emulator.signIn();
      emulator.consents.revoke(consentId);
      return refresh(emulator, refresh_token);
    },
    'reuse of a refresh token': async (emulator) => {
      const { refresh_token } = emulator.signIn();
      await refresh(emulator, refresh_token);
      return refresh(emulator, refresh_token);
    },
  }),
  ...token('400 unsupported_grant_type', {
    'another grant_type': (emulator) => freshCode(emulator, { grant_type: 'password' }),
  }),
  ...token('400 invalid_request', {
    'no grant_type': (emulator) => freshCode(emulator, { grant_type: undefined }),
    'no code': (emulator) => exchange(emulator, {}),
    'no redirect_uri': (emulator) => freshCode(emulator, { redirect_uri: undefined }),
    'no refresh_token': (emulator) => refresh(emulator, ''),
    'a repeated parameter': (emulator) => postForm(emulator, 'grant_type=a&grant_type=b'),
    'a body that is JSON': (emulator) =>
      emulator.inject({ method: 'POST', url: '/oauth/token', payload: { grant_type: 'refresh_token' } }),
    'a parameter in the address': (emulator) =>
      emulator.inject({
        method: 'POST',
        url: '/oauth/token?grant_type=refresh_token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: '',
      }),
  }),
  ...token('400 invalid_scope', {
    'more than was granted': (emulator) =>
      refresh(emulator, emulator.signIn({ scopes: ['openid'] }).refresh_token, { scope: 'openid flights:write' }),
  }),
];

const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });

/** The same request to any endpoint that requires a bearer token. */
const askAs = (endpoint: Endpoint, emulator: Emulator, accessToken: string | null) =>
  endpoint.startsWith('POST')
    ? upload(emulator, accessToken, anyPng())
    : emulator.inject({
        url: endpoint.slice('GET '.length).replace('{id}', '4700'),
        headers: accessToken === null ? {} : bearer(accessToken),
      });

const unauthorized = (endpoint: Endpoint): Record<string, Ask> => ({
  'no token': (emulator) => askAs(endpoint, emulator, null),
  'an unknown token': (emulator) => askAs(endpoint, emulator, 'unknown'),
  'an expired token': async (emulator) => {
    const { access_token } = emulator.signIn();
    await emulator.clock.advance(900_000);
    return askAs(endpoint, emulator, access_token);
  },
  'a revoked consent': (emulator) => {
    const { access_token, consentId } = emulator.signIn();
    emulator.consents.revoke(consentId);
    return askAs(endpoint, emulator, access_token);
  },
  'a disabled application (A16)': (emulator) => {
    const { access_token } = emulator.signIn();
    disable(emulator);
    return askAs(endpoint, emulator, access_token);
  },
});

const withoutScope = (endpoint: Endpoint, scope: string): Record<string, Ask> => ({
  [`a token with ${scope} alone`]: (emulator) =>
    askAs(endpoint, emulator, emulator.signIn({ scopes: [scope] }).access_token),
});

const sixtyBefore = (endpoint: Endpoint): Record<string, Ask> => ({
  'the 61st request of a minute': async (emulator) => {
    const { access_token } = emulator.signIn();
    for (let turn = 0; turn < 60; turn += 1) await upload(emulator, access_token, []);
    return askAs(endpoint, emulator, access_token);
  },
});

const flights = at('POST /api/v1/flights');
const list = at('GET /api/v1/flights');
const one = at('GET /api/v1/flights/{id}');
const profile = at('GET /oauth/userinfo');
const listed = (query: string) => (emulator: Emulator) =>
  emulator.inject({ url: `/api/v1/flights?${query}`, headers: bearer(emulator.signIn().access_token) });
const signedIn = (what: Parameters<typeof upload>[2]) => (emulator: Emulator) =>
  upload(emulator, emulator.signIn().access_token, what);

const ofFlights: Provocation[] = [
  ...flights('401 unauthorized', unauthorized('POST /api/v1/flights')),
  ...list('401 unauthorized', unauthorized('GET /api/v1/flights')),
  ...one('401 unauthorized', unauthorized('GET /api/v1/flights/{id}')),
  ...profile('401 unauthorized', unauthorized('GET /oauth/userinfo')),
  ...flights('403 insufficient_scope', withoutScope('POST /api/v1/flights', 'flights:read')),
  ...list('403 insufficient_scope', withoutScope('GET /api/v1/flights', 'flights:write')),
  ...one('403 insufficient_scope', withoutScope('GET /api/v1/flights/{id}', 'flights:write')),
  ...profile('403 insufficient_scope', withoutScope('GET /oauth/userinfo', 'flights:read')),
  ...flights('429 rate_limit_exceeded', sixtyBefore('POST /api/v1/flights')),
  ...list('429 rate_limit_exceeded', sixtyBefore('GET /api/v1/flights')),
  ...one('429 rate_limit_exceeded', sixtyBefore('GET /api/v1/flights/{id}')),
  ...flights('403 write_not_enabled', {
    'an application without the subscription': (emulator) =>
      upload(emulator, emulator.signIn({ clientId: readerId }).access_token, anyPng()),
  }),
  ...flights('400 missing_file', {
    'no parts': signedIn([]),
    'a file under another name': signedIn([{ ...report(anyPng()), name: 'image' }]),
  }),
  ...flights('400 invalid_file', {
    'a text': signedIn([report('a text')]),
    'another extension': signedIn([report(anyPng(), 'report.gif')]),
  }),
  ...flights('429 too_fast', {
    'a second upload at once': async (emulator) => {
      const { access_token } = emulator.signIn();
      await upload(emulator, access_token, anyPng(1));
      return upload(emulator, access_token, anyPng(2));
    },
  }),
  ...at('POST /api/v1/flights', { maxFileBytes: 100 })('413 file_too_large', {
    'a file that is longer than the option says': signedIn(Buffer.concat([anyPng(), Buffer.alloc(100)])),
  }),
  ...list('400 invalid_parameter', { 'a limit of nothing': listed('limit=0') }),
  ...one('404 not_found', {
    'a record that is not there': (emulator) =>
      askAs('GET /api/v1/flights/{id}', emulator, emulator.signIn().access_token),
    'a record of another pilot': async (emulator) => {
      await upload(emulator, emulator.signIn({ pilot: 'second' }).access_token, anyPng());
      return askAs('GET /api/v1/flights/{id}', emulator, emulator.signIn().access_token);
    },
  }),
];

/** Shows the consent page to a browser. Returns what sends its form, with the form's token for `TOKEN`. */
export async function openForm(emulator: Emulator) {
  const shown = await authorize(emulator);
  const url = /action="([^"]+)"/.exec(shown.body)?.[1]?.replaceAll('&#38;', '&') ?? '';
  const token = /name="form_token" value="([^"]+)"/.exec(shown.body)?.[1] ?? '';
  const cookie = String(shown.headers['set-cookie']).split(';')[0] ?? '';
  return (body: string, headers: Record<string, string> = {}) =>
    emulator.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
      payload: body.replace('TOKEN', token),
    });
}

/** A decision on the consent page, after a change since it was shown. */
export async function decide(emulator: Emulator, decision: string, prepare?: () => unknown) {
  const post = await openForm(emulator);
  await prepare?.();
  return post(`form_token=TOKEN&${decision}`);
}

/** A decision without a consent page shown to this browser. */
const foreignDecision: Ask = (emulator) =>
  emulator.inject({
    method: 'POST',
    url: '/oauth/authorize',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'decision=approve',
  });

const ask = at('GET /oauth/authorize');
const decision = at('POST /oauth/authorize');

const ofSignIn: Provocation[] = [
  ...ask('400 page', {
    'an unknown application': (emulator) => authorize(emulator, { client_id: 'nobody' }),
    'an address that is not registered': (emulator) => authorize(emulator, { redirect_uri: 'https://example.org/' }),
  }),
  ...decision('400 page', { 'a form that is not the page’s own': foreignDecision }),
  ...ask('303 invalid_request', { 'no challenge': (emulator) => authorize(emulator, { code_challenge: undefined }) }),
  ...ask('303 invalid_scope', { 'no scope': (emulator) => authorize(emulator, { scope: undefined }) }),
  ...ask('303 unsupported_response_type', {
    'response_type=token': (emulator) => authorize(emulator, { response_type: 'token' }),
  }),
  ...ask('303 unauthorized_client', {
    'a disabled application': (emulator) => {
      disable(emulator);
      return authorize(emulator);
    },
  }),
  ...decision('303 unauthorized_client', {
    'an application that was disabled while the page was open': (emulator) =>
      decide(emulator, 'decision=approve&pilot=demo&scope=openid', () => disable(emulator)),
  }),
  ...decision('303 access_denied', {
    'the pilot refuses': (emulator) => decide(emulator, 'decision=refuse&pilot=demo&scope=openid'),
    'nothing is left ticked': (emulator) => decide(emulator, 'decision=approve&pilot=demo'),
  }),
];

const ofTokenStatus = (['POST /oauth/revoke', 'POST /oauth/introspect'] as const).flatMap((endpoint): Provocation[] => {
  const status = at(endpoint);
  const path = endpoint.slice('POST '.length);
  return [
    ...status('400 invalid_request', {
      'no token': (emulator) => askAbout(emulator, path, { token: undefined }),
      'a token in the address': (emulator) => askAbout(emulator, `${path}?token=x`),
    }),
    ...status('401 invalid_client', {
      'a wrong client_secret': (emulator) => askAbout(emulator, path, { client_secret: 'wrong' }),
      'a wrong secret by Basic': (emulator) =>
        askAbout(emulator, path, { client_secret: undefined }, { authorization: basic(clientId, 'wrong') }),
      'a disabled application': (emulator) => {
        disable(emulator);
        return askAbout(emulator, path, { token: 'x' });
      },
    }),
  ];
});

export const provocations: readonly Provocation[] = [...ofTokens, ...ofFlights, ...ofSignIn, ...ofTokenStatus];
