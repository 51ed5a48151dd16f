import { describe, expect, it } from 'vitest';
import { takeFault } from '../../../emulator/faults/fault-injection.ts';
import type { Fault } from '../../../emulator/world/world.ts';
import { clientId, openEmulator } from '../open-emulator.ts';

describe('matching requests to a fault', () => {
  const face = { method: 'POST', path: '/api/v1/flights', clientId: 'a', pilot: 'demo' };

  it('skips the first requests and stops after the given number', () => {
    const effect = { type: 'latency', ms: 1 } as const;
    const faults = [{ id: 1, match: {}, skip: 2, times: 2, effect, probability: 1, seen: 0, fired: 0 }];
    const touched = Array.from({ length: 6 }, () => takeFault(faults, face, 'seed') !== null);
    expect(touched).toEqual([false, false, true, true, false, false]);
  });
});

describe('refuses a fault that could never match and suggests a correction', () => {
  it.each([
    [{ path: '/_emulator/*' }, 'a path of the service, not of the control interface'],
    [{ path: 'api/*' }, 'match.path: expected a path that begins with a slash (did you mean “/api/*”?), got “api/*”'],
    [{ path: '/api/v1/flights?limit=1' }, 'a path without a query (did you mean “/api/v1/flights*”?)'],
    [{ path: '/api/*/flights' }, 'a path with * only at the end (did you mean “/api/*”?)'],
    [{ method: 'PSOT' }, 'match.method: expected an HTTP method (did you mean POST?), got “PSOT”.'],
    [
      { grantType: 'refresh' },
      'match.grantType: expected authorization_code or refresh_token (did you mean refresh_token?)',
    ],
    [{ grantType: 'password' }, 'match.grantType: expected authorization_code or refresh_token, got “password”.'],
    [{ grantType: 'refresh_token', path: '/api/*' }, 'match.path: expected a path that matches /oauth/token, because'],
    [{ pilot: 'demmo' }, 'Pilot demmo not found (did you mean demo?).'],
    [{ clientId: 'pilot-companion' }, 'Application pilot-companion not found (did you mean pilot-companion-demo?).'],
  ])('%j', async (match, message) => {
    const emulator = await openEmulator();
    expect(() => emulator.faults.add({ match, effect: { type: 'garbage' } })).toThrow(message);
    expect(emulator.faults.list().items).toEqual([]);
  });

  it.each([
    {},
    { path: '*' },
    { path: '/o*' },
    { path: '/api' },
    { path: '/nowhere' },
    { path: '/api/v1/flights/4700' },
    { path: '/api/v1/flights/*' },
    { method: 'propfind' },
    { grantType: 'refresh_token', path: '/oauth/*' },
    { grantType: 'authorization_code', method: 'POST', path: '/oauth/token', pilot: 'demo', clientId },
  ])('accepts one that can: %j', async (match) => {
    const emulator = await openEmulator();
    expect(emulator.faults.add({ match, effect: { type: 'garbage' } }).match).toEqual(match);
  });

  it('accepts one in a state document', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ match: { path: '/api/*', pilot: 'demo' }, effect: { type: 'garbage' } });
    const document = emulator.state.export().replace('"/api/*"', '"api/*"').replace('"pilot":"demo"', '"pilot":"gone"');
    await emulator.state.import(document);
    expect(emulator.faults.list().items[0]?.match).toEqual({ path: 'api/*', pilot: 'gone' });
  });

  it('refuses one in a scenario, with its place, before anything starts', async () => {
    const emulator = await openEmulator();
    const load = (faults: object[], steps: object[] = []) =>
      emulator.scenario.load({ title: 'x', about: 'x', faults, steps });
    const effect = { type: 'garbage' };
    await expect(load([{ match: { path: 'api/*' }, effect }])).rejects.toThrow('faults.0.match.path: expected a path');
    await expect(load([{ match: { pilot: 'demmo' }, effect }])).rejects.toThrow('faults.0: Pilot demmo not found');
    const step = { at: '1m', call: 'faults.add', with: { match: { grantType: 'refresh' }, effect } };
    await expect(load([], [step])).rejects.toThrow('steps.0.with.match.grantType: expected authorization_code or');
  });
});

describe('a fault with a probability', () => {
  const drawsOf = (seed: string, change: Partial<Fault> = {}, between: () => void = () => undefined) => {
    const effect = { type: 'latency', ms: 1 } as const;
    const fault = { id: 1, match: {}, skip: 0, times: null, effect, probability: 0.3, seen: 0, fired: 0, ...change };
    return Array.from({ length: 1000 }, () => {
      between();
      return takeFault([fault], {}, seed) !== null;
    });
  };

  it('matches that share, and the same requests for the same seed', () => {
    const draws = drawsOf('a');
    expect(draws.filter(Boolean).length).toBeGreaterThan(250);
    expect(draws.filter(Boolean).length).toBeLessThan(350);
    expect(drawsOf('a', {}, () => takeFault([], {}, 'a'))).toEqual(draws);
  });

  it('matches other requests for another seed or another fault', () => {
    expect(drawsOf('b')).not.toEqual(drawsOf('a'));
    expect(drawsOf('a', { id: 2 })).not.toEqual(drawsOf('a'));
  });

  it.each([
    [0, 0],
    [1, 1000],
  ])('of %d matches %d of a thousand', (probability, touched) => {
    expect(drawsOf('a', { probability }).filter(Boolean)).toHaveLength(touched);
  });

  it('leaves the other requests to the next fault', () => {
    const effect = { type: 'latency', ms: 1 } as const;
    const rest = { match: {}, skip: 0, times: null, effect, seen: 0, fired: 0 };
    const faults = [
      { ...rest, id: 1, probability: 0 },
      { ...rest, id: 2, probability: 1 },
    ];
    expect(takeFault(faults, {}, 'a')?.id).toBe(2);
  });
});
