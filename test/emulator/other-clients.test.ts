// More third-party clients, each completing the flow in strict mode as its own guide describes, without special
// treatment: curl, urllib, and form-data over node:http, which builds its own multipart body. All go through a TCP
// proxy on another port.

import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import FormData from 'form-data';
import { describe, expect, it } from 'vitest';
import { samples } from '../../emulator/samples/sample-files.ts';
import { authorizationQuery, clientId, clientSecret, openEmulator, redirectUri, verifier } from './open-emulator.ts';
import { openTcpProxy } from './tcp-proxy.ts';

const scope = 'openid profile flights:read flights:write';

async function openService() {
  const emulator = await openEmulator({ mode: 'strict', autoConsent: true });
  return { emulator, url: await openTcpProxy((await emulator.start()).url) };
}

const hasCurl = spawnSync('curl', ['--version']).status === 0;

// Skipped without curl.
describe.skipIf(!hasCurl)('curl', () => {
  const curl = async (...args: string[]) => (await promisify(execFile)('curl', ['-sS', ...args])).stdout;

  it.each([
    ['by Basic', ['-u', `${clientId}:${clientSecret}`, '-d', `client_id=${clientId}`]],
    ['in the form', ['-d', `client_id=${clientId}`, '-d', `client_secret=${clientSecret}`]],
  ])('signs in, refreshes, uploads and is refused, with the secret %s', async (_name, secret) => {
    const { emulator, url } = await openService();
    const question = authorizationQuery({ state: 's' });
    const back = new URL(await curl('-o', '/dev/null', '-w', '%{redirect_url}', `${url}/oauth/authorize?${question}`));
    expect(back.searchParams.get('state')).toBe('s');
    const token = async (...fields: string[]) =>
      JSON.parse(
        await curl(...secret, ...fields.flatMap((field) => ['--data-urlencode', field]), `${url}/oauth/token`),
      );
    const first = await token(
      'grant_type=authorization_code',
      `code=${back.searchParams.get('code')}`,
      `redirect_uri=${redirectUri}`,
      `code_verifier=${verifier}`,
    );
    expect(first).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope });
    const { access_token } = await token('grant_type=refresh_token', `refresh_token=${first.refresh_token}`);

    const bearer = ['-H', `Authorization: Bearer ${access_token}`];
    const send = async (...rest: string[]) => JSON.parse(await curl(...bearer, ...rest, `${url}/api/v1/flights`));
    for (const [index, { path }] of samples.slice(0, 3).entries()) {
      expect(await send('-F', `report=@${path}`)).toMatchObject({ id: 4700 + index, aircraft: 'UNKNOWN' });
      await emulator.clock.advance(5000);
    }
    // Sent in chunks of unknown length, after `Expect: 100-continue`.
    expect(await send('-H', 'Transfer-Encoding: chunked', '-F', `report=@${samples[0]!.path}`)).toMatchObject({
      id: 4703,
    });
    await emulator.clock.advance(5000);
    expect(await send('-H', 'Expect: 100-continue', '-F', `report=@${samples[1]!.path}`)).toMatchObject({ id: 4704 });
    expect(await send('-F', `report=@${samples[0]!.path}`)).toEqual({ detail: 'too_fast' });
    await emulator.clock.advance(5000);
    expect(await send('-F', 'report=a text')).toEqual({ detail: 'missing_file' });
    expect(await token('grant_type=refresh_token', `refresh_token=${first.refresh_token}`)).toMatchObject({
      error: 'invalid_grant',
    });
    expect(await send('-F', `report=@${samples[0]!.path}`)).toEqual({ detail: 'unauthorized' });
  });
});

describe('form-data over node:http', () => {
  async function send(url: string, form: FormData, headers: Record<string, string | number>) {
    const sending = httpRequest(`${url}/api/v1/flights`, { method: 'POST', headers: form.getHeaders(headers) });
    form.pipe(sending);
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    return [answer.statusCode, await json(answer)];
  }

  it.each(samples.map(({ name, path }) => [name, path]))('uploads %s from disk in chunks', async (name, path) => {
    const { emulator, url } = await openService();
    const form = new FormData();
    form.append('note', 'of a flight');
    form.append('report', createReadStream(path));
    const answer = await send(url, form, { authorization: `Bearer ${emulator.signIn().access_token}` });
    expect(answer).toMatchObject([200, { id: 4700, aircraft: 'UNKNOWN' }]);
    expect(emulator.flights.read(4700).fileName).toBe(name);
  });
});
