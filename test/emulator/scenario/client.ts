// A client of the service over real HTTP, written independently: what a fault looks like from outside.

import { onTestFinished } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import type { Emulator, EmulatorOptions } from '../../../emulator/emulator.ts';
import { clientId, clientSecret, redirectUri, verifier } from '../open-emulator.ts';
import { anyPng, uploadTo } from '../images.ts';

export type Answer = {
  /** 0 if the connection broke before the head. */
  status: number;
  /** Null if the connection broke before the body was complete. */
  text: string | null;
  headers: Headers;
};

export type Client = {
  emulator: Emulator;
  url: string;
  /** Lets this many minutes of the service's time pass. */
  minutes(count: number): Promise<void>;
  ask(path: string, init?: RequestInit): Promise<Answer>;
  upload(accessToken: string): Promise<Answer>;
  list(accessToken: string): Promise<Answer>;
  refresh(refreshToken: string, secret?: string): Promise<Answer>;
  exchange(code: string): Promise<Answer>;
};

/** An emulator that plays a scenario in virtual time, and a client of it. */
export async function playing(scenario: string, options: EmulatorOptions = {}): Promise<Client> {
  const emulator = await createEmulator({ clock: 'virtual', scenario, ...options });
  onTestFinished(() => emulator[Symbol.asyncDispose]());
  const { url } = await emulator.start();
  let images = 0;

  const answerOf = async (asking: Promise<Response>): Promise<Answer> => {
    const answer = await asking.catch(() => null);
    if (answer === null) return { status: 0, text: null, headers: new Headers() };
    return { status: answer.status, text: await answer.text().catch(() => null), headers: answer.headers };
  };
  const ask = (path: string, init: RequestInit = {}) =>
    answerOf(fetch(`${url}${path}`, { redirect: 'manual', ...init }));
  const token = (form: Record<string, string>) =>
    ask('/oauth/token', { method: 'POST', body: new URLSearchParams({ client_id: clientId, ...form }) });

  return {
    emulator,
    url,
    minutes: (count) => emulator.clock.advance(count * 60_000),
    ask,
    upload: (accessToken) => answerOf(uploadTo(url, accessToken, anyPng(images++))),
    list: (accessToken) => ask('/api/v1/flights', { headers: { authorization: `Bearer ${accessToken}` } }),
    refresh: (refreshToken, secret = clientSecret) =>
      token({ grant_type: 'refresh_token', client_secret: secret, refresh_token: refreshToken }),
    exchange: (code) =>
      token({
        grant_type: 'authorization_code',
        client_secret: clientSecret,
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
  };
}

export const json = ({ text }: Answer): Record<string, unknown> =>
  JSON.parse(text ?? 'null') as Record<string, unknown>;
