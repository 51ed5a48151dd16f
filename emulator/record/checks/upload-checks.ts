// Assumptions about uploads and their limits.

import { elapsed, remaining, formatBytes } from '../../journal/wording.ts';
import { fileSize, restartsSeen, waitBetweenUploads } from '../traffic/measures.ts';
import type { Observation } from '../traffic/observation.ts';
import type { Traffic, Upload } from '../traffic/traffic.ts';
import { answerIn, differs, holds } from './check.ts';
import type { Checks, Evidence } from './check.ts';

const imageOf: Readonly<Record<string, string>> = { png: 'png', jpg: 'jpeg', jpeg: 'jpeg' };

/** Why a file is not a PNG or JPEG; null for a valid one. */
function fileMistake({ reports: [file], files, isWhole }: Upload): string | null {
  if (!isWhole) return null;
  if (files === null || file === undefined) return 'no file report';
  if (!file.isWhole || file.hasNul || file.kind === 'jpeg-ls') return null;
  const extension = file.extension ?? '';
  const byName = imageOf[extension];
  // A name may be anything, also a secret.
  if (byName === undefined) {
    return `a file with ${/^[a-z\d]{1,5}$/.test(extension) ? `the extension ${extension}` : 'no usual extension'}`;
  }
  if (file.kind === null) return `a file .${extension} that is no image`;
  return byName === file.kind ? null : `a file .${extension} that is a ${file.kind.toUpperCase()}`;
}

/** Decided before the file, as A8 has it. */
const earlier: ReadonlySet<string> = new Set(
  'unauthorized insufficient_scope write_not_enabled rate_limit_exceeded too_fast'.split(' '),
);

function order(traffic: Traffic): Evidence[] {
  const wait = waitBetweenUploads(traffic).moreThan?.value ?? 0;
  return traffic.uploads.flatMap((one): Evidence[] => {
    const mistake = fileMistake(one);
    if (mistake === null) return [];
    if (one.detail !== null && earlier.has(one.detail)) {
      return [holds(one, `An upload with ${mistake} is answered with ${answerIn(one)}`)];
    }
    const isAboutFile = one.detail === 'missing_file' || one.detail === 'invalid_file';
    if (!isAboutFile) return [];
    if (one.bearer === null) return [differs(one, `Without a token, an upload with ${mistake} is ${answerIn(one)}`)];
    const before = traffic.uploads.findLast(
      (other) => other.isAccepted && other.party === one.party && other.endedAtMs <= one.atMs,
    );
    const isEarly = before !== undefined && one.endedAtMs - before.atMs < wait;
    return isEarly
      ? [differs(one, `Within the wait, an upload with ${mistake} is ${answerIn(one)}, not too_fast`)]
      : [];
  });
}

/** The codes whose body the document does not show. */
const withoutBody: ReadonlySet<string> = new Set(['write_not_enabled', 'invalid_file', 'too_fast']);

function errorBodies({ uploads }: Traffic): Evidence[] {
  return uploads.flatMap((one): Evidence[] => {
    if (one.status !== 400 && one.status !== 403 && one.status !== 429) return [];
    if (one.detail === null) return [differs(one, `A ${one.status} for an upload has no detail`)];
    if (!withoutBody.has(one.detail)) return [];
    const isOnly = Object.keys(one.json as object).length === 1;
    return isOnly
      ? [holds(one, `${one.detail} has the body { "detail": "${one.detail}" }`)]
      : [differs(one, `The body of ${one.detail} has more members than detail`)];
  });
}

const expectedWaitMs = 5000;
/** Bounds that are further apart would also fit other waits. */
const closeMs = 1500;

function minimumWait(traffic: Traffic): Evidence[] {
  const { moreThan, atMost } = waitBetweenUploads(traffic);
  const refused = moreThan && `Refused as too_fast: the wait is more than ${elapsed(moreThan.value)}`;
  const accepted = atMost && `The wait is at most ${remaining(atMost.value)}`;
  if (moreThan !== null && moreThan.value >= expectedWaitMs) return [differs(moreThan, refused!)];
  if (atMost !== null && atMost.value < expectedWaitMs) return [differs(atMost, accepted!)];
  const isClose = moreThan !== null && atMost !== null && atMost.value - moreThan.value <= closeMs;
  return isClose ? [holds(moreThan, refused!), holds(atMost, accepted!)] : [];
}

const refusedUploads = (traffic: Traffic): Evidence[] =>
  restartsSeen(traffic).map(({ upload, restarts }) =>
    restarts
      ? differs(upload, 'too_fast although the wait since the last accepted upload is over: a refusal restarts it')
      : holds(upload, 'Accepted sooner after a refusal than the wait is: a refusal does not restart it'),
  );

