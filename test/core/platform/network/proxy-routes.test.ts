import { fc } from '../../../support/fast-check.ts';
import { expect, test } from 'vitest';
import { environmentRoute, isLoopback, routesOfPac } from '../../../../main/core/platform/network/proxy-routes.ts';

const proxy = (address: string) => ({ kind: 'proxy', address });
const direct = { kind: 'direct' };
const there = 'https://pilot.example.org/api';

test.each([
  ['nothing', {}, direct],
  ['upper case', { HTTPS_PROXY: 'http://one:3128' }, proxy('http://one:3128')],
  ['lower case, which goes first', { https_proxy: 'http://two:1', HTTPS_PROXY: 'http://one:2' }, proxy('http://two:1')],
  ['no scheme', { https_proxy: 'one:3128' }, proxy('http://one:3128')],
  ['name and password', { https_proxy: 'http://ada:p%40ss@one:1' }, proxy('http://ada:p%40ss@one:1')],
  ['the other scheme only', { http_proxy: 'http://one:1' }, direct],
  ['all schemes', { ALL_PROXY: 'socks5h://one:1080' }, proxy('socks5://one:1080')],
  ['its own scheme before all', { all_proxy: 'http://a:1', HTTPS_PROXY: 'http://b:1' }, proxy('http://b:1')],
  ['an empty text', { https_proxy: '', HTTPS_PROXY: 'http://one:1' }, direct],
  ['what is no address', { https_proxy: 'http://' }, { kind: 'unusable', what: 'HTTPS_PROXY' }],
  ['a scheme that is not spoken', { https_proxy: 'ftp://one' }, { kind: 'unusable', what: 'HTTPS_PROXY' }],
  ['a password that is none', { https_proxy: 'http://a:%zz@one' }, { kind: 'unusable', what: 'HTTPS_PROXY' }],
])('the environment says %s', (_what, environment, route) => {
  expect(environmentRoute(environment, there)).toEqual(route);
});

test('plain http has its own name', () => {
  expect(environmentRoute({ HTTP_PROXY: 'http://one:1' }, 'http://pilot.example.org')).toEqual(proxy('http://one:1'));
});

test.each([
  ['pilot.example.org', there, true],
  ['example.org', there, true],
  ['.example.org', there, true],
  ['*.example.org', there, true],
  ['*.example.org', 'https://example.org', false],
  ['ample.org', there, false],
  ['other.org, pilot.example.org', there, true],
  ['other.org pilot.example.org', there, true],
  ['PILOT.Example.ORG.', there, true],
  ['*', there, true],
  ['pilot.example.org:443', there, true],
  ['pilot.example.org:8443', there, false],
  ['pilot.example.org:8443', 'https://pilot.example.org:8443', true],
  ['10.0.0.0/8', 'https://10.1.2.3', true],
  ['10.0.0.0/8', 'https://11.1.2.3', false],
  ['10.0.0.0/99', 'https://10.1.2.3', false],
  ['10.1.2.3', 'https://10.1.2.3', true],
  ['1.2.3', 'https://10.1.2.3', false],
  ['fd00::/8', 'https://[fd00::5]', true],
  ['fd00::5', 'https://[fd00::5]', true],
  ['[fd00::5]', 'https://[fd00::5]', true],
  ['[fd00::5]:8443', 'https://[fd00::5]', false],
  ['', there, false],
])('NO_PROXY=%s spares %s: %s', (list, address, isSpared) => {
  for (const name of ['no_proxy', 'NO_PROXY']) {
    const environment = { HTTPS_PROXY: 'http://one:1', [name]: list };
    expect(environmentRoute(environment, address).kind).toBe(isSpared ? 'direct' : 'proxy');
  }
});

test.each([
  ['DIRECT', [direct]],
  ['', [direct]],
  ['PROXY one:3128', [proxy('http://one:3128')]],
  ['HTTPS one:443; DIRECT', [proxy('https://one:443'), direct]],
  ['proxy one:1;SOCKS5 two:1080 ; DIRECT', [proxy('http://one:1'), proxy('socks5://two:1080'), direct]],
  ['SOCKS one:1080', [{ kind: 'unusable', what: 'the system (SOCKS)' }]],
  ['PROXY', [{ kind: 'unusable', what: 'the system (PROXY)' }]],
])('the system answers %j', (answer, routes) => {
  expect(routesOfPac(answer)).toEqual(routes);
});

test('never throws, and returns only addresses of proxies', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, list) => {
      const routes = [...routesOfPac(text), environmentRoute({ HTTPS_PROXY: text, NO_PROXY: list }, there)];
      for (const route of routes) expect(route.kind !== 'proxy' || URL.canParse(route.address)).toBe(true);
    }),
  );
});

test.each([
  ['http://127.0.0.1:4200', true],
  ['http://127.8.9.1', true],
  ['http://[::1]:4200/x', true],
  ['http://localhost:1', true],
  ['http://emulator.localhost', true],
  ['https://127.0.0.1.example.org', false],
  ['https://pilot.example.org', false],
  ['nonsense', false],
])('%s is on this computer: %s', (address, is) => {
  expect(isLoopback(address)).toBe(is);
});
