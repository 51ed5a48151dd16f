// What a package of the desktop app holds. It is packed by electron-builder, from the project's own configuration, with
// a stand-in for Electron's runtime: a few files with an empty fuse wire. Tested are the content of the package, that
// it is complete (it starts on the stand-in for electron), and the fuses that are set.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppState } from '../../../main/contract/state.ts';
import { launchStandIn } from '../../support/electron-stand-in/launch.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);
/** How @electron/fuses finds the wire in Electron's program: this text, the wire's version, its length, its fuses. */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

let folder: string;
let packed: string;
let archive: Map<string, Buffer | null>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pilot-companion-package-'));
  const runtime = join(folder, 'stand-in-for-the-runtime');
  await mkdir(join(runtime, 'resources'), { recursive: true });
  await writeFile(join(runtime, 'electron'), `a stand-in ${fuseSentinel}\u0001\u000810000000 and no program`);
  packed = await packInto(join(folder, 'package'));
  archive = await readArchive(join(packed, 'resources', 'app.asar'));
});

/** Packs with the project's configuration, or another one; returns the folder of the package. */
async function packInto(output: string, ...more: string[]): Promise<string> {
  await run(
    process.execPath,
    [
      join(root, 'node_modules', 'electron-builder', 'cli.js'),
      '--linux',
      'dir',
      '--x64',
      '--publish',
      'never',
      `-c.electronDist=${join(folder, 'stand-in-for-the-runtime')}`,
      `-c.directories.output=${output}`,
      ...more,
    ],
    { cwd: root },
  );
  return join(output, 'linux-unpacked');
}

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

type Entry = { files?: Record<string, Entry>; offset?: string; size?: number; unpacked?: boolean };

/** The files of an asar archive by name; null if the content is stored next to it. */
async function readArchive(path: string): Promise<Map<string, Buffer | null>> {
  const bytes = await readFile(path);
  const header = JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12))) as Entry;
  const start = 8 + bytes.readUInt32LE(4);
  const found = new Map<string, Buffer | null>();
  const walk = ({ files = {} }: Entry, prefix: string) => {
    for (const [name, entry] of Object.entries(files)) {
      if (entry.files) walk(entry, `${prefix}${name}/`);
      else {
        const begin = start + Number(entry.offset);
        found.set(`${prefix}${name}`, entry.unpacked ? null : bytes.subarray(begin, begin + (entry.size ?? 0)));
      }
    }
  };
  walk(header, '');
  return found;
}

