// Why a file was uploaded, or not: one history from the decision log, the queue and the disk. Works for files that were
// never seen, too.
import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ExplainInput, Explanation, HistoryLine } from '../../../contract/explanation.ts';
import { failed, ok, type Result } from '../../../contract/failure.ts';
import { accountPath, decisionMessage, fileOf } from '../../decisions/decision-entries.ts';
import type { DecisionLog } from '../../decisions/decision-log.ts';
import { failures } from '../../messages/failures.ts';
import { message } from '../../../messages/message.ts';
import { findFolder, realPathOf, typedPath } from '../../platform/files/home-dir.ts';
import { historyLine } from '../../board/history-messages.ts';
import type { Clock } from '../../platform/ports.ts';
import { imageRules } from '../../uploads/image/image-check.ts';
import { type FileIdentity, identifyFile } from '../../watch/content-comparison.ts';
import { listFiles, findPlaceholders } from '../../watch/folder-listing.ts';
import { type Disk, notUploaded } from './not-uploaded.ts';
import { ofReport, stateOfJob } from './decision-pages.ts';
import type { ProfileRuntime } from '../../profile/profile-runtime.ts';
import type { Job } from '../../storage/tables/job.ts';
import { looksLikeMessage, jobIdOf, jobStripId, type Strip } from '../../../contract/strip.ts';

/** Caches the content of requested files: a window repeats its request after every change. */
export function createExplainer(clock: Clock) {
  const identities = new Map<string, FileIdentity | null>();
  async function contentOf(path: string, info: Stats): Promise<FileIdentity | null> {
    const key = JSON.stringify([path, info.size, info.mtimeMs, info.ino]);
    const known = identities.get(key);
    if (known !== undefined) return known;
    const identity = await identifyFile(path, imageRules).catch(() => null);
    if (identities.size >= maxRemembered) identities.clear();
    identities.set(key, identity);
    return identity;
  }
  return (runtime: ProfileRuntime, input: ExplainInput) => explain({ runtime, clock, contentOf }, input);
}

const maxRemembered = 100;

type Means = {
  readonly runtime: ProfileRuntime;
  readonly clock: Clock;
  readonly contentOf: (path: string, info: Stats) => Promise<FileIdentity | null>;
};

async function explain(means: Means, input: ExplainInput): Promise<Result<Explanation>> {
  const { runtime, clock } = means;
  const { jobs } = runtime.stores;
  if (input.stripId !== undefined) {
    const job = jobs.byId(jobIdOf(input.stripId) ?? 0);
    return job ? ok(await explainReport(runtime, clock, job)) : failed(failures.notFound('report'));
  }
  if (input.path !== undefined) {
    const path = typedPath(input.path);
    return ok(path === null ? explainName(runtime, clock, input.path) : await explainPath(means, path));
  }
  if (input.sha256 !== undefined) return ok(explainContent(runtime, clock, input.sha256, input.name));
  return failed(failures.wrongInput(message('failure.fileNotNamed')));
}

/** Explains the file that a report was made from. */
async function explainReport(runtime: ProfileRuntime, clock: Clock, job: Job): Promise<Explanation> {
  const file = fileOf(job);
  const path = file === job.originalPath ? file : null;
  const decided = runtime.decisions.of(file);
  const isItsOwn = decided?.file.jobId === job.id;
  return explanationFrom(runtime, clock, {
    name: job.name,
    path,
    jobs: [job],
    decided: isItsOwn ? decided : null,
    context: [],
    disk: null,
    sameAs: null,
  });
}

function explainContent(runtime: ProfileRuntime, clock: Clock, sha256: string, givenName?: string): Explanation {
  // The log also knows the content of images that were rejected, or are the same picture as another.
  const known = runtime.decisions.byContent(sha256)[0];
  const { jobs } = runtime.stores;
  const job =
    jobs.byImage({ sha256, imageHash: null }, runtime.accountId()) ?? (known?.jobId ? jobs.byId(known.jobId) : null);
  const decided = known ? runtime.decisions.of(known.path) : null;
  const name = givenName ?? job?.name ?? (known ? basename(known.path) : sha256);
  return explainWithoutPath(runtime, clock, { name, job, decided });
}

