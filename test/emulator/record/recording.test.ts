// A client in front of another service, through the recorder: the report about the assumptions, and a scenario that
// answers like that service.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import type { EmulatorOptions } from '../../../emulator/emulator.ts';
import { assumptionChecks } from '../../../emulator/record/assumption-checks.ts';
import { anyPng } from '../images.ts';
import { authorizationQuery, newFolder, redirectUri } from '../open-emulator.ts';
import { clientOf, recordEmulator, verdictOf, verdictsOf } from './recorded-service.ts';
import type { Answer } from './recorded-service.ts';

/** A service that differs from the emulator's defaults in most visible respects. */
const other: EmulatorOptions = {
  mode: 'strict',
  accessLifetimeMs: '20m',
  minGapMs: '12s',
  maxFileBytes: '1MiB',
  retryAfter: false,
};

const large = new Uint8Array(Buffer.concat([anyPng(), Buffer.alloc(1024 ** 2)]));

/** The same steps of a client; returns the answers. */
async function useService(url: string, advance: (time: string) => Promise<void>, secret?: string) {
  const client = clientOf(url, secret === undefined ? {} : { secret });
  const { authorize, exchange, refresh, upload, get, token } = client;
  const code = (await authorize('a-first-state')).get('code') ?? '';
  const answers: Answer[] = [await exchange(code)];
  const { access_token: first = '', refresh_token: refreshToken = '' } = answers[0]!.json as Record<string, string>;
  answers.push(await upload(first), await upload(first));
  for (const wait of ['4s', '7500ms']) {
    await advance(wait);
    answers.push(await upload(first));
  }
  await advance('500ms');
  answers.push(await upload(first));
  await advance('20s');
  answers.push(await upload(first, large), await upload(first, new Uint8Array(Buffer.from('no image'))));
  answers.push(await get('/api/v1/flights', first), await get('/oauth/userinfo', first));
  answers.push(await refresh(refreshToken), await token({ grant_type: 'password' }), await token({ grant_type: '' }));
  const second = (await authorize('another-state', 'http://127.0.0.1:5001/callback/emulator')).get('code') ?? '';
  answers.push(await exchange(second, 'http://127.0.0.1:5001/callback/emulator'));
  return answers;
}

const shownOf = ({ status, headers, json }: Answer) => [
  status,
  json['detail'] ?? json['error'] ?? json['expires_in'] ?? Object.keys(json).length,
  headers.get('retry-after'),
];

describe('in front of a service with other settings', () => {
  it('reports which assumptions hold, which do not, and which were not seen', async () => {
    const { recorder, url, advance } = await recordEmulator(other);
    await useService(url, advance);
    expect(verdictsOf(recorder)).toEqual({
      A1: 'holds',
      A2: 'holds',
      A4: 'differs',
      A6: 'not-seen',
      A7: 'holds',
      A10: 'differs',
      A12: 'differs',
      A13: 'differs',
      A15: 'holds',
      A18: 'differs',
      A21: 'holds',
      A22: 'not-seen',
    });
    expect(verdictOf(recorder, 'A4')?.evidence).toEqual([{ request: 10, shows: 'There is no list of flights: 404.' }]);
    expect(verdictOf(recorder, 'A10')?.evidence[0]).toEqual({
      request: 6,
      shows: 'Refused as too_fast: the wait is more than 7.5 s.',
    });
    expect(verdictOf(recorder, 'A22')?.note).toBe('Refresh with HTTP Basic and no client_id.');
  });

  it.each(['yaml', 'json'])('writes a scenario as %s that answers alike', async (ending) => {
    const file = join(await newFolder(), `service.${ending}`);
    const { recorder, url, advance } = await recordEmulator(other, { recordTo: file });
    const recorded = await useService(url, advance);
    await recorder.stop();
    expect(recorder.recording.scenario()).toMatchObject({
      settings: { accessLifetimeMs: '20m', minGapMs: '12s', maxFileBytes: '1MiB', retryAfter: false },
      applications: [{ clientId: 'pilot-companion-demo', redirectUris: ['http://127.0.0.1/callback/emulator'] }],
    });
    expect(await readFile(file, 'utf8')).toContain('Recorded from http://127.0.0.1:');
    expect(recorder.recording.scenario()).not.toMatchObject({ about: expect.stringContaining('A4') });

    const played = await createEmulator({ clock: 'virtual', scenario: file, autoConsent: true });
    onTestFinished(() => played[Symbol.asyncDispose]());
    const { url: there } = await played.start();
    const advanceThere = (time: string) => played.clock.advance(time);
    const again = await useService(there, advanceThere, played.clients[0]?.client_secret);
    expect(again.map(shownOf)).toEqual(recorded.map(shownOf));
    expect(recorded.map(({ status }) => status).join(' ')).toBe(
      '200 200 429 429 429 200 413 400 404 404 200 400 400 200',
    );
  });
});

