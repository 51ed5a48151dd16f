import { describe, expect, test } from 'vitest';
import { configurationFor, consentOf, exchangeOf, redirectUri, runBoth, runBroker } from './running.ts';
import { bodyOf, serviceThat } from './service-answers.ts';

describe('rule 34: the broker adds the secret to exchange and refresh, and nothing else', () => {
  test('exchanges a code and refreshes the tokens', async () => {
    await using both = await runBoth({}, { autoConsent: true });
    const exchanged = await both.broker.ask(exchangeOf(await consentOf(both.emulator.url ?? '')));
    expect(exchanged.status).toBe(200);
    expect(exchanged.headers.get('cache-control')).toBe('no-store');
    const first = await bodyOf(exchanged);
    const renewed = await both.broker.ask({ grant_type: 'refresh_token', refresh_token: first['refresh_token']! });
    expect(renewed.status).toBe(200);
    expect((await bodyOf(renewed))['refresh_token']).not.toBe(first['refresh_token']);
  });

  test('forwards only documented parameters, with the credentials of the application', async () => {
    await using service = await serviceThat((_request, response) => void response.end('{"access_token":"a"}'));
    await using broker = await runBroker(configurationFor(service.url));
    await broker.ask({
      grant_type: 'refresh_token',
      refresh_token: 'r',
      scope: 'everything',
      client_id: 'pilot-companion-demo',
      extra: '1',
    });
    expect(Object.fromEntries(service.forms[0]!)).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'r',
      client_id: 'pilot-companion-demo',
      client_secret: 'demo-secret-for-the-emulator-only',
    });
  });

  test('returns a rejection by the service, without a challenge for a password', async () => {
    await using both = await runBoth({ clientSecret: 'another' });
    const answer = await both.broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' });
    expect([answer.status, (await bodyOf(answer))['error']]).toEqual([401, 'invalid_client']);
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });

  test.each([
    ['no grant type', 'refresh_token=r', 'invalid_request', /grant_type is missing/],
    ['another grant type', 'grant_type=password&username=a', 'unsupported_grant_type', /authorization_code or refresh/],
    ['the secret', 'grant_type=refresh_token&refresh_token=r&client_secret=s', 'invalid_request', /broker adds it/],
    ['another application', 'grant_type=refresh_token&refresh_token=r&client_id=x', 'invalid_client', /another/],
    ['a field twice', 'grant_type=refresh_token&refresh_token=r&refresh_token=s', 'invalid_request', /more than once/],
    ['an empty token', 'grant_type=refresh_token&refresh_token=', 'invalid_request', /refresh_token is missing/],
    [
      'a code without a verifier',
      `grant_type=authorization_code&code=c&redirect_uri=${encodeURIComponent(redirectUri)}`,
      'invalid_request',
      /code_verifier is missing/,
    ],
    [
      'a short verifier',
      `grant_type=authorization_code&code=c&code_verifier=abc&redirect_uri=${encodeURIComponent(redirectUri)}`,
      'invalid_request',
      /43 to 128/,
    ],
    [
      'a redirect to elsewhere',
      `grant_type=authorization_code&code=c&code_verifier=${'v'.repeat(43)}&redirect_uri=https%3A%2F%2Fevil.example%2Fcallback%2Femulator`,
      'invalid_request',
      /has to be http:/,
    ],
  ])('refuses %s without asking the service', async (_name, form, error, message) => {
    await using service = await serviceThat((_request, response) => void response.end('{}'));
    await using broker = await runBroker(configurationFor(service.url));
    const answer = await broker.ask(form);
    const body = await bodyOf(answer);
    expect([answer.status, body['error']]).toEqual([400, error]);
    expect(body['error_description']).toMatch(message);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(service.forms).toEqual([]);
  });

  test('refuses web pages, credentials in a header, JSON and a long form', async () => {
    await using service = await serviceThat((_request, response) => void response.end('{}'));
    await using broker = await runBroker(configurationFor(service.url));
    const form = 'grant_type=refresh_token&refresh_token=r';
    expect((await broker.ask(form, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await broker.ask(form, { authorization: 'Basic YTpi' })).status).toBe(400);
    expect((await broker.ask('{}', { 'content-type': 'application/json' })).status).toBe(400);
    expect((await broker.ask(`${form}${'r'.repeat(20_000)}`)).status).toBe(400);
    expect((await fetch(`${broker.url}/oauth/token?${form}`)).status).toBe(404);
    expect(service.forms).toEqual([]);
  });

  test('logs neither a body, nor a secret, nor a client address', async () => {
    const lines: string[] = [];
    await using both = await runBoth({}, { autoConsent: true }, lines);
    const consent = await consentOf(both.emulator.url ?? '');
    const tokens = await bodyOf(await both.broker.ask(exchangeOf(consent)));
    await both.broker.ask({ grant_type: 'refresh_token', refresh_token: tokens['refresh_token']! });
    await both.broker.ask({ grant_type: 'refresh_token', refresh_token: tokens['refresh_token']! });
    const secrets = [
      consent.code,
      consent.verifier,
      tokens['refresh_token']!,
      tokens['access_token']!,
      'demo-secret',
      '127.0.0.1',
    ];
    const answered = lines.filter((line) => line.includes('"answered"')).join('');
    expect(answered.match(/"status":200/g)).toHaveLength(2);
    for (const secret of secrets) expect(answered).not.toContain(secret);
    for (const secret of secrets.slice(0, -1)) expect(lines.join('')).not.toContain(secret);
  });

  test.each([200, 400, 401, 429])(
    'passes on no text of a service that repeats the form in an answer of %i',
    async (status) => {
      const clientSecret = 'cs_of-the-application/with+odd=signs&more%20';
      await using service = await serviceThat((_request, response) => {
        const said = `${String(service.forms.at(-1))} ${clientSecret} m4rker`;
        const names = ['error', 'error_description', 'error_uri', 'token_type', 'detail', clientSecret];
        const body = {
          access_token: 'a-token',
          expires_in: 900,
          scope: `flights:read ${said}`,
          ...Object.fromEntries(names.map((name) => [name, said])),
        };
        const headers = { 'retry-after': clientSecret, 'www-authenticate': `Basic realm="${said}"`, 'x-said': said };
        response.writeHead(status, said, headers).end(JSON.stringify(body));
      });
      const lines: string[] = [];
      await using broker = await runBroker(configurationFor(service.url, { clientSecret }), lines);
      const answer = await broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' });
      const body = await answer.text();
      const everything = `${JSON.stringify([...answer.headers])} ${body} ${lines.join(' ')}`;
      for (const text of [clientSecret, encodeURIComponent(clientSecret), 'm4rker', 'refresh_token']) {
        expect(everything.replace('"grant":"refresh_token"', '')).not.toContain(text);
      }
      expect(answer.status).toBe(status);
      expect(JSON.parse(body)).toMatchObject({ access_token: 'a-token', scope: 'flights:read', error: 'other' });
    },
  );
});
