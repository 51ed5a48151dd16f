// A recording keeps and prints no secret: in the journal, the report, the scenario and the lines of the command.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import type { Emulator } from '../../../emulator/emulator.ts';
import { run } from '../cli/run-command.ts';
import { basic, clientId, clientSecret, newFolder, openEmulator } from '../open-emulator.ts';
import { bodyOf, clientOf, recordEmulator, recordServer } from './recorded-service.ts';

const journalOf = (recorder: Emulator): string =>
  recorder.journal
    .list({ limit: 1000 })
    .items.map(({ id }) => JSON.stringify(recorder.journal.read(id)))
    .join('\n');

/** Everything that can be read of a recording. */
const textsOf = (recorder: Emulator): string =>
  [journalOf(recorder), recorder.recording.read(), recorder.recording.scenario(), recorder.journal.har()]
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join('\n');

it('of the emulator, in any part of a request', async () => {
  const { recorder, url, secrets } = await recordEmulator({});
  const { ask, authorize, exchange, refresh, upload, get } = clientOf(url);
  const code = (await authorize('a-state-that-is-secret')).get('code') ?? '';
  const { access_token: accessToken = '', refresh_token: refreshToken = '' } = (await exchange(code)).json as Record<
    string,
    string
  >;
  await upload(accessToken, new Uint8Array(Buffer.from('x')), `${accessToken}.png`);
  await upload(accessToken, new Uint8Array(Buffer.from('x')), `report.${refreshToken}`);
  await get(`/api/v1/flights?limit=${refreshToken}`, accessToken);
  await get(`/api/v1/flights?access_token=${accessToken}&x=${refreshToken}`, accessToken);
  await ask(`/${refreshToken}/x`, { headers: { 'x-note': `token ${accessToken}`, cookie: 'session=a-cookie-value' } });
  await ask('/oauth/token', { method: 'POST', headers: { authorization: basic(clientId, clientSecret) } });
  await ask('/oauth/token', { method: 'POST', body: new URLSearchParams({ odd: code, grant_type: clientSecret }) });
  await refresh(refreshToken);
  await refresh(refreshToken);
  const texts = textsOf(recorder);
  const values = secrets
    .filter(({ kind }) => kind !== 'page_key' && kind !== 'control_token')
    .map(({ value }) => value);
  const all = [
    ...new Set([...values, 'a-cookie-value', 'a-state-that-is-secret', basic(clientId, clientSecret).slice(6)]),
  ];
  expect(all.length).toBeGreaterThan(8);
  expect(all.filter((secret) => texts.includes(secret) || texts.includes(encodeURIComponent(secret)))).toEqual([]);
  expect(texts).toContain('at_‹');
});

it('of a service with its own secret format, in any place and encoding', async () => {
  const secret = {
    access: 'eyJh/bGci+OiJ.IUzI"1',
    refresh: 'r3fr3sh~value',
    cookie: 'ses10n-value',
    page: 'hunter-two',
    login: 'pa55-value',
  };
  const odd = 'a code/with+signs';
  const { recorder, url } = await recordServer(async (request, response) => {
    const body = (await bodyOf(request)).toString();
    const headers = { 'content-type': 'application/json', 'set-cookie': `sid=${secret.cookie}; Path=/` };
    if (request.url === '/login')
      response.writeHead(302, { location: `/next?code=${encodeURIComponent(odd)}&state=ab` }).end();
    else if (request.url?.startsWith('/oauth/token') === true) {
      const tokens = { access_token: secret.access, nested: [{ refresh_token: secret.refresh }], token_type: 'Bearer' };
      response.writeHead(200, headers).end(JSON.stringify({ ...tokens, tokens: [secret.page] }));
    } else
      response
        .writeHead(400, headers)
        .end(JSON.stringify({ detail: `you sent ${body} and ${request.url} as ${secret.login}` }));
  });
  const { ask } = clientOf(url);
  await ask('/login', {
    method: 'POST',
    body: new URLSearchParams({ user: 'maren-user', pw: secret.login, _csrf: 'csrf-value' }),
    headers: { cookie: `sid=${secret.cookie}` },
  });
  await ask('/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', code: odd }),
  });
  await ask('/api/v1/flights', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-echo': secret.refresh },
    body: JSON.stringify({ note: secret.access, password: 'pass-value' }),
  });
  await ask(`/x?plain=${encodeURIComponent(secret.access)}&again=${encodeURIComponent(odd)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret.access}` },
    body: odd,
  });
  const texts = textsOf(recorder);
  const forms = [...Object.values(secret), odd, 'pass-value', 'csrf-value', 'maren-user'].flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    new URLSearchParams([['', value]]).toString().slice(1),
  ]);
  expect(forms.filter((form) => texts.includes(form))).toEqual([]);
  expect(texts).not.toContain('state=ab');
});

