// Which account a sign-in belongs to, and the reports that were added in it. The service may name the pilot late.
import type { Identity } from '../account/tokens/identity.ts';
import type { Pilot } from './open-pilots.ts';
import type { ProfileContext } from './profile-context.ts';

export function createSignInOwner({ ports, profile, stores, events }: ProfileContext) {
  const { clock } = ports;
  const { accounts } = stores;

  /** False if a pilot of that name already has an account: that one is used. */
  function learnName(id: number | null, { subject, name }: Identity): boolean {
    if (id === null || subject === null || accounts.byId(id)?.subject !== null) return true;
    return accounts.learnName(profile.key, id, { subject, name });
  }

  return {
    /**
     * Gives a sign-in its account. `formerId`: the one it had until its pilot was named. Null if nothing is new.
     */
    claim(pilot: Pilot, identity: Identity, isShown: boolean): { id: number; formerId: number | null } | null {
      const signIn = pilot.account.signInId();
      const isSame = signIn === pilot.signIn;
      const keepsAccount = !isSame || learnName(pilot.id, identity);
      if (isSame && keepsAccount && pilot.workers?.accountId === pilot.id) return null;
      const formerId = keepsAccount ? null : pilot.id;
      const { id } = accounts.signedIn(profile.key, identity, clock.now(), pilot.item, isShown);
      return { id, formerId };
    },

    /** What was added and uploaded since `since`, before the service named the pilot. */
    transfer(formerId: number, id: number, since: number) {
      const ids = stores.inTransaction(() => {
        const transferred = stores.jobs.transferJobs(formerId, id, since, clock.now());
        stores.flights.transferJobs(formerId, id);
        return transferred;
      });
      events.emit('jobs.changed', ids);
    },

    /** What was added while nobody was signed in. */
    adoptOrphans: (id: number) => stores.inTransaction(() => stores.jobs.adoptOrphans(id, clock.now())),
  };
}
