// Only the port may differ, and only for the loopback address: for any similar address (rule 4).

import { fc } from '../../support/fast-check.ts';
import { expect, it } from 'vitest';
import { isRegistered } from '../../../emulator/oauth/parameters.ts';

const strict = { allowLocalhost: false };

it('a change of any character other than the port of a loopback URI matches nothing', () => {
  const registered = 'http://127.0.0.1/callback/emulator';
  const requested = 'http://127.0.0.1:5000/callback/emulator';
  const change = fc.tuple(fc.nat({ max: requested.length }), fc.nat({ max: 2 }), fc.string({ maxLength: 2 }));
  fc.assert(
    fc.property(change, ([at, without, instead]) => {
      const changed = requested.slice(0, at) + instead + requested.slice(at + without);
      const isPortOnly = /^http:\/\/127\.0\.0\.1(?::\d{1,5})?\/callback\/emulator$/.test(changed);
      expect(isRegistered(changed, [registered], strict) && !isPortOnly).toBe(false);
    }),
    { numRuns: 2000 },
  );
});
