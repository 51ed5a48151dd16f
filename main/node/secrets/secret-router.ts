// Stores each secret where the pilot chose for its profile: in the keychain (in memory if there is none) or in one of
// the vault's two parts. When the choice changes, or a keychain is unlocked late, stored secrets move along.
import { failed, ok, type Failure, type Result } from '../../contract/failure.ts';
import type { SecretChoice, SecretPlace } from '../../contract/secrets.ts';
import { failures } from '../../core/messages/failures.ts';
import type { SecretStorage, Logger, SecretPlaces, SecretStore } from '../../core/platform/ports.ts';
import type { FileVault } from './vault/file-vault.ts';
import type { KeychainStore } from './keychain-store.ts';
import type { createSecretLock } from './secret-lock.ts';
import type { VaultPart } from './vault/vault-document.ts';
import { createSerialQueue } from '../../core/platform/waits.ts';

const partOf: Readonly<Record<SecretPlace, VaultPart | null>> = {
  keychain: null,
  memory: null,
  'file-vault': 'sealed',
  'open-vault': 'open',
};

/** `tokens/demo/7` belongs to the profile `demo`. */
const profileOf = (name: string) => name.split('/')[1] ?? '';

export function createSecretRouter(deps: {
  keychain: KeychainStore | null;
  vault: FileVault;
  log: Logger;
  lock: ReturnType<typeof createSecretLock>;
  /** The pilot's choice, from the settings or the command line. */
  choiceOf(profileKey: string): SecretChoice;
}): SecretRouter {
  const { vault, log } = deps;
  let { keychain } = deps;
  const memory = new Map<string, string>();
  const listeners = new Set<() => void>();
  /** Choices made here, by profile. They apply until the settings differ from `before`. */
  const chosen = new Map<string, { readonly choice: SecretChoice; readonly before: SecretChoice }>();

  const choiceOf = (profileKey: string): SecretChoice => {
    const stored = deps.choiceOf(profileKey);
    const here = chosen.get(profileKey);
    if (here?.before === stored) return here.choice;
    chosen.delete(profileKey);
    return stored;
  };
  const placeFor = (choice: SecretChoice): SecretPlace => {
    if (choice === 'file-vault') return 'file-vault';
    return keychain ? 'keychain' : choice === 'open-vault' ? 'open-vault' : 'memory';
  };
  const placeOf = (name: string) => placeFor(choiceOf(profileOf(name)));
  const notify = () => {
    for (const listener of listeners) listener();
  };

  function concernOf(place: SecretPlace): Failure | null {
    if (place === 'keychain') return null;
    if (place === 'memory') return failures.secretsInMemory();
    if (place === 'open-vault') return failures.secretsInOpenVault(vault.path);
    const state = vault.sealState();
    if (state === 'unlocked') return null;
    return state === 'locked' ? failures.vaultLocked() : failures.vaultWithoutPassphrase();
  }

  function storageOf(profileKey: string): SecretStorage {
    const choice = choiceOf(profileKey);
    const place = placeFor(choice);
    return { choice, place, concern: concernOf(place), hasKeychain: keychain !== null, vault: vault.sealState() };
  }

  async function setIn(place: SecretPlace, name: string, value: string): Promise<Result<null>> {
    const part = partOf[place];
    if (part !== null) return vault.set(name, value, part);
    if (place === 'keychain' && keychain) return keychain.set(name, value);
    memory.set(name, value);
    return ok(null);
  }

  /** Deletes from every place but one. Places that cannot be reached are logged, and the check lists them later. */
  async function clearElsewhere(name: string, place: SecretPlace | null) {
    if (place !== 'memory') memory.delete(name);
    if (place !== null && partOf[place] !== null) return;
    const cleared = await vault.delete(name, 'open');
    if (!cleared.ok) log.warn('the vault may still hold an item', { failure: cleared.failure });
  }

  async function unlock(passphrase: string): Promise<Result<null>> {
    const opened = await vault.unlock(passphrase);
    if (opened.ok) notify();
    return opened;
  }

  /** Fails unless the vault is open where secrets under the passphrase are involved. */
  async function openSeal(needsPassphrase: boolean): Promise<Result<null>> {
    const seen = await vault.inspect();
    if (!seen.ok) return seen;
    const state = vault.sealState();
    if (state === 'locked') return failed(failures.vaultLocked());
    return state === 'none' && needsPassphrase ? failed(failures.vaultWithoutPassphrase()) : ok(null);
  }

  /** Returns all secrets of a profile that a place holds. */
  async function heldOf(profileKey: string, place: SecretPlace): Promise<Result<Map<string, string>>> {
    const isOfProfile = (name: string) => profileOf(name) === profileKey;
    if (place === 'memory') return ok(new Map([...memory].filter(([name]) => isOfProfile(name))));
    if (place !== 'keychain' || !keychain) return ok(new Map());
    const names = await keychain.names();
    if (!names.ok) return names;
    const held = new Map<string, string>();
    for (const name of names.value.filter(isOfProfile)) {
      const value = await keychain.get(name);
      if (!value.ok) return value;
      if (value.value !== null) held.set(name, value.value);
    }
    return ok(held);
  }

  async function choose(profileKey: string, choice: SecretChoice, passphrase: string | null): Promise<Result<null>> {
    const before = choiceOf(profileKey);
    const from = placeFor(before);
    const to = placeFor(choice);
    if (passphrase !== null && (from === 'file-vault' || to === 'file-vault')) {
      const opened = await vault.unlock(passphrase);
      if (!opened.ok) return opened;
    } else if (from === 'file-vault' || to === 'file-vault') {
      const opened = await openSeal(to === 'file-vault');
      if (!opened.ok) return opened;
    }
    if (from !== to) {
      const moved = await move(profileKey, { from, to, part: before === 'open-vault' ? 'open' : partOf[from] });
      if (!moved.ok) return moved;
    }
    chosen.set(profileKey, { choice, before: deps.choiceOf(profileKey) });
    notify();
    return ok(null);
  }

  /** Writes everything to the new place before deleting from the old one, which counts until then. */
  async function move(
    profileKey: string,
    // Where there is a keychain, an open vault from before may hold secrets of this profile too.
    { from, to, part }: { from: SecretPlace; to: SecretPlace; part: VaultPart | null },
  ): Promise<Result<null>> {
    const held = await heldOf(profileKey, from);
    if (!held.ok) return held;
    const isOfProfile = (name: string) => profileOf(name) === profileKey;
    if (partOf[to] !== null) {
      const moved = await vault.move({
        concerns: isOfProfile,
        from: part,
        to: partOf[to],
        adding: held.value,
        keepsSeal: to === 'file-vault',
      });
      if (!moved.ok) return moved;
    } else if (partOf[from] !== null) {
      const inVault = await vault.entries(partOf[from]);
      if (!inVault.ok) return inVault;
      for (const [name, value] of inVault.value) {
        if (!isOfProfile(name)) continue;
        const kept = await setIn(to, name, value);
        if (!kept.ok) return kept;
      }
      return vault.move({ concerns: isOfProfile, from: part, to: null, adding: new Map(), keepsSeal: false });
    }
    for (const name of held.value.keys()) {
      memory.delete(name);
      const removed = from === 'keychain' && keychain ? await keychain.delete(name) : ok(null);
      if (!removed.ok) return removed;
    }
    return ok(null);
  }

  return serialized({
    get place() {
      return storageOf('').place;
    },
    get concern() {
      return storageOf('').concern;
    },

    async get(name) {
      const place = placeOf(name);
      const part = partOf[place];
      if (part !== null) return vault.get(name, part);
      if (place !== 'keychain' || !keychain) return ok(memory.get(name) ?? null);
      const kept = await keychain.get(name);
      // Written while there was no keychain.
      const isMissing = kept.ok && kept.value === null && choiceOf(profileOf(name)) === 'open-vault';
      return isMissing ? vault.get(name, 'open') : kept;
    },

    async set(name, value) {
      const place = placeOf(name);
      const kept = await setIn(place, name, value);
      if (kept.ok) await clearElsewhere(name, place);
      return kept;
    },

    async delete(name) {
      const place = placeOf(name);
      const part = partOf[place];
      await clearElsewhere(name, part === null ? null : place);
      if (part !== null) return vault.delete(name, part);
      return keychain ? keychain.delete(name) : ok(null);
    },

    exclusively: (name, work) => deps.lock(name, keychain !== null, work),

    places: {
      storageOf,
      choose,
      unlock,

      async changePassphrase(from, to) {
        const changed = await vault.changePassphrase(from, to);
        if (changed.ok) notify();
        return changed;
      },

      async names() {
        const found = [keychain ? await keychain.names() : ok([]), await vault.names()];
        const open = await vault.openNames();
        const isNotUsed = open.ok && open.value.some((name) => placeOf(name) === 'file-vault');
        return {
          names: [...new Set([...memory.keys(), ...found.flatMap((one) => (one.ok ? one.value : []))])].toSorted(),
          unseen: [
            ...found.flatMap((one) => (one.ok ? [] : [one.failure])),
            ...(isNotUsed ? [failures.vaultOpenNotUsed(vault.path)] : []),
          ],
        };
      },

      async removeAll() {
        memory.clear();
        const removed = [await vault.remove(), keychain ? await keychain.removeAll() : ok(null)];
        notify();
        return removed.find((one) => !one.ok) ?? ok(null);
      },

      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },

    async useKeychain(found) {
      for (const [name, value] of memory) {
        const kept = await found.set(name, value);
        if (!kept.ok)
          return log.warn('could not move the sign-ins from memory to the keychain', { failure: kept.failure });
      }
      keychain = found;
      memory.clear();
      notify();
    },
  });
}

