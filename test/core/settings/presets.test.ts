import { describe, expect, test } from 'vitest';
import { defaultSettings, isServiceComplete, newService, settingsSchema } from '../../../main/contract/settings.ts';
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

const invalid = (problem: string | null, field: string) => ({
  id: 'failure.presetInvalid',
  params: { problem, field },
});
const png = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;
/** The start of a PNG of this width and height. */
function header(width: number, height = width): Buffer {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

describe('a preset', () => {
  test.each([
    ['no JSON', '{ name: ', { id: 'failure.presetNotJson' }],
    ['another kind of value', '[]', invalid('object', '')],
    ['no name', { ...preset, name: undefined }, invalid('missing', 'name')],
    ['an empty name', { ...preset, name: '' }, invalid(null, 'name')],
    ['an empty address', { ...preset, address: '' }, invalid(null, 'address')],
    ['an address without https', { ...preset, address: 'http://service.example' }, invalid(null, 'address')],
    ['an empty client ID', { ...preset, clientId: '' }, invalid(null, 'clientId')],
    [
      'an address of flights without {id}',
      { ...preset, flightPage: 'https://service.example/flights' },
      invalid(null, 'flightPage'),
    ],
    [
      'a secret',
      { ...preset, clientSecret: 'never here' },
      { id: 'failure.presetUnknownFields', params: { fields: ['clientSecret'] } },
    ],
    ['a logo from elsewhere', { ...preset, logo: 'https://service.example/logo.png' }, invalid(null, 'logo')],
    ['a logo that is no PNG', { ...preset, logo: png(Buffer.from('GIF89a')) }, { id: 'failure.presetLogo' }],
    ['a logo without a width', { ...preset, logo: png(header(0)) }, { id: 'failure.presetLogo' }],
    ['a logo that is cut off', { ...preset, logo: png(header(512).subarray(0, 20)) }, { id: 'failure.presetLogo' }],
    ['a logo that is one pixel too large', { ...preset, logo: png(header(513)) }, { id: 'failure.presetLogo' }],
    ['a logo that is too wide', { ...preset, logo: png(header(513, 1)) }, { id: 'failure.presetLogo' }],
    ['a logo that is too high', { ...preset, logo: png(header(1, 513)) }, { id: 'failure.presetLogo' }],
    ['a logo without a height', { ...preset, logo: png(header(1, 0)) }, { id: 'failure.presetLogo' }],
    ['a logo that fills the memory', { ...preset, logo: png(header(20_000)) }, { id: 'failure.presetLogo' }],
  ])('with %s is refused with the file and the field', (_, value, { id, params }: { id: string; params?: object }) => {
    expect(read(value)).toMatchObject({
      ok: false,
      failure: { message: { id, params: { file: 'example.json', ...params } } },
    });
  });

  test('may have a small logo', () => {
    const logo = png(header(512));
    expect(read({ ...preset, logo })).toMatchObject({ ok: true, value: { logo } });
  });

  test('may begin with a byte order mark', () => {
    expect(read(`\uFEFF${JSON.stringify(preset)}`)).toMatchObject({ ok: true });
  });
});

describe('settings with presets', () => {
  test('have the service, ready to sign in to, in place of the empty one', () => {
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

  test('keep what the pilot has set for that address, and are unchanged if nothing is new', () => {
    const once = withPresets(defaultSettings, [one()]);
    const changed = { ...once, services: [{ ...once.services[0]!, clientId: 'my own' }] };
    expect(withPresets(changed, [one()])).toBe(changed);
  });

  test('keep an empty service that is in use, and drop others', () => {
    const services = [newService('mine'), newService('other')];
    const settings = { ...defaultSettings, profile: 'mine', services };
    expect(withPresets(settings, [one()]).services.map(({ id }) => id)).toEqual(['mine', 'example-virtual']);
    expect(withPresets(settings, [])).toBe(settings);
  });

  test('have a service for each of several presets', () => {
    const { services } = withPresets(defaultSettings, [one(), { ...one(), address: 'https://other.example' }]);
    expect(services.map(({ id }) => id)).toEqual(['example-virtual', 'example-virtual-2']);
  });
});
