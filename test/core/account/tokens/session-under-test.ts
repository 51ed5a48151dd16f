import { tokensName } from '../../../../main/core/service/profile.ts';
import { setUpRotatingService } from '../rotating-service.ts';
import { setUpAccount, valueOf, type Setup } from '../account-under-test.ts';

export const tokenOf = async ({ account }: Pick<Setup, 'account'>) => valueOf(await account.accessToken()).value;

export const stored = ({ secrets, profile }: Pick<Setup, 'secrets' | 'profile'>) =>
  JSON.parse(secrets.values.get(tokensName(profile.key)) ?? 'null') as Record<string, unknown> | null;

/** A faulty service, and sessions with it, for each test of a file. */
export function setUpSession() {
  const context = setUpRotatingService();

  const refreshes = () => context.service.tokenCalls().filter(({ form }) => form.get('grant_type') === 'refresh_token');

  async function signedIn(options: Parameters<typeof setUpAccount>[1] = {}) {
    const setup = setUpAccount(context.service.url, options);
    await setup.account.start();
    valueOf(await setup.account.signIn());
    return setup;
  }

  /** Another process, or this one after a restart: the same store, lock and time. */
  async function another(setup: Setup) {
    const next = setUpAccount(context.service.url, { clock: setup.clock, secrets: setup.secrets });
    await next.account.start();
    return next;
  }

  return { context, refreshes, signedIn, another };
}
