// Invalid requests to endpoints that require a bearer token, and to the control interface.

import type { Chance } from '../../../support/chance.ts';
import { bytesOf, draft, setHeader } from './draft.ts';
import type { Draft } from './draft.ts';
import { marks } from './fuzz-case.ts';
import { oddText } from './form-cases.ts';

const readTargets = (chance: Chance): string =>
  chance.pick([
    '/api/v1/flights',
    `/api/v1/flights?limit=${oddText(chance).slice(0, 500)}`,
    `/api/v1/flights?before_id=${oddText(chance).slice(0, 500)}&limit=1&limit=2`,
    '/api/v1/flights?limit=99999999999999999999&before_id=-1',
    '/api/v1/flights?limit=1e3&before_id=0x10',
    `/api/v1/flights/${oddText(chance).slice(0, 500)}`,
    '/api/v1/flights/4700',
    '/api/v1/flights/04700',
    '/api/v1/flights/9007199254740993',
    '/api/v1/flights/-1',
    '/api/v1/flights/',
    '/api/v1/flights/4700/x',
    '/api/v1//flights',
    '/oauth/userinfo',
    `/oauth/userinfo?access_token=${marks.accessToken}`,
  ]);

export function bearerDraft(chance: Chance): Draft {
  const one = draft('GET', readTargets(chance).replaceAll(/[^\x21-\x7e]/g, '%'));
  const token = marks.accessToken;
  const ways: [string, string[]][] = [
    ['a token that is right', [`Bearer ${token}`]],
    ['no token', []],
    ['the header twice', [`Bearer ${token}`, `Bearer ${token}`]],
    ['one right and one wrong header', [`Bearer ${token}`, 'Basic x']],
    ['two tokens in one header', [`Bearer ${token}, Bearer ${token}`]],
    ['the scheme in another case', [`bEARER   ${token}   `]],
    ['a tab between', [`Bearer\t${token}`]],
    ['no space', [`Bearer${token}`]],
    ['no scheme', [token]],
    ['the scheme alone', [chance.pick(['Bearer', 'Bearer ', 'bearer    '])]],
    ['another scheme', [`Token ${token}`]],
    ['a token cut short', [`Bearer ${token.slice(0, chance.int(0, token.length))}`]],
    ['a token with more at its end', [`Bearer ${token}${chance.pick(['=', '==', '.', '\x80', ' x', ',', '%00'])}`]],
    ['a token of any bytes', [`Bearer ${chance.text(chance.int(1, 80)).replaceAll(/[\r\n\0]/g, '')}`]],
    ['a huge token', [`Bearer ${'x'.repeat(chance.pick([1000, 8000, 14_000, 17_000]))}`]],
    ['many equal signs', [`Bearer ${'='.repeat(8000)}x`]],
    ['many spaces', [`Bearer ${' '.repeat(8000)}x y`]],
    ['a refresh token', [`Bearer ${marks.refreshToken}`]],
  ];
  const [message, values] = chance.pick(ways);
  for (const value of values)
    one.headers.push([chance.pick(['Authorization', 'authorization', 'AUTHORIZATION']), value]);
  one.message.push(`${message}, at ${one.target.slice(0, 60)}`);
  return one;
}

const controlCalls = [
  ['GET', '/health'],
  ['POST', '/reset'],
  ['GET', '/clock'],
  ['POST', '/clock'],
  ['GET', '/faults'],
  ['POST', '/faults'],
  ['DELETE', '/faults/1'],
  ['GET', '/journal'],
  ['GET', '/flights'],
  ['POST', '/flights'],
  ['POST', '/flights/4700/check'],
  ['POST', '/flights/4700/moderate'],
  ['POST', '/flights/4700/archive'],
  ['GET', '/flights/4700/image'],
  ['GET', '/applications'],
  ['POST', '/applications'],
  ['PATCH', '/applications/pilot-companion-demo'],
  ['GET', '/pilots'],
  ['POST', '/pilots'],
  ['GET', '/consents'],
  ['POST', '/consents/x/revoke'],
  ['POST', '/tokens/expire'],
  ['GET', '/limits'],
  ['GET', '/state'],
  ['PUT', '/state'],
  ['GET', '/settings'],
  ['PATCH', '/settings'],
  ['POST', '/sign-in'],
  ['GET', '/scenarios'],
  ['POST', '/scenario'],
  ['GET', '/'],
  ['GET', '/nothing'],
] as const;

