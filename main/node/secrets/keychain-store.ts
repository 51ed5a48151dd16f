// Secrets in the keychain of this computer, under the service name "Pilot Companion".
import { randomBytes } from 'node:crypto';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { failures } from '../../core/failures.ts';
import type { Clock, Logger, SecretStore } from '../../core/ports.ts';
import type { Keytar } from './keytar.ts';
import { deleteSplit, readSplit, writeSplit, type Items } from './split-value.ts';

export const keychainService = 'Pilot Companion';

/** A start waits this long for the keychain to prove itself. */
const probeLimitMs = 5_000;
/** A call may wait for the pilot to type the password of a locked keychain. */
const callLimitMs = 60_000;

/** Null where the keychain does what it should; else why not, for the log. */
export async function probeKeychain(keytar: Keytar, clock: Clock): Promise<string | null> {
  // Written, not only read: a locked keychain answers "nothing there" to a reader. Its own name for each process.
  const name = `probe/${randomBytes(6).toString('hex')}`;
  try {
    const value = await withLimit(clock, probeLimitMs, async () => {
      await keytar.setPassword(keychainService, name, 'probe');
      const read = await keytar.getPassword(keychainService, name);
      await keytar.deletePassword(keychainService, name);
      return read;
    });
    return value === 'probe' ? null : 'READ_BACK_DIFFERS';
  } catch (error) {
    return codeOf(error);
  }
}

export function createKeychainStore(deps: { keytar: Keytar; clock: Clock; log: Logger }): SecretStore {
  const { keytar, clock, log } = deps;
  const items: Items = {
    get: async (item) => (await keytar.getPassword(keychainService, item)) ?? null,
    set: (item, value) => keytar.setPassword(keychainService, item, value),
    delete: async (item) => void (await keytar.deletePassword(keychainService, item)),
  };

  async function call<T>(doing: string, work: () => Promise<T>): Promise<Result<T>> {
    try {
      return ok(await withLimit(clock, callLimitMs, work));
    } catch (error) {
      const code = codeOf(error);
      log.warn(`The keychain did not ${doing} an item`, { error });
      return failed(failures.keychainUnavailable(code));
    }
  }

  return {
    place: 'keychain',
    concern: null,
    get: (name) => call('give', () => readSplit(items, name)),
    set: (name, value) => call('take', () => writeSplit(items, name, value).then(() => null)),
    delete: (name) => call('remove', () => deleteSplit(items, name).then(() => null)),
  };
}

/** The call itself cannot be ended: it runs on in its thread, and its answer is not waited for. */
async function withLimit<T>(clock: Clock, limitMs: number, work: () => Promise<T>): Promise<T> {
  let undo = () => {};
  const limit = new Promise<never>((_, reject) => {
    const late = Object.assign(new Error('The keychain did not answer in time'), { code: 'NO_ANSWER_IN_TIME' });
    undo = clock.schedule(limitMs, () => reject(late));
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    undo();
  }
}

const codeOf = (error: unknown) => {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  // The library's own code says only that something happened; its message says what.
  return code === null || code === 'GenericFailure' ? error.message.slice(0, 120) : code;
};
