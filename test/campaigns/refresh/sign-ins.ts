// The campaign's state of each sign-in: whether a pilot is signed in, which refresh tokens were ever on disk, and a
// pilot who signs in again when necessary.
import type { SecretStore } from '../../../main/core/platform/ports.ts';
import { tokensName } from '../../../main/core/service/profile.ts';
import { fingerprintOf } from './death.ts';
import type { Loss } from './judge.ts';
import type { PilotProcess } from './pilot-process.ts';

/** One sign-in at a time: many at once would exceed their time limits in scaled time. */
const mostAtOnce = 4;

/** @param deps.now on the service's clock, epoch ms. */
export function createSignIns(deps: { readonly count: number; readonly vault: SecretStore; now(): number }) {
  const { count, vault } = deps;
  const onDisk = new Set<string>();
  const lastOnDisk = new Map<number, string>();
  const isIn = new Set<number>();
  /** By sign-in, the members that requested it. */
  const inProgress = new Map<number, PilotProcess>();
  const losses: Loss[] = [];
  let made = 0;

  async function kept(consent: number): Promise<string | null> {
    const item = await vault.get(tokensName(`consent-${consent}`));
    if (!item.ok || item.value === null) return null;
    return fingerprintOf((JSON.parse(item.value) as { refreshToken: string }).refreshToken);
  }

  function noteOnDisk(consent: number, refreshToken: string) {
    onDisk.add(refreshToken);
    lastOnDisk.set(consent, refreshToken);
  }

  function noteIn(consent: number) {
    if (!isIn.has(consent)) made += 1;
    isIn.add(consent);
  }

  return {
    onDisk: onDisk as ReadonlySet<string>,
    losses: losses as readonly Loss[],
    made: () => made,
    areAllIn: () => isIn.size === count,
    noteOnDisk,

    /** A process has signed in, or failed to. */
    noteAnswer(consent: number, hasSignedIn: boolean) {
      inProgress.delete(consent);
      if (hasSignedIn) noteIn(consent);
    },

    /** A process reports that nobody is signed in: true if nothing is stored, outdated if something is. */
    async noteLost(consent: number, message: string) {
      if (!isIn.has(consent) || (await kept(consent)) !== null || !isIn.has(consent)) return;
      isIn.delete(consent);
      losses.push({ consent, refreshToken: lastOnDisk.get(consent) ?? '', at: deps.now(), message });
    },

    /** A process is dead: it can no longer report what it has stored. */
    async noteEnd(process: PilotProcess) {
      for (const [consent, asked] of inProgress) if (asked === process) inProgress.delete(consent);
      for (let consent = 0; consent < count; consent += 1) {
        const refreshToken = await kept(consent);
        if (refreshToken !== null) noteOnDisk(consent, refreshToken);
      }
    },

    /** The pilot signs in wherever no one is signed in. */
    async tend(helper: PilotProcess) {
      for (let consent = 0; consent < count; consent += 1) {
        if (inProgress.size >= mostAtOnce || isIn.has(consent) || inProgress.has(consent)) continue;
        if ((await kept(consent)) !== null) noteIn(consent);
        else {
          inProgress.set(consent, helper);
          helper.ask({ signIn: consent });
        }
      }
    },
  };
}
