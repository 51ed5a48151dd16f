// The journal names the rule behind every answer, with figures, while the service's own answer is unchanged.

import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../../emulator/emulator.ts';
import { elapsed, remaining, formatBytes } from '../../../emulator/journal/message-text.ts';
import { authorize, clientId, exchange, get, obtainCode, openEmulator, refresh } from '../open-emulator.ts';
import { anyPng, png, report, upload } from '../images.ts';
import { lastEntry } from './last-entry.ts';

const ruleOf = (emulator: Emulator) => lastEntry(emulator).rule;

const read = (emulator: Emulator, token: string, path = '') => get(emulator, `/api/v1/flights${path}`, token);

describe('the rulings of the API', () => {
  it('unauthorized explains what is wrong with the token', async () => {
    const emulator = await openEmulator();
    const { access_token, consentId } = emulator.signIn();
    await emulator.inject('/api/v1/flights');
    expect(ruleOf(emulator)).toBe('unauthorized: no Authorization header');
    await read(emulator, 'unknown');
    expect(ruleOf(emulator)).toBe('unauthorized: unknown access token');
    await emulator.clock.advance(904_000);
    await read(emulator, access_token);
    expect(lastEntry(emulator)).toMatchObject({
      rule: 'unauthorized: the access token expired 4 s ago',
      clientId,
      pilot: 'demo',
    });
    emulator.consents.revoke(consentId);
    await read(emulator, access_token);
    expect(ruleOf(emulator)).toMatch(/^unauthorized: its consent was revoked: ./);
    const other = emulator.signIn();
    emulator.applications.update(clientId, { disabled: true });
    await read(emulator, other.access_token);
    expect(ruleOf(emulator)).toBe('unauthorized: its application is disabled');
  });

  it('explain what an application is not allowed to do', async () => {
    const emulator = await openEmulator();
    const reader = emulator.signIn({ clientId: 'logbook-reader-demo', scopes: ['openid', 'flights:write'] });
    await read(emulator, reader.access_token);
    expect(ruleOf(emulator)).toBe('insufficient_scope: flights:read is required, the token has openid flights:write');
    await upload(emulator, reader.access_token, anyPng());
    expect(ruleOf(emulator)).toBe('write_not_enabled: logbook-reader-demo has no write-access subscription');
  });

  it('too_fast states the time since which flight', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn();
    await upload(emulator, access_token, anyPng());
    expect(ruleOf(emulator)).toBe('accepted: flight 4700');
    await emulator.clock.advance(3260);
    await upload(emulator, access_token, anyPng());
    expect(ruleOf(emulator)).toBe('too_fast: 3.2 s after flight 4700, minimum 5 s');
    emulator.settings.change({ tooFastRestarts: true });
    await upload(emulator, access_token, anyPng());
    await emulator.clock.advance(1000);
    await upload(emulator, access_token, anyPng());
    expect(ruleOf(emulator)).toBe('too_fast: 1 s after the last rejected upload, minimum 5 s');
  });

  it('rate_limit_exceeded states the count, the limit and when there is room', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn();
    for (let count = 0; count < 60; count += 1) await read(emulator, access_token);
    expect(ruleOf(emulator)).toBe('listed: 0 flights of demo');
    await emulator.clock.advance(47_600);
    await read(emulator, access_token);
    expect(ruleOf(emulator)).toBe('rate_limit_exceeded: 60 of 60 in the last 60 s, retry in 12.4 s');
  });

  it.each([
    [
      'no report',
      [{ name: 'image', fileName: 'a.png', content: png() }],
      'missing_file: no part is a file called report',
    ],
    ['another name', [report(png(), 'a.gif')], 'invalid_file: the name ends in gif, the first bytes are PNG'],
    [
      'another content',
      [report('text', 'a')],
      'invalid_file: the name has no extension, the first bytes are neither PNG nor JPEG',
    ],
    ['too long a file', [report(Buffer.alloc(2_000_000), 'a.png')], 'file_too_large: more than 1.5 MB'],
    ['no form', 'text', 'missing_file: the body is not whole'],
  ])('explain a body with %s', async (_name, parts, rule) => {
    const emulator = await openEmulator({ maxFileBytes: 1_500_000 });
    await upload(emulator, emulator.signIn().access_token, parts);
    expect(ruleOf(emulator)).toBe(rule);
  });

  it('name the flight that was read', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn();
    const second = emulator.signIn({ pilot: 'second' });
    await upload(emulator, access_token, anyPng());
    await read(emulator, access_token, '/4700');
    expect(ruleOf(emulator)).toBe('read: flight 4700');
    await read(emulator, second.access_token, '/4700');
    expect(ruleOf(emulator)).toBe("not_found: flight 4700 is another pilot's");
    await read(emulator, access_token, '/1');
    expect(ruleOf(emulator)).toBe('not_found: no such flight');
  });
});

