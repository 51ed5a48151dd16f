// How it is known that the service has a report. Nothing irreversible follows from anything but its answer or the
// pilot's word: no file is moved, nothing is called uploaded.

/**
 * `answered`: the service answered so. `inferred`: exactly one new flight can be the report's. `unknown`: nothing tells,
 * and the pilot is asked.
 */
export const evidences = ['answered', 'inferred', 'unknown'] as const;
export type Evidence = (typeof evidences)[number];

type Known = {
  /** A `JobState`. */
  readonly state: string;
  /** Of an uploaded report. */
  readonly evidence: Evidence | null;
  /** When the pilot agreed to what was not answered. */
  readonly agreedAt: number | null;
};

/** Whether it is uploaded, by the service's answer or the pilot's word. */
export const isSettled = ({ state, evidence, agreedAt }: Known): boolean =>
  state === 'uploaded' && (evidence === 'answered' || agreedAt !== null);

/** Whether it probably arrived, and the pilot has not agreed yet. */
export const isInferred = (job: Known): boolean => job.evidence === 'inferred' && !isSettled(job);

/** Null while the service surely does not have it. */
export function evidenceOf({ state, evidence, attempt }: Known & { readonly attempt: object | null }): Evidence | null {
  if (state === 'uploaded') return evidence;
  return state === 'unconfirmed' || (state === 'held' && attempt !== null) ? 'unknown' : null;
}
