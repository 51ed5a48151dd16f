// The emulator in a separate process, with a state file: after a kill it comes back on the same port with everything it
// has acknowledged. Its journal is collected continuously, because it is lost with the process.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FaultView, FlightView, JournalDetail, JournalEntry } from '../../../emulator/api-types.ts';
import type { FaultRequest } from '../../../emulator/emulator.ts';

export type Mode = 'extended' | 'strict';
type Page<T> = { readonly items: readonly T[]; readonly next: string | null };

export function createEmulatorProcess(options: {
  readonly folder: string;
  readonly mode: Mode;
  readonly tooFastRestarts: boolean;
  readonly scale: number;
  readonly seed: string;
  readonly faults: readonly FaultRequest[];
}) {
  const token = 'control-token-of-the-campaign-0001';
  let child: ChildProcess | null = null;
  let url = '';
  let life = 0;
  let readUpTo = 0;
  /** Of all its runs, in order. */
  const journal = new Map<string, JournalEntry>();
  const faultNames = new Map<string, string>();
  let hasFaults = true;

  async function control<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${url}/_emulator${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  }

  /** `now`: its clock continues from there, as if it had not stopped. */
  async function start(now?: number) {
    const port = url === '' ? '0' : new URL(url).port;
    child = spawn(
      process.execPath,
      [
        join(import.meta.dirname, '../../../emulator/main.ts'),
        '--port',
        port,
        '--json',
        '--quiet',
        '--auto-consent',
        '--control-token',
        token,
        '--keep-images',
        '0',
        '--mode',
        options.mode,
        '--clock-scale',
        String(options.scale),
        '--seed',
        options.seed,
        '--state',
        join(options.folder, 'world.json'),
        '--min-gap',
        '5s',
        '--access-lifetime',
        '4m',
        ...(options.tooFastRestarts ? ['--too-fast-restarts'] : []),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
    url = (JSON.parse(line) as { url: string }).url;
    if (now !== undefined) await control('POST', '/clock', { set: new Date(now).toISOString() }).catch(() => {});
    life += 1;
    readUpTo = 0;
    await control('DELETE', '/faults');
    for (const fault of hasFaults ? options.faults : []) {
      const { id } = await control<FaultView>('POST', '/faults', fault);
      faultNames.set(`${life}-${id}`, nameOf(fault));
    }
  }

  return {
    start,
    control,
    address: () => url,
    journal: () => [...journal.values()],

    /** Brings the journal up to date. */
    async look() {
      for (;;) {
        const after = readUpTo === 0 ? '' : `&after=${readUpTo}`;
        const { items } = await control<Page<JournalEntry>>('GET', `/journal?limit=1000${after}`);
        for (const entry of items) journal.set(`${life}-${entry.id}`, entry);
        // An open one is read again.
        const open = items.find((entry) => entry.outcome === 'open');
        readUpTo = open ? open.id - 1 : (items.at(-1)?.id ?? readUpTo);
        if (open || items.length < 1000) return;
      }
    },
    /** How often each fault was applied. */
    struck(): Map<string, number> {
      const counts = new Map<string, number>();
      for (const [key, { fault }] of journal) {
        if (fault === null) continue;
        const name = faultNames.get(`${key.split('-')[0]}-${fault}`) ?? 'another';
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      return counts;
    },
    async flights(): Promise<FlightView[]> {
      const flights: FlightView[] = [];
      for (let after = ''; ;) {
        const page = await control<Page<FlightView>>('GET', `/flights?limit=1000${after}`);
        flights.push(...page.items);
        if (page.next === null) return flights;
        after = `&after=${encodeURIComponent(page.next)}`;
      }
    },
    details: (id: number) => control<JournalDetail>('GET', `/journal/${id}`),
    async clearFaults() {
      hasFaults = false;
      await control('DELETE', '/faults');
    },
    async kill() {
      const ended = child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
      child?.kill('SIGKILL');
      await ended;
    },
  };
}

const nameOf = ({ effect, match }: FaultRequest): string => {
  const what = match?.grantType ? 'renewal' : match?.method === 'POST' ? 'upload' : match?.method ? 'read' : 'profile';
  if (effect.type === 'status') return `${what} ${effect.status}`;
  return effect.type === 'drop' ? `${what} drop ${effect.when}` : `${what} ${effect.type}`;
};
