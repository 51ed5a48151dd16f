// The rules at the door of the window server, as a table.
import { describe, expect, it } from 'vitest';
import { judge } from '../../main/node/window-guard.ts';
import type { Knock, Verdict } from '../../main/node/window-guard.ts';
import { createWindowKeys } from '../../main/node/window-keys.ts';
import { labelOf } from '../../main/node/window-intake.ts';

const ours = '127.0.0.1:4020';
const good: Knock = {
  method: 'GET',
  path: '/',
  host: ours,
  origin: undefined,
  fetchSite: undefined,
  fetchMode: undefined,
  isSession: true,
};
const call = { method: 'POST', path: '/bridge/call/app.state' };

describe('a request', () => {
  it.each<[string, Partial<Knock>, boolean, Verdict]>([
    ['with the cookie enters', {}, false, 'enter'],
    ['with a key exchanges it', { isSession: false }, true, 'exchange-key'],
    ['with neither is asked to open the window again', { isSession: false }, false, 'ask-to-open'],
    ['for a file without the cookie is refused', { path: '/assets/a.js', isSession: false }, false, 'refuse'],
    ['for a call without the cookie is refused', { ...call, isSession: false }, false, 'refuse'],
    ['that brings a key anywhere else is refused', { ...call, isSession: false }, true, 'refuse'],
    ['for another host (DNS rebinding) is refused', { host: 'evil.example:4020' }, false, 'refuse'],
    ['for localhost is refused: the name may be rebound', { host: 'localhost:4020' }, false, 'refuse'],
    ['for another port is refused', { host: '127.0.0.1:80' }, false, 'refuse'],
    ['without a host is refused', { host: undefined }, false, 'refuse'],
    ['from another origin is refused', { ...call, origin: 'https://evil.example' }, false, 'refuse'],
    ['from an opaque origin is refused', { ...call, origin: 'null' }, false, 'refuse'],
    [
      'from our origin enters',
      { ...call, origin: `http://${ours}`, fetchSite: 'same-origin', fetchMode: 'cors' },
      false,
      'enter',
    ],
    [
      'that a foreign page makes is refused',
      { ...call, fetchSite: 'cross-site', fetchMode: 'no-cors' },
      false,
      'refuse',
    ],
    [
      'from another port of this computer is refused',
      { ...call, fetchSite: 'same-site', fetchMode: 'cors' },
      false,
      'refuse',
    ],
    [
      'for an image from a foreign page is refused',
      { path: '/bridge/pictures/job-1', fetchSite: 'cross-site' },
      false,
      'refuse',
    ],
    ['for the page in a foreign frame is refused', { fetchSite: 'cross-site', fetchMode: 'no-cors' }, false, 'refuse'],
    [
      'for the page by a link enters only with the cookie',
      { fetchSite: 'cross-site', fetchMode: 'navigate', isSession: false },
      false,
      'ask-to-open',
    ],
    ['typed into the address line enters', { fetchSite: 'none', fetchMode: 'navigate' }, false, 'enter'],
  ])('%s', (_title, more, hasKey, verdict) => expect(judge({ ...good, ...more }, ours, hasKey)).toBe(verdict));
});

describe('keys', () => {
  it('are good once, and the session they give stays good', () => {
    const keys = createWindowKeys();
    const key = keys.newKey();
    const session = keys.spend(key);
    expect(session).toMatch(/^[\w-]{43}$/);
    expect(keys.spend(key)).toBeNull();
    expect(keys.isSession(session)).toBe(true);
    expect(keys.isSession(key)).toBe(false);
    expect(keys.isSession(null)).toBe(false);
    expect(keys.spend('')).toBeNull();
  });

  it('end with the oldest where too many are made', () => {
    const keys = createWindowKeys();
    const first = keys.newKey();
    for (let n = 0; n < 8; n += 1) keys.newKey();
    expect(keys.spend(first)).toBeNull();
  });
});

it.each([
  ['shot.png', 'shot.png'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\a\\shot.png', 'shot.png'],
  ['', 'picture'],
  ['  ', 'picture'],
  ['x'.repeat(400), 'x'.repeat(255)],
])('a file called %j is labelled %j', (name, label) => expect(labelOf(name)).toBe(label));
