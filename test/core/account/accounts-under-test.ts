// Several accounts of a profile, with the real table of accounts, and fake accounts whose tokens are a map.
import { afterEach, beforeEach } from 'vitest';
import { failed, ok, type Failure, type Result } from '../../../main/contract/failure.ts';
import type { Account } from '../../../main/core/account/account.ts';
import { createSignedInAccounts, type SignedInAccounts } from '../../../main/core/account/signed-in-accounts.ts';
import type { Identity } from '../../../main/core/account/tokens/identity.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { freshStores, type FreshStores } from '../storage/fresh-stores.ts';

export const anna: Identity = { subject: 'anna', name: 'Anna' };
export const ben: Identity = { subject: 'ben', name: 'Ben' };

type Fake = Account & {
  readonly item: string;
  readonly calls: string[];
  readonly listeners: Set<() => void>;
  expected: Identity | null | undefined;
  end(result: Result<Identity>): void;
};

export let stores: FreshStores;
/** Who is signed in, by the name of the tokens. */
export let tokens: Map<string, Identity>;
export let opened: Fake[];
export let others: number[];
export let signedOut: number;
export let warned: string[];
let all: SignedInAccounts[];
/** Test controls: what the end of the previous account's calls waits for, and whether tokens can be removed. */
export const world = { endOfOther: Promise.resolve() as Promise<unknown>, refusesSignOut: false };

/** Gives each test of the file its own table and accounts. */
export function withAccounts() {
  beforeEach(() => {
    stores = freshStores();
    tokens = new Map();
    [opened, others, warned, all] = [[], [], [], []];
    world.endOfOther = Promise.resolve();
    signedOut = 0;
    world.refusesSignOut = false;
  });
  afterEach(async () => {
    await Promise.all(all.map((one) => one.stop()));
    stores.database.close();
  });
}

function open(item: string): Fake {
  const calls: string[] = [];
  const listeners = new Set<() => void>();
  let pending: ((result: Result<Identity>) => void) | null = null;
  let held = tokens.get(item) ?? null;
  const end = (result: Result<Identity>) => {
    if (result.ok) {
      held = result.value;
      tokens.set(item, held);
    }
    const done = pending;
    pending = null;
    done?.(result);
    for (const listener of listeners) listener();
  };
  const fake: Fake = {
    item,
    calls,
    listeners,
    expected: undefined,
    end,
    state: () =>
      pending
        ? { status: 'signing-in' }
        : held
          ? ({ status: 'signed-in', name: held.name } as never)
          : { status: 'none' },
    signInState: () => (pending ? ({ step: 'browser', item } as never) : null),
    identity: () => held,
    signInId: () => item,
    async start() {
      calls.push('start');
    },
    signIn(expected) {
      fake.expected = expected;
      calls.push('sign-in');
      return new Promise((resolve) => (pending = resolve));
    },
    cancelSignIn(reason: Failure = failures.signInCancelled()) {
      if (!pending) return;
      calls.push(`cancel ${reason.message.id}`);
      end(failed(reason));
    },
    async pasteRedirect(address) {
      calls.push(`paste ${address}`);
      return ok(null);
    },
    async signOut() {
      calls.push('sign-out');
      if (world.refusesSignOut) return failed(failures.keychainUnavailable('LOCKED'));
      held = null;
      tokens.delete(item);
      return ok(null);
    },
    accessToken: async () => ok({ value: item } as never),
    rejected: async () => ok({ value: item } as never),
    accepted() {},
    tryAgain: (isFixed) => void calls.push(`try again ${String(isFixed)}`),
    async follow() {
      calls.push('follow');
    },
    async reread() {
      calls.push('reread');
      held = tokens.get(item) ?? null;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async stop() {
      calls.push('stop');
    },
  };
  opened.push(fake);
  return fake;
}

export function start() {
  const created = createSignedInAccounts({
    profileKey: 'demo',
    clock: createVirtualClock(),
    log: { debug() {}, info() {}, error() {}, warn: (message) => void warned.push(message) },
    accounts: stores.accounts,
    open,
    async onOther(accountId) {
      others.push(accountId);
      await world.endOfOther;
    },
    onSignedOut: async () => void (signedOut += 1),
  });
  all.push(created);
  return created;
}
export const settled = () => new Promise((resolve) => setImmediate(resolve));
/** Signed in before the start. */
export function given(who: Identity, item: string, isActive = true) {
  tokens.set(item, who);
  const { id } = stores.accounts.signedIn('demo', who, 1, item);
  if (isActive) stores.accounts.use('demo', item);
  return id;
}
export const fakeOf = (item: string) => opened.filter((one) => one.item === item).at(-1)!;
export const current = () => stores.accounts.current('demo')?.name ?? null;

/** Signs in beside the active account; returns the fake whose browser is open. */
export async function beside(accounts: SignedInAccounts) {
  const result = accounts.signIn({ otherPilot: true, expected: null });
  await settled();
  return { result, fake: opened.at(-1)! };
}
