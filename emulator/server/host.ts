// One emulator: world, clock, settings, server and state file. The library (emulator.ts) adds its methods; the command starts
// faster without them.

import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { AddressInfo, Socket } from 'node:net';
import { createApp } from './app.ts';
import { createAutoAdvance } from '../clock/auto-advance.ts';
import { afterRealTime, createClock } from '../clock/clock.ts';
import type { EmulatorClock } from '../clock/clock.ts';
import { createWorlds } from './worlds.ts';
import type { SideWorld, Worlds } from './worlds.ts';
import { createControlContext } from '../control/control-context.ts';
import type { ControlContext, WorldsControl } from '../control/control-context.ts';
import type { ChangedPart, PilotView, WorldView } from '../api-types.ts';
import { digestOf, randomSecret } from '../http/digest.ts';
import { createChecks } from '../world/flight-checks.ts';
import { createJournal } from '../journal/journal.ts';
import { createHostRule } from '../http/allowed-host.ts';
import { createEventBus } from '../journal/event-bus.ts';
import { settingsFrom } from '../options/options.ts';
import type { EmulatorOptions } from '../options/options.ts';
import { createRecentUploads } from '../journal/recent-uploads.ts';
import { EmulatorError, stoppedError } from '../emulator-error.ts';
import { createScenarioPlayer } from '../scenario/player.ts';
import { createSeededWorld, seededSecrets } from '../world/world.ts';
import type { EmulatorContext } from '../context.ts';
import { readTls } from './tls.ts';
import { openStateFile } from '../world/state-file.ts';
import type { Recorder } from '../record/recorder.ts';
import type { World } from '../world/world.ts';
import type { EmulatorMode, EmulatorSettings } from '../options/option-table.ts';

/** A registered application, under the names of OAuth. */
export type EmulatorClient = WorldView['clients'][number];

export type EmulatorLifecycle = {
  /**
   * Listens on the address of the options, at the given port, otherwise the previous one, otherwise that of the options. After `stop` it can
   * start again with the same state. It doesn't keep the process alive, so that a failed test that never stopped it
   * doesn't keep its runner, unless it `holdsProcess`.
   */
  start(where?: { port?: number; holdsProcess?: boolean }): Promise<{ url: string }>;
  /** Closes all connections, frees the port and writes the state file. */
  stop(): Promise<void>;
  /** Without a trailing slash. Has no port before the first start. */
  readonly url: string;
  /** Sends a request without a network; works before `start` too. */
  inject(request: InjectOptions | string): Promise<LightMyRequestResponse>;
  readonly mode: EmulatorMode;
  /** Null if the control interface is disabled. */
  readonly controlToken: string | null;
  /** The console URL with the token; null if it is disabled. */
  readonly consoleUrl: string | null;
  /** The self-signed certificate in PEM, for the client to trust; null without one. */
  readonly certificate: string | null;
  /** The URL of the service that it records, or null; then applications and pilots are those of the service. */
  readonly records: string | null;
  /** The applications whose secret is known; a state file contains only digests. */
  readonly clients: EmulatorClient[];
  readonly pilots: PilotView[];
} & AsyncDisposable;

type EmulatorHost = {
  readonly hasEnded: boolean;
  readonly control: ControlContext;
} & EmulatorLifecycle &
  SideWorld;

const longestHoldMs = 2 ** 31 - 1;

/** The initial time of a virtual clock, so that runs repeat. */
const virtualStartMs = Date.UTC(2026, 4, 12, 12);

/**
 * Rejects with an `EmulatorError` for an invalid option, a state file that is damaged, in use or not writable, or an invalid
 * scenario.
 */
export function createHost(options: EmulatorOptions): Promise<EmulatorHost> {
  return createAnyHost(options, false);
}

