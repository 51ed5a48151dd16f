// The handlers of the commands in main/contract/commands.ts. Inputs are parsed before they come here.
import type { Check, Diagnostics } from '../../../contract/diagnostics.ts';
import { failed, ok, type Failure, type Result } from '../../../contract/failure.ts';
import { isHeldForText } from '../../../contract/folder-rules.ts';
import {
  isServiceComplete,
  serviceInUse,
  withSettingsChange,
  type ServiceSettings,
  type SettingsChange,
} from '../../../contract/settings.ts';
import type { AppState } from '../../../contract/state.ts';
import type { Job, JobChange } from '../../storage/tables/jobs.ts';
import { decisionsPage } from '../diagnostics/decision-pages.ts';
import { createExplainer } from '../diagnostics/explain.ts';
import { hasId, message } from '../../../messages/message.ts';
import { failures } from '../../messages/failures.ts';
import { withoutInferredFlight } from '../../uploads/match-record.ts';
import type { Ports, EmbeddedService } from '../../platform/ports.ts';
import { applicationSecretName, serviceKey } from '../../service/profile.ts';
import type { LogbookCommand } from './logbook-handlers.ts';
import type { FolderCommand } from './folder-handlers.ts';
import type { SecretCommand } from './secret-handlers.ts';
import type { SettingsKeeper } from '../../settings/settings.ts';
import type { ProfileRuntime } from '../../profile/profile-runtime.ts';
import { join } from 'node:path';
import { flightStripId, jobIdOf, jobStripId } from '../../../contract/strip.ts';
import { type Handlers, inputMessage, createWithRuntime } from './dispatch.ts';

const done = ok(null);

