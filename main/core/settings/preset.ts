// The service that a preset describes. docs/pilots/presets.md describes presets.
import { newService, newServiceId, type Preset, type ServiceSettings } from '../../contract/settings.ts';

/** The service that a preset describes, with an id that none of `services` has. */
export function serviceOfPreset(
  { $schema: _schema, ...preset }: Preset,
  services: readonly ServiceSettings[],
): ServiceSettings {
  const fresh = newService(newServiceId(preset.name, services), preset.name);
  const given = Object.fromEntries(Object.entries(preset).filter(([, value]) => value !== undefined));
  const mode = preset.brokerAddress ? 'broker' : 'own-application';
  return { ...fresh, ...given, mode };
}
