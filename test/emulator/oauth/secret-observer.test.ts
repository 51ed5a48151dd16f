// The emulator's secret observer: every secret that is sent or received, by kind, and nothing else.

import { expect, it } from 'vitest';
import type { SeenSecret } from '../../../emulator/emulator.ts';
import {
  authorize,
  clientId,
  clientSecret,
  exchange,
  obtainCode,
  openEmulator,
  postForm,
  verifier,
} from '../open-emulator.ts';

it('reports what is issued and what is sent, even when the response is lost', async () => {
  const seen: SeenSecret[] = [];
  const emulator = await openEmulator({ autoConsent: true, onSecret: (secret) => void seen.push(secret) });
  const of = (kind: SeenSecret['kind']) => [
    ...new Set(seen.filter((one) => one.kind === kind).map((one) => one.value)),
  ];
  expect(of('control_token')).toEqual([emulator.controlToken]);
  expect(of('page_key')).toHaveLength(1);

  const code = await obtainCode(emulator, { state: 'a state' });
  expect(of('code')).toEqual([code]);
  expect(of('state')).toEqual(['a state']);

  const tokens = (await exchange(emulator, { code })).json<Record<string, string>>();
  expect(of('code_verifier')).toEqual([verifier]);
  expect(of('client_secret')).toEqual([clientSecret]);
  expect(of('access_token')).toEqual([tokens['access_token']]);
  expect(of('refresh_token')).toEqual([tokens['refresh_token']]);

  emulator.faults.add({ match: { path: '/oauth/token' }, effect: { type: 'drop', when: 'after' } });
  const form = { grant_type: 'refresh_token', refresh_token: tokens['refresh_token']!, client_id: clientId };
  await postForm(emulator, new URLSearchParams({ ...form, client_secret: clientSecret }).toString()).catch(() => null);
  expect(of('refresh_token')).toHaveLength(2);
  expect(of('access_token')).toHaveLength(2);
});

it('reports the cookie and token of the consent page, and the secret in Basic', async () => {
  const seen: SeenSecret[] = [];
  const emulator = await openEmulator({ onSecret: (secret) => void seen.push(secret) });
  await authorize(emulator, { state: undefined });
  const basic = `Basic ${Buffer.from('any:a-secret-of-its-own').toString('base64')}`;
  await postForm(emulator, 'grant_type=authorization_code', { authorization: basic });
  const kinds = new Set(seen.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(['client_secret', 'control_token', 'cookie', 'form_token', 'page_key']);
  expect(seen).toContainEqual({ kind: 'client_secret', value: 'a-secret-of-its-own' });
});
