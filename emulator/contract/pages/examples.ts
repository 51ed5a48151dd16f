// The examples of the reference: real requests to an emulator on a virtual clock, with the responses they got. Random
// values are masked, so that the same code always gives the same page.

import { readFileSync } from 'node:fs';
import { calls } from '../../control/calls.ts';
import type { CallName } from '../../control/calls.ts';
import { callInputs } from '../call-inputs.ts';
import { createEmulator } from '../../emulator.ts';
import type { Emulator } from '../../emulator.ts';
import { samples } from '../../samples/sample-files.ts';
import { seededSecrets } from '../../world/seed.ts';
import type { Endpoint } from '../row.ts';
import { jsonText } from './markdown.ts';

export type Example = {
  /** Method, path and query, with the body below. */
  request: string;
  /** JSON, or a description in angle brackets. */
  response: string;
};

export type Examples = {
  calls: Readonly<Record<CallName, Example>>;
  endpoints: Readonly<Partial<Record<Endpoint, Example>>>;
  events: string;
  readyLine: string;
};

export async function createExamples(): Promise<Examples> {
  await using emulator = await createEmulator({ clock: 'virtual', autoConsent: true, controlToken: 'token' });
  const endpoints = await askService(emulator);
  let state = '';
  const answered: [string, Example][] = [];
  for (const [name, input] of Object.entries(callInputs)) {
    const { method, path, alsoPath } = calls[name as CallName] as { method: 'GET'; path: string; alsoPath?: string };
    const place = input.in === undefined ? (alsoPath ?? path) : path.replace(/:\w+/, input.in);
    const url = `/_emulator${place}${input.query === undefined ? '' : `?${input.query}`}`;
    const payload = name === 'state.import' ? state : input.body === undefined ? '' : JSON.stringify(input.body);
    const response = await emulator.inject({
      method,
      url,
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      payload,
    });
    if (response.statusCode >= 400) throw new Error(`The example of ${name} got ${response.body}`);
    if (name === 'state.export') state = response.body;
    const shown = name === 'state.import' ? '(the exported document)' : payload;
    answered.push([
      name,
      { request: [`${method} ${url}`, shown].filter(Boolean).join('\n'), response: shownOf(response) },
    ]);
  }
  const [pilot] = emulator.pilots.list().items;
  return {
    calls: Object.fromEntries(answered) as Record<CallName, Example>,
    endpoints,
    events: eventsFor(answered),
    readyLine: jsonText({
      url: 'http://127.0.0.1:4200',
      mode: 'extended',
      controlToken: '…',
      console: 'http://127.0.0.1:4200/_emulator/#token=…',
      clients: emulator.clients.slice(0, 1),
      pilots: [pilot],
    }),
  };
}

const [[clientId, clientSecret] = ['', '']] = seededSecrets();
const redirectUri = 'http://127.0.0.1:5000/callback/emulator';
// RFC 7636 appendix B.
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

async function askService(emulator: Emulator): Promise<Examples['endpoints']> {
  const authorization = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid profile flights:read flights:write',
    state: 'x',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }).toString();
  const redirect = await emulator.inject(`/oauth/authorize?${authorization}`);
  const code = new URL(String(redirect.headers.location)).searchParams.get('code') ?? '';
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const tokens = await emulator.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  });
  const headers = { authorization: `Bearer ${tokens.json().access_token}` };
  const uploaded = await upload(emulator, headers);
  await upload(emulator, headers);
  await emulator.clock.advance(5 * 60_000);
  const get = (url: string) => emulator.inject({ url, headers });
  const bearer = 'Authorization: Bearer at_…';
  return {
    'GET /oauth/authorize': {
      request: masked(`GET /oauth/authorize?${authorization}`).replaceAll('&', '\n    &'),
      response: '<the consent page, or with --auto-consent a redirect with code, state and iss>',
    },
    'POST /oauth/token': {
      request: `POST /oauth/token\n\n${masked(form.toString()).replaceAll('&', '\n    &')}`,
      response: shownOf(tokens),
    },
    'POST /api/v1/flights': {
      request: `POST /api/v1/flights\n${bearer}\nContent-Type: multipart/form-data\n\nreport=<${samples[0]?.name}>`,
      response: shownOf(uploaded),
    },
    'GET /api/v1/flights': {
      request: `GET /api/v1/flights?limit=1\n${bearer}`,
      response: shownOf(await get('/api/v1/flights?limit=1')),
    },
    'GET /api/v1/flights/{id}': {
      request: `GET /api/v1/flights/4700\n${bearer}`,
      response: shownOf(await get('/api/v1/flights/4700')),
    },
    'GET /oauth/userinfo': {
      request: `GET /oauth/userinfo\n${bearer}`,
      response: shownOf(await get('/oauth/userinfo')),
    },
  };
}

async function upload(emulator: Emulator, headers: Record<string, string>): Promise<Received> {
  const boundary = 'boundary';
  const [{ name, path }] = samples as [(typeof samples)[number]];
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="report"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`;
  return emulator.inject({
    method: 'POST',
    url: '/api/v1/flights',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), readFileSync(path), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}

/** One event of each type, caused by the calls above. */
function eventsFor(answered: readonly [string, Example][]): string {
  const responseTo = (name: string) => JSON.parse(answered.find(([one]) => one === name)?.[1].response ?? 'null');
  const entry = responseTo('journal.list')?.items[0];
  const events = [
    { type: 'request', entry },
    { type: 'clock', clock: responseTo('clock.change') },
    { type: 'changed', what: ['flights', 'limits'] },
  ];
  return events
    .map((event) => {
      const id = event.type === 'request' ? `id: ${entry?.id}\n` : '';
      return `${id}event: ${event.type}\ndata: ${JSON.stringify(event)}`;
    })
    .join('\n\n');
}

type Received = Awaited<ReturnType<Emulator['inject']>>;

function shownOf({ statusCode, headers, body }: Received): string {
  if (statusCode === 204) return '<204, no body>';
  const type = String(headers['content-type']);
  if (!type.startsWith('application/json')) return `<the bytes, as ${type}>`;
  return masked(jsonText(shortened(JSON.parse(body))));
}

/** Keeps only the first item of a long list. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isLong = value.length > 1 && value.some((item) => typeof item === 'object');
    return isLong ? [shortened(value[0]), `… ${value.length - 1} more`] : value.map(shortened);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}

const masked = (text: string): string =>
  text
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '00000000-0000-4000-8000-000000000000')
    .replaceAll(/\b(at|rt|ac|cs)_[\w-]{43}/g, '$1_…')
    .replaceAll(/‹[\w-]{6}›/g, '‹Jx2_0q›')
    .replaceAll(/("fingerprint": ")[^"]*/g, '$1Jx2_0q')
    .replaceAll(/("(?:durationMs|time|wait)": )[\d.]+/g, '$12.4')
    .replaceAll(/("date": ")\w{3}, [^"]*GMT/g, '$1Tue, 12 May 2026 12:00:00 GMT')
    // Digests of 256 bits; the challenge and the verifier above are published ones.
    .replaceAll(/"(access\.|refresh\.|code\.)?[\w-]{43}"/g, '"$1(digest)"');