/** @param isWorld one of several parallel ones, which has no port */
async function createAnyHost(options: EmulatorOptions, isWorld: boolean): Promise<EmulatorHost> {
  const settings = settingsFrom(options);
  if (settings.stateFile !== null && settings.scenario !== null) {
    throw new EmulatorError(
      'option',
      'A scenario starts from the beginning, but a state file continues; use either --scenario or --state.',
    );
  }
  if (settings.record !== null && settings.clockScale !== 1) {
    throw new EmulatorError('option', '--record measures a service in its own time; leave out --clock-scale.');
  }
  const tls = await readTls(settings);
  const clock = clockFrom(options, settings);
  const file = settings.stateFile === null ? null : await openStateFile(settings.stateFile);
  if (file?.kept) clock.notBefore(file.kept.atMs);
  const world = file?.kept?.world ?? createSeededWorld();
  const state = file && (await file.keep(world, () => clock.now()));

  const events = createEventBus();
  const changed = (...what: ChangedPart[]) => {
    events.changed(...what);
    if (state === null) return;
    if (what.some((part) => isOfTheWorld.has(part))) state.changed();
    else state.counted();
  };

  let recorder: Recorder | null = null;
  let port = settings.port;
  let url = baseUrl(settings, { port: 0, isTls: tls !== null });
  let listening: { app: FastifyInstance; ending: AbortController } | null = null;
  let idle: Promise<FastifyInstance> | null = null;
  const forever = new AbortController();

  const checks = createChecks({ world, clock, settings, changed });
  const journal = createJournal({ mostEntries: settings.journalEntries, mostBytes: settings.journalBytes }, events);
  const images = createRecentUploads(() => settings.keepImagesBytes);
  const { onSecret } = options;
  const context: EmulatorContext = {
    world,
    clock,
    autoAdvance: createAutoAdvance(clock, () => settings.autoAdvance),
    settings,
    checks,
    journal,
    images,
    events,
    url: () => url,
    checkHost: createHostRule(settings),
    changed,
    ended: forever.signal,
    ...(onSecret && { onSecret }),
  };
  const secrets = seededSecrets();
  const controlToken = settings.control ? (settings.controlToken ?? randomSecret('ct_')) : null;
  const worlds: Worlds | null = isWorld
    ? null
    : createWorlds(
        () => url,
        controlToken ?? '',
        options,
        (own) => createAnyHost(own, true),
      );
  const control: ControlContext = createControlContext({
    context,
    secrets,
    worlds: worlds === null || settings.record !== null ? noWorlds(settings) : worlds,
    recording: { read: () => recorder?.report() ?? null, scenario: () => recorder?.scenario() ?? null },
    createStage: (emulator) => createScenarioPlayer(emulator, options),
  });
  onSecret?.({ kind: 'page_key', value: world.pageKey });
  if (controlToken !== null) onSecret?.({ kind: 'control_token', value: controlToken });
  const newApp = (ending: AbortSignal) =>
    createApp({ context: control, controlToken, state, tls, worlds, recorder, ending });

  // start and stop run one after the other.
  let last: Promise<unknown> = Promise.resolve();
  const runExclusive = <T>(step: () => Promise<T>): Promise<T> => {
    const done = last.catch(() => undefined).then(step);
    last = done;
    return done;
  };

  const start = async (where: { port?: number; holdsProcess?: boolean }) => {
    if (forever.signal.aborted) throw stoppedError();
    if (listening !== null) throw new EmulatorError('not-allowed', `The emulator is already running at ${url}.`);
    const wanted = settingsFrom({ port: where.port ?? port }).port;
    const ending = new AbortController();
    const app = await newApp(ending.signal);
    listening = { app, ending };
    await app.listen({ host: settings.host, port: wanted }).catch(async (cause: unknown) => {
      listening = null;
      await app.close();
      throw listenError(settings.host, wanted, cause);
    });
    if (where.holdsProcess !== true) {
      app.server.unref();
      app.server.on('connection', (socket: Socket) => socket.unref());
    }
    ({ port } = app.server.address() as AddressInfo);
    url = baseUrl(settings, { port, isTls: tls !== null });
    return { url };
  };

  const stop = async () => {
    const running = listening;
    listening = null;
    running?.ending.abort();
    await running?.app.close();
    await state?.flush();
    await recorder?.save();
  };

  const end = async () => {
    forever.abort();
    control.scenario.interrupt('the emulator was stopped');
    try {
      await worlds?.close();
      await (await idle)?.close();
      await runExclusive(stop);
    } finally {
      if (typeof options.clock !== 'object') clock.close();
      state?.release();
    }
  };

  const host: EmulatorHost = {
    start: (where = {}) => runExclusive(() => start(where)),
    stop: () => runExclusive(stop),
    get url() {
      return url;
    },
    get hasEnded() {
      return forever.signal.aborted;
    },
    async inject(request) {
      if (forever.signal.aborted) throw stoppedError();
      const app = listening?.app ?? (await (idle ??= newApp(forever.signal)));
      // Nothing else holds a process that waits for a slow answer.
      const release = afterRealTime(longestHoldMs, () => undefined, true);
      return app.inject(request).finally(release);
    },
    async handle(request, response) {
      const app = await (idle ??= newApp(forever.signal));
      app.routing(request, response);
    },
    mode: settings.mode,
    certificate: settings.tlsSelfSigned ? (tls?.cert ?? null) : null,
    controlToken,
    records: settings.record,
    get consoleUrl() {
      // The fragment is never sent to the server.
      return controlToken === null ? null : `${url}/_emulator/#token=${encodeURIComponent(controlToken)}`;
    },
    get clients() {
      return settings.record === null ? listClients(world, secrets) : [];
    },
    get pilots() {
      const pilots = settings.record === null ? [...world.pilots.values()] : [];
      return pilots.map(({ id, name }) => ({ id, name }));
    },
    control,
    [Symbol.asyncDispose]: end,
  };
  try {
    recorder = await openRecorder(context);
    if (settings.scenario !== null) await control.scenario.open(settings.scenario);
  } catch (cause) {
    await end();
    throw cause;
  }
  return host;
}

