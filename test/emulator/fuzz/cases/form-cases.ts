// Invalid token and authorization requests: parameters that are missing, empty, repeated, renamed or misencoded.

import { challenge, clientId, clientSecret, redirectUri, verifier } from '../../open-emulator.ts';
import type { Chance } from '../../../support/chance.ts';
import { bytesOf, draft, setHeader } from './draft.ts';
import type { Draft } from './draft.ts';
import { marks } from './fuzz-case.ts';

type Pair = [string, string];

const formType = 'application/x-www-form-urlencoded';

const oddTexts = [
  '',
  ' ',
  '\0',
  '%00',
  '%',
  '%zz',
  '%ff%fe',
  '%ED%A0%80',
  '%F0%9F%92%A9',
  '%u0041',
  '+',
  '%2B',
  '%0d%0a',
  'grаnt',
  'ﬂight',
  '__proto__',
  'constructor',
  'toString',
  '[]',
  '{}',
  'null',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '"><img src=x>',
  "' or 1=1 --",
  '\u202eabc',
  'é',
];

const encode = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+');

/** Any text, encoded for a form. */
export function oddText(chance: Chance): string {
  const kind = chance.int(0, 4);
  if (kind === 0) return encode(chance.text(chance.int(0, 40)));
  if (kind === 1)
    return [...chance.bytes(chance.int(1, 60))].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  if (kind === 2) return chance.pick(['a', '%41', '%', '+', '.', '%00']).repeat(chance.int(1, 3000));
  const text = chance.pick(oddTexts);
  return kind === 3
    ? encode(text)
    : Buffer.from(text, 'utf8')
        .toString('latin1')
        .replaceAll(/[^\x21-\x7e]/g, '%');
}

/** Changes a list of encoded pairs in one way, and returns its description. */
function changePairs(pairs: Pair[], chance: Chance): { text: string; message: string } {
  const at = chance.int(0, pairs.length - 1);
  const [name, value] = pairs[at]!;
  const join = (list: readonly Pair[]) => list.map(([left, right]) => `${left}=${right}`).join('&');
  const changed = (pair: Pair) => join(pairs.toSpliced(at, 1, pair));
  const ways: [string, () => string][] = [
    [`${name} left out`, () => join(pairs.toSpliced(at, 1))],
    [`${name} empty`, () => changed([name, ''])],
    [`${name} twice, alike`, () => join([...pairs, [name, value]])],
    [`${name} twice, different`, () => join([...pairs, [name, oddText(chance)]])],
    [`${name} a second time, empty`, () => join([[name, ''], ...pairs])],
    [`${name} with another value`, () => changed([name, oddText(chance)])],
    [`${name} with more at its end`, () => changed([name, value + oddText(chance)])],
    [`${name} cut short`, () => changed([name, value.slice(0, chance.int(0, value.length))])],
    [
      `${name} under a name like it`,
      () =>
        changed([
          chance.pick([name.toUpperCase(), `${name}[]`, `%00${name}`, `${name}%20`, name.replace('e', '%D0%B5')]),
          value,
        ]),
    ],
    [`${name} with its name encoded`, () => changed([`%${name.charCodeAt(0).toString(16)}${name.slice(1)}`, value])],
    ['many unknown parameters', () => `${join(pairs)}${'&x=y'.repeat(chance.int(100, 12_000))}`],
    ['nothing but separators', () => chance.pick(['&', '=', '&&=&', ';', '?']).repeat(chance.int(1, 200))],
    ['semicolons between', () => join(pairs).replaceAll('&', ';')],
    ['empty pairs between', () => join(pairs).replaceAll('&', '&&=&')],
    ['a huge value', () => `${join(pairs)}&x=${'x'.repeat(chance.pick([5000, 65_000, 66_000, 200_000]))}`],
    ['unknown parameters of any bytes', () => `${join(pairs)}&${oddText(chance)}=${oddText(chance)}`],
    ['nothing at all', () => ''],
    ['cut off', () => join(pairs).slice(0, chance.int(0, join(pairs).length))],
    ['nothing wrong', () => join(pairs)],
  ];
  const [message, way] = chance.pick(ways);
  return { text: way(), message };
}

const refreshPairs: Pair[] = [
  ['grant_type', 'refresh_token'],
  ['refresh_token', marks.refreshToken],
  ['client_id', clientId],
  ['client_secret', clientSecret],
];

const codePairs: Pair[] = [
  ['grant_type', 'authorization_code'],
  ['code', marks.code],
  ['redirect_uri', encode(redirectUri)],
  ['code_verifier', verifier],
  ['client_id', clientId],
  ['client_secret', clientSecret],
];

const basicOf = (text: string) => Buffer.from(text, 'latin1').toString('base64');

function oddAuthorization(chance: Chance): string {
  const right = `${clientId}:${clientSecret}`;
  return chance.pick([
    `Basic ${basicOf(right)}`,
    `basic  ${basicOf(right)} `,
    `Basic ${basicOf(right).replaceAll('=', '')}`,
    `Basic ${basicOf(`${right}:`)}`,
    `Basic ${basicOf(clientId)}`,
    `Basic ${basicOf(':'.repeat(chance.int(1, 4000)))}`,
    `Basic ${basicOf(chance.text(chance.int(0, 200)))}`,
    `Basic ${basicOf(`${'%41'.repeat(2000)}:${'+'.repeat(2000)}`)}`,
    `Basic ${chance.text(20).replaceAll(/[\r\n\0]/g, '')}`,
    'Basic',
    'Basic ====',
    `Bearer ${marks.accessToken}`,
    `Basic ${basicOf(right)}, Basic ${basicOf(right)}`,
    `Negotiate ${'x'.repeat(6000)}`,
  ]);
}