function explainWithoutPath(
  runtime: ProfileRuntime,
  clock: Clock,
  { name, job, decided }: Pick<Known, 'name' | 'decided'> & { readonly job: Job | null },
): Explanation {
  return explanationFrom(runtime, clock, {
    name,
    path: null,
    jobs: job ? [job] : [],
    decided,
    context: job || decided ? [] : namesakes(runtime, name),
    disk: null,
    sameAs: job && job.name !== name ? job.name : null,
  });
}

/** Files of that name with unknown content: one of them may be the right one. */
function namesakes(runtime: ProfileRuntime, name: string): HistoryLine[] {
  return runtime.decisions
    .page({ text: name, limit: 20 })
    .files.filter((file) => basename(file.path) === name)
    .slice(0, 3)
    .map(({ path }) => ({ at: null, message: message('explain.namesake', { path }) }));
}

/** Explains a file that came without a path, as dropped images may: the log keeps its name. */
function explainName(runtime: ProfileRuntime, clock: Clock, name: string): Explanation {
  const decided = runtime.decisions.of(name);
  const jobId = decided?.file.jobId ?? null;
  return explainWithoutPath(runtime, clock, {
    name,
    job: jobId === null ? null : runtime.stores.jobs.byId(jobId),
    decided,
  });
}

function diskOf(info: Stats | null): Disk {
  if (info === null) return 'gone';
  if (info.isFile()) return 'file';
  if (info.isSymbolicLink()) return 'link';
  return info.isDirectory() ? 'folder' : 'other';
}

async function explainPath({ runtime, clock, contentOf }: Means, absolute: string): Promise<Explanation> {
  // The folder is resolved, to a watched one if it is one, and the name is not: a link has its own decision.
  const folder = await findFolder(runtime.folders.states(), dirname(absolute));
  const real = join(folder?.path ?? (await realPathOf(dirname(absolute))), basename(absolute));
  const name = basename(real);
  const { jobs } = runtime.stores;
  const info = await lstat(real).catch(() => null);
  const disk = diskOf(info);
  const decided = runtime.decisions.of(real) ?? runtime.decisions.of(absolute);
  const context: HistoryLine[] = [];
  let sameAs: string | null = null;

  const linked = decided?.file.jobId ?? null;
  const found = [
    ...(linked === null ? [] : [jobs.byId(linked)]),
    ...jobs.byOriginalPath(real),
    ...jobs.byOriginalPath(absolute),
  ];
  const own = [...new Map(found.filter((job) => job !== null).map((job) => [job.id, job])).values()];
  // Reading a cloud placeholder would download it, and a file far above the limit is not a report.
  const isHere = disk === 'file' && (await findPlaceholders(await listFiles([real]))).size === 0;
  const content =
    isHere && info !== null && info.size > 0 && info.size <= maxHashedBytes ? await contentOf(real, info) : null;
  const twin = content && jobs.byImage(content, runtime.accountId());
  if (twin && !own.some((job) => job.id === twin.id)) own.push(twin);
  if (twin && twin.originalPath !== real && twin.name !== name) {
    sameAs = twin.name;
  }
  if (content && own.length > 0 && decided?.file.last.rule !== 'replaced' && !own.some(isOf(content))) {
    context.push({ at: null, message: message('explain.changedSince') });
  }
  return explanationFrom(runtime, clock, { name, path: real, jobs: own, decided, context, disk, sameAs });
}

const isOf =
  ({ sha256, imageHash }: FileIdentity) =>
  (job: Job) =>
    job.sha256 === sha256 || job.imageHash === imageHash;

const maxHashedBytes = 512 * 1024 * 1024;

type Known = {
  readonly name: string;
  readonly path: string | null;
  readonly jobs: readonly Job[];
  readonly decided: ReturnType<DecisionLog['of']>;
  readonly context: readonly HistoryLine[];
  /** Null: not checked. */
  readonly disk: Disk | null;
  /** The name under which the same image was added. */
  readonly sameAs: string | null;
};

type Event = HistoryLine & { readonly at: number };

