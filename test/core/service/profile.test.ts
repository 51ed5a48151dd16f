import { describe, expect, it } from 'vitest';
import { newService, serviceSchema } from '../../../main/contract/settings.ts';
import { emulatorProfile, serviceProfile, tokenAddress, tokensName } from '../../../main/core/service/profile.ts';

const service = { ...newService('service'), address: 'https://flights.example', clientId: 'mine' };

describe('a service profile', () => {
  it('keeps the documented paths regardless of the settings', () => {
    for (const profile of [emulatorProfile('demo', 'http://127.0.0.1:1'), serviceProfile(service)]) {
      expect(profile).toMatchObject({ tokenPath: '/oauth/token', apiPrefix: '/api/v1' });
    }
  });

  it('takes from the settings what the document leaves open (A1, A2, A7, A15)', () => {
    const profile = serviceProfile({
      ...service,
      name: 'Ours',
      authorizePath: '/consent',
      redirectPath: '/back',
      redirectPort: 4000,
      scopes: ' openid  flights:write ',
      zone: 'Europe/Berlin',
    });
    expect(profile).toMatchObject({
      kind: 'service',
      name: 'Ours',
      authorizePath: '/consent',
      redirectPath: '/back',
      redirectPort: 4000,
      scopes: ['openid', 'flights:write'],
      zone: 'Europe/Berlin',
    });
  });

  it('is identified by the configured issuer, or by its address without one (A21)', () => {
    expect(serviceProfile(service).issuer).toBe('https://flights.example');
    const profile = serviceProfile({ ...service, issuer: 'https://id.example' });
    expect(profile).toMatchObject({ issuer: 'https://id.example', address: 'https://flights.example' });
    expect(profile.key).toBe(serviceProfile(service).key);
  });

  it('has one key per address, in any spelling', () => {
    const key = (address: string) => serviceProfile(serviceSchema.parse({ ...service, address })).key;
    expect(key('https://Flights.example.:443/')).toBe(key('https://flights.example'));
    expect(key('https://other.example')).not.toBe(key('https://flights.example'));
    expect(emulatorProfile('emulator', 'http://127.0.0.1:4000/').address).toBe('http://127.0.0.1:4000');
    expect(emulatorProfile('emulator', 'http://127.0.0.1:4000').name).toMatchObject({ id: 'shared.emulator' });
    expect(emulatorProfile('demo', 'http://127.0.0.1:4000').name).toMatchObject({ id: 'shared.demoService' });
  });

  it('shares no key between services, emulators and the demonstration', () => {
    const address = 'http://127.0.0.1:4000';
    const keys = [
      emulatorProfile('demo', address).key,
      emulatorProfile('emulator', address).key,
      emulatorProfile('emulator', 'http://127.0.0.1:4001').key,
      serviceProfile({ ...service, address }).key,
    ];
    expect(new Set(keys.map((key) => tokensName(key))).size).toBe(keys.length);
    expect([tokensName('demo'), tokensName('demo', '2')]).toEqual(['tokens/demo', 'tokens/demo/2']);
  });

  it("keeps the demonstration's data, on any port", () => {
    expect(emulatorProfile('demo', 'http://127.0.0.1:1').key).toBe(emulatorProfile('demo', 'http://127.0.0.1:2').key);
  });

  it("names where the pilot's own secret is stored, never the secret", () => {
    const { clientSecret, key } = serviceProfile(service);
    expect(clientSecret).toEqual({ from: 'secret-store', name: `application-secret/${key}` });
  });

  it('keeps its key, and so tokens, reports and history, when the secret is held elsewhere', () => {
    const own = serviceProfile(service);
    const byBroker = serviceProfile({ ...service, mode: 'broker', brokerAddress: 'https://broker.example' });
    expect(byBroker.key).toBe(own.key);
    expect(byBroker.clientSecret).toEqual({ from: 'broker', address: 'https://broker.example' });
  });

  it('sends token requests to the broker if there is one, and everything else to the service', () => {
    const byBroker = serviceProfile({ ...service, mode: 'broker', brokerAddress: 'https://broker.example' });
    expect(tokenAddress(byBroker)).toBe('https://broker.example/oauth/token');
    expect(byBroker.address).toBe('https://flights.example');
    expect(tokenAddress(serviceProfile(service))).toBe('https://flights.example/oauth/token');
    expect(tokenAddress(emulatorProfile('emulator', 'http://127.0.0.1:1'))).toBe('http://127.0.0.1:1/oauth/token');
  });
});
