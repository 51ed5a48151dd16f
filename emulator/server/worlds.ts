// Parallel emulators in one process, each under its own path, with its own state, clock, faults, journal and settings.
// They share the port, the control token and the options at startup. An unused one is removed after a while.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { every, stopwatchMs } from '../clock/clock.ts';
import type { ControlContext, WorldsControl } from '../control/control-context.ts';
import type { WorldView } from '../api-types.ts';
import { EmulatorError, refuseUnknown } from '../emulator-error.ts';
import { randomSecret } from '../http/digest.ts';
import { optionNames } from '../options/option-table.ts';
import type { OptionName } from '../options/option-table.ts';
import { readOption } from '../options/options.ts';
import type { EmulatorOptions } from '../options/options.ts';

export type SideWorld = {
  readonly url: string;
  readonly mode: WorldView['mode'];
  readonly clients: WorldView['clients'];
  readonly pilots: WorldView['pilots'];
  readonly control: Pick<ControlContext, 'scenario'>;
  /** Answers a request whose URL no longer contains the path of the world. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
} & AsyncDisposable;

export type Worlds = {
  /** Returns whether the request is for a world. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  close(): Promise<void>;
} & WorldsControl;

type Entry = {
  world: SideWorld;
  idleMs: number;
  usedAtMs: number;
};

const defaultIdleMs = 10 * 60_000;
const sweepMs = 1000;

/** Options of the process, which a world cannot have. */
const shared: ReadonlySet<OptionName> = new Set<OptionName>([
  ...(['port', 'host', 'allowedHosts', 'publicUrl', 'tlsCert', 'tlsKey', 'tlsSelfSigned'] as const),
  ...(['stateFile', 'scenario', 'record', 'recordTo', 'control', 'controlToken'] as const),
]);

/** @param url that of the emulator that contains them */
export function createWorlds(
  url: () => string,
  controlToken: string,
  options: EmulatorOptions,
  create: (options: EmulatorOptions) => Promise<SideWorld>,
): Worlds {
  const entries = new Map<string, Entry>();
  let stopSweeping: (() => void) | null = null;

  const remove = async (id: string) => {
    const entry = entries.get(id) ?? refuseUnknown(`World ${id}`);
    entries.delete(id);
    if (entries.size === 0) {
      stopSweeping?.();
      stopSweeping = null;
    }
    await entry.world[Symbol.asyncDispose]();
  };
  const sweep = () => {
    const nowMs = stopwatchMs();
    for (const [id, { usedAtMs, idleMs }] of entries) if (nowMs - usedAtMs > idleMs) void remove(id);
  };
  const view = (id: string, { world, idleMs }: Entry): WorldView => ({
    id,
    url: world.url,
    mode: world.mode,
    scenario: world.control.scenario.read()?.name ?? null,
    idleMs,
    clients: world.clients,
    pilots: world.pilots,
  });

  return {
    list: () => [...entries].map(([id, entry]) => view(id, entry)),
    async add({ id = randomSecret().slice(0, 12), idle, clock, mode, scenario, settings = {} }) {
      if (entries.has(id)) throw new EmulatorError('not-allowed', `World ${id} exists already.`);
      const world = await create({
        ...inherited(options),
        ...(clock !== undefined && { clock }),
        ...ownSettings(settings),
        ...(mode !== undefined && { mode }),
        controlToken,
        publicUrl: `${url()}/w/${id}`,
      });
      if (scenario !== undefined) {
        const which = typeof scenario === 'string' ? { name: scenario } : { document: scenario };
        await world.control.scenario.load(which).catch(async (cause: unknown) => {
          await world[Symbol.asyncDispose]();
          throw cause;
        });
      }
      const entry = { world, idleMs: idle ?? defaultIdleMs, usedAtMs: stopwatchMs() };
      entries.set(id, entry);
      stopSweeping ??= every(sweepMs, sweep);
      return view(id, entry);
    },
    remove,
    handle(request, response) {
      const [, id = '', rest = ''] = /^\/w\/([\w-]+)(.*)$/.exec(request.url ?? '') ?? [];
      const entry = entries.get(id);
      if (entry === undefined) return false;
      entry.usedAtMs = stopwatchMs();
      request.url = rest.startsWith('/') ? rest : `/${rest}`;
      void entry.world.handle(request, response);
      return true;
    },
    async close() {
      await Promise.all([...entries.keys()].map(remove));
    },
  };
}

/** A clock given as an object is not shared, because each world moves its own. */
function inherited({ clock, ...options }: EmulatorOptions): EmulatorOptions {
  const kept = Object.entries(options).filter(
    ([name]) => name === 'allowedHosts' || name === 'host' || !isShared(name),
  );
  return { ...Object.fromEntries(kept), ...(typeof clock === 'string' && { clock }) };
}

const isShared = (name: string) => shared.has(name as OptionName);

function ownSettings(settings: Record<string, unknown>): EmulatorOptions {
  const read = Object.entries(settings).map(([name, value]) => {
    const known = optionNames.find((other) => other === name);
    if (known === undefined || shared.has(known)) {
      const allowed = optionNames.filter((other) => !shared.has(other)).join(', ');
      throw new EmulatorError('option', `settings: a world has no option ${name}; allowed: ${allowed}.`);
    }
    return [known, readOption(known, value)];
  });
  return Object.fromEntries(read);
}