export function createHandlers(deps: {
  ports: Ports;
  settings: SettingsKeeper;
  app: {
    state(): AppState;
    diagnostics(): Diagnostics;
    checks(): Promise<Check[]>;
    isSender(): boolean;
  };
  /** The profile switch. */
  profile: {
    runtime(): ProfileRuntime | null;
    choose(name: string, how: { ifReachable: boolean }): Promise<Result<null>>;
    /** The default service. */
    serviceInUse(): ServiceSettings;
    followSettings(): Promise<Result<null>>;
  };
  /** What is stored for a service that need not be open. */
  stored: {
    /** How many of its reports are not uploaded yet; null if nothing is stored for its address. */
    waiting(service: ServiceSettings): number | null;
    /** Moves what is stored to another address, follows the settings, and ends the sign-ins. */
    move(service: ServiceSettings, to: string): Promise<Result<null>>;
    forgetSecrets(service: ServiceSettings): Promise<Result<null>>;
  };
  /** The handlers of further commands. */
  others: Pick<Handlers, SecretCommand | LogbookCommand | FolderCommand>;
}): Handlers {
  const { ports, settings, app, profile, stored } = deps;
  const explain = createExplainer(ports.clock);
  const serviceOf = (id: string) => settings.get().services.find((service) => service.id === id);

  const withRuntime = createWithRuntime(profile.runtime);

  /** The service as it is, if the change gives it another address. */
  function addressChanged({ service: change }: SettingsChange): ServiceSettings | null {
    const service = change && (change.id === undefined ? serviceInUse(settings.get()) : serviceOf(change.id));
    const isOther = change?.address !== undefined && service?.address !== change.address;
    return isOther && service && service.address !== '' ? service : null;
  }

  /** Changes a job that is in one of these states, and adds to its history. */
  const changeJob = (
    id: string,
    states: readonly Job['state'][],
    what: string,
    change: (job: Job, now: number) => JobChange,
    // Whether the service already has it comes first; then there is nothing left to decide.
    isUnconfirmed: boolean | null = null,
  ) =>
    withRuntime((runtime): Result<null> => {
      const jobId = jobIdOf(id);
      let strips: string[] = [];
      // In one transaction: the uploading process may find its record, or send it, at the same time.
      const failure = runtime.stores.inTransaction((): Failure | null => {
        const job = jobId === null ? null : runtime.stores.jobs.byId(jobId);
        if (!job) return failures.notFound('report');
        if (!states.includes(job.state)) {
          return failures.notNow(message('failure.notPossibleInState', { state: stateIn(job) }));
        }
        if (isUnconfirmed !== null && isUnconfirmed !== (job.attempt !== null)) {
          return failures.notNow(message(isUnconfirmed ? 'failure.notUploadedYet' : 'failure.answerFirst'));
        }
        const now = ports.clock.now();
        runtime.stores.jobs.change(job.id, now, change(job, now));
        const { accountId, flightId } = job;
        runtime.stores.history.add({ accountId, jobId: job.id }, now, what, flightId === null ? {} : { flightId });
        strips = [jobStripId(job.id), ...(flightId === null ? [] : [flightStripId(flightId)])];
        return null;
      });
      if (failure) return failed(failure);
      runtime.tryAgain();
      runtime.onState();
      runtime.noteStrips(strips);
      return done;
    });

  const changed = (runtime: ProfileRuntime, jobId: number): Result<null> => {
    runtime.noteStrips([jobStripId(jobId)]);
    return done;
  };
  function writeAnswer(runtime: ProfileRuntime, jobId: number, answer: 'approve' | 'reject', now: number) {
    const accountId = runtime.stores.jobs.byId(jobId)?.accountId ?? null;
    const change: JobChange =
      answer === 'approve' ? again : { state: 'declined', reason: failures.notApproved(), attempt: null };
    runtime.stores.jobs.change(jobId, now, change);
    runtime.stores.history.add({ accountId, jobId }, now, answer === 'approve' ? 'approved' : 'declined');
  }

  /** Approves or rejects an image; approving also works for one that was rejected. */
  const answerApproval = (id: string, answer: 'approve' | 'reject') =>
    withRuntime((runtime): Result<null> => {
      const jobId = jobIdOf(id);
      const job = jobId === null ? null : runtime.stores.jobs.byId(jobId);
      if (!job) return failed(failures.notFound('report'));
      const isAsked = job.state === 'held' && job.reason?.kind === 'approval-needed';
      const mayChange = isAsked || (job.state === 'declined' && answer === 'approve');
      if (!mayChange) {
        return failed(failures.notNow(message('failure.notAwaitingApproval', { state: stateIn(job) })));
      }
      runtime.stores.inTransaction(() => writeAnswer(runtime, job.id, answer, ports.clock.now()));
      runtime.workers()?.uploader.wake();
      runtime.onState();
      return changed(runtime, jobId!);
    });
  const again: JobChange = { state: 'waiting', reason: null, attempt: null };

  /** What was too large and no longer is gets another try. */
  async function followSizeLimit(maxBytes: number) {
    const runtime = profile.runtime();
    if (!runtime) return;
    runtime.sizeLimit.forget();
    for (const { id, bytes, reason, source, originalPath, lacksText } of runtime.stores.jobs.inStates(
      'held',
      'rejected',
    )) {
      if (reason === null || !hasId(reason.message, 'failure.fileTooLarge') || bytes > maxBytes) continue;
      const folder = originalPath === null ? null : runtime.folders.folderOf(originalPath);
      // Its folder was not confirmed yet.
      const isForText = folder !== null && isHeldForText(folder.rules, lacksText);
      const isAsked = source.kind === 'folder' && (folder?.rules.approval !== false || isForText);
      const asked = isForText ? failures.approvalForText(lacksText) : failures.approvalNeeded();
      const next: JobChange = isAsked ? { state: 'held', reason: asked, attempt: null } : again;
      await changeJob(jobStripId(id), ['held', 'rejected'], 'retried', () => next, false);
    }
    await runtime.folders.followSizeLimit();
  }

  const setPaused = (paused: boolean) =>
    withRuntime((runtime) => {
      runtime.stores.pauseSwitch.setPaused(paused);
      runtime.workers()?.uploader.wake();
      runtime.onState();
      return done;
    });

  return {
    'app.state': () => ok(app.state()),
    'profile.choose': ({ profile: name, ifReachable = false }) => profile.choose(name, { ifReachable }),

    'service.openConsole': () => openConsole(ports, profile.runtime()),
    'service.addSampleFlights': () => addSampleFlights(ports.embeddedService, profile.runtime()),
    'service.addSampleReport': () => addSampleReport(ports.embeddedService, profile.runtime()),

    'account.signIn': ({ otherPilot = false }) => withRuntime((runtime) => runtime.signIn({ otherPilot })),
    'account.cancelSignIn': () =>
      withRuntime((runtime) => {
        runtime.account.cancelSignIn();
        return done;
      }),
    'account.pasteRedirect': ({ address }) => withRuntime((runtime) => runtime.account.pasteRedirect(address)),
    'account.signOut': ({ id }) => withRuntime((runtime) => runtime.signOut(id)),
    'accounts.use': ({ id }) => withRuntime((runtime) => runtime.useAccount(id)),
    async 'account.setApplicationSecret'({ service: id, secret }) {
      const service = id === undefined ? profile.serviceInUse() : serviceOf(id);
      if (!service) return failed(failures.notFound('service'));
      const name = secretNameOf(service);
      const result = secret === null ? await ports.secrets.delete(name) : await ports.secrets.set(name, secret);
      if (!result.ok) return result;
      await profile.followSettings();
      // What waited for the answer continues now.
      if (secret !== null && service.id === profile.serviceInUse().id) profile.runtime()?.tryAgain(true);
      return result;
    },

    ...deps.others,

    'uploads.pause': () => setPaused(true),
    'uploads.resume': () => setPaused(false),

    'strips.page': ({ bay, after, limit }) => withRuntime((runtime) => ok(runtime.board.page(bay, after, limit))),
    'strips.detail': ({ id }) =>
      withRuntime((runtime) => {
        const detail = runtime.board.detail(id);
        return detail ? ok(detail) : failed(failures.notFound('report'));
      }),
    'strips.retry': ({ id }) => changeJob(id, ['held', 'rejected', 'waiting'], 'retried', () => again, false),
    'strips.remove': ({ id }) =>
      changeJob(id, ['waiting', 'held', 'rejected', 'declined'], 'removed', (_job, now) => ({ removedAt: now }), false),
    'strips.restore': ({ id }) => withRuntime((runtime) => restoreStrip(runtime, id, ports.clock.now())),
    'strips.approve': ({ id }) => answerApproval(id, 'approve'),
    'strips.reject': ({ id }) => answerApproval(id, 'reject'),
    'approvals.answerAll': ({ answer }) =>
      withRuntime((runtime): Result<{ count: number; ids: string[] }> => {
        const ids = runtime.stores.jobs.awaitingApproval();
        const now = ports.clock.now();
        runtime.stores.inTransaction(() => {
          for (const id of ids) writeAnswer(runtime, id, answer, now);
        });
        runtime.workers()?.uploader.wake();
        runtime.onState();
        const strips = ids.map(jobStripId);
        runtime.noteStrips(strips);
        return ok({ count: ids.length, ids: strips });
      }),
    'strips.uploadAgain': ({ id }) =>
      changeJob(id, ['unconfirmed', 'held'], 'uploaded-again-by-pilot', () => again, true),
    'strips.markReceived': ({ id }) =>
      changeJob(
        id,
        ['unconfirmed', 'held'],
        'received-by-pilot',
        (job, now) => ({
          state: 'uploaded',
          evidence: 'unknown',
          agreedAt: now,
          reason: null,
          attempt: null,
          uploadedAt: job.attempt?.startedAt ?? now,
        }),
        true,
      ),
    'strips.confirmFlight': ({ id }) =>
      changeJob(id, ['uploaded'], 'confirmed-by-pilot', (_job, now) => ({ attempt: null, agreedAt: now }), true),
    'strips.releaseFlight': ({ id }) => changeJob(id, ['uploaded'], 'released-by-pilot', withoutInferredFlight, true),
    'strips.useAccount': ({ id }) =>
      withRuntime((runtime) => {
        const accountId = runtime.stores.jobs.byId(jobIdOf(id) ?? 0)?.accountId ?? null;
        return accountId === null ? failed(failures.notFound('report')) : runtime.useAccount(accountId);
      }),
    'strips.uploadAsMe': ({ id }) =>
      withRuntime((runtime) => {
        const accountId = runtime.accountId();
        if (accountId === null) return failed(failures.signInNeeded());
        const job = runtime.stores.jobs.byId(jobIdOf(id) ?? 0);
        if (
          job &&
          job.accountId !== accountId &&
          runtime.stores.jobs.byImage(job, accountId)?.accountId === accountId
        ) {
          return failed(failures.notNow(message('failure.alreadyYours')));
        }
        return changeJob(id, ['waiting', 'held', 'rejected'], 'owner-changed', () => ({ accountId }), false);
      }),
    'strips.showFile': ({ id }) =>
      withRuntime(async (runtime) => {
        const jobId = jobIdOf(id);
        const job = jobId === null ? null : runtime.stores.jobs.byId(jobId);
        if (!job) return failed(failures.notFound('file'));
        if (!ports.desktop.showFile)
          return failed(failures.notSupportedHere(message('failure.filesShownInDesktopApp')));
        return ports.desktop.showFile(join(runtime.spoolDir, job.spool));
      }),
    'strips.openPage': ({ id }) => withRuntime((runtime) => openFlightPage(ports.browser, runtime, id)),
    'flights.refresh': () =>
      withRuntime((runtime) => {
        runtime.refresh();
        return done;
      }),

    async 'settings.read'() {
      const current = settings.get();
      const own = current.services.filter(({ address }) => address !== '');
      const kept = await Promise.all(own.map((service) => ports.secrets.get(secretNameOf(service))));
      const withSecret = own.filter((_, index) => kept[index]?.ok && kept[index].value !== null);
      return ok({ ...current, withSecret: withSecret.map(({ id }) => id) });
    },
    async 'settings.change'({ sameService, ...change }) {
      const complaint = settings.complaintAbout(change);
      if (complaint !== null) return failed(failures.wrongInput(inputMessage([complaint])));
      const before = addressChanged(change);
      const waiting = before && stored.waiting(before);
      if (waiting !== null && sameService !== true) return failed(failures.addressInUse(before!.address, waiting));
      if (waiting !== null && !app.isSender()) return failed(failures.anotherWorks());
      const after = withSettingsChange(settings.get(), change).services.find(({ id }) => id === before?.id);
      if (waiting !== null && !isServiceComplete(after!)) return failed(failures.notConfigured(after!.mode));
      settings.change(change);
      const followed = waiting === null ? await profile.followSettings() : await stored.move(before!, after!.address);
      if (change.maxFileBytes !== undefined) await followSizeLimit(change.maxFileBytes);
      return followed;
    },
    async 'presets.use'(preset) {
      const used = settings.usePreset(preset);
      if (used.id === null) return failed(failures.wrongInput(inputMessage(used.complaints)));
      const followed = await profile.followSettings();
      return followed.ok ? ok(used.id) : followed;
    },
    async 'services.remove'({ id }) {
      const service = serviceOf(id);
      if (!service) return failed(failures.notFound('service'));
      if (settings.get().profile === id || profile.runtime()?.profile.key === serviceKey(service.address)) {
        return failed(failures.notNow(message('failure.serviceInUse')));
      }
      const forgotten = await stored.forgetSecrets(service);
      if (!forgotten.ok) return forgotten;
      settings.removeService(id);
      return profile.followSettings();
    },

    'files.explain': (input) => withRuntime((runtime) => explain(runtime, input)),
    'files.decisions': (query) => withRuntime((runtime) => ok(decisionsPage(runtime, query))),

    ...createHostHandlers(ports),
    'checks.run': async () => ok(await app.checks()),
    'diagnostics.make': () => ok(app.diagnostics()),
  };
}

