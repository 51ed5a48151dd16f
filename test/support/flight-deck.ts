// The whole companion with in-memory ports on a temporary data folder, against a real emulator, both on one virtual
// clock. `restart` ends the companion and opens it again on the same folder, as a new process would.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmulator, type Emulator, type EmulatorOptions, type FaultEffect } from '../../emulator/emulator.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../main/contract/commands.ts';
import type { CompanionEvent } from '../../main/contract/events.ts';
import { type Result } from '../../main/contract/failure.ts';
import type { AppState } from '../../main/contract/state.ts';
import { bays, type Bay, type Strip } from '../../main/contract/strip.ts';
import { createCompanion, type Companion, type CompanionOptions } from '../../main/core/app/companion.ts';
import type { Logger, Ports, SecretStore, SettingsStore } from '../../main/core/platform/ports.ts';
import { createMemoryStore } from '../../main/node/secrets/memory-store.ts';
import { samplePng } from './image-samples.ts';
import { asServiceClock, followRedirects } from './deck-service.ts';
import { isRequestOpen } from './open-requests.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';
import { memoryFolder } from '../setup/memory-folder.ts';
import { noEmbeddedService } from './no-embedded-service.ts';

/** Virtual time moves in such steps, with real time between them for sockets. */
const stepMs = 250;
/** What is waited for longer than usual is looked for less often: reading the state takes longer than a step. */
const usualLimitMs = 120_000;
const lateStepMs = 5_000;

/** `settings`: with the profile of the settings; by default with the deck's emulator. */
type DeckStart = Partial<Omit<CompanionOptions, 'profile'>> & { profile?: CompanionOptions['profile'] | 'settings' };

export type FlightDeck = Awaited<ReturnType<typeof openFlightDeck>>;

