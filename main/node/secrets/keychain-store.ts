// Secrets in this computer's keychain, under the service name "Pilot Companion".
import { randomBytes } from 'node:crypto';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { failures } from '../../core/messages/failures.ts';
import type { Clock, Logger, SecretStore } from '../../core/platform/ports.ts';
import type { Keytar } from './keytar.ts';
import { deleteSplit, maxUnitsOn, namesOfSplit, readSplit, writeSplit, type Items } from './split-value.ts';

export const keychainService = 'Pilot Companion';

const noAnswerInTime = 'NO_ANSWER_IN_TIME';

/** How long a start waits for the keychain's check. */
const probeLimitMs = 5_000;
/** The pilot may have to type the password of a locked keychain. */
const callLimitMs = 60_000;

type Probe = {
  /** Returns null if the keychain works, else the reason for the log. Resolves within seconds. */
  readonly why: string | null;
  /** Resolves with whether a keychain works that did not answer in time, perhaps because it prompted the pilot. */
  readonly later: Promise<boolean> | null;
};

export async function probeKeychain(keytar: Keytar, clock: Clock, service = keychainService): Promise<Probe> {
  // Writes instead of reading: for a locked keychain, reading an item reports that it doesn't exist. Each process uses
  // a unique name.
  const name = `probe/${randomBytes(6).toString('hex')}`;
  const probing = (async () => {
    await keytar.setPassword(service, name, 'probe');
    const read = await keytar.getPassword(service, name);
    await keytar.deletePassword(service, name);
    return read === 'probe';
  })();
  try {
    const isGood = await withLimit(clock, probeLimitMs, () => probing);
    return { why: isGood ? null : 'READ_BACK_DIFFERS', later: null };
  } catch (error) {
    const why = codeOf(error);
    return { why, later: why === noAnswerInTime ? probing.catch(() => false) : null };
  }
}

export type KeychainStore = Pick<SecretStore, 'get' | 'set' | 'delete'> & {
  /** Returns the names of all items under our service; a long value has one. */
  names(): Promise<Result<string[]>>;
  removeAll(): Promise<Result<null>>;
};

export function createKeychainStore(deps: {
  keytar: Keytar;
  clock: Clock;
  log: Logger;
  service?: string;
  /** Decides whether long values are split. */
  platform?: NodeJS.Platform;
}): KeychainStore {
  const { keytar, clock, log, service = keychainService, platform = process.platform } = deps;
  const most = maxUnitsOn(platform);
  const items: Items = {
    get: async (item) => (await keytar.getPassword(service, item)) ?? null,
    set: (item, value) => keytar.setPassword(service, item, value),
    delete: async (item) => void (await keytar.deletePassword(service, item)),
  };
  const credentials = () => keytar.findCredentials(service);

  async function call<T>(doing: string, work: () => Promise<T>): Promise<Result<T>> {
    try {
      return ok(await withLimit(clock, callLimitMs, work));
    } catch (error) {
      const code = codeOf(error);
      log.warn(`the keychain did not ${doing} an item`, { error });
      return failed(failures.keychainUnavailable(code));
    }
  }

  return {
    get: (name) => call('give', () => readSplit(items, name)),
    set: (name, value) => call('take', () => writeSplit(items, name, value, most).then(() => null)),
    delete: (name) => call('remove', () => deleteSplit(items, name).then(() => null)),
    names: () => call('list', async () => namesOfSplit(await credentials())),
    removeAll: () =>
      call('remove', async () => {
        for (const { account } of await credentials()) await items.delete(account);
        return null;
      }),
  };
}

/** The call cannot be cancelled: it continues in its thread, and its result is ignored. */
async function withLimit<T>(clock: Clock, limitMs: number, work: () => Promise<T>): Promise<T> {
  let undo = () => {};
  const limit = new Promise<never>((_, reject) => {
    const late = Object.assign(new Error('The keychain did not answer in time'), { code: noAnswerInTime });
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
  // The library's error code is always the same; only its message describes the failure.
  return code === null || code === 'GenericFailure' ? error.message.slice(0, 120) : code;
};