const secretNameOf = ({ address }: ServiceSettings) => applicationSecretName(serviceKey(address));

const stateIn = ({ state }: Job) => (state === 'declined' ? 'other' : state);

// Pages that a command opens in the pilot's browser: the built-in service's console, a flight on the service's website.

export async function openConsole(ports: Pick<Ports, 'browser' | 'embeddedService'>, runtime: ProfileRuntime | null) {
  const address = runtime?.profile.kind === 'demo' ? ports.embeddedService.consoleAddress() : null;
  if (address === null) return failed(failures.noConsole());
  const opened = await ports.browser.open(address);
  return opened.ok ? ok(null) : failed(failures.consoleNotOpened());
}

export async function openFlightPage(browser: Ports['browser'], runtime: ProfileRuntime, stripId: string) {
  const flight = runtime.board.find(stripId)?.flight ?? null;
  if (flight === null) return failed(failures.notFound('report'));
  const { flightPage } = runtime.profile;
  if (flightPage === '') return failed(failures.noFlightPage());
  const opened = await browser.open(flightPage.replaceAll('{id}', String(flight.id)));
  return opened.ok ? ok(null) : failed(failures.pageNotOpened());
}

// Undoes a removal or a rejection: the report is as it was before.

/** The copy of a removed report is kept for a day (uploads/spool/spool-cleanup.ts); this is well within. */
const undoneWithinMs = 3_600_000;

