// An account with real parts around it: undici's fetch, a browser that follows redirects, an in-memory store, virtual
// time.
import { Agent, fetch } from 'undici';
import { onTestFinished, vi } from 'vitest';
import { failed, ok, type Result } from '../../../main/contract/failure.ts';
import { createAccount, type Account } from '../../../main/core/account/account.ts';
import type { Fetch } from '../../../main/core/account/oauth/oauth-client.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import type { BrowserOpener, Logger, SecretStore } from '../../../main/core/platform/ports.ts';
import { emulatorProfile, type ServiceProfile } from '../../../main/core/service/profile.ts';
import { onlyAccountOf } from './only-account.ts';
import { createSerialQueue } from '../../../main/core/platform/waits.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';

export const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Keeps what would be logged. */
export function recordingLog(): Logger & { lines: unknown[] } {
  const lines: unknown[] = [];
  const line = (message: string, fields?: unknown) => void lines.push([message, fields]);
  return { lines, debug: line, info: line, warn: line, error: line };
}

type TestStore = SecretStore & { readonly values: Map<string, string>; refusing: boolean };

export function createTestStore(values = new Map<string, string>()): TestStore {
  const runExclusive = createSerialQueue();
  const refusal = () => failed(failures.keychainUnavailable('LOCKED'));
  const store: TestStore = {
    values,
    refusing: false,
    place: 'keychain',
    concern: null,
    get: async (name): Promise<Result<string | null>> => (store.refusing ? refusal() : ok(values.get(name) ?? null)),
    async set(name, value) {
      if (store.refusing) return refusal();
      values.set(name, value);
      return ok(null);
    },
    async delete(name) {
      if (store.refusing) return refusal();
      values.delete(name);
      return ok(null);
    },
    exclusively: (_name, work) => runExclusive(work),
  };
  return store;
}

type AutoConsentBrowser = BrowserOpener & {
  readonly opened: string[];
  readonly pages: { url: string; text: string }[];
};

/** Opens an address as a person's browser would: follows redirects to the last page. */
export function createAutoConsentBrowser(follow: (address: string) => Promise<{ url: string; text: string }> = visit) {
  const browser: AutoConsentBrowser = {
    opened: [],
    pages: [],
    async open(address) {
      browser.opened.push(address);
      void follow(address).then(
        (page) => browser.pages.push(page),
        () => {},
      );
      return ok(null);
    },
  };
  return browser;
}

export async function visit(address: string) {
  const response = await globalThis.fetch(address);
  return { url: response.url, text: await response.text() };
}

export type Setup = {
  account: Account;
  clock: VirtualClock;
  secrets: TestStore;
  browser: AutoConsentBrowser;
  profile: ServiceProfile;
  /** Requests of the account to the service, in order, without reachability checks. */
  readonly sent: SentRequest[];
};

type SentRequest = {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly form: URLSearchParams;
  readonly redirect: string;
  readonly isBounded: boolean;
};

export function setUpAccount(
  address: string,
  options: {
    clock?: VirtualClock;
    secrets?: TestStore;
    browser?: AutoConsentBrowser;
    profile?: Partial<ServiceProfile>;
    log?: Logger;
  } = {},
): Setup {
  const agent = new Agent();
  const clock = options.clock ?? createVirtualClock();
  const secrets = options.secrets ?? createTestStore();
  const browser = options.browser ?? createAutoConsentBrowser();
  const profile = { ...emulatorProfile('emulator', address), ...options.profile };
  const sent: SentRequest[] = [];
  const withAgent: Fetch = async (input, init) => {
    const url = new URL(input as string);
    const call: SentRequest = {
      url,
      method: init?.method ?? 'GET',
      headers: new Headers(init?.headers as HeadersInit),
      form: new URLSearchParams(init?.body instanceof URLSearchParams ? init.body : ''),
      redirect: init?.redirect ?? 'follow',
      isBounded: init?.signal instanceof AbortSignal,
    };
    if (url.href !== new URL(profile.address).href) sent.push(call);
    return fetch(input, { ...init, dispatcher: agent });
  };
  const ports = { clock, secrets, browser, log: options.log ?? quiet };
  const only = onlyAccountOf(profile, clock, ports.log);
  const account = createAccount({ profile, ports, fetch: withAgent, ...only });
  onTestFinished(async () => {
    const stopping = account.stop().then(() => only.listener.close());
    await clock.advance(60_000);
    await stopping;
    await agent.destroy();
  });
  return { account, clock, secrets, browser, profile, sent };
}

/** The value of a result that must be a success. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok)
    throw new Error(`${result.failure.kind}: ${result.failure.message.id} (${result.failure.code ?? ''})`);
  return result.value;
}

export function failureOf<T>(result: Result<T>) {
  if (result.ok) throw new Error('expected a failure');
  return result.failure;
}

/** Lets real connections proceed until `isDone`, without advancing virtual time. */
export const until = (isDone: () => boolean) => vi.waitUntil(isDone, { interval: 1, timeout: 60_000 });
