// Checks from both sides: the same requests to an emulator with its defaults and, where an option makes it answer
// otherwise, to one with the option changed.

import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../../../emulator/emulator.ts';
import { anyPng, jpeg, jpegSegment } from '../images.ts';
import { basic, clientId, clientSecret } from '../open-emulator.ts';
import { clientOf, recordEmulator, verdictOf } from './recorded-service.ts';

type Client = ReturnType<typeof clientOf>;

type Signed = {
  client: Client;
  code: string;
  accessToken: string;
  refreshToken: string;
  advance(time: string): Promise<void>;
};

type Case = {
  number: string;
  /** Null where no option makes the emulator answer otherwise. */
  otherwise: EmulatorOptions | null;
  ask(signed: Signed): Promise<unknown>;
};

const bytes = (buffer: Buffer) => new Uint8Array(buffer);
const image = bytes(anyPng());
const padded = (size: number) => bytes(Buffer.concat([anyPng(), Buffer.alloc(size)]));

const cases: Case[] = [
  {
    number: 'A2',
    otherwise: { allowLocalhost: true },
    async ask({ client }) {
      await client.authorize('the-second', 'http://127.0.0.1:6000/callback/emulator');
      await client.authorize('the-third', 'http://localhost:5000/callback/emulator');
    },
  },
  {
    number: 'A3',
    otherwise: { codeLifetimeMs: '24h' },
    async ask({ client, advance }) {
      const [soon, late] = [await client.authorize('a-soon'), await client.authorize('a-late')];
      await advance('59s');
      await client.exchange(soon.get('code') ?? '');
      await advance('3s');
      await client.exchange(late.get('code') ?? '');
    },
  },
  {
    number: 'A4',
    otherwise: { mode: 'strict' },
    ask: ({ client, accessToken }) => client.get('/api/v1/flights', accessToken),
  },
  {
    number: 'A6',
    otherwise: { nullableAsStrings: true },
    async ask({ client, accessToken, advance }) {
      await client.upload(accessToken);
      await advance('30s');
      await client.get('/api/v1/flights', accessToken);
    },
  },
  {
    number: 'A10',
    otherwise: { minGapMs: '2s' },
    async ask({ client, accessToken, advance }) {
      await client.upload(accessToken);
      for (const wait of ['4s', '500ms', '500ms']) {
        await advance(wait);
        await client.upload(accessToken);
      }
    },
  },
  {
    number: 'A12',
    otherwise: { retryAfter: false },
    async ask({ client, accessToken }) {
      await client.upload(accessToken);
      await client.upload(accessToken);
    },
  },
  {
    number: 'A13',
    otherwise: { maxFileBytes: '9MiB' },
    async ask({ client, accessToken, advance }) {
      await client.upload(accessToken, padded(9.5 * 1024 ** 2));
      await advance('5s');
      await client.upload(accessToken, padded(10.5 * 1024 ** 2));
    },
  },
  {
    number: 'A18',
    otherwise: { mode: 'strict' },
    ask: ({ client, accessToken }) => client.get('/oauth/userinfo', accessToken),
  },
  {
    number: 'A22',
    otherwise: { basicWithoutClientId: true },
    async ask({ client, refreshToken }) {
      const headers = { authorization: basic(clientId, clientSecret) };
      const ask = (form: Record<string, string>) =>
        client.ask('/oauth/token', { method: 'POST', headers, body: new URLSearchParams(form) });
      const { json } = await ask({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId });
      await ask({ grant_type: 'refresh_token', refresh_token: String(json['refresh_token']) });
    },
  },
  {
    number: 'A23',
    otherwise: { codeReplayRevokes: true },
    async ask({ client, code, accessToken }) {
      await client.exchange(code);
      await client.get('/oauth/userinfo', accessToken);
    },
  },
  {
    number: 'A24',
    otherwise: { refreshScope: false },
    ask: ({ client, refreshToken }) =>
      client.token({ grant_type: 'refresh_token', refresh_token: refreshToken, scope: 'openid' }),
  },
  {
    number: 'A25',
    otherwise: null,
    ask: ({ client }) => client.token({ grant_type: 'refresh_token', refresh_token: 'x', padding: 'x'.repeat(70_000) }),
  },
  {
    number: 'A26',
    otherwise: { severalReports: 'refuse' },
    ask({ client, accessToken }) {
      const body = new FormData();
      for (const name of ['a.png', 'b.png']) body.append('report', new File([image], name));
      const headers = { authorization: `Bearer ${accessToken}` };
      return client.ask('/api/v1/flights', { method: 'POST', headers, body });
    },
  },
  {
    number: 'A27',
    otherwise: null,
    ask: ({ client, accessToken }) =>
      client.upload(accessToken, bytes(jpeg(jpegSegment(0xf7, Buffer.alloc(8)))), 'report.jpg'),
  },
  {
    number: 'A28',
    otherwise: null,
    ask({ client, accessToken }) {
      const head = '--b\r\nContent-Disposition: form-data; name="report"; filename="a\0.png"\r\n\r\n';
      const body = bytes(Buffer.concat([Buffer.from(head), anyPng(), Buffer.from('\r\n--b--\r\n')]));
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'multipart/form-data; boundary=b' };
      return client.ask('/api/v1/flights', { method: 'POST', headers, body });
    },
  },
  {
    number: 'A29',
    otherwise: null,
    ask: ({ client, accessToken }) => client.get('/api/v1/flights?limit=1000', accessToken),
  },
  {
    number: 'A30',
    otherwise: null,
    ask: ({ client, accessToken }) =>
      client.ask('/api/v1/flights', { method: 'PUT', headers: { authorization: `Bearer ${accessToken}` } }),
  },
  {
    number: 'A31',
    otherwise: { mode: 'strict' },
    ask: ({ client }) => client.ask('/.well-known/oauth-authorization-server'),
  },
  {
    number: 'A32',
    otherwise: { mode: 'strict' },
    async ask({ client, accessToken, refreshToken }) {
      const form = { client_id: clientId, client_secret: clientSecret, token: refreshToken };
      await client.ask('/oauth/revoke', { method: 'POST', body: new URLSearchParams(form) });
      await client.get('/oauth/userinfo', accessToken);
    },
  },
  {
    number: 'A33',
    otherwise: { mode: 'strict' },
    ask({ client, accessToken }) {
      const form = { client_id: clientId, client_secret: clientSecret, token: accessToken };
      return client.ask('/oauth/introspect', { method: 'POST', body: new URLSearchParams(form) });
    },
  },
];

