// The emulator in a separate process, with a state file: after a kill it comes back on the same port with everything it
// has acknowledged.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FlightView, JournalDetail } from '../../../emulator/api-types.ts';
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
    await control('DELETE', '/faults');
    for (const fault of hasFaults ? options.faults : []) await control('POST', '/faults', fault);
  }

  return {
    start,
    control,
    address: () => url,
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
