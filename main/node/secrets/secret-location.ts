// A secret store that knows where each secret is kept, and moves secrets when the pilot chooses another place.
import type { SecretPlaces, SecretStore } from '../../core/platform/ports.ts';
import type { KeychainStore } from './keychain-store.ts';

export type SecretRouter = SecretStore & {
  readonly places: SecretPlaces;
  /** The keychain has answered after all: what is in memory goes there. */
  useKeychain(found: KeychainStore): Promise<void>;
};