async function verdictAfter({ number, ask }: Case, service: EmulatorOptions) {
  const { recorder, url, advance } = await recordEmulator(service);
  const client = clientOf(url);
  const code = (await client.authorize('the-first')).get('code') ?? '';
  const { access_token: accessToken, refresh_token: refreshToken } = (await client.exchange(code)).json;
  expect(verdictOf(recorder, number)?.verdict, 'after the sign-in').not.toBe('differs');
  await ask({ client, code, accessToken: String(accessToken), refreshToken: String(refreshToken), advance });
  return verdictOf(recorder, number);
}

describe.each(cases)('$number', (one) => {
  it('holds for an emulator with its defaults', async () => {
    const judged = await verdictAfter(one, {});
    expect([judged?.verdict, judged?.evidence.length === 0]).toEqual(['holds', false]);
  });

  it.skipIf(one.otherwise === null)('differs for one with the option changed', async () => {
    expect(await verdictAfter(one, one.otherwise ?? {})).toMatchObject({ verdict: 'differs' });
  });
});

it('A17 holds for an application that is disabled', async () => {
  const { recorder, url, service } = await recordEmulator({});
  const client = clientOf(url);
  service.applications.update(clientId, { disabled: true });
  await client.refresh('any');
  expect(verdictOf(recorder, 'A17')).toMatchObject({ verdict: 'holds', evidence: [{ request: 1 }] });
});

it('a token that has expired proves nothing about its code', async () => {
  const { recorder, url, advance } = await recordEmulator({});
  const client = clientOf(url);
  const code = (await client.authorize('the-first')).get('code') ?? '';
  const { access_token: accessToken } = (await client.exchange(code)).json;
  await advance('16m');
  await client.exchange(code);
  expect((await client.get('/api/v1/flights', String(accessToken))).status).toBe(401);
  expect(verdictOf(recorder, 'A23')?.verdict).toBe('not-seen');
});

it('uploads at the same time, and one whose response is lost, prove no wait', async () => {
  const { recorder, url, service, advance } = await recordEmulator({ accessLifetimeMs: '1d' });
  const { access_token: accessToken } = service.signIn();
  const { upload } = clientOf(url);
  await upload(accessToken);
  await advance('1h');
  service.faults.add({ times: 1, effect: { type: 'drop', when: 'after' } });
  expect((await upload(accessToken)).status).toBe(502);
  expect((await upload(accessToken)).status).toBe(429);
  await advance('1h');
  service.faults.add({ times: 1, skip: 0, effect: { type: 'latency', ms: 1000 } });
  const slow = upload(accessToken);
  await recorder.journal.waitFor({ outcome: 'open' });
  expect((await upload(accessToken)).status).toBe(200);
  await advance('1s');
  expect((await slow).status).toBe(429);
  expect(verdictOf(recorder, 'A10')).toMatchObject({ verdict: 'not-seen' });
});