function restoreStrip(runtime: ProfileRuntime, stripId: string, now: number): Result<null> {
  const { stores } = runtime;
  const jobId = jobIdOf(stripId);
  if (jobId === null) return failed(failures.notFound('report'));
  const failure = stores.inTransaction(() => {
    const removed = stores.jobs.removedSince(jobId, now - undoneWithinMs);
    const job = removed ?? stores.jobs.byId(jobId);
    if (!job) return failures.notFound('report');
    if (!removed && job.state !== 'declined') return failures.notNow(message('failure.nothingToUndo'));
    const again = removed && stores.jobs.byImage(job, job.accountId);
    if (again && again.accountId === job.accountId) return failures.notNow(message('failure.addedAgain'));
    const change: JobChange = removed
      ? { removedAt: null }
      : { state: 'held', reason: failures.approvalNeeded(), attempt: null };
    stores.jobs.change(job.id, now, change);
    stores.history.add({ accountId: job.accountId, jobId: job.id }, now, 'restored');
    return null;
  });
  if (failure) return failed(failure);
  runtime.tryAgain();
  runtime.onState();
  runtime.noteStrips([jobStripId(jobId)]);
  return ok(null);
}

// A year of invented flights for the demonstration, so that the logbook, the map and the statistics have something to show.

export async function addSampleFlights(service: EmbeddedService, runtime: ProfileRuntime | null) {
  const isDone = runtime?.profile.kind === 'demo' && (await service.addSampleFlights());
  if (!isDone) return failed(failures.noSampleFlights());
  runtime.refresh();
  return ok(null);
}