describe('the rulings of the sign-in', () => {
  it('explain an exchange, its repetition and the consequence', async () => {
    const emulator = await openEmulator({ autoConsent: true, codeReplayRevokes: true });
    const code = await obtainCode(emulator);
    const first = await exchange(emulator, { code });
    expect(ruleOf(emulator)).toBe('exchanged: a code for the tokens of demo');
    await exchange(emulator, { code });
    expect(ruleOf(emulator)).toBe('invalid_grant: the code was already used: the consent of demo is revoked');
    await refresh(emulator, first.json().refresh_token);
    expect(ruleOf(emulator)).toBe('invalid_grant: its consent was revoked: a code was reused');
  });

  it('explain an expired code and an expired refresh token', async () => {
    const emulator = await openEmulator({ autoConsent: true, refreshLifetimeMs: 60_000 });
    const [code, { refresh_token }] = [await obtainCode(emulator), emulator.signIn()];
    await emulator.clock.advance(64_000);
    await exchange(emulator, { code });
    expect(ruleOf(emulator)).toBe('invalid_grant: the code expired 4 s ago');
    await refresh(emulator, refresh_token);
    expect(ruleOf(emulator)).toBe('invalid_grant: the refresh token expired 4 s ago');
  });

  it('explain a refresh token used before', async () => {
    const emulator = await openEmulator();
    const { refresh_token } = emulator.signIn();
    await refresh(emulator, refresh_token);
    await refresh(emulator, refresh_token);
    expect(ruleOf(emulator)).toMatch(/^invalid_grant: rt_‹.{6}› was already used: the consent of demo is revoked$/);
  });

  it('explain wrong credentials, which the response does not', async () => {
    const emulator = await openEmulator();
    const unknown = await refresh(emulator, 'x', { client_id: 'nobody' });
    expect(ruleOf(emulator)).toBe('invalid_client: no such application');
    const wrong = await refresh(emulator, 'x', { client_secret: 'wrong' });
    expect(lastEntry(emulator)).toMatchObject({
      rule: `invalid_client: the secret is not that of ${clientId}`,
      clientId,
    });
    expect(wrong.body).toBe(unknown.body);
  });

  it('explain a page and a redirect', async () => {
    const emulator = await openEmulator();
    await authorize(emulator, { client_id: 'nobody' });
    expect(ruleOf(emulator)).toBe('page: this application is not registered');
    await authorize(emulator, { redirect_uri: 'http://127.0.0.1:5/other' });
    expect(ruleOf(emulator)).toBe('page: Pilot Companion has not registered this redirect URI');
    await authorize(emulator, { response_type: 'token' });
    expect(ruleOf(emulator)).toBe('unsupported_response_type: response_type must be code');
  });
});

describe('amounts', () => {
  it.each([
    [0, '0 ms', '0 ms'],
    [999.4, '999 ms', '1000 ms'],
    [3249, '3.2 s', '3.3 s'],
    [59_999, '59.9 s', '1 min'],
    [60_000, '1 min', '1 min'],
    [61_001, '1 min 1 s', '1 min 2 s'],
    [120_000, '2 min', '2 min'],
    [3_600_000, '1 h', '1 h'],
    [90 * 60_000, '1 h 30 min', '1 h 30 min'],
    [30 * 86_400_000, '30 d', '30 d'],
  ])('%d ms', (ms, before, ahead) => {
    expect([elapsed(ms), remaining(ms)]).toEqual([before, ahead]);
  });

  it.each([
    [1, '1 byte'],
    [999, '999 bytes'],
    [12_440, '12.4 kB'],
    [999_999, '1 MB'],
    [1_549_000, '1.5 MB'],
  ])('%d bytes', (bytes, message) => {
    expect(formatBytes(bytes)).toBe(message);
  });
});
