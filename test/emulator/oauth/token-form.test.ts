// The format of a request to the token endpoint, by rule number.
import { describe, expect, it } from 'vitest';
import {
  clientId,
  clientSecret,
  exchange,
  obtainCode,
  openEmulator,
  postForm,
  redirectUri,
  refresh,
  verifier,
} from '../open-emulator.ts';

const open = () => openEmulator({ autoConsent: true });

describe('rule 12: a form in the body', () => {
  it.each(['', 'multipart/form-data; boundary=x', 'text/plain'])('refuses the type “%s”', async (type) => {
    const answer = await postForm(await open(), 'grant_type=refresh_token', { 'content-type': type });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request']);
  });

  it('accepts the type with a charset', async () => {
    const emulator = await open();
    const code = await obtainCode(emulator);
    const type = 'application/x-www-form-urlencoded; charset=UTF-8';
    expect((await exchange(emulator, { code }, { 'content-type': type })).statusCode).toBe(200);
  });

  it('A25: refuses an oversized form, and accepts one byte less', async () => {
    const mostBytes = 65_536;
    const emulator = await openEmulator();
    const { refresh_token } = emulator.signIn();
    const body = `grant_type=refresh_token&client_id=${clientId}&client_secret=${clientSecret}&refresh_token=${refresh_token}&x=`;
    const long = await postForm(emulator, body.padEnd(mostBytes + 1, 'x'));
    expect([long.statusCode, long.json()]).toEqual([
      400,
      { error: 'invalid_request', error_description: `The form exceeds ${mostBytes} bytes.` },
    ]);
    expect((await postForm(emulator, body.padEnd(mostBytes, 'x'))).statusCode).toBe(200);
  });

  it('refuses an oversized form at the consent page', async () => {
    const answer = await (
      await openEmulator()
    ).inject({
      method: 'POST',
      url: '/oauth/authorize',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'x'.repeat(70_000),
    });
    expect([answer.statusCode, answer.body.includes('The form exceeds 65536 bytes.')]).toEqual([400, true]);
  });
});

describe('rule 13: each parameter is given once; unknown and empty ones are ignored', () => {
  const credentials = { client_id: clientId, client_secret: clientSecret };
  const ofCode = { ...credentials, redirect_uri: redirectUri, code_verifier: verifier };

  const names = ['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier'];

  it.each(names.concat('refresh_token', 'scope'))(
    'refuses %s given twice, and leaves code and token valid',
    async (name) => {
      const emulator = await open();
      const code = await obtainCode(emulator);
      const { refresh_token } = emulator.signIn();
      const body = new URLSearchParams(
        name === 'refresh_token' || name === 'scope'
          ? { grant_type: 'refresh_token', ...credentials, refresh_token, scope: 'openid' }
          : { grant_type: 'authorization_code', ...ofCode, code },
      );
      body.append(name, body.get(name) ?? '');
      const answer = await postForm(emulator, body.toString());
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request']);
      expect((await exchange(emulator, { code })).statusCode).toBe(200);
      expect((await refresh(emulator, refresh_token)).statusCode).toBe(200);
    },
  );

  it('ignores unknown and empty ones', async () => {
    const emulator = await open();
    const code = await obtainCode(emulator);
    expect((await exchange(emulator, { code, audience: 'x', scope: '', refresh_token: '' })).statusCode).toBe(200);
    expect((await exchange(emulator, { code: '' })).json().error).toBe('invalid_request');
  });
});
