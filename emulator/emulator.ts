// The front door: one emulator of the Pilot Flight Service with its own world, time and settings. Any number of them
// live side by side in one process.

import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { createClock } from './clock.ts';
import type { EmulatorClock } from './clock.ts';
import type { ChangedPart } from './control/types.ts';
import { createControls } from './controls.ts';
import type { EmulatorControls } from './controls.ts';
import { createChecks } from './flights/checks.ts';
import { createJournal } from './journal/journal.ts';
import { createNews } from './news.ts';
import { settingsFrom } from './options.ts';
import type { EmulatorMode, EmulatorOptions, EmulatorSettings } from './options.ts';
import { EmulatorRefusal } from './refusal.ts';
import { createSeededWorld, seededSecrets } from './seed.ts';
import type { Service } from './service.ts';
import { createStateFile, loadStateFile } from './state-file.ts';
import type { World } from './world.ts';
import { digestOf } from './digest.ts';

export type {
  ApplicationChange,
  ApplicationView,
  ConsentFilter,
  ConsentView,
  EmulatorControls,
  FlightView,
  SignedIn,
  SignInRequest,
  TokenFilter,
} from './controls.ts';
export type { FaultRequest } from './fault-controls.ts';
export type { EmulatorClock } from './clock.ts';
export type { FlightFigures, FlightRecord } from './flights/record.ts';
export type { TokenResponse } from './oauth/grants.ts';
export type { EmulatorMode, EmulatorOptions, EmulatorSettings } from './options.ts';
export type { Fault, FaultEffect, FaultMatch } from './world.ts';
export { createClock } from './clock.ts';
export { EmulatorRefusal } from './refusal.ts';

/** A registered application, under the names of OAuth. */
export interface EmulatorClient {
  client_id: string;
  client_secret: string;
  redirect_uris: string[];
}

export interface EmulatorPilot {
  id: string;
  name: string;
}

export interface Emulator extends EmulatorControls, AsyncDisposable {
  /**
   * Listens on 127.0.0.1. The port is the one given, else the one it had before, else the option's. After `stop` it can
   * start again: the world stays, and time goes on.
   */
  start(where?: { port?: number }): Promise<{ url: string }>;
  /** Breaks all connections, frees the port and writes the state file. */
  stop(): Promise<void>;
  /** Without a slash at its end. Before the first start it has no port. */
  readonly url: string;
  /** A request without a network, whether or not it listens. */
  inject(request: InjectOptions | string): Promise<LightMyRequestResponse>;
  readonly mode: EmulatorMode;
  /** The applications whose secret is known: digests tell none, so one that an earlier run changed is not among them. */
  readonly clients: EmulatorClient[];
  readonly pilots: EmulatorPilot[];
  readonly clock: Pick<EmulatorClock, 'now' | 'advance'>;
}

/** Where a virtual clock begins, so that a run repeats. */
const virtualStartMs = Date.UTC(2026, 4, 12, 12);

/** Rejects with an `EmulatorRefusal` for a wrong option, or a state file that is no world or cannot be written. */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const settings = settingsFrom(options);
  const clock = clockFrom(options, settings);
  const { world, state } = openWorld(settings, clock);
  await state?.flush();
  const news = createNews();
  const changed = (...what: ChangedPart[]) => {
    news.changed(...what);
    state?.changed();
  };

  let port = settings.port;
  let url = 'http://127.0.0.1';
  let listening: { app: FastifyInstance; ending: AbortController } | null = null;
  let idle: Promise<FastifyInstance> | null = null;
  const forever = new AbortController();

  const checks = createChecks({ world, clock, settings, changed });
  const journal = createJournal(settings.journalEntries, news);
  const service: Service = { world, clock, settings, checks, journal, news, url: () => url, changed };
  const secrets = seededSecrets();

  // One after the other: a start that is under way is neither doubled nor overlooked by a stop.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
    const done = last.catch(() => undefined).then(step);
    last = done;
    return done;
  };

  const start = async (where: { port?: number }) => {
    if (listening !== null) throw new EmulatorRefusal('not-allowed', `The emulator runs already, at ${url}.`);
    const wanted = settingsFrom({ port: where.port ?? port }).port;
    const ending = new AbortController();
    const app = await createApp(service, ending.signal);
    listening = { app, ending };
    await app.listen({ host: '127.0.0.1', port: wanted }).catch(async (cause: unknown) => {
      listening = null;
      await app.close();
      throw portRefusal(wanted, cause);
    });
    ({ port } = app.server.address() as AddressInfo);
    url = `http://127.0.0.1:${port}`;
    return { url };
  };

  const stop = async () => {
    const running = listening;
    listening = null;
    running?.ending.abort();
    await running?.app.close();
    await state?.flush();
  };

  return {
    ...createControls(service, secrets),
    start: (where = {}) => inTurn(() => start(where)),
    stop: () => inTurn(stop),
    get url() {
      return url;
    },
    async inject(request) {
      const app = listening?.app ?? (await (idle ??= createApp(service, forever.signal)));
      return app.inject(request);
    },
    mode: settings.mode,
    get clients() {
      return listClients(world, secrets);
    },
    get pilots() {
      return [...world.pilots.values()].map(({ id, name }) => ({ id, name }));
    },
    clock: {
      now: () => clock.now(),
      async advance(delayMs) {
        if (!Number.isFinite(delayMs) || delayMs < 0) {
          throw new EmulatorRefusal('option', `Time moves forward, by milliseconds; ${delayMs} is not that.`);
        }
        await clock.advance(delayMs);
        changed();
      },
    },
    async [Symbol.asyncDispose]() {
      forever.abort();
      await inTurn(stop);
      await (await idle)?.close();
      if (typeof options.clock !== 'object') clock.close();
    },
  };
}

function clockFrom({ clock = 'system' }: EmulatorOptions, { clockScale }: EmulatorSettings): EmulatorClock {
  if (clock === 'system') return createClock({ scale: clockScale });
  if (clock === 'virtual') return createClock({ startMs: virtualStartMs, scale: 0 });
  if (typeof clock === 'object' && typeof clock.now === 'function') return clock;
  throw new EmulatorRefusal('option', 'clock takes system, virtual or a clock; what was given is none of them.');
}

function openWorld({ stateFile }: EmulatorSettings, clock: EmulatorClock) {
  const loaded = stateFile === null ? null : loadStateFile(stateFile);
  if (loaded !== null) clock.notBefore(loaded.atMs);
  const world = loaded?.world ?? createSeededWorld();
  return { world, state: stateFile === null ? null : createStateFile(stateFile, world, () => clock.now()) };
}

function listClients(world: World, secrets: ReadonlyMap<string, string>): EmulatorClient[] {
  return [...world.applications.values()].flatMap(({ clientId, secretDigest, redirectUris }) => {
    const secret = secrets.get(clientId);
    const isKnown = secret !== undefined && digestOf(secret) === secretDigest;
    return isKnown ? [{ client_id: clientId, client_secret: secret, redirect_uris: [...redirectUris] }] : [];
  });
}

function portRefusal(port: number, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE') {
    return new EmulatorRefusal('port', `Port ${port} is in use on this computer; take another one, or 0 for any free.`);
  }
  return code === 'EACCES'
    ? new EmulatorRefusal('port', `Port ${port} may not be opened by this user; take one above 1023.`)
    : cause;
}
