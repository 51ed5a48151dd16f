// Nothing leaked: a whole day of a companion in one run, by the real command line, the real window in a real browser and a
// service that misbehaves; then every byte that it left anywhere is searched for every secret that was issued or made.
//
// Where secrets may be, and are therefore not looked for: the one file `secrets.vault.json`, where there is no keychain
// and the pilot allowed it; the address that the browser comes back to, which the service itself writes its code into. The
// window's own key stands in the address that the program prints, and works once.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmulator, type Emulator } from '../../emulator/emulator.ts';
import { createLeakSearch, type Leak, type Secret } from '../leaks/leak-search.ts';
import { startRecordingProxy, type RecordingProxy } from '../leaks/recording-proxy.ts';
import { launchBrowser } from '../support/browser.ts';
import { pngOf } from '../support/flight-deck.ts';

const cli = fileURLToPath(new URL('../../main/node/cli.ts', import.meta.url));
const vault = 'secrets.vault.json';
const applicationSecret = 'cs_The-pilots-own/secret+with=signs&more%20';

const folder = mkdtempSync(join(tmpdir(), 'leaks-'));
const dataDir = join(folder, 'data');
const running = new Set<ChildProcess>();
const secrets: Secret[] = [];
/** Everything that the companion said or left, by where. */
const left: { where: string; bytes: Buffer }[] = [];
let emulator: Emulator;
let browser: Browser;
let traffic: RecordingProxy;

beforeAll(async () => {
  emulator = await createEmulator({
    autoConsent: true,
    minGapMs: 100,
    checkDelayMs: 100,
    accessLifetimeMs: 4_000,
    onSecret: (secret) => void secrets.push(secret),
  });
  await emulator.start();
  emulator.applications.add({
    clientId: 'pilots-own',
    clientSecret: applicationSecret,
    redirectUris: ['http://127.0.0.1/callback/service'],
  });
  secrets.push({ kind: 'client_secret', value: applicationSecret });
  [browser, traffic] = await Promise.all([launchBrowser(), startRecordingProxy()]);
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await browser?.close();
  await traffic?.[Symbol.asyncDispose]();
  await emulator?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** The pilot's browser: says which address it was given, and the test goes there with a real one. */
const opener = join(folder, 'opener.mjs');
const opened = join(folder, 'opened');
writeFileSync(
  opener,
  `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(opened)}, process.argv.slice(2).join(' '));\n`,
);

function start(name: string, args: readonly string[], input = '') {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, ...env } = process.env;
  const child = spawn(process.execPath, [cli, '--data-dir', dataDir, '--allow-file-vault', ...args], {
    cwd: folder,
    env: { ...env, BROWSER: `${process.execPath} ${opener}` },
  });
  running.add(child);
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    left.push({ where: `standard output of ${name}`, bytes: chunk });
  });
  child.stderr.on('data', (chunk: Buffer) => left.push({ where: `standard error of ${name}`, bytes: chunk }));
  child.stdin.end(input);
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return { code: code as number | null, stdout };
  });
  return { child, ended, stdout: () => stdout };
}

async function run(name: string, args: readonly string[], input?: string): Promise<string> {
  const { code, stdout } = await start(name, args, input).ended;
  expect({ name, code }).toEqual({ name, code: 0 });
  return stdout;
}

async function until<T>(what: string, look: () => T | null | undefined | false): Promise<T> {
  for (let tries = 0; tries < 600; tries += 1) {
    const seen = look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`it does not come about: ${what}`);
}

const picture = (name: string) => {
  const path = join(folder, name);
  writeFileSync(path, pngOf(name, 40_000));
  return path;
};

const flights = () => emulator.flights.list().items.length;
const issued = (kind: string) => new Set(secrets.filter((one) => one.kind === kind).map((one) => one.value)).size;

