// One service has one address: every spelling of it is stored as the same text, or refused.
import { describe, expect, test } from 'vitest';
import {
  emulatorAddress,
  isSameAddress,
  readAddress,
  serviceAddressSchema,
} from '../../../main/contract/service-address.ts';
import { defaultSettings, newService, settingsSchema } from '../../../main/contract/settings.ts';
import { inputMessageIn } from '../../../main/messages/input-issue.ts';
import { anyWebUrl, fc } from '../../support/fast-check.ts';

const sameAs: readonly (readonly [string, readonly string[]])[] = [
  [
    'https://localhost',
    [
      'https://localhost',
      'https://Localhost',
      'HTTPS://LOCALHOST/',
      'https://localhost:443',
      'https://localhost:0443//',
      'https://localhost.',
      'https://localhost.:443/',
      'https://localhost:',
      'https://%6cocalhost',
      'https://ｌocalhost',
      'https://localhost/./',
      'https://localhost/a/..',
      '  https://localhost \n',
      '\uFEFFhttps://localhost',
      'localhost',
      'localhost:443/',
    ],
  ],
  [
    'http://127.0.0.1:4200',
    ['http://127.0.0.1:4200', 'http://127.1:4200/', 'http://0x7f.0.0.1:4200', 'http://2130706433:4200'],
  ],
  ['http://127.0.0.1', ['http://127.0.0.1:80', 'http://127.0.0.1.']],
  ['https://[::1]:8443', ['https://[0:0:0:0:0:0:0:1]:8443', 'https://[::0001]:8443/']],
  [
    'https://flights.example/base',
    ['https://flights.example/base/', 'flights.example/base', 'https://Flights。example/x/../base'],
  ],
  // Another name, shown as what it is.
  ['https://xn--flghts-qvf.example', ['https://flіghts.example', 'https://xn--flghts-qvf.example/']],
];

describe.each(sameAs)('%s', (address, spellings) => {
  test.each(spellings)('is also %j', (text) => {
    expect(readAddress(text)).toEqual({ address, issue: null });
    expect(serviceAddressSchema.parse(text)).toBe(address);
  });
});

test.each([
  ['', 'scheme'],
  ['http://flights.example', 'scheme'],
  ['http://localhost:4200', 'scheme'],
  ['http://127.0.0.2', 'scheme'],
  ['ftp://flights.example', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['https:/flights.example', 'scheme'],
  ['https:flights.example', 'scheme'],
  ['https:\\\\flights.example', 'spelling'],
  ['https://flights.example\\base', 'spelling'],
  ['https://flights\u202E.example', 'spelling'],
  ['https://flights.example/\u202Eesab', 'spelling'],
  ['https://fli\u200Bghts.example', 'spelling'],
  ['https://fli\u00ADghts.example', 'spelling'],
  ['https://fli\uFE0Fghts.example', 'spelling'],
  ['https://fli ghts.example', 'spelling'],
  ['https://fli\tghts.example', 'spelling'],
  ['https://flights.example/%62ase', 'spelling'],
  ['https://flights.example//base', 'spelling'],
  ['https://pilot:secret@flights.example', 'extra'],
  ['https://@flights.example', 'extra'],
  ['https://flights.example?', 'extra'],
  ['https://flights.example/?page=1', 'extra'],
  ['https://flights.example/#top', 'extra'],
  ['https://flights.example:0', 'port'],
  ['https://flights.example:6000', 'port'],
  ['https://flights.example:70000', 'no-address'],
  ['https://flights..example', 'no-address'],
  ['https://flights.example..', 'no-address'],
  ['https://-flights.example', 'no-address'],
  [`https://${'a'.repeat(64)}.example`, 'no-address'],
  ['https://0.0.0.0', 'no-address'],
  ['https://[::]', 'no-address'],
  ['https://[::ffff:127.0.0.1]', 'no-address'],
  ['https://1.2.3.4.5', 'no-address'],
])('refuses %j: %s', (text, why) => {
  expect(readAddress(text)).toEqual({ address: null, issue: why });
  const issue = serviceAddressSchema.safeParse(text).error?.issues[0]?.message ?? '';
  expect(inputMessageIn(issue)).toMatchObject({
    id: 'input.address',
    params: { why: why === 'no-address' ? null : why },
  });
});

test('what is stored is read as itself, and is where a request goes', () => {
  const marks = ['https://', 'http://127.0.0.1', ':443', '.', '/', '\\', '@', '\u202E', '%2e', 'ﬂ', 'é', '0x7f'];
  const part = fc.oneof(anyWebUrl, fc.webAuthority(), fc.string({ unit: 'grapheme' }), fc.constantFrom(...marks));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const { address } = readAddress(parts.join(''));
      if (address === null) return;
      expect(readAddress(address).address).toBe(address);
      const url = new URL(address);
      expect(url.href.replace(/\/$/, '')).toBe(address);
      expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', '']);
      expect(address).toMatch(/^[\x21-\x7E]+$/);
    }),
    { numRuns: 500 },
  );
});

test('two spellings are one address where a browser connects to one host, or one of them is refused', () => {
  const name = fc.constantFrom('localhost', 'flights.example', '127.0.0.1', '[::1]');
  const host = name.chain((one) =>
    fc.constantFrom(one, one.toUpperCase(), `${one}.`, one.replace('.', '。'), one.replace('l', 'ｌ')),
  );
  const spelling = fc
    .tuple(
      host,
      fc.constantFrom('', ':443', ':'),
      fc.constantFrom('', '/', '//', '/.', '/a/..', '/\\'),
      fc.constantFrom('', ' ', '\u200B'),
    )
    .map((parts) => `https://${parts.join('')}`);
  fc.assert(
    fc.property(spelling, spelling, (one, other) => {
      const [a, b] = [readAddress(one).address, readAddress(other).address];
      if (a === null || b === null) return;
      const isOne = new URL(one).hostname.replace(/\.$/, '') === new URL(other).hostname.replace(/\.$/, '');
      expect(a === b).toBe(isOne);
      expect(isSameAddress(one, other)).toBe(isOne);
    }),
  );
});

test('settings never have one service under two spellings', () => {
  const services = ['https://flights.example', 'https://FLIGHTS.example.:443/'].map((address, index) => ({
    ...newService(`service-${index}`),
    address,
  }));
  const parsed = settingsSchema.safeParse({ ...defaultSettings, services });
  expect(inputMessageIn(parsed.error?.issues[0]?.message ?? '')).toMatchObject({ id: 'input.addressTaken' });
});

test.each([
  ['http://127.0.0.1:4200/', 'http://127.0.0.1:4200'],
  ['http://[::1]:4200', 'http://[::1]:4200'],
  ['https://127.0.0.1:4200', null],
  ['http://127.0.0.1:4200/base', null],
  ['127.0.0.1:4200', null],
  ['http://127.0.0.1:0', null],
])('the emulator at %s is %s', (text, address) => {
  expect(emulatorAddress(text)).toBe(address);
});
