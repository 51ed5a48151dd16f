// The secret store, with every value that is read or written registered for masking: tokens, application secrets and
// passphrases.
import { secretsInTokens } from '../account/tokens/token-store.ts';
import type { SecretPlaces, SecretStore } from '../platform/ports.ts';
import type { SecretRegistry } from '../platform/masking/secret-registry.ts';

export function withRegisteredSecrets(store: SecretStore, registry: SecretRegistry): SecretStore {
  function register(name: string, value: string) {
    const tokens = name.startsWith('tokens/') ? secretsInTokens(value) : null;
    if (tokens === null) return registry.register(value, 'client-secret');
    registry.register(tokens.accessToken, 'access-token');
    if (tokens.refreshToken !== null) registry.register(tokens.refreshToken, 'refresh-token');
  }
  return {
    get place() {
      return store.place;
    },
    get concern() {
      return store.concern;
    },
    async get(name) {
      const found = await store.get(name);
      if (found.ok && found.value !== null) register(name, found.value);
      return found;
    },
    set(name, value) {
      register(name, value);
      return store.set(name, value);
    },
    delete: (name) => store.delete(name),
    exclusively: (name, work) => store.exclusively(name, work),
    ...(store.places && { places: withRegisteredPassphrases(store.places, registry) }),
  };
}

export function withRegisteredPassphrases(places: SecretPlaces, registry: SecretRegistry): SecretPlaces {
  const register = (passphrase: string) => registry.register(passphrase, 'passphrase');
  return {
    ...places,
    choose(profileKey, choice, passphrase) {
      if (passphrase !== null) register(passphrase);
      return places.choose(profileKey, choice, passphrase);
    },
    unlock(passphrase) {
      register(passphrase);
      return places.unlock(passphrase);
    },
    changePassphrase(from, to) {
      for (const passphrase of [from, to]) register(passphrase);
      return places.changePassphrase(from, to);
    },
  };
}
