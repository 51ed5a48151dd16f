// The document's list on authentication, by number, in both modes.

import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../../emulator/emulator.ts';
import { answerIn, authorize, basic, clientId, clientSecret, exchange, obtainCode } from '../open-emulator.ts';
import { openEmulator, refresh } from '../open-emulator.ts';
import { anyPng, boundary, multipart, report, upload } from '../images.ts';

const outcomeOf = ({ statusCode, json }: Awaited<ReturnType<typeof upload>>) =>
  statusCode === 200 ? 200 : [statusCode, json().error ?? json().detail];

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  const open = () => openEmulator({ mode, autoConsent: true, minGapMs: 0 });

  it('1: the token endpoint authenticates the application and accepts no user token', async () => {
    const emulator = await open();
    const { access_token } = emulator.signIn();
    const ask = async (change: Parameters<typeof exchange>[1], headers = {}) =>
      outcomeOf(await exchange(emulator, { code: await obtainCode(emulator), ...change }, headers));
    const byBasic = { authorization: basic(clientId, clientSecret) };
    const byUser = { authorization: `Bearer ${access_token}` };
    expect(await ask({})).toBe(200);
    expect(await ask({ client_secret: undefined }, byBasic)).toBe(200);
    expect(await ask({ client_secret: undefined })).toEqual([401, 'invalid_client']);
    expect(await ask({ client_secret: undefined }, byUser)).toEqual([401, 'invalid_client']);
  });

  it('2: the flight endpoint accepts a bearer token in the header only', async () => {
    const emulator = await open();
    const { access_token } = emulator.signIn();
    const body = [{ name: 'access_token', content: access_token }, report(anyPng())];
    const ask = async (headers: Record<string, string>, query = '') =>
      outcomeOf(
        await emulator.inject({
          method: 'POST',
          url: `/api/v1/flights${query}`,
          headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
          payload: multipart(body),
        }),
      );
    expect(await ask({ authorization: `Bearer ${access_token}` })).toBe(200);
    expect(await ask({ authorization: `Token ${access_token}` })).toEqual([401, 'unauthorized']);
    expect(await ask({ authorization: basic(clientId, clientSecret) })).toEqual([401, 'unauthorized']);
    expect(await ask({}, `?access_token=${access_token}`)).toEqual([401, 'unauthorized']);
  });

  it('3: exchanges a code with PKCE, and rejects a failed check with invalid_grant', async () => {
    const emulator = await open();
    const code = await obtainCode(emulator);
    for (const code_verifier of [undefined, 'short', 'x'.repeat(43)]) {
      expect(outcomeOf(await exchange(emulator, { code, code_verifier }))).toEqual([400, 'invalid_grant']);
    }
    expect(outcomeOf(await exchange(emulator, { code }))).toBe(200);
  });

  it('4: requires the scope flights:write for uploads', async () => {
    const emulator = await open();
    const send = async (scopes: string[]) =>
      outcomeOf(await upload(emulator, emulator.signIn({ scopes }).access_token, anyPng()));
    expect(await send(['flights:write'])).toBe(200);
    expect(await send(['openid', 'profile', 'flights:read'])).toEqual([403, 'insufficient_scope']);
  });

  it('5: rejects a missing, expired or revoked token with unauthorized', async () => {
    const emulator = await open();
    const send = async (token: string | null) => outcomeOf(await upload(emulator, token, anyPng()));
    const [revoked, expiring] = [emulator.signIn(), emulator.signIn()];
    expect(await send(revoked.access_token)).toBe(200);
    emulator.consents.revoke(revoked.consentId);
    expect(await send(revoked.access_token)).toEqual([401, 'unauthorized']);
    expect(await send(expiring.access_token)).toBe(200);
    await emulator.clock.advance(900_000);
    expect(await send(expiring.access_token)).toEqual([401, 'unauthorized']);
    expect(await send(null)).toEqual([401, 'unauthorized']);
  });

  it('6: rejects uploads without a subscription with write_not_enabled', async () => {
    const emulator = await open();
    const { access_token } = emulator.signIn();
    const send = async () => outcomeOf(await upload(emulator, access_token, anyPng()));
    emulator.applications.update(clientId, { writeEnabled: false });
    expect(await send()).toEqual([403, 'write_not_enabled']);
    emulator.applications.update(clientId, { writeEnabled: true });
    expect(await send()).toBe(200);
  });

  it('A15: supports four scopes, and returns the granted ones', async () => {
    const emulator = await open();
    const granted = async (scope: string) =>
      (await exchange(emulator, { code: await obtainCode(emulator, { scope }) })).json().scope;
    for (const scope of ['openid', 'profile flights:read', 'openid profile flights:read flights:write']) {
      expect(await granted(scope)).toBe(scope);
    }
    for (const scope of ['email', 'openid flights:delete', 'OPENID']) {
      expect(answerIn(await authorize(emulator, { scope })).get('error')).toBe('invalid_scope');
    }
  });

  it('A16: rejects tokens of a disabled application with unauthorized', async () => {
    const emulator: Emulator = await open();
    const { access_token, refresh_token } = emulator.signIn();
    emulator.applications.update(clientId, { disabled: true });
    expect(outcomeOf(await upload(emulator, access_token, anyPng()))).toEqual([401, 'unauthorized']);
    emulator.applications.update(clientId, { disabled: false });
    expect(outcomeOf(await upload(emulator, access_token, anyPng()))).toBe(200);
    expect(outcomeOf(await refresh(emulator, refresh_token))).toBe(200);
  });
});
