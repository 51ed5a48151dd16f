// The document's table of the lifecycle of codes, tokens and consents, row by row, in both modes.

import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../../emulator/emulator.ts';
import { exchange, obtainCode, openEmulator, refresh } from '../open-emulator.ts';
import { upload } from '../images.ts';

/** The API's answer to a token: an upload without a file shows it, in both modes. */
const detailFor = async (emulator: Emulator, accessToken: string): Promise<string> =>
  (await upload(emulator, accessToken, [])).json().detail;

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  const open = () => openEmulator({ mode, autoConsent: true });

  it('invalidates a refresh token when it is used', async () => {
    const emulator = await open();
    const { refresh_token } = emulator.signIn();
    const renewed = await refresh(emulator, refresh_token);
    expect(renewed.statusCode).toBe(200);
    expect(renewed.json().refresh_token).not.toBe(refresh_token);
    expect(await detailFor(emulator, renewed.json().access_token)).toBe('missing_file');
    expect((await refresh(emulator, refresh_token)).json().error).toBe('invalid_grant');
  });

  it('revokes the whole consent when a revoked refresh token is used', async () => {
    const emulator = await open();
    const first = emulator.signIn();
    const second = (await refresh(emulator, first.refresh_token)).json();
    const third = (await refresh(emulator, second.refresh_token)).json();
    const bystander = emulator.signIn();

    const reused = await refresh(emulator, first.refresh_token);
    expect([reused.statusCode, reused.json().error]).toEqual([400, 'invalid_grant']);
    for (const { access_token } of [first, second, third]) {
      expect(await detailFor(emulator, access_token)).toBe('unauthorized');
    }
    expect((await refresh(emulator, third.refresh_token)).json().error).toBe('invalid_grant');
    // Another consent of the same pilot to the same application is not affected.
    expect(await detailFor(emulator, bystander.access_token)).toBe('missing_file');
  });

  it('invalidates a code when it is exchanged', async () => {
    const emulator = await open();
    const code = await obtainCode(emulator);
    const exchanged = await exchange(emulator, { code });
    expect(exchanged.statusCode).toBe(200);
    expect(await detailFor(emulator, exchanged.json().access_token)).toBe('missing_file');
    expect((await exchange(emulator, { code })).json().error).toBe('invalid_grant');
  });

  it('a used or wrong code, or a failed PKCE check, changes nothing', async () => {
    const emulator = await open();
    const code = await obtainCode(emulator);
    const wrongly = [{ code: `${code}x` }, { code, code_verifier: 'x'.repeat(43) }, { code, code_verifier: undefined }];
    for (const change of wrongly) {
      const answer = await exchange(emulator, change);
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_grant']);
    }
    const exchanged = await exchange(emulator, { code });
    expect(exchanged.statusCode).toBe(200);
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await exchange(emulator, { code });
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_grant']);
    }
    // Unchanged is the document's word; the RFCs would revoke (A23).
    expect(await detailFor(emulator, exchanged.json().access_token)).toBe('missing_file');
  });
});