const oddJson = [
  '{}',
  '[]',
  'null',
  '"x"',
  '1e999',
  '{"freeze":"yes"}',
  '{"advanceMs":-1}',
  '{"advanceMs":1e300}',
  '{"advanceMs":1e15}',
  '{"set":"yesterday"}',
  '{"set":"+275760-09-13T00:00:00.000Z"}',
  '{"scale":0}',
  '{"scale":1e308}',
  '{"slices":["clock","nothing"]}',
  '{"slices":[]}',
  '{"match":{"path":"*"},"effect":{"type":"status","status":999}}',
  '{"match":{"path":"/nowhere"},"effect":{"type":"status","status":503,"headers":{"a b":"c"}}}',
  '{"match":{"path":"/nowhere"},"probability":2,"effect":{"type":"latency","ms":-1}}',
  '{"effect":{"type":"nothing"}}',
  '{"count":1e9}',
  '{"count":-1}',
  '{"count":3}',
  '{"records":[{"figures":{"pax":"many"}}]}',
  '{"records":{}}',
  '{"clientId":"","redirectUris":["javascript:alert(1)"]}',
  '{"clientId":"x","redirectUris":["http://127.0.0.1/x"]}',
  '{"id":"__proto__","name":"x"}',
  '{"__proto__":{"x":1}}',
  '{"disabled":"perhaps"}',
  '{"kind":"nothing"}',
  '{"pilot":"nobody"}',
  '{"minGapMs":-1}',
  '{"mode":"loose"}',
  '{"format":"pilot-flight-service-emulator","version":2}',
  '{"format":"pilot-flight-service-emulator","version":1}',
  '{"name":"../../etc/passwd"}',
  '{"yaml":"a: &a [*a, *a]"}',
  '{',
  '',
  '\0',
  '{"a":'.repeat(5000),
  '['.repeat(20_000),
  '\ufeff{}',
  '\xff\xfe',
];

export function controlDraft(chance: Chance): Draft {
  const [method, path] = chance.pick(controlCalls);
  const query = chance.is(0.3)
    ? `?${chance.pick(['after', 'limit', 'pilot', 'contains', 'x', 'newestFirst'])}=${oddText(chance).slice(0, 500)}`
    : '';
  const one = draft(
    chance.is(0.9) ? method : chance.pick(['PUT', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE']),
    `/_emulator${path}${query}`.replaceAll(/[^\x21-\x7e]/g, '%'),
  );
  one.message.push(`${one.method} ${one.target.slice(0, 60)}`);
  if (chance.is(0.85)) one.headers.push(['Authorization', `Bearer ${marks.controlToken}`]);
  else one.message.push('without the control token');
  if (one.method !== 'GET' && one.method !== 'HEAD') {
    const text = chance.is(0.8) ? chance.pick(oddJson) : chance.text(chance.int(0, 100));
    one.body = bytesOf(text);
    one.framing = 'length';
    one.message.push(`the body ${JSON.stringify(text.slice(0, 80))}`);
    setHeader(
      one,
      'Content-Type',
      chance.is(0.9) ? 'application/json' : chance.pick(['', 'text/plain', 'application/json; charset=x']),
    );
  }
  if (chance.is(0.1)) setHeader(one, 'Host', chance.pick(['evil.example', '127.0.0.1:1', 'localhost', '']));
  return one;
}
