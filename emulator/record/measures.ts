// Bounds on undocumented limits of a service, as far as its answers prove them. Times are those of the proxy, so each
// bound allows for the round trip to the service.

import { memberOf } from './traffic.ts';
import type { Observation, Traffic, Upload } from './traffic.ts';

/** Null if nothing bounds it. */
export type Bounds = {
  moreThan: { value: number; request: number } | null;
  atMost: { value: number; request: number } | null;
};

const raise = (bounds: Bounds, value: number, { request }: Observation) => {
  if (value >= 0 && value > (bounds.moreThan?.value ?? -1)) bounds.moreThan = { value, request };
};
const lower = (bounds: Bounds, value: number, { request }: Observation) => {
  if (value < (bounds.atMost?.value ?? Infinity)) bounds.atMost = { value, request };
};
const unbounded = (): Bounds => ({ moreThan: null, atMost: null });

const isTooFast = ({ status, detail }: Upload): boolean => status === 429 && detail === 'too_fast';

/** A lost or unreadable response leaves it open. */
const mayBeAccepted = ({ isAccepted, status }: Upload): boolean =>
  isAccepted || status === null || status < 400 || status >= 500;

/** Those further away add nothing, and comparing all would take long. */
const mostNearby = 100;

/**
 * A10: the minimum time between two accepted uploads of one party. A refused one may restart the wait (A11), so a later
 * refusal proves no more than the time since that.
 */
export function waitBetweenUploads({ uploads }: Traffic): Bounds {
  const bounds = unbounded();
  for (const [index, upload] of uploads.entries()) {
    const others = uploads.slice(Math.max(0, index - mostNearby), index + mostNearby).filter((one) => one !== upload);
    const isBefore = (one: Upload) => one.request < upload.request && one.endedAtMs <= upload.atMs;
    const before = others.filter(isBefore);
    const ofParty = before.filter(({ party }) => party === upload.party);
    const acceptedOfParty = ofParty.findLast(({ isAccepted }) => isAccepted);
    // One that was in progress at the same time may be what the wait counts from.
    const isBeside = (one: Upload) =>
      !isBefore(one) && one.endedAtMs >= upload.atMs && one.atMs <= upload.endedAtMs && mayBeAccepted(one);
    // From any pilot.
    const accepted = others.some(isBeside) ? undefined : before.findLast(mayBeAccepted);
    if (isTooFast(upload) && accepted !== undefined) {
      const since = acceptedOfParty?.request ?? Infinity;
      const refused = ofParty.findLast((one) => one.request > since && isTooFast(one));
      raise(bounds, upload.atMs - Math.max(accepted.endedAtMs, refused?.endedAtMs ?? 0), upload);
    }
    if (acceptedOfParty === undefined) continue;
    const passed = upload.endedAtMs - acceptedOfParty.atMs;
    if (upload.isAccepted) lower(bounds, passed, upload);
    const seconds = secondsIn(upload);
    if (isTooFast(upload) && seconds !== null) lower(bounds, passed + seconds * 1000, upload);
  }
  return bounds;
}

/** The wait that a refusal asks for, in whole seconds; null if there is none, or a date. */
export const secondsIn = ({ retryAfter }: Observation): number | null =>
  retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : null;

/** A13: the largest file. */
export function fileSize({ uploads }: Traffic): Bounds {
  const bounds = unbounded();
  for (const upload of uploads) {
    const [file] = upload.reports;
    if (file === undefined) continue;
    if (upload.isAccepted && file.isWhole) raise(bounds, file.sizeBytes, upload);
    // The whole body, because the file may have been refused before its end.
    if (upload.status === 413) lower(bounds, file.isWhole ? file.sizeBytes : upload.bodyBytes, upload);
  }
  return bounds;
}

/** The lifetime of an access token in the service's last answer, in seconds; undefined if there was none. */
export function accessLifetime({ tokenCalls }: Traffic): number | undefined {
  const lifetimes = tokenCalls.filter(({ isGranted }) => isGranted).map((one) => memberOf(one, 'expires_in'));
  return lifetimes.findLast((lifetime) => typeof lifetime === 'number');
}
