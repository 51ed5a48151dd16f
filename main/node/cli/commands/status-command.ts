// `status`: everything at a glance, for a person or for a status bar.
import type { AppState } from '../../../contract/state.ts';
import type { Opened } from '../../open-companion.ts';
import { stateOf, stripsOf } from '../call.ts';
import { exitCodes } from '../exit.ts';
import { folderFact, rulesWords } from '../folder-line.ts';
import { concernOf, iso, isoOrNull, STATUS_DOCUMENT, type Concern, type StatusLine } from '../json-lines.ts';
import { placeWords } from './secrets-command.ts';
import { clockTime, duration, type Output } from '../output.ts';
import { text } from '../../text.ts';

export async function status({ companion, isWorkedOn }: Opened, out: Output): Promise<number> {
  const state = await stateOf(companion);
  const { account, queue, runway } = state;
  const who =
    account.status === 'signed-in'
      ? `${account.name} (kept in ${placeWords[state.secretsIn]})`
      : state.secretsIn === 'memory'
        ? 'nobody is signed in here'
        : 'nobody is signed in';
  if (state.dataConcern) out.warn(text(state.dataConcern.message));
  if (state.settingsConcern) out.warn(text(state.settingsConcern.message));
  out.say(`Service   ${state.begun ? `${state.service.name}, ${state.service.address}` : 'not chosen yet'}`);
  if (state.service.isDemonstration) out.say('          an emulator: what is sent there counts nowhere');
  out.say(`Account   ${who}`);
  const others = state.accounts.filter(({ isInUse }) => !isInUse);
  if (others.length > 0) out.say(`          signed in as well: ${others.map(({ name }) => name).join(', ')}`);
  if (account.status === 'signed-out' && account.reason) out.say(`          ${text(account.reason.message)}`);
  // Another program's memory is not seen from here, though it may be sending at this moment.
  if (account.status === 'none' && state.secretsIn === 'memory' && state.service.kind !== 'demo') {
    out.say('          There is no unlocked keychain, so the sign-in of a window that runs is not seen from here.');
    out.say('          It is with `--allow-file-vault`, there and here.');
  }
  out.say(
    `Queue     ${queue.waiting} waiting, ${queue.uploading} on the way, ${queue.unconfirmed} unconfirmed, ${queue.held} held, ${queue.rejected} refused${queue.paused ? '; paused' : ''}`,
  );
  if (queue.approval > 0) out.say(`          ${queue.approval} of them wait for your word: see \`approve\``);
  if (runway.nextAt !== null) {
    const last = runway.allUploadedAt === null ? '' : `, all away by ${clockTime(runway.allUploadedAt)}`;
    out.say(`          next departure in ${duration(runway.nextAt - state.now)}${last}`);
  }
  out.say(`Flights   ${state.bays['under-review']} under review, ${state.bays.settled} settled`);
  if (runway.requestsPerMinute > 0)
    out.say(`Limits    ${runway.requestsLeft} of ${runway.requestsPerMinute} requests left this minute`);
  for (const folder of state.folders) out.say(`Folder    ${folder.path} (${rulesWords(folder.rules)})`);
  const ofQueue = await queueConcerns(companion);
  for (const { message, strips } of ofQueue) {
    const count = strips.length === 0 ? '' : `${strips.length === 1 ? strips[0]! : `${strips.length} reports`}: `;
    out.say(`          ${count}${message}`);
  }
  out.fact(statusLine(state, isWorkedOn(), ofQueue));
  return exitCodes.done;
}

/** What the reports wait for, by the strips that `queue` shows: each question once, with the reports that it is about. */
async function queueConcerns(companion: Opened['companion']): Promise<Concern[]> {
  const found = new Map<string, Concern>();
  for await (const { id, reason } of stripsOf(companion, 'needs-you')) {
    if (!reason) continue;
    const key = `${reason.kind} ${reason.requiredAction ?? ''} ${reason.code ?? ''}`;
    const concern = found.get(key) ?? concernOf('queue', reason);
    concern.strips.push(id);
    found.set(key, concern);
  }
  // What holds all back alike stands on each of them: the first one says it for all.
  for await (const { stage, reason } of stripsOf(companion, 'outbound')) {
    if (stage === 'held' && reason) return [concernOf('queue', reason), ...found.values()];
    if (stage === 'waiting') break;
  }
  return [...found.values()];
}

/** @param isWorkedOn whether a process on the data folder sends and watches just now */
export function statusLine(state: AppState, isWorkedOn: boolean, ofQueue: readonly Concern[]): StatusLine {
  const { account, queue, runway, service } = state;
  const isSignedIn = account.status === 'signed-in';
  return {
    type: 'status',
    document: STATUS_DOCUMENT,
    at: iso(state.now),
    program: { version: state.host.version, is_working: isWorkedOn },
    service: {
      is_chosen: state.begun,
      kind: service.kind,
      name: service.name,
      address: service.address,
      can_read: service.canRead,
      is_demonstration: service.isDemonstration,
    },
    account: {
      status: account.status,
      name: 'name' in account ? account.name : null,
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
      not_sent: queue.declined,
    },
    departures: {
      next_at: isoOrNull(runway.nextAt),
      all_away_at: isoOrNull(runway.allUploadedAt),
      requests_left: runway.requestsLeft,
      requests_per_minute: runway.requestsPerMinute,
      wait_ms: runway.minGapMs,
      paused_by_pilot: queue.paused,
      paused_by_service_until: isoOrNull(runway.pausedUntil),
    },
    flights: {
      under_review: state.bays['under-review'],
      settled: state.bays.settled,
      settled_today: state.settledToday,
    },
    folders: state.folders.map(folderFact),
    concerns: concernsOf(state, ofQueue),
  };
}

/** All that the pilot should know, what needs a deed of theirs first. */
function concernsOf(state: AppState, ofQueue: readonly Concern[]): Concern[] {
  const { account } = state;
  const ofAccount =
    account.status === 'signed-out' ? account.reason : account.status === 'signed-in' ? account.concern : null;
  const found: (Concern | null)[] = [
    ofAccount && concernOf('account', ofAccount),
    state.dataConcern && concernOf('data', state.dataConcern),
    state.settingsConcern && concernOf('settings', state.settingsConcern),
    state.secretsConcern && concernOf('keychain', state.secretsConcern),
    state.connection.concern && concernOf('connection', state.connection.concern),
    ...state.folders.map(({ concern, path }) => concern && concernOf('folder', concern, path)),
  ];
  const ofAll = found.filter((one) => one !== null);
  const isSaid = ({ kind, requiredAction }: Concern) =>
    ofAll.some((one) => one.kind === kind && one.requiredAction === requiredAction);
  const concerns = [...ofAll, ...ofQueue.filter((one) => one.strips.length > 0 || !isSaid(one))];
  return [
    ...concerns.filter((one) => one.requiredAction !== null),
    ...concerns.filter((one) => one.requiredAction === null),
  ];
}
