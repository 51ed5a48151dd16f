// Assumptions about uploads and their limits.

import { elapsed, remaining, sizeInWords } from '../../journal/wording.ts';
import { restartsSeen, waitBetweenUploads } from '../traffic/measures.ts';
import type { Observation } from '../traffic/observation.ts';
import type { Traffic, Upload } from '../traffic/traffic.ts';
import { answerIn, differs, holds } from './check.ts';
import type { Checks, Evidence } from './check.ts';

const imageOf: Readonly<Record<string, string>> = { png: 'png', jpg: 'jpeg', jpeg: 'jpeg' };

/** What makes a file no PNG or JPEG; null for one that is in order. */
function fileMistake({ reports: [file], files, isWhole }: Upload): string | null {
  if (!isWhole) return null;
  if (files === null || file === undefined) return 'no file report';
  if (!file.isWhole || file.hasNul || file.kind === 'jpeg-ls') return null;
  const byName = imageOf[file.extension ?? ''];
  if (byName === undefined) return `a file with the extension ${file.extension ?? '(none)'}`;
  if (file.kind === null) return `a file .${file.extension} that is no image`;
  return byName === file.kind ? null : `a file .${file.extension} that is a ${file.kind.toUpperCase()}`;
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
/** Bounds that are further apart fit other waits too. */
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

const expectedSize = 10 * 1024 ** 2;
/** More than the other parts of the body take. */
const mostFraming = 64 * 1024;

function maximumSize({ uploads }: Traffic): Evidence[] {
  return uploads.flatMap((one): Evidence[] => {
    const [file] = one.reports;
    if (file === undefined) return [];
    // Of a file that was refused early, only the size of the whole body is known, if it was declared.
    const isOpen = !file.isWhole && Number.isFinite(one.bodyBytes);
    const size = sizeInWords(isOpen ? one.bodyBytes : file.sizeBytes);
    const isLarge = file.sizeBytes > expectedSize || (isOpen && one.bodyBytes > expectedSize + mostFraming);
    const isSmall = (file.isWhole ? file.sizeBytes : one.bodyBytes) <= expectedSize;
    if (one.status === 413 && isSmall) return [differs(one, `A file of ${size} is answered with ${answerIn(one)}`)];
    if (one.isAccepted && isLarge) return [differs(one, `A file of ${size} is accepted`)];
    const isExpected = one.status === 413 && one.detail === 'file_too_large';
    if (isExpected && isLarge) return [holds(one, `An upload of ${size} is 413 file_too_large`)];
    const isOther = one.status === 413 || one.status === 400;
    return isOther && isLarge ? [differs(one, `An upload of ${size} is answered with ${answerIn(one)}`)] : [];
  });
}

/** Whether a file that should be rejected is. */
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
  uploads.flatMap((one) => (one.reports.length > 1 ? rejected(one, `${one.reports.length} files called report`) : []));

const jpegLs = ({ uploads }: Traffic): Evidence[] =>
  uploads.flatMap((one) => (one.reports[0]?.kind === 'jpeg-ls' ? rejected(one, 'a JPEG-LS file') : []));

const nulNames = ({ uploads }: Traffic): Evidence[] =>
  uploads.flatMap((one) => (one.reports[0]?.hasNul === true ? rejected(one, 'a file name with NUL') : []));

export const uploadChecks: Checks = {
  A8: {
    claim: 'What concerns the token and the limits is decided before the file',
    look: 'Upload a file that is no image without a token, or right after an accepted upload',
    find: order,
  },
  A9: {
    claim: 'The body of write_not_enabled, invalid_file and too_fast is { "detail": code }',
    look: 'Upload twice in quick succession',
    find: errorBodies,
  },
  A10: {
    claim: 'The wait between accepted uploads is 5 s',
    look: 'Upload again and again until it is accepted; the bounds have to be 1.5 s apart or less',
    find: minimumWait,
  },
  A11: {
    claim: 'A refused upload does not restart the wait',
    look: 'Upload twice too soon, then as soon as the wait since the first is over',
    find: refusedUploads,
  },
  A12: { claim: 'Every 429 has Retry-After', look: 'Upload twice in quick succession', find: retryAfter },
  A13: {
    claim: 'A file above 10 MiB is 413 file_too_large, and a smaller one is accepted',
    look: 'Upload a file of more than 10 MiB',
    find: maximumSize,
  },
  A14: {
    claim: 'The extension and the first bytes must both be PNG or JPEG, and agree',
    look: 'Upload a JPEG as .png, or a text as .png',
    find: fileCheck,
  },
  A26: {
    claim: 'Several files called report are invalid_file',
    look: 'Upload two files called report',
    find: severalFiles,
  },
  A27: { claim: 'JPEG-LS is invalid_file', look: 'Upload a JPEG-LS file as .jpg', find: jpegLs },
  A28: {
    claim: 'A file name with NUL is invalid_file',
    look: 'Upload a file whose name contains NUL',
    find: nulNames,
  },
};
