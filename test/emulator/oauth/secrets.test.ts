// Rule 18: how secrets, codes and tokens are stored and compared.

import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { isSameText } from '../../../emulator/http/digest.ts';
import { basic, clientId, clientSecret, exchange, obtainCode, openEmulator } from '../open-emulator.ts';

/** Counts the constant-time comparisons; Node still makes them. */
function countComparisons() {
  const compare = vi.spyOn(crypto, 'timingSafeEqual');
  syncBuiltinESMExports();
  onTestFinished(() => {
    compare.mockRestore();
    syncBuiltinESMExports();
  });
  return async (ask: () => Promise<unknown>) => {
    compare.mockClear();
    await ask();
    return compare.mock.calls.length;
  };
}

describe('rule 18: secrets are compared in constant time', () => {
  it.each([
    ['the same', 'a secret', 'a secret', true],
    ['another of the same length', 'a secret', 'b secret', false],
    ['a longer one', 'a secret', 'a secret and more', false],
    ['nothing', 'a secret', '', false],
    ['the same letters in other bytes', 'é', 'e\u0301', false],
  ])('a text and %s', (_name, left, right, expected) => {
    expect(isSameText(left, right)).toBe(expected);
  });

  it('compares as often for an unknown application as for a known one, by form and by Basic', async () => {
    const emulator = await openEmulator();
    const comparisons = countComparisons();
    const byForm = (id: string, secret: string) => () =>
      exchange(emulator, { code: 'x', client_id: id, client_secret: secret });
    const byBasic = (id: string, secret: string) => () =>
      exchange(
        emulator,
        { code: 'x', client_id: undefined, client_secret: undefined },
        { authorization: basic(id, secret) },
      );
    for (const by of [byForm, byBasic]) {
      const known = await comparisons(by(clientId, 'wrong'));
      expect(known).toBeGreaterThan(0);
      expect(await comparisons(by('nobody-of-that-name', 'wrong'))).toBe(known);
      expect(await comparisons(by(clientId, clientSecret))).toBe(known);
    }
  });

  it('compares the verifier of a code and the token of the consent form that way', async () => {
    const emulator = await openEmulator({ autoConsent: true });
    const code = await obtainCode(emulator);
    const comparisons = countComparisons();
    const secretAlone = await comparisons(() => exchange(emulator, { code: 'unknown' }));
    expect(await comparisons(() => exchange(emulator, { code, code_verifier: 'x'.repeat(43) }))).toBe(secretAlone + 1);
    const cookie = `pilot_flight_service_form=${'a'.repeat(43)}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie };
    const decide = () =>
      emulator.inject({ method: 'POST', url: '/oauth/authorize?x', headers, payload: 'form_token=wrong' });
    expect(await comparisons(decide)).toBe(1);
  });

  it('finds codes and tokens by digest: an almost correct one is unknown', async () => {
    const emulator = await openEmulator({ autoConsent: true });
    const code = await obtainCode(emulator);
    const nearly = code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A');
    const [ofNearly, ofOther] = [await exchange(emulator, { code: nearly }), await exchange(emulator, { code: 'x' })];
    expect(ofNearly.json()).toEqual(ofOther.json());
  });
});
