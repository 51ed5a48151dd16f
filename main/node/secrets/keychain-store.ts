// Secrets in this computer's keychain, under the service name "Pilot Companion".
import { randomBytes, createHash } from 'node:crypto';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { failures } from '../../core/messages/failures.ts';
import type { Clock, Logger, SecretStore } from '../../core/platform/ports.ts';
import type { Keytar } from './keytar.ts';

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

// Values longer than one item may be. Windows' Credential Manager allows 2,560 bytes, two for each UTF-16 unit, so
// there a long value is split into several items. Elsewhere it stays whole, because macOS prompts the pilot for every
// item:
//   `<name>`                 pilot-companion-parts:<count>:<digest>
//   `<name>/<digest>/<n>`    the parts, n from 1
// Parts are written before the item that names them, so that a reader finds either the old value or the new one.

export const maxUnits = 1_000;

/** The units that fit in one item of this system's keychain. */
export const maxUnitsOn = (platform: NodeJS.Platform): number =>
  platform === 'win32' ? maxUnits : Number.POSITIVE_INFINITY;

const headPattern = /^pilot-companion-parts:(\d{1,3}):([0-9a-f]{12})$/;

export type Items = {
  get(item: string): Promise<string | null>;
  set(item: string, value: string): Promise<void>;
  delete(item: string): Promise<void>;
};

/** How often a value may be replaced while it is read. */
const mostReadings = 3;

/** Returns null if there is no value. Throws if parts are missing or belong to another value. */
export async function readSplit(items: Items, name: string): Promise<string | null> {
  let head = await items.get(name);
  for (let readings = 1; head !== null; readings += 1) {
    const parts = partNames(name, head);
    if (!parts) return head;
    const values = await Promise.all(parts.map((part) => items.get(part)));
    const value = values.join('');
    if (!values.includes(null) && digestOf(value) === headPattern.exec(head)?.[2]) return value;
    // Another process may have replaced the value meanwhile.
    const present = await items.get(name);
    if (present === head || readings === mostReadings)
      throw Object.assign(new Error('Parts of a stored value are missing'), { code: 'PARTS_MISSING' });
    head = present;
  }
  return null;
}

export async function writeSplit(items: Items, name: string, value: string, most = maxUnits): Promise<void> {
  const before = await items.get(name);
  if (value.length <= most) {
    await items.set(name, value);
  } else {
    const parts = partsOf(value);
    const head = `pilot-companion-parts:${parts.length}:${digestOf(value)}`;
    const names = partNames(name, head) ?? [];
    for (const [index, part] of parts.entries()) await items.set(names[index] ?? name, part);
    await items.set(name, head);
    if (before === head) return;
  }
  await deleteParts(items, name, before);
}

export async function deleteSplit(items: Items, name: string): Promise<void> {
  const before = await items.get(name);
  await items.delete(name);
  await deleteParts(items, name, before);
}

/** Returns the names of values among all items. Parts that no item names are listed as separate values. */
function namesOfSplit(found: readonly { readonly account: string; readonly password: string }[]): string[] {
  const parts = new Set(found.flatMap(({ account, password }) => partNames(account, password) ?? []));
  return found
    .map(({ account }) => account)
    .filter((account) => !parts.has(account))
    .toSorted();
}

async function deleteParts(items: Items, name: string, head: string | null) {
  for (const part of (head !== null && partNames(name, head)) || []) await items.delete(part);
}

function partNames(name: string, head: string): string[] | null {
  const match = headPattern.exec(head);
  return match && Array.from({ length: Number(match[1]) }, (_, index) => `${name}/${match[2]}/${index + 1}`);
}

/** Never splits a surrogate pair: half of one does not survive being stored. */
function partsOf(value: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < value.length;) {
    let to = Math.min(from + maxUnits, value.length);
    if (to < value.length && /[\uD800-\uDBFF]/.test(value.charAt(to - 1))) to -= 1;
    parts.push(value.slice(from, to));
    from = to;
  }
  return parts;
}

const digestOf = (value: string) => createHash('sha256').update(value).digest('hex').slice(0, 12);
