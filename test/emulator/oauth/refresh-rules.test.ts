// Rule 22 and other conditions of a refresh. Simultaneous ones are in at-once.test.ts.

import { describe, expect, it } from 'vitest';
import { clientId, clientSecret, openEmulator, postForm, refresh } from '../open-emulator.ts';

describe('rule 22: rotation', () => {
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
});