it('has neither single flights nor userinfo in the scenario of a service without a list of flights', async () => {
  const { recorder, url, advance } = await recordEmulator({ mode: 'strict' });
  const { authorize, exchange, get } = clientOf(url);
  const { json } = await exchange((await authorize('a-state')).get('code') ?? '');
  await advance('1s');
  await get('/api/v1/flights', (json as Record<string, string>)['access_token']!);
  expect(recorder.recording.scenario()).toMatchObject({
    faults: [
      ['GET', '/api/v1/flights'],
      ['GET', '/api/v1/flights/*'],
      ['GET', '/oauth/userinfo'],
      ['GET', '/.well-known/oauth-authorization-server'],
      ['POST', '/oauth/revoke'],
      ['POST', '/oauth/introspect'],
    ].map(([method, path]) => ({
      match: { method, path },
      effect: { type: 'status', status: 404 },
    })),
  });
});

it('refuses what only an emulated service can do', async () => {
  const { recorder, service } = await recordEmulator(other);
  await expect(createEmulator({ record: service.url, clockScale: 60 })).rejects.toThrow('leave out --clock-scale');
  await expect(recorder.clock.advance('1h')).rejects.toThrow('clock.change is about an emulated service');
  await expect(recorder.scenario.load('answers-lost')).rejects.toThrow('scenario.load is about an emulated service');
  expect(() => recorder.faults.add({ effect: { type: 'garbage' } })).toThrow(
    `faults.add is about an emulated service, and this emulator records ${service.url}.`,
  );
});

it('signs in on the consent page of the service', async () => {
  const { recorder, url } = await recordEmulator({ autoConsent: false });
  const client = clientOf(url);
  const page = await fetch(`${url}/oauth/authorize?${authorizationQuery()}`);
  const text = await page.text();
  const action = /action="([^"]*)"/.exec(text)?.[1]?.replaceAll('&#38;', '&') ?? '';
  const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const formToken = /name="form_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
  const form = { form_token: formToken, decision: 'approve', pilot: 'demo', scope: 'flights:write' };
  const approved = await fetch(new URL(action, `${url}/oauth/authorize`), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: url, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(form),
  });
  const answer = new URL(approved.headers.get('location') ?? 'http://none');
  expect(answer.href.startsWith(`${redirectUri}?`)).toBe(true);
  expect((await client.exchange(answer.searchParams.get('code') ?? '', redirectUri)).status).toBe(200);
  expect(verdictOf(recorder, 'A1')).toMatchObject({ verdict: 'holds', evidence: [{ request: 2 }] });
  const kept = JSON.stringify([1, 2, 3].map((id) => recorder.journal.read(id)));
  expect([formToken, cookie.split('=')[1] ?? 'none'].filter((secret) => kept.includes(secret))).toEqual([]);
});

it('records what fails, and replays it at the same request', async () => {
  const { recorder, url, service, advance } = await recordEmulator({});
  const { access_token: accessToken } = service.signIn();
  service.faults.add({
    skip: 1,
    times: 2,
    effect: { type: 'status', status: 503, body: { detail: 'maintenance' }, headers: { 'retry-after': '7' } },
  });
  const ask = async (there: string, token: string, wait: (time: string) => Promise<void>) => {
    const statuses: unknown[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { status, headers, json } = await clientOf(there).upload(token);
      statuses.push([status, json['detail'], headers.get('retry-after')]);
      await wait('6s');
    }
    return statuses;
  };
  const recorded = await ask(url, accessToken, advance);
  expect(recorded[1]).toEqual([503, 'maintenance', '7']);
  const played = await createEmulator({ clock: 'virtual' });
  onTestFinished(() => played[Symbol.asyncDispose]());
  const { url: there } = await played.start();
  await played.scenario.load(recorder.recording.scenario() ?? {});
  const again = await ask(there, played.signIn().access_token, (time) => played.clock.advance(time));
  expect(again).toEqual(recorded);
});

it.each([
  ['between a refusal and an acceptance', '3s', ['2s', '1100ms'], '3s'],
  ['from an acceptance alone', '3s', ['3100ms'], '3s'],
  ['from two refusals, as more than the later one', '12s', ['7s', '1500ms'], '9s'],
])('learns a wait %s', async (_name, minGapMs, waits, learnt) => {
  const { recorder, url, advance, service } = await recordEmulator({ minGapMs, retryAfter: false });
  const { access_token: accessToken } = service.signIn();
  const { upload } = clientOf(url);
  await upload(accessToken);
  for (const wait of waits) {
    await advance(wait);
    await upload(accessToken);
  }
  expect(recorder.recording.scenario()).toMatchObject({ settings: { minGapMs: learnt } });
});

it('checks only what is an assumption', async () => {
  const register = await readFile(new URL('../../../docs/emulator/assumptions.md', import.meta.url), 'utf8');
  const numbers = [...register.matchAll(/^\| (A\d+) \| /gm)].map(([, number]) => number!);
  expect(numbers.filter((number) => number in assumptionChecks)).toEqual(Object.keys(assumptionChecks));
});
