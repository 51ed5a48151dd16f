// Judges each lost sign-in, by the emulator's journal and by every token that was ever on disk: could any client have
// kept it? Pure.
import type { Refresh, Witness } from './witness.ts';

export type Loss = {
  readonly consent: number;
  /** The last refresh token on disk. */
  readonly refreshToken: string;
  /** On the service's clock, epoch ms. */
  readonly at: number;
  /** The message to the pilot. */
  readonly message: string;
};

/** A process that was killed, and the sign-ins whose refresh it had started and not stored. */
export type Death = { readonly at: number; readonly where: string; readonly inProgress: ReadonlySet<number> };

export type Verdict = {
  readonly loss: Loss;
  /**
   * `spent`: the service had used up the refresh token, and its successor never reached a disk: no client could have
   * kept it. `given-up`: sent as often as rule 25 allows, never answered and never used up. `wrong`: a violation.
   */
  readonly kind: 'spent' | 'given-up' | 'wrong';
  /** How the answer was lost, or what is wrong. */
  readonly how: string;
};

export type Evidence = {
  readonly witness: Pick<Witness, 'sendsOf' | 'accessEndOf'>;
  /** Every refresh token that was ever on disk. */
  readonly onDisk: ReadonlySet<string>;
  readonly deaths: readonly Death[];
  /** Whether the service has used up this refresh token. */
  isUsedUp(refreshToken: string): boolean;
};

export function judge(loss: Loss, evidence: Evidence): Verdict {
  const wrong = (how: string): Verdict => ({ loss, kind: 'wrong', how });
  const { witness } = evidence;
  const accessEnd = witness.accessEndOf(loss.refreshToken);
  if (accessEnd === null) return wrong('the journal does not know when its access token expired');
  if (loss.at < accessEnd) return wrong(`its access token lived for another ${seconds(accessEnd - loss.at)}`);
  const sends = witness.sendsOf(loss.refreshToken);
  const early = sends.find(({ isReuse, at }) => isReuse && at < accessEnd);
  if (early) return wrong(`used up, and sent again ${seconds(accessEnd - early.at)} before its access token expired`);
  // A request whose client has disconnected is carried out after the journal has closed its entry.
  const spending =
    sends.find(({ isRotated }) => isRotated) ??
    (evidence.isUsedUp(loss.refreshToken) ? sends.find(({ outcome }) => outcome === 'gone') : undefined);
  if (!spending) {
    const isUnused = !evidence.isUsedUp(loss.refreshToken) && sends.every((one) => hasNoOutcome(one) || isNotDone(one));
    return isUnused ? givenUp(loss, sends.filter(hasNoOutcome)) : wrong('it was refused without being used up');
  }
  const { given } = spending;
  if (given !== null && evidence.onDisk.has(given)) return wrong('the new refresh token was on the disk');
  if (given !== null && witness.sendsOf(given).length > 0) return wrong('the new refresh token was used');
  const how = howLost(spending, loss, evidence.deaths);
  return how ? { loss, kind: 'spent', how } : wrong(`the answer was not lost (${spending.outcome}), and nobody died`);
}

/** A 5xx proves nothing (rule 25); a 429 does. */
const hasNoOutcome = ({ outcome, status }: Refresh) => outcome !== 'answered' || (status !== null && status >= 500);

const isNotDone = ({ status }: Refresh) => status === 429;

const givenUp = (loss: Loss, sends: readonly Refresh[]): Verdict => ({
  loss,
  kind: 'given-up',
  // If the journal lacks it, the process was killed before sending it.
  how: [0, 1].map((index) => (sends[index] ? (sends[index].fault ?? sends[index].outcome) : 'killed')).join(', then '),
});

function howLost(spending: Refresh, loss: Loss, deaths: readonly Death[]): string | null {
  if (spending.outcome === 'dropped') return 'the connection broke before the answer';
  if (spending.outcome === 'cut' && spending.given === null)
    return 'the answer was cut off before the new refresh token';
  if (spending.fault === 'garbage') return 'the answer was garbage';
  if (spending.fault?.startsWith('carried out, then')) return 'the answer was another';
  const death = deaths.find(({ at, inProgress }) => at >= spending.at && at <= loss.at && inProgress.has(loss.consent));
  return death ? `killed between the answer and the disk (${death.where})` : null;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