export function tokenDraft(chance: Chance): Draft {
  const pairs = [...chance.pick([refreshPairs, codePairs])];
  const { text, message } = changePairs(pairs, chance);
  const one = draft('POST', '/oauth/token', { body: bytesOf(text), message: [message] });
  setHeader(one, 'Content-Type', formType);
  if (chance.is(0.25)) {
    const value = oddAuthorization(chance);
    one.headers.push(['Authorization', value]);
    one.message.push(`with the header Authorization: ${value.slice(0, 30)}`);
    if (chance.is(0.2)) one.headers.push(['Authorization', value]);
  }
  if (chance.is(0.2)) {
    const type = chance.pick([
      '',
      'application/json',
      'text/plain',
      `${formType}; charset=utf-16`,
      formType.toUpperCase(),
      `${formType};`,
      `${formType}, application/json`,
      'multipart/form-data; boundary=x',
      'nonsense',
      '/',
      `a/${'b'.repeat(9000)}`,
      'text/html;\x80=\xff',
    ]);
    setHeader(one, 'Content-Type', type);
    one.message.push(`the type ${type.slice(0, 50) || 'empty'}`);
  }
  if (chance.is(0.1)) {
    one.target += `?${chance.pick(['grant_type=refresh_token', 'code=', `client_secret=${clientSecret}`, '?', '%', '&&&', '#'])}`;
    one.message.push('parameters in the address');
  }
  return one;
}

const authorizePairs: Pair[] = [
  ['response_type', 'code'],
  ['client_id', clientId],
  ['redirect_uri', encode(redirectUri)],
  ['scope', 'openid+flights:write'],
  ['state', 'a-state'],
  ['code_challenge', challenge],
  ['code_challenge_method', 'S256'],
];

const oddAddresses = [
  'http://127.0.0.1/callback/emulator',
  'http://127.0.0.1:0/callback/emulator',
  'http://127.0.0.1:65536/callback/emulator',
  'http://127.0.0.1:080/callback/emulator',
  'http://127.0.0.1:5000/callback/emulator/',
  'http://127.0.0.1:5000/callback/../callback/emulator',
  'http://127.0.0.1:5000/callback/emulator?x=y',
  'http://127.0.0.1:5000/callback/emulator#f',
  'http://127.0.0.1:5000@evil.example/callback/emulator',
  'http://127.0.0.1.evil.example/callback/emulator',
  'http://[::1]:5000/callback/emulator',
  'http://localhost:5000/callback/emulator',
  'http://2130706433/callback/emulator',
  'http://127.1/callback/emulator',
  'HTTP://127.0.0.1:5000/callback/emulator',
  'http://127.0.0.1:5000/callback/emulator\r\nX: y',
  'http://127.0.0.1:5000\\callback/emulator',
  'javascript:alert(1)',
  '//127.0.0.1/callback/emulator',
  '',
  'http://',
];

export function authorizeDraft(chance: Chance): Draft {
  const pairs = [...authorizePairs];
  const message: string[] = [];
  if (chance.is(0.25)) {
    const address = chance.pick(oddAddresses);
    pairs[2] = ['redirect_uri', encode(address)];
    message.push(`the redirect address ${JSON.stringify(address)}`);
  }
  const changed = changePairs(pairs, chance);
  message.push(changed.message);
  // An address ends at a line break: such characters are encoded.
  const query = changed.text.slice(0, 12_000).replaceAll(/[^\x21-\x7e]/g, '%');
  if (chance.is(0.7)) return withCookie(draft('GET', `/oauth/authorize?${query}`, { message }), chance);
  const decision: Pair[] = [
    ['form_token', 'x'.repeat(43)],
    ['pilot', 'demo'],
    ['scope', 'openid'],
    ['decision', chance.pick(['approve', 'refuse', ''])],
  ];
  const form = changePairs(decision, chance);
  const one = draft('POST', `/oauth/authorize?${query}`, {
    body: bytesOf(form.text),
    message: [...message, form.message],
  });
  setHeader(one, 'Content-Type', formType);
  return withCookie(one, chance);
}

function withCookie(one: Draft, chance: Chance): Draft {
  if (chance.is(0.3)) {
    const name = 'pilot_flight_service_form';
    const value = chance.pick([
      `${name}=${'a'.repeat(43)}`,
      `${name}=${'a'.repeat(43)}; ${name}=${'b'.repeat(43)}`,
      `${name}=`,
      name.repeat(300),
      '; '.repeat(4000),
      '\xff\xfe=\x80',
    ]);
    one.headers.push(['Cookie', value]);
    one.message.push('with a cookie');
  }
  if (chance.is(0.15)) {
    const host = chance.pick([
      'evil.example',
      'localhost:1',
      '127.0.0.1.',
      '[::1]:99',
      '127.0.0.1:x',
      '',
      'LOCALHOST',
      '127.0.0.1 ',
    ]);
    setHeader(one, 'Host', host);
    one.message.push(`the host ${JSON.stringify(host)}`);
  }
  return one;
}
