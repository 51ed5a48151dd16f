// A separate process that reads as much as the rate limit allows, for request-scheduler-processes.test.ts: node
// reading-process.ts DATABASE ADDRESS TOKEN. Begins at a line on standard input, and prints the outcomes of its
// requests.
import { once } from 'node:events';
import { Agent } from 'undici';
import { ok } from '../../main/contract/failure.ts';
import { createFlightClient } from '../../main/core/service/flight-client.ts';
import { emulatorProfile } from '../../main/core/service/profile.ts';
import { openDatabase } from '../../main/core/storage/database/database.ts';
import { createRequests } from '../../main/core/storage/tables/requests.ts';
import { systemClock } from '../../main/core/platform/system-clock.ts';
import { createRequestScheduler } from '../../main/core/pacing/request-scheduler.ts';

const [path, address, token] = process.argv.slice(2);
const opened = openDatabase(path!);
if (!opened.ok) throw new Error(opened.failure.message.id);
const route = { dispatcher: new Agent(), isProxied: false, markFailed() {} };
const client = createFlightClient({
  profile: emulatorProfile('emulator', address!),
  clock: systemClock,
  network: { routeTo: () => Promise.resolve(route) },
  userAgent: 'test',
  log: { info() {} },
});
let inProgress = 0;
const scheduler = createRequestScheduler({
  clock: systemClock,
  accountId: 1,
  requests: createRequests(opened.value),
  client: {
    ...client,
    async list(call) {
      inProgress += 1;
      return client.list(call).finally(() => (inProgress -= 1));
    },
  },
  tokens: {
    accessToken: async () => ok({ value: token! }),
    rejected: async () => ok({ value: token! }),
    accepted() {},
  },
  waiting: () => 0,
  onChange() {},
});
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const outcomes: string[] = [];
const aborted = new AbortController();
/** Waiting for a slot can take a minute: not awaited here once nothing is in progress. */
const watch = setInterval(() => {
  if (inProgress === 0 && scheduler.nextReadAt(false) > systemClock.monotonic()) aborted.abort();
}, 20);
const reader = async () => {
  while (!aborted.signal.aborted) {
    const { kind } = await scheduler.list({ limit: 1, signal: aborted.signal });
    if (kind !== 'stopped') outcomes.push(kind);
  }
};
await Promise.all([reader(), reader(), reader()]);
clearInterval(watch);
process.stdout.write(JSON.stringify(outcomes));
process.exit(0);
