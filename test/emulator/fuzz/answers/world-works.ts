// Whether an emulator still works completely, over the network: a sign-in, a refresh, an upload, a read.

import { challenge, clientId, clientSecret, redirectUri, verifier } from '../../open-emulator.ts';
import { anyPng, boundary, multipart, report } from '../../images.ts';
import type { Secrets } from '../cases/fuzz-case.ts';

/** Null if all works, or the first step that failed. */
export async function whyBroken(port: number, { refreshToken }: Secrets): Promise<string | null> {
  const url = `http://127.0.0.1:${port}`;
  const post = async (form: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form });
    const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };

  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid flights:read flights:write',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const asked = await fetch(`${url}/oauth/authorize?${query.toString()}`, { redirect: 'manual' });
  const code = new URL(asked.headers.get('location') ?? 'x:').searchParams.get('code');
  if (asked.status !== 303 || code === null) return `a sign-in was answered with ${asked.status}`;
  const exchanged = await post({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  if (exchanged.status !== 200) return `an exchange was answered with ${exchanged.status}`;
  const renewed = await post({ grant_type: 'refresh_token', refresh_token: refreshToken });
  if (renewed.status !== 200) return `a renewal was answered with ${renewed.status}`;

  const authorization = `Bearer ${exchanged.body['access_token']}`;
  const uploaded = await fetch(`${url}/api/v1/flights`, {
    method: 'POST',
    headers: { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: new Uint8Array(multipart([report(anyPng())])),
  });
  if (uploaded.status !== 200) return `an upload was answered with ${uploaded.status} ${await uploaded.text()}`;
  const { id } = (await uploaded.json()) as { id: number };
  const read = await fetch(`${url}/api/v1/flights/${id}`, { headers: { authorization } });
  return read.status === 200 ? null : `reading was answered with ${read.status}`;
}