// A secret store that tracks where each secret is stored, and moves secrets when the pilot chooses another place.

export type SecretRouter = SecretStore & {
  readonly places: SecretPlaces;
  /** Called when a keychain works after all: secrets in memory move there. */
  useKeychain(found: KeychainStore): Promise<void>;
};

// Runs changes of a secret store one at a time, and lets no read run while secrets move between places: it would find
// nothing, or an older value.

export function serialized(store: SecretRouter): SecretRouter {
  const { places } = store;
  const runExclusive = createSerialQueue();
  let moving: Promise<unknown> = Promise.resolve();
  function move<T>(work: () => Promise<T>): Promise<T> {
    const mine = runExclusive(work);
    moving = mine.catch(() => {});
    return mine;
  }
  return {
    get place() {
      return store.place;
    },
    get concern() {
      return store.concern;
    },
    get: (name) => moving.then(() => store.get(name)),
    set: (name, value) => runExclusive(() => store.set(name, value)),
    delete: (name) => runExclusive(() => store.delete(name)),
    exclusively: (name, work) => store.exclusively(name, work),
    places: {
      ...places,
      choose: (...given) => move(() => places.choose(...given)),
      removeAll: () => move(places.removeAll),
    },
    useKeychain: (found) => move(() => store.useKeychain(found)),
  };
}
