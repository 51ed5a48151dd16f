// A service for the recorder: another emulator on loopback, or a server with answers set by a test. And a client of the
// recorder.

import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createClock, createEmulator } from '../../../emulator/emulator.ts';
import type { Emulator, EmulatorOptions, JudgedAssumption, SeenSecret } from '../../../emulator/emulator.ts';
import { authorizationQuery, clientId, clientSecret, verifier } from '../open-emulator.ts';
import { anyPng } from '../images.ts';

export type Recorded = {
  service: Emulator;
  recorder: Emulator;
  url: string;
  /** Everything secret that the service issued or received. */
  secrets: SeenSecret[];
  advance(time: string): Promise<void>;
};

/** A recorder in front of an emulator; both follow one virtual clock. */
export async function recordEmulator(service: EmulatorOptions, options: EmulatorOptions = {}): Promise<Recorded> {
  const clock = createClock({ startMs: Date.UTC(2026, 4, 12, 12), scale: 0 });
  const secrets: SeenSecret[] = [];
  const upstream = await createEmulator({ clock, autoConsent: true, ...service, onSecret: (one) => secrets.push(one) });
  onTestFinished(() => upstream[Symbol.asyncDispose]());
  const { url: record } = await upstream.start();
  const { recorder, url } = await openRecorder(record, { clock, ...options });
  return { service: upstream, recorder, url, secrets, advance: (time) => upstream.clock.advance(time) };
}

/** A recorder in front of whatever is at this address. */
export async function openRecorder(record: string, options: EmulatorOptions = {}) {
  const recorder = await createEmulator({ record, ...options });
  onTestFinished(() => recorder[Symbol.asyncDispose]());
  const { url } = await recorder.start();
  return { recorder, url };
}

/** A recorder in front of a server written by a test. */
export async function recordServer(answer: RequestListener, options: EmulatorOptions = {}, path = '') {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { ...(await openRecorder(service + path, options)), service, server };
}

export const bodyOf = (request: IncomingMessage): Promise<Buffer> => buffer(request);

export const verdictOf = (recorder: Emulator, number: string): JudgedAssumption | undefined =>
  recorder.recording.read()?.assumptions.find((one) => one.number === number);

/** All verdicts by number, such as `A12: differs`. */
export const verdictsOf = (recorder: Emulator): Record<string, string> =>
  Object.fromEntries((recorder.recording.read()?.assumptions ?? []).map((one) => [one.number, one.verdict]));

export type Answer = { status: number; headers: Headers; json: Record<string, unknown> };

/** A client that signs in, uploads and refreshes at a URL. */
export function clientOf(url: string, { secret = clientSecret, id = clientId } = {}) {
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(url + path, { redirect: 'manual', ...init });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, headers: response.headers, json: isJson ? JSON.parse(text) : {} };
  };
  const token = (form: Record<string, string>) =>
    ask('/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({ client_id: id, client_secret: secret, ...form }),
    });
  const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });

  return {
    ask,
    token,
    /** Returns the parameters of the redirect. */
    async authorize(state: string, redirectUri = 'http://127.0.0.1:5000/callback/emulator'): Promise<URLSearchParams> {
      const query = authorizationQuery({ client_id: id, redirect_uri: redirectUri, state });
      const { headers } = await ask(`/oauth/authorize?${query}`);
      return new URL(headers.get('location') ?? 'http://none').searchParams;
    },
    exchange: (code: string, redirectUri = 'http://127.0.0.1:5000/callback/emulator') =>
      token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }),
    refresh: (refreshToken: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    get: (path: string, accessToken: string) => ask(path, { headers: bearer(accessToken) }),
    upload(accessToken: string, file: Uint8Array<ArrayBuffer> = new Uint8Array(anyPng()), name = 'report.png') {
      const body = new FormData();
      body.set('report', new File([file], name, { type: 'image/png' }));
      return ask('/api/v1/flights', { method: 'POST', headers: bearer(accessToken), body });
    },
  };
}