const builtFiles = async (...folder: string[]) =>
  (await readdir(join(root, 'dist', ...folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'));

/** The app's own programs: the main bundle with its lazy parts, the bridge, and the demo's sample reports. */
const programs = (await readdir(join(root, 'dist', 'electron')))
  .filter((name) => /\.(c?js|png|jpg|json|wasm|gz)$/.test(name))
  .map((name) => `dist/electron/${name}`);

test('packages the programs, the window, the built-in service, the keychain binary, and nothing else', async () => {
  const pages = await Promise.all(
    [['renderer'], ['console'], ['scenarios'], ['electron', 'tray']].map((folder) => builtFiles(...folder)),
  );
  expect(pages.map((files) => files.length > 0)).toEqual([true, true, true, true]);
  const keychain = ['LICENSE', 'index.js', 'keytar.js', 'package.json'].map(
    (name) => `node_modules/@napi-rs/keyring/${name}`,
  );
  const names = [...archive.keys()];
  const binaries = names.filter((name) => name.startsWith('node_modules/@napi-rs/keyring-'));
  expect(names.filter((name) => !binaries.includes(name)).sort()).toEqual(
    [
      ...pages.flat(),
      ...keychain,
      ...(existsSync(join(root, 'LICENSE')) ? ['LICENSE'] : []),
      ...programs,
      'dist/electron/changelog.txt',
      'package.json',
    ].sort(),
  );
  expect(binaries.every((name) => /\/(package\.json|keyring\.[\w-]+\.node)$/.test(name))).toBe(true);
});

test('packages the bill of materials and the licences as the build listed them', async () => {
  for (const name of ['sbom.cdx.json', 'licences.txt']) {
    expect(await readFile(join(packed, 'resources', name), 'utf8')).toBe(
      await readFile(join(root, 'dist', name), 'utf8'),
    );
  }
  const bill = JSON.parse(await readFile(join(packed, 'resources', 'sbom.cdx.json'), 'utf8')) as {
    metadata: { component: { type: string } };
    components: { name: string }[];
  };
  expect(bill.metadata.component.type).toBe('application');
  const names = new Set(bill.components.map(({ name }) => name));
  expect(['electron', 'react', 'undici', '@napi-rs/keyring'].filter((name) => !names.has(name))).toEqual([]);
  expect(['vitest', 'vite', 'playwright', 'electron-builder'].filter((name) => names.has(name))).toEqual([]);
});

test('packages no path of the build machine and no source map', () => {
  for (const name of [...programs, 'package.json']) {
    expect(String(archive.get(name))).not.toContain(root);
    expect(String(archive.get(name))).not.toContain('sourceMappingURL');
  }
});

test('packages the keychain binary outside the archive, where the system can load it', async () => {
  const binaries = [...archive].filter(([name]) => name.endsWith('.node'));
  for (const [name, content] of binaries) {
    expect(content).toBeNull();
    await access(join(packed, 'resources', 'app.asar.unpacked', name));
  }
  expect(binaries).not.toEqual([]);
});

test('packages no script and no development dependency, and starts at the bundle', () => {
  const manifest = JSON.parse(String(archive.get('package.json'))) as Record<string, unknown>;
  expect(manifest).toMatchObject({ main: 'dist/electron/main.js', type: 'module' });
  expect(manifest).not.toHaveProperty('devDependencies');
  expect(manifest).not.toHaveProperty('scripts');
  // The programs and modules of the repository are not in the package.
  expect([manifest['bin'] ?? null, manifest['exports'] ?? null]).toEqual([null, null]);
});

test('packages everything needed to start elsewhere and answer its window, on the stand-in', async () => {
  const elsewhere = join(folder, 'elsewhere');
  await cp(join(packed, 'resources', 'app.asar.unpacked'), elsewhere, { recursive: true });
  for (const [name, content] of archive) {
    if (content === null) continue;
    await mkdir(dirname(join(elsewhere, name)), { recursive: true });
    await writeFile(join(elsewhere, name), content);
  }
  const dataDir = join(folder, 'data');
  const app = await launchStandIn([`--data-dir=${dataDir}`], join(elsewhere, 'dist', 'electron', 'main.js'));
  try {
    const inWindow = (script: string) =>
      app.evaluate(({ BrowserWindow }, script) => {
        const [window] = BrowserWindow.getAllWindows();
        return window?.webContents.executeJavaScript(script).catch(() => null);
      }, script);
    const askState = "pilotCompanion.call('app.state', {})";
    await expect.poll(() => inWindow(askState)).toMatchObject({ ok: true, value: { host: { kind: 'desktop' } } });
    const begin = `pilotCompanion.call('profile.choose', { profile: 'demo' }).then(() => ${askState})`;
    const begun = (await inWindow(begin)) as { value: AppState };
    expect(begun.value.service).toMatchObject({ isTestService: true, hasConsole: true });
    const page = await fetch(`${begun.value.service.address}/_emulator/`);
    const [, script = 'none'] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
    expect([page.status, (await fetch(new URL(script, page.url))).status]).toEqual([200, 200]);
    const descriptions = ['/openapi.json', '/_emulator/openapi.json'].map(async (path) => {
      const answer = await fetch(begun.value.service.address + path);
      return ((await answer.json()) as { openapi?: string }).openapi;
    });
    expect(await Promise.all(descriptions)).toEqual(['3.1.1', '3.1.1']);
  } finally {
    await app.end();
  }
});

test("sets the runtime's fuses to run this app only", async () => {
  const program = await readFile(join(packed, 'pilot-companion'), 'latin1');
  const wire = program.slice(program.indexOf(fuseSentinel) + fuseSentinel.length + 2).slice(0, 8);
  const [runAsNode, cookieEncryption, nodeOptions, inspect, asarIntegrity, onlyAsar, , fileProtocol] = wire;
  expect({ runAsNode, nodeOptions, inspect, fileProtocol }).toEqual({
    runAsNode: '0',
    nodeOptions: '0',
    inspect: '0',
    fileProtocol: '0',
  });
  expect({ asarIntegrity, onlyAsar }).toEqual({ asarIntegrity: '1', onlyAsar: '1' });
  // There are no cookies, and encrypting them would prompt for the keychain.
  expect(cookieEncryption).toBe('0');
});
