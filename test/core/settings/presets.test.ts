import { describe, expect, test } from 'vitest';
import { defaultSettings, isServiceComplete, settingsSchema } from '../../../main/contract/settings.ts';
import { readPreset, withPresets } from '../../../main/core/settings/presets.ts';

const preset = {
  name: 'Example Virtual',
  address: 'https://service.example/',
  clientId: 'app',
  brokerAddress: 'https://broker.example',
};
const read = (value: unknown) => readPreset(typeof value === 'string' ? value : JSON.stringify(value), 'example.json');
const one = () => {
  const result = read(preset);
  if (!result.ok) throw new Error(result.failure.message.id);
  return result.value;
};

describe('a preset', () => {
  test.each([
    ['no JSON', '{ name: ', 'failure.presetNotJson'],
    ['another kind of value', '[]', 'failure.presetInvalid'],
    ['no name', { ...preset, name: '' }, 'failure.presetInvalid'],
    ['no address', { ...preset, address: '' }, 'failure.presetInvalid'],
    ['an address without https', { ...preset, address: 'http://service.example' }, 'failure.presetInvalid'],
    ['no client ID', { ...preset, clientId: '' }, 'failure.presetInvalid'],
    [
      'an address of flights without {id}',
      { ...preset, flightPage: 'https://service.example/flights' },
      'failure.presetInvalid',
    ],
    ['a secret', { ...preset, clientSecret: 'never here' }, 'failure.presetInvalid'],
  ])('with %s is refused with the file and the field', (_, value, id) => {
    expect(read(value)).toMatchObject({ ok: false, failure: { message: { id, params: { file: 'example.json' } } } });
  });

  test('may begin with a byte order mark', () => {
    expect(read(`\uFEFF${JSON.stringify(preset)}`)).toMatchObject({ ok: true });
  });
});

describe('settings with presets', () => {
  test('have the service, ready to sign in to, in place of the one nobody has filled in', () => {
    const { services } = withPresets(defaultSettings, [one()]);
    expect(services).toMatchObject([
      {
        id: 'example-virtual',
        address: 'https://service.example',
        mode: 'broker',
        redirectPath: '/callback/example-virtual',
      },
    ]);
    expect(services.every(isServiceComplete)).toBe(true);
    expect(settingsSchema.safeParse({ ...defaultSettings, services }).success).toBe(true);
  });

  test('keep what the pilot has set for that address, and are the same where nothing is new', () => {
    const once = withPresets(defaultSettings, [one()]);
    const changed = { ...once, services: [{ ...once.services[0]!, clientId: 'my own' }] };
    expect(withPresets(changed, [one()])).toBe(changed);
  });

  test('have a service for each of several presets', () => {
    const { services } = withPresets(defaultSettings, [one(), { ...one(), address: 'https://other.example' }]);
    expect(services.map(({ id }) => id)).toEqual(['example-virtual', 'example-virtual-2']);
  });
});