export async function openFlightDeck(
  options: EmulatorOptions & {
    signedIn?: boolean;
    /** A new folder by default. */
    dataDir?: string;
    /** Accepts errors that are logged as bugs, such as those of a full disk. */
    expectsMishaps?: boolean;
    trash?: Ports['desktop']['trash'];
    notify?: Ports['notify'];
    imageReader?: Ports['imageReader'];
    isOnBattery?: () => boolean;
    /**
     * Puts something between companion and emulator; `address` is the service's address for the companion.
     * `isForBrowser`: the browser uses it too.
     */
    between?: (emulatorUrl: string) => Promise<{ address: string; proxies?: Ports['proxies']; isForBrowser?: boolean }>;
    /** Writes the log like a host; by default there is none. */
    openLog?: (place: { dataDir: string; clock: VirtualClock }) => Logger;
    /** The service has its own clock, which is unaffected by setting the companion's. */
    hasOwnTime?: boolean;
    /** Called at each start. By default, secrets are in memory and survive each restart. */
    openSecrets?: (place: { dataDir: string; clock: VirtualClock }) => SecretStore;
  } = {},
) {
  const { signedIn = true, trash, between, hasOwnTime = false, expectsMishaps = false, ...others } = options;
  const { openSecrets, openLog, imageReader, isOnBattery, notify, ...rest } = others;
  const { dataDir: wantedDataDir, ...emulatorOptions } = rest;
  const folder = mkdtempSync(join(memoryFolder(), 'flight-deck-'));
  const dataDir = wantedDataDir ?? join(folder, 'data');
  const screenshots = join(folder, 'screenshots');
  mkdirSync(screenshots);
  const clock = createVirtualClock();
  const emulator = await createEmulator({
    autoConsent: true,
    clock: asServiceClock(clock, hasOwnTime),
    ...emulatorOptions,
  });
  const { url } = await emulator.start();
  const route: Awaited<ReturnType<NonNullable<typeof between>>> = between ? await between(url) : { address: url };
  const secrets = createMemoryStore();
  const settings = memorySettings();
  const resumes = new Set<() => void>();
  const networkHints = new Set<(online: boolean) => void>();
  const events: CompanionEvent[] = [];
  /** Errors logged as bugs: a test that succeeds has none. */
  const mishaps: unknown[] = [];
  const warnings: string[] = [];
  let companion: Companion | null = null;
  let images = 0;
  let approving: string | null = null;
  /** The scopes that the pilot selects on the consent page; null for all requested ones. */
  let scope: string | null = null;
  function agreedTo(address: string): string {
    const asked = new URL(address);
    if (scope !== null) asked.searchParams.set('scope', scope);
    return asked.href;
  }

  const ports = (): Ports => {
    const written = openLog?.({ dataDir, clock });
    return {
      clock,
      secrets: openSecrets?.({ dataDir, clock }) ?? secrets,
      // The emulator approves automatically, for the pilot in `login_hint`.
      browser: {
        open: (address) =>
          followRedirects(
            agreedTo(approving === null ? address : `${address}&login_hint=${approving}`),
            route.address,
            route.isForBrowser ? route.address : url,
          ),
      },
      settings,
      log: {
        debug: (message, fields) => written?.debug(message, fields),
        info: (message, fields) => written?.info(message, fields),
        warn(message, fields) {
          warnings.push(message);
          written?.warn(message, fields);
        },
        error(message, fields) {
          mishaps.push({ message, fields });
          written?.error(message, fields);
        },
      },
      system: {
        onResume: (listener) => (resumes.add(listener), () => void resumes.delete(listener)),
        onNetworkHint: (listener) => (networkHints.add(listener), () => void networkHints.delete(listener)),
        ...(isOnBattery && { isOnBattery }),
      },
      ...(route.proxies && { proxies: route.proxies }),
      desktop: trash ? { trash } : {},
      embeddedService: noEmbeddedService,
      ...(imageReader && { imageReader }),
      ...(notify && { notify }),
    };
  };

  async function open({ profile, ...more }: DeckStart = {}): Promise<Companion & AsyncDisposable> {
    const opened = await createCompanion({
      ports: ports(),
      dataDir,
      host: { kind: 'browser', version: '0.0.0-test' },
      ...(profile !== 'settings' && { profile: profile ?? { kind: 'emulator', address: route.address } }),
      ...more,
    });
    if (!opened.ok) throw new Error(`${opened.failure.message.id} (${opened.failure.code})`);
    opened.value.subscribe((event) => events.push(event));
    return Object.assign(opened.value, { [Symbol.asyncDispose]: opened.value.stop });
  }

  const here = () => {
    if (!companion) throw new Error('the companion is not open');
    return companion;
  };
  const ask = <N extends CommandName>(name: N, input: CommandInput<N>) =>
    here().handle(name, input) as Promise<Result<CommandOutput<N>>>;
  async function answer<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
    const result = await ask(name, input);
    if (!result.ok) throw new Error(`${name}: ${result.failure.message.id}`);
    return result.value;
  }
  async function strips(bay?: Bay): Promise<Strip[]> {
    const wanted = bay ? [bay] : bays;
    const pages = await Promise.all(wanted.map((one) => answer('strips.page', { bay: one, after: null, limit: 200 })));
    return pages.flatMap((page) => page.strips);
  }

  const realMillisecond = () => new Promise((resolve) => setTimeout(resolve, 1));

  /** If no answer is pending, time advances to the next timer immediately. */
  async function pass(ms: number) {
    for (let left = ms; left > 0;) {
      const isAwaiting = isRequestOpen();
      const step = Math.min(left, isAwaiting ? stepMs : Math.max(1, clock.nextInMs));
      await clock.advance(step);
      // An answer gets real time to arrive, more of it on a busy machine.
      if (isAwaiting) await realMillisecond();
      for (let more = 5; more > 0 && isRequestOpen(); more -= 1) await realMillisecond();
      left -= step;
    }
  }

  /** Advances a long time in large steps. */
  async function passQuickly(ms: number) {
    for (let left = ms; left > 0; left -= 15_000) {
      await clock.advance(Math.min(left, 15_000));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /**
   * Advances time until the condition holds; throws with the board's state if `limitMs` of virtual time were not
   * enough.
   */
  async function until(holds: () => boolean | Promise<boolean>, limitMs = usualLimitMs) {
    const stepAfter = (passed: number) => (passed < usualLimitMs ? stepMs : lateStepMs);
    for (let passed = 0; !(await holds()); passed += stepAfter(passed)) {
      if (passed >= limitMs) {
        // On a busy machine, gives pending work and what follows it time to finish.
        for (let waits = 0; waits < 100; waits += 1) {
          await new Promise((resolve) => setTimeout(resolve, 50));
          if (await holds()) return;
          await pass(stepMs);
        }
        const board = (await strips()).map((one) => `${one.id} ${one.bay} ${one.stage} ${one.reason?.kind ?? ''}`);
        throw new Error(`it does not come about within ${limitMs} ms; the board: ${JSON.stringify(board)}`);
      }
      await pass(stepAfter(passed));
    }
  }

  const deck = {
    clock,
    emulator,
    url,
    dataDir,
    screenshots,
    secrets,
    settings,
    events,
    warnings,
    open,
    ask,
    answer,
    strips,
    pass,
    passQuickly,
    until,
    companion: here,
    state: (): Promise<AppState> => answer('app.state', {}),
    resume: () => resumes.forEach((listener) => listener()),
    networkHint: (online: boolean) => networkHints.forEach((listener) => listener(online)),
    /** A small complete image with unique content; returns its path. */
    image(name = `report-${(images += 1)}.png`, into = folder): string {
      const path = join(into, name);
      writeFileSync(path, pngOf(`${name} ${(images += 1)}`));
      return path;
    },
    file(name: string, content: string | Buffer): string {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    copy: (from: string, name: string) => copyFileSync(from, join(screenshots, name)),
    /** The names of the files that the service has flights of. */
    sent: () => emulator.flights.list().items.map(({ fileName }) => fileName),
    /** What happens to the next uploads. */
    addUploadFault: (effect: FaultEffect, times = 1) =>
      emulator.faults.add({ match: { method: 'POST', path: '/api/v1/flights' }, times, effect }),
    async drop(...paths: string[]) {
      const files = paths.map((path) => ({ path, name: path.slice(path.lastIndexOf('/') + 1) }));
      const result = await here().addFiles(files, { kind: 'dropped' });
      if (!result.ok) throw new Error(result.failure.message.id);
      return result.value;
    },
    /** Signs in as another pilot. */
    async signInAs(pilot: string) {
      approving = pilot;
      await answer('account.signIn', { otherPilot: true });
      approving = null;
    },
    /** Sets the pilot who approves on the consent page. */
    agreeAs(pilot: string) {
      approving = pilot;
    },
    /** Signs in, and grants only these scopes. */
    async signInWithScope(agreed: string) {
      scope = agreed;
      await answer('account.signIn', {});
      scope = null;
    },
    async signIn() {
      await answer('account.signIn', {});
    },
    async restart(more: DeckStart = {}) {
      await companion?.stop();
      companion = await open(more);
    },
    async stop() {
      await companion?.stop();
      companion = null;
    },
    async [Symbol.asyncDispose]() {
      await companion?.stop();
      if (mishaps.length > 0 && !expectsMishaps) throw new Error(`logged as a bug: ${JSON.stringify(mishaps)}`);
      await emulator[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  companion = await open();
  if (signedIn) await deck.signIn();
  return deck;
}

export function memorySettings(initial?: unknown): SettingsStore {
  let document = initial;
  const listeners = new Set<() => void>();
  return {
    read: () => structuredClone(document),
    write(value) {
      document = structuredClone(value);
      for (const listener of listeners) listener();
    },
    keepAside: () => 'settings.unreadable.json',
    onChange: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
  };
}

/** A small PNG, whose pixels are unique to the text. */
export const pngOf = (text: string, padBytes = 0): Buffer => samplePng({ text, comment: text, padBytes });

export type { Emulator, SecretStore };