/** Adds the first sample screenshot that isn't in the queue yet, as if it had been dropped. */
async function addSampleReport(service: EmbeddedService, runtime: ProfileRuntime | null): Promise<Result<null>> {
  if (runtime?.profile.kind !== 'demo') return failed(failures.noSampleFlights());
  for (const file of await service.sampleReports()) {
    const { outcome } = await runtime.addFile(file, { kind: 'dropped' });
    if (outcome === 'added') return ok(null);
  }
  return failed(failures.notNow(message('failure.noSampleLeft')));
}

// Commands that a host carries out: launch at login, updates, the shortcut from anywhere. A host without them returns a
// failure.

type HostCommand =
  | 'launch.read'
  | 'launch.set'
  | 'updates.check'
  | 'updates.restart'
  | 'updates.notesRead'
  | 'shortcut.read';

function createHostHandlers({ desktop, updates }: Ports): Pick<Handlers, HostCommand> {
  return {
    'launch.read': () => ok({ launch: desktop.launch?.read() ?? 'unavailable' }),
    'launch.set': ({ atLogin }) =>
      desktop.launch?.set(atLogin) ?? failed(failures.notSupportedHere(message('failure.launchInDesktopApp'))),
    'updates.check': () => updates?.check() ?? noUpdates(),
    'updates.restart': () => updates?.restart() ?? noUpdates(),
    'updates.notesRead': () => updates?.notesRead() ?? noUpdates(),
    'shortcut.read': () => ok({ shortcut: desktop.shortcut?.() ?? 'unavailable' }),
  };
}

const noUpdates = () => failed(failures.notSupportedHere(message('updates.notHere', { by: 'other' })));