/** What is on the disk just now, byte by byte and, of the database, value by value. */
function keepDisk(when: string) {
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === vault) continue;
    const path = join(entry.parentPath, entry.name);
    left.push({ where: `${relative(dataDir, path)} ${when}`, bytes: readFileSync(path) });
  }
}
function keepDatabase() {
  const database = new DatabaseSync(join(dataDir, 'companion.db'), { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  for (const { name } of tables) {
    const rows = database.prepare(`SELECT * FROM "${String(name)}"`).all();
    left.push({ where: `table ${String(name)}`, bytes: Buffer.from(JSON.stringify(rows)) });
  }
  database.close();
}
/** Where the tab keeps its own session with the window's server. */
const ownStorage = 'pilot-companion-session';
async function keepPage(name: string, page: Page) {
  const text = await page.evaluate((own) => {
    const { [own]: _, ...stored } = Object.fromEntries(Object.entries(sessionStorage));
    return JSON.stringify([
      location.href,
      document.documentElement.outerHTML,
      [...document.querySelectorAll('input')].map((input) => input.value),
      Object.entries(localStorage),
      stored,
      document.cookie,
      history.state,
      // Not the navigation, which is the address that the window was opened with.
      performance.getEntriesByType('resource').map((entry) => entry.name),
    ]);
  }, ownStorage);
  left.push({ where: `page ${name}`, bytes: Buffer.from(text) });
}

/** The sign-in as a pilot does it, in a browser of its own. */
async function signIn(name: string, args: readonly string[], input?: string) {
  rmSync(opened, { force: true });
  const signingIn = start(name, args, input);
  const address = await until('the browser is opened', () => existsSync(opened) && readFileSync(opened, 'utf8'));
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.getByText('signed in', { exact: false }).first().waitFor();
  await keepPage('that ends the sign-in', page);
  await context.close();
  left.push({ where: 'arguments of the browser', bytes: Buffer.from(address) });
  expect((await signingIn.ended).code).toBe(0);
}

async function openWindow(name: string, args: readonly string[]) {
  const { child, stdout } = start(name, [...args, '--json', 'window', '--no-open']);
  const address = await until('the window says where it is', () => /"(http:[^"]+)"/.exec(stdout())?.[1]);
  secrets.push({ kind: 'window key', value: address.slice(address.search(/[\w-]{40}/)) });
  const context = await browser.newContext({
    proxy: { server: traffic.address, bypass: '<-loopback>' },
    acceptDownloads: true,
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('main').waitFor();
  const ticket = await page.evaluate((name) => sessionStorage.getItem(name), ownStorage);
  for (const [kind, value] of Object.entries(JSON.parse(ticket ?? '{}') as Record<string, string>)) {
    secrets.push({ kind: `window ${kind}`, value });
  }
  return { child, page, context };
}

/** The window's key is printed, and spent by then; what it got for it goes with each request of its own. */
const maySay = ({ where, kind }: Leak) =>
  (kind === 'window key' && /^standard (output|error) of the window/.test(where)) ||
  (kind.startsWith('window ') && /^(request|answer)/.test(where)) ||
  // The address of the sign-in is printed and given to the browser: its state is in it, and nowhere else.
  (kind === 'state' && /^(arguments of the browser|standard output of sign-in)/.test(where));

test('a whole run leaves no token, code, verifier, secret or key anywhere', async () => {
  const service = ['service.address=' + emulator.url, 'service.clientId=pilots-own', 'profile=service'];
  await run('settings', ['settings', ...service]);
  await signIn('sign-in', ['sign-in', '--application-secret'], `${applicationSecret}\n`);

  // Uploads and renewals, with faults.
  const upload = { method: 'POST', path: '/api/v1/flights' };
  const { add } = emulator.faults;
  add({ match: upload, times: 1, effect: { type: 'status', status: 401, body: { detail: 'unauthorized' } } });
  add({ match: { path: '/oauth/userinfo' }, times: 1, effect: { type: 'garbage' } });
  const window = await openWindow('the window', []);
  await window.page
    .locator('input[type=file]')
    .first()
    .setInputFiles([picture('one.png')]);
  await until('it is there', () => flights() === 1);
  await until('it was renewed', () => issued('refresh_token') >= 3);
  await window.page.getByRole('link', { name: 'Settings' }).click();
  const [download] = await Promise.all([
    window.page.waitForEvent('download'),
    window.page.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  const saved = join(folder, 'by-window.json');
  await download.saveAs(saved);
  left.push({ where: 'diagnostics of the window', bytes: readFileSync(saved) });
  await keepPage('of the window', window.page);

  // Killed in the middle of an upload: what lies there then is what a thief would find.
  add({ match: upload, times: 1, effect: { type: 'throttle', bytesPerSecond: 5_000 } });
  await window.page.getByRole('link', { name: 'Board' }).click();
  await window.page
    .locator('input[type=file]')
    .first()
    .setInputFiles([picture('two.png')]);
  await window.page.getByText('two.png').first().waitFor();
  await until('it is on its way', () => emulator.journal.list().items.some((one) => one.outcome === 'open'));
  window.child.kill('SIGKILL');
  await once(window.child, 'close');
  keepDisk('after the crash');
  await window.context.close();

  // And goes on.
  await run('flights', ['--json', 'flights']);
  await run('diagnostics', ['--json', 'diagnostics', join(folder, 'by-command.json')]);
  left.push({ where: 'diagnostics of the command line', bytes: readFileSync(join(folder, 'by-command.json')) });
  await run('demonstration', ['--profile', 'demo', 'upload', picture('three.png'), '--wait']);
  keepDisk('at the end');
  keepDatabase();
  for (const { what, bytes } of traffic.kept()) left.push({ where: what, bytes });

  for (const kind of [
    'code',
    'access_token',
    'refresh_token',
    'client_secret',
    'code_verifier',
    'state',
    'page_key',
    'control_token',
    'window key',
    'window session',
  ]) {
    expect({ kind, isIssued: issued(kind) > 0 }).toEqual({ kind, isIssued: true });
  }
  const search = createLeakSearch(secrets);
  const leaks = left.flatMap(({ where, bytes }) => search.search(where, bytes)).filter((leak) => !maySay(leak));
  expect(leaks).toEqual([]);
  // Of the built-in service's own tokens nobody told: they have a form of their own.
  const demo = left.filter(({ bytes }) => /(?:at|rt|ac|cs|ct)_[A-Za-z0-9_-]{43}/.test(bytes.toString('latin1')));
  expect(demo.map(({ where }) => where)).toEqual([]);
  expect(left.length).toBeGreaterThan(60);
  expect(search.count).toBeGreaterThan(14);

  // The search would have seen it: a secret in the vault, which is the one place that was left out, is found.
  const inVault = search.search(vault, readFileSync(join(dataDir, vault)));
  expect(new Set(inVault.map(({ kind }) => kind))).toEqual(new Set(['access_token', 'refresh_token', 'client_secret']));
}, 120_000);
