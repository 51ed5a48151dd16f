// Makes the account of a sign-in. All share one loopback listener, and each has a note for other processes.
import { createAccount } from '../account/account.ts';
import { createLoopbackListener } from '../account/sign-in/loopback-listener.ts';
import type { StoredNote } from '../account/tokens/token-session.ts';
import type { Network } from '../platform/network/http-network.ts';
import type { BrowserOpener } from '../platform/ports.ts';
import { autoConsentBrowser } from '../service/auto-consent-browser.ts';
import { tokensName } from '../service/profile.ts';
import { firstItem } from '../storage/tables/accounts.ts';
import { signInSubject } from '../storage/tables/learned-facts.ts';
import type { ProfileContext } from './profile-context.ts';

export function createAccountOpener(
  { profile, stores, data, ports }: ProfileContext,
  { fetch }: Pick<Network, 'fetch'>,
) {
  const { clock, log, secrets } = ports;
  // Nobody chooses a pilot of the demo: beside the first one it is the second.
  const demoBrowser = (item: string): BrowserOpener => ({
    open: (address) => autoConsentBrowser.open(item === firstItem ? address : `${address}&login_hint=second`),
  });
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

  return {
    openAccount: (item: string) =>
      createAccount({
        profile,
        ports: { clock, log, secrets, browser: profile.kind === 'demo' ? demoBrowser(item) : ports.browser },
        fetch,
        item: { tokensName: tokensName(profile.key, item), note: noteOf(item) },
        listener,
        failureOf: data.failureOf,
      }),
    closeListener: () => listener.close(),
  };
}
