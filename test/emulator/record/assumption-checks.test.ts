// Checks from both sides: the same requests to an emulator with its defaults, and to one with an option changed.

import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../../../emulator/emulator.ts';
import { anyPng } from '../images.ts';
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

type Case = { number: string; otherwise: EmulatorOptions; ask(signed: Signed): Promise<unknown> };

const bytes = (buffer: Buffer) => new Uint8Array(buffer);
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

  it('differs for one with the option changed', async () => {
    expect(await verdictAfter(one, one.otherwise)).toMatchObject({ verdict: 'differs' });
  });
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
