// What the campaign knows of each sign-in: whether somebody is signed in, which refresh tokens were ever on the disk, and
// the pilot who signs in again wherever nobody is.
import type { SecretStore } from '../../../main/core/platform/ports.ts';
import { tokensName } from '../../../main/core/service/profile.ts';
import { fingerprintOf } from './death.ts';
import type { Loss } from './judge.ts';
import type { PilotProcess } from './pilot-process.ts';

/** A pilot has one pair of hands; and many at once would not come through the limits of their calls in scaled time. */
const MOST_AT_ONCE = 4;

/** @param deps.now on the service's clock, epoch ms. */
export function createSignIns(deps: { readonly count: number; readonly vault: SecretStore; now(): number }) {
  const { count, vault } = deps;
  const onDisk = new Set<string>();
  const lastOnDisk = new Map<number, string>();
  const isIn = new Set<number>();
  /** By sign-in, the members that were asked for it. */
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

    /** A process has signed in, or has not. */
    noteAnswer(consent: number, hasSignedIn: boolean) {
      inProgress.delete(consent);
      if (hasSignedIn) noteIn(consent);
    },

    /** A process says that nobody is signed in: so it is where nothing is stored, and old news where something is. */
    async noteLost(consent: number, message: string) {
      if (!isIn.has(consent) || (await kept(consent)) !== null || !isIn.has(consent)) return;
      isIn.delete(consent);
      losses.push({ consent, refreshToken: lastOnDisk.get(consent) ?? '', at: deps.now(), message });
    },

    /** A process is dead: what it had brought to the disk it could not say any more. */
    async noteEnd(process: PilotProcess) {
      for (const [consent, asked] of inProgress) if (asked === process) inProgress.delete(consent);
      for (let consent = 0; consent < count; consent += 1) {
        const refreshToken = await kept(consent);
        if (refreshToken !== null) noteOnDisk(consent, refreshToken);
      }
    },

    /** The pilot signs in wherever nobody is. */
    async tend(helper: PilotProcess) {
      for (let consent = 0; consent < count; consent += 1) {
        if (inProgress.size >= MOST_AT_ONCE || isIn.has(consent) || inProgress.has(consent)) continue;
        if ((await kept(consent)) !== null) noteIn(consent);
        else {
          inProgress.set(consent, helper);
          helper.ask({ signIn: consent });
        }
      }
    },
  };
}
