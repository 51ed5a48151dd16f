// `status`: everything at a glance, for a person or a status bar.
import { isFinal, isSoFar } from '../../../contract/completeness.ts';
import type { Failure } from '../../../contract/failure.ts';
import { mayRead, type AppState } from '../../../contract/state.ts';
import { allUploadedAt, nearestMinute, plannedAt } from '../../../contract/upload-plan.ts';
import { flightsReadMessage } from '../../../messages/flights-read.ts';
import { message, type Message } from '../../../messages/message.ts';
import { paceMessage } from '../../../messages/pace.ts';
import { nameText, text } from '../../host/text.ts';
import type { Opened } from '../../host/open-companion.ts';
import { stateOf, reportsOf } from '../terminal/call.ts';
import type { Given } from './command.ts';
import { exitCodes, duration, row } from '../terminal/output.ts';
import { folderJson, folderStateMessage, rulesMessage } from '../terminal/folder-line.ts';
import { completenessFields, iso, isoOrNull, messageFields, statusDocument } from '../json/line-parts.ts';
import type { Concern, StatusLine } from '../json/status-schema.ts';
import { failures } from '../../../core/messages/failures.ts';
import { placeOf } from '../../../contract/secrets.ts';

export async function status({ companion }: Opened, { out }: Given): Promise<number> {
  const state = await stateOf(companion);
  const ofQueue = await queueConcerns(companion);
  if (state.dataConcern) out.warn(state.dataConcern.message);
  if (state.settingsConcern) out.warn(state.settingsConcern.message);
  for (const line of [...serviceRows(state), ...accountRows(state), ...queueRows(state)]) out.print(line);
  const { runway, bays, folders, outcomes } = state;
  const { completed, archived, received: uploaded } = outcomes;
  const flights = { underReview: bays['under-review'], completed, archived, uploaded };
  const soFar = { isFinal: !isSoFar(readOf(state)) };
  out.print(row('cli.label.flights', message('cli.status.flights', { ...flights, ...soFar })));
  const missing = flightsReadMessage(state.logbook, mayRead(state), (day) => day);
  if (missing !== null) out.print(row(null, missing));
  // Nothing is known of it while nobody is signed in.
  if (runway.minGapMs > 0) out.print(row('cli.label.pace', paceMessage(runway)));
  const limits = { left: runway.requestsLeft, perMinute: runway.requestsPerMinute };
  if (limits.perMinute > 0) out.print(row('cli.label.limits', message('cli.status.limits', limits)));
  for (const folder of folders) {
    const { path, rules } = folder;
    const value = message('cli.status.folder', {
      path,
      state: text(folderStateMessage(folder)),
      rules: text(rulesMessage(rules)),
    });
    out.print(row('cli.label.folder', value));
    if (folder.concern) out.print(row(null, folder.concern.message));
  }
  for (const { message: problem, reports } of ofQueue) {
    const [report] = reports;
    out.print(
      row(
        null,
        report === undefined ? problem : message('cli.status.reports', { count: reports.length, report, problem }),
      ),
    );
  }
  out.printJson(statusLine(state, ofQueue));
  return exitCodes.done;
}

const readOf = ({ logbook: completeness }: AppState) => ({ completeness, isFinal: isFinal(completeness, null) });

function serviceRows({ begun, service: { name, address, isTestService } }: AppState): string[] {
  const value = begun ? message('cli.status.service', { name, address }) : message('cli.status.noService');
  return [row('cli.label.service', value), ...(isTestService ? [row(null, message('cli.status.emulator'))] : [])];
}

function accountRows({ account, accounts, signedOut, elsewhere, secretsIn, service }: AppState): string[] {
  const isMemory = secretsIn === 'memory';
  const who: Message =
    account.status === 'signed-in'
      ? message('cli.status.account', { name: account.name, place: placeOf(secretsIn) })
      : message(isMemory ? 'cli.status.noAccountHere' : 'cli.status.noAccount');
  const others = accounts.filter(({ isInUse }) => !isInUse);
  return [
    row('cli.label.account', who),
    ...[...others, ...elsewhere].map(({ name, waiting, attention }) =>
      row(null, message('cli.status.alsoSignedIn', { name: nameText(name), waiting, attention })),
    ),
    ...signedOut.map(({ name, reports: n }) => row(null, message('shared.waitForSignIn', { n, name }))),
    ...(account.status === 'signed-out' && account.reason ? [row(null, account.reason.message)] : []),
    // Another process may be signed in, but its memory cannot be seen from here.
    ...(account.status === 'none' && isMemory && service.kind !== 'demo'
      ? [row(null, message('cli.status.memoryOnly'))]
      : []),
  ];
}

function queueRows(state: AppState): string[] {
  const { begun, queue, now, worker } = state;
  const { waiting, uploading, unconfirmed, held, rejected, paused, approval, inferred } = queue;
  const counts = { waiting, uploading, unconfirmed, held, rejected, paused };
  const rows = [row('cli.label.queue', message('cli.status.queue', counts))];
  if (approval > 0) rows.push(row(null, message('cli.status.approvals', { count: approval })));
  if (inferred > 0) rows.push(row(null, message('cli.status.inferred', { count: inferred })));
  if (worker.is === 'other' && !worker.isSameService) rows.push(row(null, failures.worksForOther(worker).message));
  if (worker.is === 'none' && begun) rows.push(row(null, message('check.worker.none')));
  const nextAt = plannedAt(state, now);
  const last = allUploadedAt(state, now);
  if (nextAt !== null && last !== null) {
    rows.push(
      row(null, message('cli.status.nextAndLast', { duration: duration(nextAt - now), last: nearestMinute(last) })),
    );
  }
  return rows;
}

