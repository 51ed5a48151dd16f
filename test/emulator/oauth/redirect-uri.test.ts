// Only the port may differ, and only for the loopback address: for any similar address (rule 4).

import { fc } from '../../support/fast-check.ts';
import { expect, it } from 'vitest';
import { isRegistered } from '../../../emulator/oauth/parameters.ts';

const strict = { allowLocalhost: false };
const paths = fc.constantFrom('/callback', '/callback/emulator', '/', '', '/a?b=c', '/ü');
const hosts = fc.constantFrom('127.0.0.1', '[::1]');
const port = fc.oneof(
  fc.constant(''),
  fc.nat({ max: 70_000 }).map((number) => `:${number}`),
  fc.constantFrom(':', ':x', ':-1', ':080', ':1:2', ':00001', ':123456'),
);

it('two loopback URIs match when they differ only in a valid port', () => {
  const address = fc.tuple(hosts, port, paths);
  const hasRealPort = (text: string) =>
    text === '' || (/^:\d{1,5}$/.test(text) && +text.slice(1) > 0 && +text.slice(1) < 65_536);
  fc.assert(
    fc.property(address, address, ([host, portText, path], [otherHost, otherPort, otherPath]) => {
      const expected = host === otherHost && path === otherPath && hasRealPort(portText) && hasRealPort(otherPort);
      const requested = `http://${host}${portText}${path}`;
      const isSame = isRegistered(requested, [`http://${otherHost}${otherPort}${otherPath}`], strict);
      // An address that is not a loopback address still equals itself.
      const isItself = requested === `http://${otherHost}${otherPort}${otherPath}` && !hasRealPort(portText);
      expect(isSame).toBe(expected || (isItself && isSame));
    }),
    { numRuns: 1000 },
  );
});

it('any other URI matches only itself', () => {
  const registered = 'https://example.org:8443/callback?x=1';
  const change = fc.tuple(fc.nat({ max: registered.length }), fc.nat({ max: 3 }), fc.string({ maxLength: 3 }));
  fc.assert(
    fc.property(change, ([at, without, instead]) => {
      const requested = registered.slice(0, at) + instead + registered.slice(at + without);
      expect(isRegistered(requested, [registered], strict)).toBe(requested === registered);
    }),
    { numRuns: 1000 },
  );
});

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
