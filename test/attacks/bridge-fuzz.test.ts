// A window that sends whatever it likes over the desktop's bridge to a whole companion.
// Every call is answered as the contract defines, no other sender is accepted, and the process stays well.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { imageBytesSchema } from '../../main/contract/bridge.ts';
import { commandOutputs, intakeAnswerSchema } from '../../main/contract/command-outputs.ts';
import { commandInputs, type CommandName } from '../../main/contract/commands.ts';
import { failureSchema } from '../../main/contract/failure.ts';
import { serveWindow } from '../../main/electron/ipc.ts';
import { createReceivedFiles } from '../../main/electron/received-files.ts';
import { channels } from '../../main/electron/preload/channels.ts';
import { fc } from '../support/fast-check.ts';
import { openFlightDeck, pngOf } from '../support/flight-deck.ts';

const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];
const polluting = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
const deep = Array.from({ length: 1_000 }).reduce((value) => ({ id: value }), 'bottom' as unknown);
const circle: Record<string, unknown> = { id: 'job-1' };
circle['self'] = circle;

/** Values that nobody expects. All can be sent between processes. */
const wild = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true }),
  fc.constantFrom<unknown>(
    ...inherited,
    'x'.repeat(100_000),
    '\ud800',
    /(a+)+$/,
    new Error('of the window'),
    new Uint8Array(9),
    Array.from({ length: 2_000 }, () => 'job-1'),
    deep,
    circle,
    JSON.parse(polluting),
    { toJSON: 1, toString: null, valueOf: 'none' },
  ),
);
const mostly = (good: fc.Arbitrary<unknown>, weight = 5) =>
  fc.oneof({ weight, arbitrary: good }, { weight: 1, arbitrary: wild });

/** What some field takes. Paths stay in the folder of the test, and addresses lead nowhere. */
const plausible = (folder: string): readonly unknown[] => [
  ...'job-1 job-2 flight-1 demo service emulator queue completed approve dark ../../a.png'.split(' '),
  'http://127.0.0.1:9/callback?code=x&state=y',
  '0'.repeat(64),
  '',
  1,
  50,
  null,
  true,
  false,
  { approval: true },
  { names: { only: '(((((', not: '*' } },
  { kind: 'report', stripId: 'job-1' },
  { address: 'https://nowhere.invalid' },
  [`${folder}/a.png`],
  [],
  ...['', '/a.png', '/missing.png', '/link.png', '/a\u0000b', `/${'x'.repeat(300)}`].map((path) => folder + path),
];

const senders = ['window', 'window', 'window', 'window', 'window', 'window', 'frame', 'elsewhere', 'gone'] as const;

function callsFrom(folder: string) {
  const field = mostly(fc.constantFrom(...plausible(folder)));
  const inputOf = (name: CommandName) => {
    const { shape = {} } = commandInputs[name] as unknown as { shape?: Record<string, unknown> };
    const fields = Object.fromEntries(Object.keys(shape).map((one) => [one, field]));
    const input = fc.record(fields, { requiredKeys: Object.keys(fields).slice(0, -1) });
    return mostly(
      fc.oneof(
        { weight: 9, arbitrary: fc.record(fields) },
        input,
        fc
          .tuple(input, fc.constantFrom(...inherited, 'extra'), wild)
          .map(([given, extra, value]) =>
            Object.defineProperty({ ...given }, extra, { value, enumerable: true, configurable: true }),
          ),
      ),
      12,
    );
  };
  const command = fc
    .constantFrom(...(Object.keys(commandInputs) as CommandName[]))
    .chain((name) => inputOf(name).map((input) => [name, input] as unknown[]));
  const file = fc.record({ name: field, path: field });
  const on = (channel: string, values: fc.Arbitrary<unknown[]>) => values.map((drawn) => ({ channel, values: drawn }));
  const one = <T>(value: fc.Arbitrary<T>) => value.map((drawn) => [drawn] as unknown[]);
  const call = fc.oneof(
    { weight: 16, arbitrary: on(channels.call, command) },
    on(channels.call, fc.tuple(fc.oneof(fc.constantFrom(...inherited, 'app.state ', 'APP.STATE'), wild), wild)),
    on(channels.files, one(mostly(fc.array(mostly(file), { maxLength: 4 })))),
    on(channels.fileBytes, one(fc.record({ name: field, bytes: mostly(fc.uint8Array(), 2) }))),
    on(
      channels.image,
      one(mostly(fc.constantFrom('job-1', 'flight-1', 'job-', '../job-1', `job-${'9'.repeat(40)}`), 2)),
    ),
    on(channels.heard, one(mostly(fc.constantFrom(null, 1, 50, 10_000_000), 2))),
    on(channels.begun, fc.array(wild, { maxLength: 5 })),
  );
  return fc.record({ sender: fc.constantFrom(...senders), call });
}