it('while a request is open', async () => {
  const { recorder, url } = await recordServer(() => undefined);
  void fetch(`${url}/oauth/authorize?state=an-open-state&code=an-open-code&x=1`).catch(() => undefined);
  await recorder.journal.waitFor({ outcome: 'open' });
  expect(journalOf(recorder)).toContain('x=1');
  expect(journalOf(recorder)).not.toMatch(/an-open/);
});

it.each([
  { isErrTerminal: true, form: 'text' },
  { isErrTerminal: false, form: 'JSON' },
])('in the file of the command and its lines as $form, which end with the report', async ({ isErrTerminal }) => {
  const file = join(await newFolder(), 'service.yaml');
  const service = await openEmulator({ autoConsent: true, clock: 'system' });
  const { url: record } = await service.start();
  const secrets = ['a-state-that-is-secret', clientSecret];
  const { code, out, err } = await run(['--record', record, '--record-to', file], {
    isErrTerminal,
    async during(text) {
      const ready = JSON.parse(text) as Record<string, unknown>;
      expect([ready['records'], ready['clients'], ready['pilots']]).toEqual([record, [], []]);
      const client = clientOf(String(ready['url']));
      const granted = (await client.authorize('a-state-that-is-secret')).get('code') ?? '';
      const { access_token: accessToken, refresh_token: refreshToken } = (await client.exchange(granted)).json;
      secrets.push(granted, String(accessToken), String(refreshToken));
    },
  });
  expect([code, secrets.length]).toEqual([0, 5]);
  const texts = [out, err, await readFile(file, 'utf8')].join('\n');
  expect(secrets.filter((secret) => texts.includes(secret))).toEqual([]);

  const report = isErrTerminal ? err.slice(err.indexOf('Recorded')) : err.trimEnd().split('\n').at(-1);
  const asText = [
    `Recorded 2 requests to ${record}. The assumptions of docs/emulator/assumptions.md:\n\nHold:\n  A1  GET /oauth/authorize`,
    '        request 1: /oauth/authorize redirected with a code and the state',
    '\nNot seen:\n  A2  ',
  ];
  const asJson = [`{"type":"recording","service":"${record}","requests":2,"assumptions":[{"number":"A1",`];
  expect((isErrTerminal ? asText : asJson).filter((part) => report?.includes(part) !== true)).toEqual([]);
});

it('in the messages about an address with credentials', async () => {
  const failures: string[] = [];
  for (const record of ['https://maren:pass-value@real.example.test', 'https://real.example.test/?key=pass-value']) {
    await createEmulator({ record }).catch((cause: Error) => failures.push(cause.message));
    failures.push((await run(['--record', record])).err);
  }
  expect(failures.length).toBe(4);
  expect(failures.filter((failure) => !failure.includes('expected an https URL without credentials'))).toEqual([]);
  expect(failures.join('\n')).not.toMatch(/pass-value|maren/);
});

it.each([
  [{ record: 'http://real.example.test' }, 'an https URL without credentials, or an http URL of this computer'],
  [{ record: 'http://127.0.0.1.example.test' }, 'an https URL without credentials, or an http URL of this computer'],
  [{ record: 'http://127.0.0.1:4217', port: 4217 }, 'is the emulator itself'],
  [{ recordTo: 'x.yaml' }, '--record-to needs --record'],
  [{ record: 'https://real.example.test', recordTo: 'x.txt' }, 'ends in .yaml, .yml or .json'],
  [{ record: 'https://real.example.test', recordTo: '/nowhere/x.yaml' }, 'Can’t write the scenario to /nowhere/x.yaml'],
  [{ record: 'https://real.example.test', scenario: 'service-down' }, 'don’t combine it with --scenario or --state'],
])('refuses %j', async (options, message) => {
  await expect(createEmulator(options)).rejects.toThrow(message);
});
