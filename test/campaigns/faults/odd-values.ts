// Undocumented values, statuses and bodies.
import type { Chance } from '../../support/chance.ts';
import type { About } from './answer-parts.ts';

/** The honest answer with members of other types, or without some; an owner's id stays unchanged or is missing. */
export function mutated(value: unknown, chance: Chance): unknown {
  const odd = () =>
    chance.pick<unknown>([
      null,
      '',
      'text',
      -1,
      0.5,
      1e300,
      true,
      [],
      {},
      [[]],
      '9'.repeat(400),
      { id: {} },
      'é\u0000',
    ]);
  if (Array.isArray(value)) return value.map((one) => (chance.is(0.5) ? mutated(one, chance) : one));
  if (typeof value !== 'object' || value === null) return odd();
  const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (name === 'next_before_id' && inner === null) return [[name, inner]];
    if (name === 'items') return [[name, chance.is(0.1) ? odd() : mutated(inner, chance)]];
    if (name === 'created_at' && chance.is(0.3))
      return [[name, chance.pick(['0001-01-01T00:00:00', '9999-12-31T23:59:59', '1970-01-01T00:00:00'])]];
    if (name === 'id')
      return chance.is(0.3) ? [[name, chance.pick<unknown>([null, '12', 1.5, [], {}])]] : [[name, inner]];
    // Any text would name another pilot: a lie.
    if (name === 'sub') return chance.is(0.3) ? [[name, chance.pick<unknown>([null, 12, [], {}])]] : [[name, inner]];
    if (name.endsWith('_token'))
      return chance.is(0.5) ? [[name, chance.pick<unknown>([null, 7, [], {}])]] : [[name, inner]];
    return chance.is(0.2) ? (chance.is(0.5) ? [] : [[name, odd()]]) : [[name, inner]];
  });
  return Object.fromEntries([...entries, ...(chance.is(0.2) ? [['__proto__x', odd()] as [string, unknown]] : [])]);
}

/** An empty list, or none, would be a lie. */
export const isLie = (about: About, value: unknown) =>
  about === 'list' &&
  typeof value === 'object' &&
  value !== null &&
  'items' in value &&
  Array.isArray(value.items) &&
  value.items.length === 0;

const types = [
  'application/json',
  'application/problem+json',
  'text/html; charset=utf-8',
  'text/plain',
  'text/xml',
  'image/png',
  'application/octet-stream',
  'multipart/mixed; boundary=x',
  'nonsense',
];
/** None of them is a documented word. */
const others = [
  '',
  '{}',
  'null',
  '[]',
  '{"detail":"unheard_of"}',
  '{"detail":["unheard_of"]}',
  '{"error":"unheard_of"}',
  '<!doctype html><h1>Back soon</h1>',
  'x'.repeat(5_000),
];
const otherStatuses = 400;
const sofar: Record<About, number> = { upload: 0, list: 0, read: 0, token: 0, profile: 0 };

/** Every status from 200 to 599 in turn, each round with other types and words. */
export function nextOther(about: About, chance: Chance) {
  const count = (sofar[about] += 1);
  const status = 200 + ((count * 7) % otherStatuses);
  const body = status === 204 || status === 304 ? '' : chance.pick(others);
  const type = chance.is(0.1) ? null : `content-type: ${types[count % types.length]}`;
  return { status, body, type };
}