function noWorlds({ record }: EmulatorSettings): WorldsControl {
  const refuse = (): never => {
    const message = 'A world has no worlds of its own; ask the emulator that contains it.';
    throw new EmulatorError('not-allowed', record === null ? message : 'An emulator with --record has no worlds.');
  };
  return { list: () => [], add: refuse, remove: refuse };
}

/** Changes of these parts delay the response until they are saved. */
const isOfTheWorld: ReadonlySet<ChangedPart> = new Set<ChangedPart>([
  'applications',
  'pilots',
  'consents',
  'tokens',
  'flights',
  'faults',
]);

function clockFrom({ clock = 'system' }: EmulatorOptions, { clockScale }: EmulatorSettings): EmulatorClock {
  if (clock === 'system') return createClock({ scale: clockScale });
  if (clock === 'virtual') return createClock({ startMs: virtualStartMs, scale: 0 });
  if (typeof clock === 'object' && typeof clock.now === 'function') return clock;
  throw new EmulatorError('option', 'clock: expected system, virtual or a clock.');
}

function listClients(world: World, secrets: ReadonlyMap<string, string>): EmulatorClient[] {
  return [...world.applications.values()].flatMap(({ clientId, secretDigest, redirectUris }) => {
    const secret = secrets.get(clientId);
    const isKnown = secret !== undefined && digestOf(secret) === secretDigest;
    return isKnown ? [{ client_id: clientId, client_secret: secret, redirect_uris: [...redirectUris] }] : [];
  });
}

// Loads the recorder for an emulator that is a proxy in front of a real service, and rejects options that contradict it.

/** Rejects with an `EmulatorError`. Returns null for an emulator that serves itself. */
async function openRecorder(context: EmulatorContext): Promise<Recorder | null> {
  const { record, recordTo, scenario, stateFile, port } = context.settings;
  if (record === null) {
    if (recordTo === null) return null;
    throw new EmulatorError('option', '--record-to needs --record with the URL of the service to record.');
  }
  if (scenario !== null || stateFile !== null) {
    throw new EmulatorError(
      'option',
      '--record forwards to a real service; don’t combine it with --scenario or --state.',
    );
  }
  const { protocol, port: servicePort } = new URL(record);
  if (protocol === 'http:' && port !== 0 && Number(servicePort || 80) === port) {
    throw new EmulatorError('option', `--record: ${record} is the emulator itself; choose another --port.`);
  }
  const { createRecorder } = await import('../record/recorder.ts');
  return createRecorder(context, record, recordTo);
}

type AddressSettings = Pick<EmulatorSettings, 'host' | 'publicUrl'>;

/** Without a trailing slash. */
function baseUrl({ host, publicUrl }: AddressSettings, { port, isTls }: { port: number; isTls: boolean }): string {
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, '');
  return `${isTls ? 'https' : 'http'}://${reachable(host)}${port === 0 ? '' : `:${port}`}`;
}

/** A wildcard address is reachable on this computer as loopback. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

// Explains why a port can't be used.

function listenError(host: string, port: number, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new EmulatorError('port', `${host} is not an address of this computer; use 0.0.0.0 for all of them.`);
  }
  if (code === 'EADDRINUSE') {
    return new EmulatorError('port', `Port ${port} is in use; choose another one, or 0 for any free port.`);
  }
  return code === 'EACCES'
    ? new EmulatorError('port', `No permission to use port ${port}; choose one above 1023.`)
    : cause;
}
