// The request guard's rules as a table.
import { describe, expect, it } from 'vitest';
import { isAllowedRequest, type RequestOrigin, createWindowKeys } from '../../../main/node/web-window/request-guard.ts';
import { labelOf } from '../../../main/node/web-window/bridge-routes.ts';

const ours = '127.0.0.1:4020';
const good: RequestOrigin = {
  method: 'GET',
  path: '/',
  host: ours,
  origin: undefined,
  fetchSite: undefined,
  fetchMode: undefined,
};
const call = { method: 'POST', path: '/bridge/call/app.state' };

it.each<[string, Partial<RequestOrigin>, boolean]>([
  ['of a program on this computer comes to the routes', call, true],
  [
    'from our own page reaches the routes',
    { ...call, origin: `http://${ours}`, fetchSite: 'same-origin', fetchMode: 'cors' },
    true,
  ],
  ['typed into the address line comes to the routes', { fetchSite: 'none', fetchMode: 'navigate' }, true],
  ["for the page by another site's link reaches the routes", { fetchSite: 'cross-site', fetchMode: 'navigate' }, true],
  ['for another host (DNS rebinding) is refused', { host: 'evil.example:4020' }, false],
  ['for localhost is refused: the name may be rebound', { host: 'localhost:4020' }, false],
  ['for another port is refused', { host: '127.0.0.1:80' }, false],
  ['without a host is refused', { host: undefined }, false],
  ['from another origin is refused', { ...call, origin: 'https://evil.example' }, false],
  ['from an opaque origin is refused', { ...call, origin: 'null' }, false],
  ['that a foreign page makes is refused', { ...call, fetchSite: 'cross-site', fetchMode: 'no-cors' }, false],
  ['from another port of this computer is refused', { ...call, fetchSite: 'same-site', fetchMode: 'cors' }, false],
  ['for a file of ours from a foreign page is refused', { path: '/assets/a.js', fetchSite: 'cross-site' }, false],
  ['for the page in a foreign frame is refused', { fetchSite: 'cross-site', fetchMode: 'no-cors' }, false],
  [
    "for a call through another site's link is rejected",
    { path: '/bridge/events', fetchSite: 'cross-site', fetchMode: 'navigate' },
    false,
  ],
  [
    'that a form of another site posts to the page is refused',
    { method: 'POST', fetchSite: 'cross-site', fetchMode: 'navigate' },
    false,
  ],
])('a request %s', (_title, more, expected) => expect(isAllowedRequest({ ...good, ...more }, ours)).toBe(expected));

describe('keys', () => {
  it('work once, and return a session that stays valid', () => {
    const keys = createWindowKeys();
    const key = keys.newKey();
    const session = keys.spend(key) ?? '';
    expect(session).toMatch(/^[\w-]{43}$/);
    expect(keys.spend(key)).toBeNull();
    expect(keys.isSession(session)).toBe(true);
    expect(keys.isSession(key)).toBe(false);
    expect(keys.isSession('')).toBe(false);
    expect(keys.spend('')).toBeNull();
  });

  it('expire from the oldest when too many are made', () => {
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
  ['', 'screenshot'],
  ['  ', 'screenshot'],
  ['x'.repeat(400), 'x'.repeat(255)],
])('labels a file called %j as %j', (name, label) => expect(labelOf(name)).toBe(label));
