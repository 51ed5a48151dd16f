// One pilot's companion with its real command line, against an emulator that reports what it issues, with everything
// that it prints or leaves, by place: the data searched for leaks.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { createEmulator } from '../../emulator/emulator.ts';
import { pngOf } from '../support/flight-deck.ts';
import { createLeakSearch, type Leak, type Secret } from './leak-search.ts';
import { startRecordingProxy } from './recording-proxy.ts';

const cli = fileURLToPath(new URL('../../main/node/cli.ts', import.meta.url));
/** Where secrets are if there is no keychain and the pilot allowed it: the one excluded file. */
export const vaultName = 'secrets.vault.json';
/** Also its temporary replacement: being written now, or left by a killed process until the next write. */
const isVault = (name: string) => /^secrets\.vault\.json(\.[0-9a-f]{12})?$/.test(name);
const applicationSecret = 'cs_The-pilots-own/secret+with=signs&more%20';
/** Where the tab keeps its own session with the window's server. */
const ownStorage = 'pilot-companion-session';

export async function openLeakRun(options: {
  browser: Browser;
  /** For every command. */
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
}) {
  const { browser } = options;
  const folder = mkdtempSync(join(tmpdir(), 'leaks-'));
  const dataDir = join(folder, 'data');
  const running = new Set<ChildProcess>();
  const secrets: Secret[] = [{ kind: 'client_secret', value: applicationSecret }];
  const left: { where: string; bytes: Buffer }[] = [];
  const keep = (where: string, bytes: Buffer | string) => void left.push({ where, bytes: Buffer.from(bytes) });
  const scheduler = await startRecordingProxy();
  const emulator = await createEmulator({
    autoConsent: true,
    minGapMs: 100,
    checkDelayMs: 100,
    accessLifetimeMs: 4_000,
    onSecret: (secret) => void secrets.push(secret),
  });
  const { url } = await emulator.start();
  emulator.applications.add({
    clientId: 'pilots-own',
    clientSecret: applicationSecret,
    redirectUris: ['http://127.0.0.1/callback/service'],
  });

  // The pilot's browser: reports the address it was given, and a real one opens it.
  const opener = join(folder, 'opener.mjs');
  const opened = join(folder, 'opened');
  writeFileSync(
    opener,
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(opened)}, process.argv.slice(2).join(' '));\n`,
  );

  function start(name: string, args: readonly string[], input = '') {
    const { DBUS_SESSION_BUS_ADDRESS: _bus, ...env } = process.env;
    const child = spawn(process.execPath, [cli, '--data-dir', dataDir, ...options.args, ...args], {
      cwd: folder,
      env: { ...env, ...options.env, BROWSER: `${process.execPath} ${opener}` },
    });
    running.add(child);
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      keep(`standard output of ${name}`, chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => keep(`standard error of ${name}`, chunk));
    child.stdin.end(input);
    const ended = once(child, 'close').then(([code]) => {
      running.delete(child);
      return { code: code as number | null, stdout };
    });
    return { child, ended, stdout: () => stdout };
  }

  async function run(name: string, args: readonly string[], input?: string): Promise<string> {
    const { code, stdout } = await start(name, args, input).ended;
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
    return stdout;
  }

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
    keep(`page ${name}`, text);
  }

  return {
    emulator,
    folder,
    dataDir,
    run,
    keep,
    keepPage,
    flights: () => emulator.flights.list().items.length,
    /** How many of a kind there have been. */
    seen: (kind: string) => new Set(secrets.filter((one) => one.kind === kind).map((one) => one.value)).size,

    image(name: string): string {
      const path = join(folder, name);
      writeFileSync(path, pngOf(name, 40_000));
      return path;
    },

    /** Sets the service up with the pilot's own application, and signs in like a pilot, in a separate browser. */
    async signIn() {
      await run('settings', ['settings', `service.address=${url}`, 'service.clientId=pilots-own', 'profile=service']);
      const signingIn = start('sign-in', ['sign-in', '--application-secret'], `${applicationSecret}\n`);
      const address = await until('the browser is opened', () => existsSync(opened) && readFileSync(opened, 'utf8'));
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(address);
      await page.locator('header', { hasText: 'Pilot Companion' }).waitFor();
      await keepPage('that ends the sign-in', page);
      await context.close();
      keep('arguments of the browser', address);
      const { code } = await signingIn.ended;
      if (code !== 0) throw new Error(`sign-in ended with ${code}`);
    },

    /** The window in a real browser, with every byte recorded. */
    async openWindow() {
      const { child, stdout } = start('the window', ['--json', 'window', '--no-open']);
      const address = await until('the window says where it is', () => /"(http:[^"]+)"/.exec(stdout())?.[1]);
      secrets.push({ kind: 'window key', value: new URL(address).hash.replace('#key=', '') });
      const context = await browser.newContext({
        proxy: { server: scheduler.address, bypass: '<-loopback>' },
        acceptDownloads: true,
      });
      const page = await context.newPage();
      await page.goto(address);
      // The sign-in was made by a command, so that the first start's next step is shown.
      await page.getByRole('button', { name: 'Skip', exact: true }).click();
      await page.getByRole('heading', { name: 'Now' }).waitFor();
      // The session comes with the answer to the key, which may arrive after the first rendering.
      await page.waitForFunction((name) => sessionStorage.getItem(name) !== null, ownStorage);
      const ticket = await page.evaluate((name) => sessionStorage.getItem(name), ownStorage);
      for (const [kind, value] of Object.entries(JSON.parse(ticket ?? '{}') as Record<string, string>)) {
        secrets.push({ kind: `window ${kind}`, value });
      }
      return {
        page,
        drop: (path: string) => page.locator('input[type=file]').first().setInputFiles([path]),
        async kill() {
          child.kill('SIGKILL');
          await once(child, 'close');
        },
        close: () => context.close(),
      };
    },

    /** What is on disk now, byte by byte. */
    keepDisk(when: string, folderToKeep = dataDir) {
      for (const entry of readdirSync(folderToKeep, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || isVault(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        keep(`${relative(folderToKeep, path)} ${when}`, readFileSync(path));
      }
    },
    /** Files of the data folder, and the folder itself, that others than their owner can access. */
    openToOthers(): string[] {
      const inside = readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      return [dataDir, ...inside]
        .filter((path) => (statSync(path).mode & 0o077) !== 0)
        .map((path) => relative(dataDir, path) || 'the folder');
    },
    /** The database value by value, as its pages may split them. */
    keepDatabase() {
      const database = new DatabaseSync(join(dataDir, 'companion.db'), { readOnly: true });
      for (const { name } of database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()) {
        const rows = database.prepare(`SELECT * FROM "${String(name)}"`).all();
        keep(`table ${String(name)}`, JSON.stringify(rows));
      }
      database.close();
    },

    /** Searches everything that was recorded. `places`: how many. */
    search() {
      for (const { what, bytes } of scheduler.kept()) keep(what, bytes);
      const { search, count } = createLeakSearch(secrets);
      const leaks = left.flatMap(({ where, bytes }) => search(where, bytes)).filter((leak) => !maySay(leak));
      // The built-in service's own tokens were not reported, but have a recognizable form.
      const shaped = left.filter(({ bytes }) => /(?:at|rt|ac|cs|ct)_[A-Za-z0-9_-]{43}/.test(bytes.toString('latin1')));
      return { leaks, shaped: shaped.map(({ where }) => where), secrets: count, places: left.length, in: search };
    },

    async [Symbol.asyncDispose]() {
      for (const child of running) child.kill('SIGKILL');
      await scheduler[Symbol.asyncDispose]();
      await emulator[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The window's key is printed, and used up by then; the session it was exchanged for is in each request. */
const maySay = ({ where, kind }: Leak) =>
  (kind === 'window key' && /^standard (output|error) of the window/.test(where)) ||
  (kind.startsWith('window ') && /^(request|answer)/.test(where)) ||
  // The address of the sign-in is printed and passed to the browser: its state is in it, and nowhere else.
  (kind === 'state' && /^(arguments of the browser|standard (output|error) of sign-in)/.test(where));

export async function until<T>(what: string, look: () => T | null | undefined | false): Promise<T> {
  for (let tries = 0; tries < 2_400; tries += 1) {
    const seen = look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`it does not come about: ${what}`);
}
