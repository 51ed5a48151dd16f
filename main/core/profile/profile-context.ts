// What all parts of an open profile use.
import type { Clock, Logger, Ports } from '../platform/ports.ts';
import { type ServiceProfile, tokensName } from '../service/profile.ts';
import type { Repositories } from '../storage/repositories.ts';
import type { SizeLimit } from '../uploads/size-limit.ts';
import { createAccount } from '../account/account.ts';
import { createLoopbackListener } from '../account/sign-in/loopback-listener.ts';
import { createSignedInAccounts } from '../account/signed-in-accounts.ts';
import type { StoredNote } from '../account/tokens/session-state.ts';
import type { Network } from '../platform/network/http-network.ts';
import { autoConsentBrowser } from '../service/auto-consent-browser.ts';
import { signInSubject } from '../storage/tables/learned-facts.ts';
import type { ThrownFailure } from '../storage/thrown-failure.ts';

export type ProfileContext = {
  readonly clock: Clock;
  readonly log: Logger;
  readonly profile: ServiceProfile;
  readonly stores: Repositories;
  readonly spoolDir: string;
  readonly sizeLimit: SizeLimit;
};

// The signed-in accounts of a profile, with what their sign-ins and sessions need: one loopback listener for all, and
// what is remembered of a session for other processes.

export function createProfileAccounts(deps: {
  ports: Ports;
  profile: ServiceProfile;
  stores: Repositories;
  network: Pick<Network, 'fetch'>;
  failureOf: ThrownFailure;
  /** See `createSignedInAccounts`. */
  onOther(accountId: number): Promise<unknown>;
  onSignedOut(): Promise<unknown>;
}) {
  const { ports, profile, stores } = deps;
  const { clock, log, secrets } = ports;
  const accountPorts = { clock, log, secrets, browser: profile.kind === 'demo' ? autoConsentBrowser : ports.browser };
  const listener = createLoopbackListener({ path: profile.redirectPath, port: profile.redirectPort, clock, log });

  /** A full disk must not stop a refresh: what could not be written is only unknown to other processes. */
  const noteOf = (item: string): StoredNote => ({
    read() {
      try {
        return stores.facts.read(signInSubject(item), 'session');
      } catch (error) {
        log.warn('the stored session could not be read', { error });
        return null;
      }
    },
    write(note) {
      try {
        stores.facts.write(signInSubject(item), 'session', note, clock.now());
      } catch (error) {
        log.warn('the session could not be stored', { error });
      }
    },
  });

  const account = createSignedInAccounts({
    profileKey: profile.key,
    clock,
    log,
    accounts: stores.accounts,
    open: (item) =>
      createAccount({
        profile,
        ports: accountPorts,
        fetch: deps.network.fetch,
        item: { tokensName: tokensName(profile.key, item), note: noteOf(item) },
        listener,
        failureOf: deps.failureOf,
      }),
    onOther: deps.onOther,
    onSignedOut: deps.onSignedOut,
  });

  return {
    account,
    async stop() {
      await account.stop();
      await listener.close();
    },
  };
}
