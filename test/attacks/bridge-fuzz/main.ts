// `npm run fuzz:bridge [-- --count N --seed S]`: random calls against a whole companion through the desktop's bridge,
// random requests to the one over HTTP, then a million events to a window that does not read. Prints seed, counts and
// findings; exits with 1 if there are findings.
import { parseArgs } from 'node:util';
import { sendEvents } from './events.ts';
import { fuzzHttp } from './http.ts';
import { fuzzBridge } from './run.ts';

const { values } = parseArgs({
  options: { count: { type: 'string' }, seed: { type: 'string' }, events: { type: 'string' } },
});
const count = Number(values.count ?? 20_000);
const events = Number(values.events ?? 1_000_000);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const say = (message: string) => void process.stdout.write(`${message}\n`);
const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MB`;

say(`seed ${seed}, ${count} calls`);
const { answered, findings, growthBytes } = await fuzzBridge({ seed, count });
for (const [kind, times] of [...answered].toSorted(([, a], [, b]) => b - a))
  say(`  ${String(times).padStart(7)}  ${kind}`);
say(`  memory grew by ${megabytes(growthBytes)}`);
for (const { number, call, message } of findings)
  say(`FOUND at ${number}: ${message}\n  ${JSON.stringify(call, leaveOut)?.slice(0, 500)}`);

const overHttp = await fuzzHttp({ seed, count: Math.ceil(count / 4) });
say(
  `over HTTP: ${[...overHttp.byStatus]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([status, times]) => `${status || 'cut off'} × ${times}`)
    .join(', ')}`,
);
for (const message of overHttp.findings) say(`FOUND ${message}`);

const flood = await sendEvents(events);
say(
  `${events} events to a window that does not read: memory grew by ${megabytes(flood.growthBytes)} at most, ${flood.letGo ? 'it was let go' : 'it was kept'}; a window that reads heard ${flood.heard}`,
);
const isWell =
  findings.length === 0 &&
  overHttp.findings.length === 0 &&
  flood.letGo &&
  flood.heard === events &&
  flood.growthBytes < 256 * 1024 ** 2;
process.exitCode = isWell ? 0 : 1;

function leaveOut(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  return typeof value === 'string' && value.length > 80 ? `${value.slice(0, 80)}… (${value.length})` : value;
}