function explanationFrom(runtime: ProfileRuntime, clock: Clock, known: Known): Explanation {
  const now = clock.now();
  const { name, path, decided } = known;
  const job = known.jobs.toSorted((a, b) => a.id - b.id).at(-1) ?? null;
  const explained = new Set(known.jobs.map((one) => one.id));
  const own: Event[] = (decided?.decisions ?? [])
    // The report's own history shows that it was added.
    .filter(({ rule, figures }) => !(rule === 'added' && explained.has(Number(figures['jobId']))))
    .map((one) => ({
      at: one.firstAt,
      message: decisionMessage(one, name),
      ...(one.times > 1 && { times: one.times, until: one.lastAt }),
    }));
  const lines: Event[] = [...own, ...known.jobs.flatMap((one) => reportLines(runtime, one))];
  const begun = Math.min(...lines.map(({ at }) => at), now);
  if (path !== null && known.disk !== 'folder') lines.push(...folderLines(runtime, path, job !== null));
  if (job) lines.push(...signInLines(runtime, job, begun, now));
  lines.sort((a, b) => a.at - b.at);

  const strip = job && runtime.board.find(jobStripId(job.id));
  // Null as well if another process has just removed it.
  const report = job && strip ? { job, strip } : null;
  const answer = report
    ? ofReport(report.job, report.strip)
    : notUploaded({
        name,
        path,
        disk: known.disk,
        last: decided?.file.last ?? null,
        folders: runtime.folders.states(),
        ledger: path === null ? [] : runtime.stores.folders.entriesOf(path),
      });
  const { sameAs } = known;
  const twin = sameAs === null ? null : message('explain.sameAs', { name: sameAs });
  const looksLike = report?.strip.looksLike ?? null;
  const seen: HistoryLine[] = [
    ...(report?.strip.lacksText ? [{ at: null, message: message('shared.lacksText') }] : []),
    ...(looksLike ? [{ at: null, message: looksLikeMessage(looksLike, report!.strip.flight) }] : []),
  ];
  return {
    name,
    path,
    lacksText: job?.lacksText ?? null,
    looksLike,
    state: report === null ? 'not-added' : stateOf(report.job, report.strip),
    ...answer,
    // What became of the other file's report follows.
    ...(twin && { headline: twin }),
    stripId: report && report.strip.id,
    lines: [...(twin ? [{ at: null, message: answer.headline }] : []), ...seen, ...known.context, ...lines],
  };
}

const stateOf = (job: Job, { bay }: Strip) => (bay === 'needs-attention' ? bay : stateOfJob(job, true));

function reportLines(runtime: ProfileRuntime, job: Job): Event[] {
  const { accountId, flightId } = job;
  return runtime.stores.history.of({ jobId: job.id, accountId, flightId }).map(historyLine);
}

/** What happened to its folder since it was seen. For a file that was added, only the absence of the folder matters. */
function folderLines(runtime: ProfileRuntime, path: string, isAdded: boolean): Event[] {
  const folder = dirname(path);
  return (runtime.decisions.of(folder)?.decisions ?? [])
    .filter(({ rule }) => rule === 'folder-away' || rule === 'folder-back' || (rule.includes('watched') && !isAdded))
    .slice(-maxAround)
    .map((one) => ({ at: one.firstAt, message: decisionMessage(one, folder) }));
}

/** The times without a signed-in account while its report waited: only these delayed it. */
function signInLines(runtime: ProfileRuntime, job: Job, since: number, now: number): Event[] {
  const waitedUntil = job.uploadedAt ?? now;
  return (runtime.decisions.of(accountPath)?.decisions ?? [])
    .map(({ rule, firstAt }, index, all) => ({ rule, firstAt, endAt: all[index + 1]?.firstAt ?? now }))
    .filter(({ rule, firstAt, endAt }) => rule === 'signed-out' && firstAt < waitedUntil && endAt > since)
    .slice(-maxAround)
    .flatMap(({ firstAt, endAt }): Event[] => [
      { at: Math.max(firstAt, since), message: message('decision.signedOut') },
      ...(endAt < now ? [{ at: endAt, message: message('decision.signedInAgain') }] : []),
    ]);
}

const maxAround = 20;
