// A secret store that tracks where each secret is stored, and moves secrets when the pilot chooses another place.
import type { SecretPlaces, SecretStore } from '../../core/platform/ports.ts';
import type { KeychainStore } from './keychain-store.ts';

export type SecretRouter = SecretStore & {
  readonly places: SecretPlaces;
  /** Called when a keychain works after all: secrets in memory move there. */
  useKeychain(found: KeychainStore): Promise<void>;
};