function retryAfter({ all }: Traffic): Evidence[] {
  const limited = all.filter(({ status, path }) => status === 429 && path.startsWith('/api/'));
  return limited.map((one: Observation) =>
    one.headers['retry-after'] === undefined
      ? differs(one, `${answerIn(one)} has no Retry-After`)
      : holds(one, `${answerIn(one)} has Retry-After: ${one.headers['retry-after']}`),
  );
}

const mebibyte = 1024 ** 2;
const expectedSize = 10 * mebibyte;

function maximumSize(traffic: Traffic): Evidence[] {
  const { moreThan, atMost } = fileSize(traffic);
  const accepted = moreThan && `A file of ${formatBytes(moreThan.value)} is accepted`;
  const refused = atMost && `A file of ${formatBytes(atMost.value)} or less is refused with 413`;
  const otherCode = traffic.uploads.find(({ status, detail }) => status === 413 && detail !== 'file_too_large');
  if (otherCode !== undefined)
    return [differs(otherCode, `413 comes as ${answerIn(otherCode)}, not as file_too_large`)];
  if (moreThan !== null && moreThan.value > expectedSize) return [differs(moreThan, accepted!)];
  if (atMost !== null && atMost.value <= expectedSize) return [differs(atMost, refused!)];
  const isClose = (bound: { value: number } | null) =>
    bound !== null && Math.abs(bound.value - expectedSize) <= mebibyte;
  return isClose(moreThan) && isClose(atMost) ? [holds(moreThan!, accepted!), holds(atMost!, refused!)] : [];
}

/** Whether a file that should be rejected was rejected. */
function rejected(one: Upload, what: string): Evidence[] {
  if (one.isAccepted) return [differs(one, `Accepted: ${what}`)];
  return one.status === 400 && one.detail === 'invalid_file' ? [holds(one, `invalid_file: ${what}`)] : [];
}

const fileCheck = ({ uploads }: Traffic): Evidence[] =>
  uploads.flatMap((one): Evidence[] => {
    const mistake = one.reports.length === 1 ? fileMistake(one) : null;
    return mistake === null ? [] : rejected(one, mistake);
  });

const severalFiles = ({ uploads }: Traffic): Evidence[] =>
  uploads.flatMap((one): Evidence[] => {
    if (one.reports.length < 2) return [];
    if (one.isAccepted) return [holds(one, `Accepted: ${one.reports.length} files called report`)];
    const isRefused = one.status === 400 && one.detail === 'invalid_file';
    return isRefused ? [differs(one, `invalid_file: ${one.reports.length} files called report`)] : [];
  });

const jpegLs = ({ uploads }: Traffic): Evidence[] =>
  uploads.flatMap((one) => (one.reports[0]?.kind === 'jpeg-ls' ? rejected(one, 'a JPEG-LS file') : []));

const nulNames = ({ uploads }: Traffic): Evidence[] =>
  uploads.flatMap((one) => (one.reports[0]?.hasNul === true ? rejected(one, 'a file name with NUL') : []));

export const uploadChecks: Checks = {
  A8: {
    claim: 'What concerns the token and the limits is decided before the file',
    toObserve: 'Upload a file that is no image without a token, or right after an accepted upload',
    find: order,
    extent: 'Only the conditions named here were compared',
  },
  A9: {
    claim: 'The body of write_not_enabled, invalid_file and too_fast is { "detail": code }',
    toObserve: 'Upload twice in quick succession',
    find: errorBodies,
    extent: 'Only for the codes named here',
  },
  A10: {
    claim: 'The wait between accepted uploads is 5 s',
    toObserve: 'Upload again and again until it is accepted; the bounds have to be 1.5 s apart or less',
    find: minimumWait,
  },
  A11: {
    claim: 'A refused upload does not restart the wait',
    toObserve: 'Upload twice too soon, then as soon as the wait since the first is over',
    find: refusedUploads,
  },
  A12: { claim: 'Every 429 has Retry-After', toObserve: 'Upload twice in quick succession', find: retryAfter },
  A13: {
    claim: 'The maximum file size is 10 MiB, and a larger file is 413 file_too_large',
    toObserve: 'Upload files of 9.5 and 10.5 MiB; the bounds have to be within 1 MiB of it',
    find: maximumSize,
  },
  A14: {
    claim: 'The extension and the first bytes must both be PNG or JPEG, and agree',
    toObserve: 'Upload a JPEG as .png, or a text as .png',
    find: fileCheck,
    extent: 'Only for the files named here',
  },
  A26: {
    claim: 'Several files called report are accepted as one',
    toObserve: 'Upload two files called report',
    find: severalFiles,
  },
  A27: { claim: 'JPEG-LS is invalid_file', toObserve: 'Upload a JPEG-LS file as .jpg', find: jpegLs },
  A28: {
    claim: 'A file name with NUL is invalid_file',
    toObserve: 'Upload a file whose name contains NUL',
    find: nulNames,
  },
};