const page = { id: 1, isDestroyed: () => false, send() {}, reload() {} };
const mainFrame = { parent: null, origin: 'app://pilot-companion' };
const events: Readonly<Record<(typeof senders)[number], unknown>> = {
  window: { sender: page, senderFrame: mainFrame },
  frame: { sender: page, senderFrame: { ...mainFrame, parent: mainFrame } },
  elsewhere: { sender: page, senderFrame: { parent: null, origin: 'https://evil.example' } },
  gone: { sender: page, senderFrame: null },
};

const refusal = z.object({ ok: z.literal(false), failure: failureSchema }).strict();
const success = z.object({ ok: z.literal(true), value: z.unknown() });
function schemaOf(channel: string, name: unknown): z.core.$ZodType {
  if (channel === channels.image) return imageBytesSchema;
  if (channel === channels.heard || channel === channels.begun) return z.null();
  return channel === channels.call ? commandOutputs[name as CommandName] : z.array(intakeAnswerSchema);
}

test('every call of a window is answered as the contract defines, and none of another sender is accepted', async () => {
  await using deck = await openFlightDeck();
  const folder = join(deck.dataDir, '..', 'fuzzed');
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.png'), pngOf('a report'));
  symlinkSync('/etc/hostname', join(folder, 'link.png'));
  await deck.drop(deck.image(), deck.image());
  const bugs: string[] = [];
  const handlers = new Map<string, (event: unknown, ...values: unknown[]) => Promise<unknown>>();
  const undo = serveWindow({
    ipcMain: { handle: (channel, handler) => void handlers.set(channel, handler as never) },
    companion: Promise.resolve(deck.companion()),
    contents: () => page as never,
    receivedFiles: createReceivedFiles(join(deck.dataDir, 'received')),
    log: {
      debug() {},
      info() {},
      warn() {},
      error: (told, fields) => void bugs.push(`${told} ${String(fields?.['bug'])}`),
    },
  });
  onTestFinished(undo);
  const untouched = Object.getOwnPropertyNames(Object.prototype).length;
  const heard: [sender: string, kind: string][] = [];
  const count = 432;
  const atOnce = 16;
  const drawn = fc.sample(callsFrom(folder), count);
  for (let from = 0; from < count; from += atOnce) {
    let pending = atOnce;
    const batch = drawn.slice(from, from + atOnce).map(async ({ sender, call: { channel, values } }) => {
      // As between processes: a copy without the page's prototypes.
      const answer = await handlers.get(channel)!(events[sender], ...structuredClone(values)).finally(
        () => (pending -= 1),
      );
      const kind = refusal.safeParse(answer).data?.failure.kind ?? 'accepted';
      if (kind === 'accepted') z.parse(schemaOf(channel, values[0]), success.parse(answer).value);
      heard.push([sender, kind]);
    });
    // A wait for the service or the pilot ends within this virtual time.
    await deck.until(() => pending === 0, 20 * 60_000);
    await Promise.all(batch);
  }
  expect(heard).toHaveLength(count);
  expect(heard.filter(([sender, kind]) => (sender !== 'window') !== (kind === 'not-permitted'))).toEqual([]);
  expect(heard.filter(([, kind]) => kind === 'unexpected')).toEqual([]);
  expect(heard.filter(([, kind]) => kind === 'accepted').length).toBeGreaterThan(count / 20);
  commandOutputs['app.state'].parse(await deck.state());
  expect([Object.getOwnPropertyNames(Object.prototype).length, 'polluted' in {}, bugs]).toEqual([untouched, false, []]);
});