export const concernOf = (
  about: Concern['about'],
  failure: Failure,
  path: string | null = null,
  reports: string[] = [],
): Concern => ({
  about,
  kind: failure.kind,
  ...messageFields(failure.message),
  required_action: failure.requiredAction ?? null,
  retry_at: isoOrNull(failure.retryAt),
  code: failure.code ?? null,
  path,
  reports,
});

/** Why reports of the queue wait: each reason once, with its reports. */
async function queueConcerns(companion: Opened['companion']): Promise<Concern[]> {
  const found = new Map<string, Concern>();
  for await (const { id, reason } of reportsOf(companion, 'needs-attention')) {
    if (!reason) continue;
    const key = `${reason.kind} ${reason.requiredAction ?? ''} ${reason.code ?? ''}`;
    const concern = found.get(key) ?? concernOf('queue', reason);
    concern.reports.push(id);
    found.set(key, concern);
  }
  // A reason that holds all reports is on each of them, so the first one is enough.
  for await (const { stage, reason, pilot } of reportsOf(companion, 'queue')) {
    if (pilot?.isSignedOut) continue;
    if (stage === 'held' && reason) return [concernOf('queue', reason), ...found.values()];
    if (stage === 'waiting') break;
  }
  return [...found.values()];
}

function statusLine(state: AppState, ofQueue: readonly Concern[]): StatusLine {
  const { account, queue, runway, service, worker } = state;
  const isSignedIn = account.status === 'signed-in';
  return {
    type: 'status',
    document: statusDocument,
    at: iso(state.now),
    program: {
      version: state.host.version,
      is_working: worker.is !== 'none',
      works_for:
        worker.is === 'this' ? nameText(service.name) : worker.is === 'other' ? nameText(worker.service) : null,
    },
    service: {
      is_chosen: state.begun,
      kind: service.kind,
      name: nameText(service.name),
      address: service.address,
      can_read: service.canRead,
      is_test_service: service.isTestService,
    },
    account: {
      status: account.status,
      name: 'name' in account && account.name !== null ? nameText(account.name) : null,
      since: isSignedIn ? iso(account.since) : null,
      may_upload: isSignedIn && account.mayUpload,
      scopes: isSignedIn ? account.scopes : [],
      kept_in: state.secretsIn,
    },
    connection: { status: state.connection.status, since: iso(state.connection.since) },
    queue: {
      waiting: queue.waiting,
      uploading: queue.uploading,
      unconfirmed: queue.unconfirmed,
      held: queue.held,
      approval: queue.approval,
      rejected: queue.rejected,
      inferred: queue.inferred,
      not_uploaded: queue.declined,
    },
    uploads: {
      next_at: isoOrNull(plannedAt(state, state.now)),
      all_uploaded_at: isoOrNull(allUploadedAt(state, state.now)),
      requests_left: runway.requestsLeft,
      requests_per_minute: runway.requestsPerMinute,
      wait_ms: runway.minGapMs,
      wait_is_required: runway.isRequired,
      paused_by_pilot: queue.paused,
      paused_by_service_until: isoOrNull(runway.pausedUntil),
    },
    flights: {
      under_review: state.bays['under-review'],
      completed: state.outcomes.completed,
      completed_today: state.outcomes.completedToday,
      archived: state.outcomes.archived,
      uploaded: state.outcomes.received,
      ...completenessFields(readOf(state)),
    },
    folders: state.folders.map(folderJson),
    concerns: concernsOf(state, ofQueue),
  };
}

/** Every problem, those that need the pilot first. */
export function concernsOf(state: AppState, ofQueue: readonly Concern[]): Concern[] {
  const { account, connection, worker } = state;
  const ofAccount =
    account.status === 'signed-out' ? account.reason : account.status === 'signed-in' ? account.concern : null;
  const found: (Concern | null)[] = [
    ofAccount && concernOf('account', ofAccount),
    worker.is === 'other' && !worker.isSameService ? concernOf('queue', failures.worksForOther(worker)) : null,
    state.dataConcern && concernOf('data', state.dataConcern),
    state.settingsConcern && concernOf('settings', state.settingsConcern),
    state.secretsConcern && concernOf('keychain', state.secretsConcern),
    // The reports that wait for a service with errors are listed below.
    connection.status === 'offline' && connection.concern ? concernOf('connection', connection.concern) : null,
    ...state.folders.map(({ concern, path }) => concern && concernOf('folder', concern, path)),
  ];
  const ofAll = found.filter((one) => one !== null);
  const isListed = ({ kind, required_action }: Concern) =>
    ofAll.some((one) => one.kind === kind && one.required_action === required_action);
  const concerns = [...ofAll, ...ofQueue.filter((one) => one.reports.length > 0 || !isListed(one))];
  return [
    ...concerns.filter((one) => one.required_action !== null),
    ...concerns.filter((one) => one.required_action === null),
  ];
}
