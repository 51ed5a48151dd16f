// The rules for exchanging a code, by number.

import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../emulator/http/digest.ts';
import { matchesChallenge } from '../../../emulator/oauth/parameters.ts';
import { challenge, exchange, isTaken, obtainCode, openEmulator, refresh, verifier } from '../open-emulator.ts';

const open = () => openEmulator({ autoConsent: true });

describe('rule 9: a verifier has 43 to 128 unreserved characters', () => {
  const unreserved = fc.constantFrom(...'abcxyzABCXYZ0189-._~'.split(''));

  it('matches its own challenge and no other', () => {
    const verifiers = fc.string({ unit: unreserved, minLength: 43, maxLength: 128 });
    fc.assert(
      fc.property(verifiers, verifiers, (one, other) => {
        expect(matchesChallenge(one, digestOf(one))).toBe(true);
        expect(matchesChallenge(other, digestOf(one))).toBe(one === other);
      }),
    );
  });

  it.each(['a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(42)} `, `${'a'.repeat(42)}ä`, ''])(
    'refuses an invalid verifier whose digest is the challenge: “%s”',
    async (wrong) => {
      const emulator = await open();
      const code = await obtainCode(emulator, { code_challenge: digestOf(wrong) });
      expect((await exchange(emulator, { code, code_verifier: wrong })).json().error).toBe('invalid_grant');
    },
  );

  it('reads the example of RFC 7636, appendix B', () => {
    expect(digestOf(verifier)).toBe(challenge);
    expect(matchesChallenge(verifier, challenge)).toBe(true);
  });
});

describe('rule 10: the verifier cannot be bypassed', () => {
  it.each([
    ['a wrong verifier', 'x'.repeat(43)],
    ['a short one', 'short'],
    ['none', undefined],
    ['an empty one', ''],
    ['the challenge itself, as if its method were plain,', challenge],
  ])('%s returns invalid_grant and leaves the code valid', async (_name, wrong) => {
    const emulator = await open();
    const code = await obtainCode(emulator);
    const answer = await exchange(emulator, { code, code_verifier: wrong });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_grant']);
    expect((await exchange(emulator, { code })).statusCode).toBe(200);
  });
});

describe('rule 11: a code is valid once, for one application and redirect URI, for a short time', () => {
  it.each([
    ['strict', undefined, 'changes nothing'],
    ['strict', true, 'revokes what it had issued'],
    ['extended', undefined, 'changes nothing'],
    ['extended', true, 'revokes what it had issued'],
  ] as const)('A23: in %s mode with codeReplayRevokes %s, a used code %s', async (mode, codeReplayRevokes, what) => {
    const options = { mode, autoConsent: true, ...(codeReplayRevokes !== undefined && { codeReplayRevokes }) };
    const again = { 'once more': {}, 'with a wrong verifier': { code_verifier: 'x'.repeat(43) } };
    for (const [way, change] of Object.entries(again)) {
      const emulator = await openEmulator(options);
      const code = await obtainCode(emulator);
      const { refresh_token } = (await exchange(emulator, { code })).json();
      const before = emulator.state.export();
      const replay = await exchange(emulator, { code, ...change });
      expect([way, replay.statusCode, replay.json().error]).toEqual([way, 400, 'invalid_grant']);
      expect(emulator.state.export() === before).toBe(what === 'changes nothing');
      expect((await refresh(emulator, refresh_token)).statusCode).toBe(what === 'changes nothing' ? 200 : 400);
    }
  });

  it('ignores a used code hours after it expired, in strict mode', async () => {
    const emulator = await openEmulator({ mode: 'strict', autoConsent: true });
    const code = await obtainCode(emulator);
    const { refresh_token } = (await exchange(emulator, { code })).json();
    await emulator.clock.advance(5 * 3_600_000);
    expect((await exchange(emulator, { code })).json().error).toBe('invalid_grant');
    expect((await refresh(emulator, refresh_token)).statusCode).toBe(200);
  });

  it('refuses it to another application without using it up', async () => {
    const emulator = await open();
    const code = await obtainCode(emulator);
    const other = { client_id: 'logbook-reader-demo', client_secret: 'reader-secret-for-the-emulator-only' };
    expect((await exchange(emulator, { code, ...other })).json().error).toBe('invalid_grant');
    const { access_token } = (await exchange(emulator, { code })).json();
    await exchange(emulator, { code, ...other });
    expect(await isTaken(emulator, access_token)).toBe(true);
  });
});
