// Where the pilot's settings store a profile's secrets. For hosts, before the companion is open.
import type { SecretChoice } from '../../contract/secrets.ts';
import { serviceKey } from '../service/profile.ts';
import { settingsOrDefaults } from './stored-settings.ts';

/** @param otherwise the choice of the start options, for profiles without a setting */
export const secretChoicesOf =
  (settings: { read(): unknown }, otherwise: SecretChoice) =>
  (profileKey: string): SecretChoice => {
    const { services } = settingsOrDefaults(settings.read());
    const choice = services.find(({ address }) => address !== '' && serviceKey(address) === profileKey)?.keepIn;
    return choice === undefined || choice === 'keychain' ? otherwise : choice;
  };
