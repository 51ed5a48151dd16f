// An emulator for one test, on a virtual clock, closed after the test; and the requests that many tests send to it.

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createEmulator } from '../../emulator/emulator.ts';
import type { Emulator, EmulatorOptions } from '../../emulator/emulator.ts';

export const clientId = 'pilot-companion-demo';
export const clientSecret = 'demo-secret-for-the-emulator-only';
export const redirectUri = 'http://127.0.0.1:49152/callback/emulator';

// RFC 7636 appendix B.
export const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

export async function openEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await createEmulator({ clock: 'virtual', ...options });
  onTestFinished(() => emulator[Symbol.asyncDispose]());
  return emulator;
}

/** A folder that is removed after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'emulator-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type Parameters = Record<string, string | undefined>;

const query = (parameters: Parameters): string =>
  new URLSearchParams(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();

/** The query of a valid authorization request, apart from the changes. */
export const authorizationQuery = (change: Parameters = {}): string =>
  query({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid profile flights:read flights:write',
    state: 'a-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...change,
  });

export const authorize = (emulator: Emulator, change: Parameters = {}, rawSuffix = '') =>
  emulator.inject(`/oauth/authorize?${authorizationQuery(change)}${rawSuffix}`);

/** The parameters of a redirect. */
export function answerIn(response: { headers: Record<string, unknown> }): URLSearchParams {
  return new URL(String(response.headers.location)).searchParams;
}

/** A new code, by an emulator with auto-consent. */
export async function obtainCode(emulator: Emulator, change: Parameters = {}): Promise<string> {
  return answerIn(await authorize(emulator, change)).get('code') ?? '';
}

export function postForm(emulator: Emulator, body: string, headers: Record<string, string> = {}) {
  return emulator.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: body,
  });
}

/** A valid exchange, apart from the changes. */
export function exchange(emulator: Emulator, change: Parameters, headers: Record<string, string> = {}) {
  const parameters = {
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...change,
  };
  return postForm(emulator, query(parameters), headers);
}

export function refresh(emulator: Emulator, refreshToken: string, change: Parameters = {}) {
  const parameters = {
    grant_type: 'refresh_token',
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: refreshToken,
    ...change,
  };
  return postForm(emulator, query(parameters));
}

/** Revocation or introspection of a token, by the demo's application unless changed. */
export function askAbout(
  emulator: Emulator,
  url: string,
  change: Parameters = {},
  headers: Record<string, string> = {},
) {
  const token = 'token' in change ? change['token'] : emulator.signIn().access_token;
  return emulator.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: query({ client_id: clientId, client_secret: clientSecret, ...change, token }),
  });
}

export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

/** GET as a pilot. */
export const get = (emulator: Emulator, url: string, accessToken: string) =>
  emulator.inject({ url, headers: { authorization: `Bearer ${accessToken}` } });

/** Whether the API accepts a token; reading in extended mode is the cheapest request. */
export const isTaken = async (emulator: Emulator, accessToken: string): Promise<boolean> =>
  (await get(emulator, '/oauth/userinfo', accessToken)).statusCode === 200;

/** The answer to a request as written, over a connection and without what fetch adds. */
export async function sendRequest(url: string, options: RequestOptions, body = '') {
  const sent = request(url, { agent: false, ...options }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return Object.assign(response, { text: await text(response) });
}

/** Everything that a connection answers to some bytes, and to more of them once it has begun to answer. */
export async function sendRaw(emulator: Emulator, bytes: string, bytesAfterAnswer?: string): Promise<string> {
  const { url } = await emulator.start().catch(() => emulator);
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  // A server may close before everything is sent.
  socket.on('error', () => undefined);
  socket.write(bytes);
  if (bytesAfterAnswer !== undefined) {
    await once(socket, 'readable');
    socket.write(bytesAfterAnswer);
  }
  socket.end();
  return text(socket);
}
