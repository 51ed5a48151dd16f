// Presets: read with messages, and added to the settings. What the pilot has set is never changed by one.
import { failed, ok, type Result } from '../../contract/failure.ts';
import { serviceOfPreset } from './preset.ts';
import { baseAddress, presetSchema, type Preset, type Settings } from '../../contract/settings.ts';
import { failures } from '../messages/failures.ts';

/** Returns the preset in a JSON text, or what is wrong with it. `file`: its name, for the message. */
export function readPreset(text: string, file: string): Result<Preset> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return failed(failures.presetNotJson(file));
  }
  const parsed = presetSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field =
      issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : (issue?.path.map(String).join('.') ?? '');
    return failed(failures.presetInvalid(file, field));
  }
  return ok(parsed.data);
}

/**
 * The settings with a service for each preset whose address none has yet; the same object where nothing is added. A
 * service without an address, which nobody has filled in, makes room for them.
 */
export function withPresets(settings: Settings, presets: readonly Preset[]): Settings {
  let services = settings.services.filter((service) => service.address !== '' || service.id === settings.profile);
  const untouched = services.length;
  for (const preset of presets) {
    const isKnown = services.some(({ address }) => baseAddress(address) === baseAddress(preset.address));
    if (!isKnown) services = [...services, serviceOfPreset(preset, services)];
  }
  return services.length === untouched ? settings : { ...settings, services };
}
