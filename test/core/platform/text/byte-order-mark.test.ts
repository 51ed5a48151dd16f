// A byte order mark is dropped wherever text comes in, so that what was saved by Notepad or piped by PowerShell is read.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { readConfiguration } from '../../../../broker/configuration.ts';
import { createEmulator } from '../../../../emulator/emulator.ts';
import { loadScenario, createScenarioSchema } from '../../../../emulator/scenario/load-scenario.ts';
import { createParsedCommands, type Handlers } from '../../../../main/core/app/commands/dispatch.ts';
import { readPreset } from '../../../../main/core/settings/presets.ts';
import { verbatim } from '../../../../main/messages/message.ts';
import { createSecretInput } from '../../../../main/node/cli/terminal/secret-input.ts';
import { createSettingsStore } from '../../../../main/node/system/settings-store.ts';

const mark = '\uFEFF';
const folder = mkdtempSync(join(tmpdir(), 'mark-'));
afterAll(() => rmSync(folder, { recursive: true }));
function file(name: string, text: string) {
  writeFileSync(join(folder, name), mark + text);
  return join(folder, name);
}
const clock = { now: () => 0 };

/** What a command's handler gets. */
async function inputOf(name: string, input: unknown) {
  let seen: unknown;
  const handlers = new Proxy({}, { get: () => (given: unknown) => void (seen = given) }) as Handlers;
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  await createParsedCommands({ handlers, log, failureOf: () => ({ kind: 'internal' }) as never })(name, input);
  return seen;
}

const scenario = '{ "title": "A day", "about": "What happens.", "steps": [] }';
const secretOf = (stdin: PassThrough & { isTTY?: boolean; setRawMode?(): void }) =>
  createSecretInput(stdin, { write() {} }).read(verbatim(''));

it.each<[string, () => unknown, unknown]>([
  ['a piped secret', () => secretOf(new PassThrough().end(`${mark}s3cret\r\n`)), 's3cret'],
  [
    'a secret pasted into a terminal',
    () => secretOf(Object.assign(new PassThrough().end(`${mark}s3cret\r`), { isTTY: true, setRawMode() {} })),
    's3cret',
  ],
  [
    'a passphrase of the window',
    () => inputOf('secrets.unlock', { passphrase: `${mark}one two three` }),
    { passphrase: 'one two three' },
  ],
  [
    'a pasted redirect',
    () => inputOf('account.pasteRedirect', { address: `${mark}http://127.0.0.1/?code=1` }),
    { address: 'http://127.0.0.1/?code=1' },
  ],
  ['a preset', () => readPreset(`${mark}{"format":1}`, 'x.json'), readPreset('{"format":1}', 'x.json')],
  ['settings', () => (file('settings.json', '{"a":1}'), createSettingsStore(folder, clock).read()), { a: 1 }],
  [
    'a scenario',
    async () => (await loadScenario(file('day.json', scenario), createScenarioSchema())).document.title,
    'A day',
  ],
  [
    'a scenario in YAML',
    async () => (await loadScenario(file('day.yaml', scenario), createScenarioSchema())).document.title,
    'A day',
  ],
  [
    'the state of the emulator',
    async () => {
      await using first = await createEmulator();
      first.pilots.add({ id: 'third', name: 'Third' });
      await using second = await createEmulator({ stateFile: file('state.json', first.state.export()) });
      return second.pilots.list({}).items.map(({ id }) => id);
    },
    expect.arrayContaining(['third']),
  ],
  [
    'the secret of the broker',
    () =>
      readConfiguration({
        BROKER_SERVICE: 'https://service.example',
        BROKER_CLIENT_ID: 'app',
        BROKER_CLIENT_SECRET_FILE: file('secret', 's3cret\n'),
      }),
    expect.objectContaining({ configuration: expect.objectContaining({ clientSecret: 's3cret' }) as unknown }),
  ],
])('is no part of %s', async (_what, read, expected) => {
  expect(await read()).toEqual(expected);
});
