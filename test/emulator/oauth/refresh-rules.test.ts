// Rule 22 and other conditions of a refresh. Simultaneous ones are in at-once.test.ts.

import { describe, expect, it } from 'vitest';
import { clientId, clientSecret, openEmulator, postForm, refresh } from '../open-emulator.ts';

const open = () => openEmulator({ autoConsent: true });

describe('rule 22: rotation', () => {
  it('never widens the scope, and narrows it for one access token', async () => {
    const emulator = await open();
    const first = emulator.signIn({ scopes: ['openid', 'flights:read'] });
    const wider = await refresh(emulator, first.refresh_token, { scope: 'openid flights:write' });
    expect([wider.statusCode, wider.json().error]).toEqual([400, 'invalid_scope']);
    const narrow = (await refresh(emulator, first.refresh_token, { scope: 'openid' })).json();
    expect(narrow.scope).toBe('openid');
    expect((await refresh(emulator, narrow.refresh_token)).json().scope).toBe('openid flights:read');
  });

  it.each([
    ['strict', undefined, 'is ignored'],
    ['strict', true, 'is read'],
    ['extended', undefined, 'is read'],
    ['extended', false, 'is ignored'],
  ] as const)('A24: in %s mode with refreshScope %s, scope %s', async (mode, refreshScope, what) => {
    const emulator = await openEmulator({ mode, ...(refreshScope !== undefined && { refreshScope }) });
    const { refresh_token } = emulator.signIn({ scopes: ['openid', 'flights:read'] });
    const wider = await refresh(emulator, refresh_token, { scope: 'openid flights:write' });
    expect([wider.statusCode, wider.json().scope ?? wider.json().error]).toEqual(
      what === 'is read' ? [400, 'invalid_scope'] : [200, 'openid flights:read'],
    );
    const other = emulator.signIn({ scopes: ['openid', 'flights:read'] }).refresh_token;
    const twice = `grant_type=refresh_token&client_id=${clientId}&client_secret=${clientSecret}&refresh_token=${other}&scope=openid&scope=openid`;
    expect((await postForm(emulator, twice)).statusCode).toBe(what === 'is read' ? 400 : 200);
  });

  it.each([
    ['unknown', async () => 'unknown'],
    [
      'of another application',
      async (emulator: Awaited<ReturnType<typeof open>>) =>
        emulator.signIn({ clientId: 'logbook-reader-demo' }).refresh_token,
    ],
    [
      'expired',
      async (emulator: Awaited<ReturnType<typeof open>>) => {
        const { refresh_token } = emulator.signIn();
        await emulator.clock.advance(30 * 86_400_000);
        return refresh_token;
      },
    ],
    [
      'of a revoked consent',
      async (emulator: Awaited<ReturnType<typeof open>>) => {
        const { refresh_token, consentId } = emulator.signIn();
        emulator.consents.revoke(consentId);
        return refresh_token;
      },
    ],
  ])('refuses a refresh token that is %s', async (_name, prepare) => {
    const emulator = await open();
    const answer = await refresh(emulator, await prepare(emulator));
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_grant']);
  });
});
