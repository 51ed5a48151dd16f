// Where the pilot wants the secrets of a profile, as it stands in the settings. For hosts, before the companion is open.
import type { SecretChoice } from '../../contract/secrets.ts';
import { serviceKey } from '../service/profile.ts';
import { settingsOrDefaults } from './settings-migrations.ts';

/** @param otherwise what the start asked for, for profiles of which the settings say nothing of their own */
export const secretChoicesOf =
  (settings: { read(): unknown }, otherwise: SecretChoice) =>
  (profileKey: string): SecretChoice => {
    const { services } = settingsOrDefaults(settings.read());
    const choice = services.find(({ address }) => address !== '' && serviceKey(address) === profileKey)?.keepIn;
    return choice === undefined || choice === 'keychain' ? otherwise : choice;
  };
