// The published package, as a user gets it: packed, installed from the file into an empty project, and used from ESM,
// CommonJS, TypeScript and a shell.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createUserProject } from './user-project.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);
const node = process.execPath;

let project: string;
type Manifest = { readonly engines?: { readonly node?: string } };

const inProject = (...parts: string[]) => join(project, ...parts);

beforeAll(async () => {
  project = await createUserProject();
  // TypeScript projects for Node have these.
  await mkdir(inProject('node_modules', '@types'), { recursive: true });
  const types = join('node_modules', '@types', 'node');
  await symlink(join(root, types), inProject(types), 'junction');
});

afterAll(() => rm(project, { recursive: true, force: true, maxRetries: 5 }));

/** A typical client session with an emulator; prints the value of `seen`. */
const session = `
  const { url } = await emulator.start();
  const { access_token, refresh_token } = emulator.signIn({ pilot: 'demo' });
  const image = new FormData();
  image.set('report', new Blob([await readFile(samples[0].path)]), samples[0].name);
  const headers = { authorization: 'Bearer ' + access_token };
  const uploaded = await (await fetch(url + '/api/v1/flights', { method: 'POST', headers, body: image })).json();
  await emulator.clock.advance(20_000);
  const checked = await (await fetch(url + '/api/v1/flights/' + uploaded.id, { headers })).json();
  const [client] = emulator.clients;
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token, client_id: client.client_id, client_secret: client.client_secret });
  const renewed = await (await fetch(url + '/oauth/token', { method: 'POST', body: form })).json();
  const seen = { aircraft: [uploaded.aircraft, checked.aircraft], renewed: typeof renewed.access_token, mode: emulator.mode };
`;
const expected = { aircraft: ['UNKNOWN', 'A20N'], renewed: 'string', mode: 'extended' };

describe('the published package', () => {
  it('contains the emulator and its dependencies, and nothing of the desktop app', async () => {
    const manifest = JSON.parse(
      await readFile(inProject('node_modules', 'pilot-companion-emulator', 'package.json'), 'utf8'),
    );
    const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: 'pilot-companion-emulator', version: own.version });
    expect(Object.keys(manifest.dependencies).sort()).toEqual(['fastify', 'yaml', 'zod']);
    const installed = await readdir(inProject('node_modules'));
    expect(installed.filter((name) => /electron|napi|react|chokidar|^typescript$/.test(name))).toEqual([]);
    const files = await readdir(inProject('node_modules', 'pilot-companion-emulator'), { recursive: true });
    expect(files.filter((name) => /(?<!\.d)\.tsx?$/.test(name) && !name.startsWith('examples'))).toEqual([]);
    expect(files.filter((name) => name.endsWith('.yaml'))).toHaveLength(9);
  });

  it('has its pages and the OpenAPI descriptions, without links to what is not in it', async () => {
    const folder = inProject('node_modules', 'pilot-companion-emulator', 'docs', 'emulator');
    const names = await readdir(folder);
    expect(names.toSorted()).toEqual([
      'assumptions.md',
      'containers.md',
      'openapi-control.json',
      'openapi-extended.json',
      'openapi-strict.json',
      'quick-start.md',
      'recipes.md',
      'recording.md',
      'reference.md',
    ]);
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      const path = join(root, 'docs', 'emulator', name);
      expect(JSON.parse(await readFile(join(folder, name), 'utf8'))).toEqual(JSON.parse(await readFile(path, 'utf8')));
    }
    const pages = names.filter((one) => one.endsWith('.md'));
    for (const name of pages) {
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll(/^```[^]*?^```$/gm, '');
      const targets = [...text.matchAll(/\]\(([^)#]*)[^)]*\)/g)].map(([, target = '']) => target);
      const isThere = (target: string) => names.includes(target) || existsSync(join(folder, target));
      expect(targets.filter((target) => target !== '' && !isThere(target))).toEqual([]);
    }
  });

  it('has recipes that run where they are copied to', async () => {
    const examples = inProject('node_modules', 'pilot-companion-emulator', 'examples');
    expect((await readdir(examples)).toSorted()).toEqual(['curl', 'junit', 'pytest', 'python', 'typescript']);
    await cp(join(examples, 'typescript'), inProject('recipes'), { recursive: true });
    const files = (await readdir(inProject('recipes'))).filter((name) => name.endsWith('.ts') && name !== 'client.ts');
    expect(files).toHaveLength(10);
    await writeFile(inProject('all.mjs'), files.map((name) => `import './recipes/${name}';`).join('\n'));
    const { stdout } = await run(node, ['all.mjs'], { cwd: project });
    expect(stdout.trim().split('\n')).toHaveLength(10);
  });

  it('declares the Node version that its dependencies need', async () => {
    const manifests = (await readdir(inProject('node_modules'), { recursive: true })).filter(
      (name) => /(^|[\\/])package\.json$/.test(name) && !name.includes('@types'),
    );
    const needed = await Promise.all(
      manifests.map(async (name) => {
        const { engines } = JSON.parse(await readFile(inProject('node_modules', name), 'utf8')) as Manifest;
        return Number(/^>= ?(\d+)/.exec(engines?.node ?? '')?.[1] ?? 0);
      }),
    );
    const own = await readFile(inProject('node_modules', 'pilot-companion-emulator', 'package.json'), 'utf8');
    expect((JSON.parse(own) as Manifest).engines?.node).toBe(`>=${Math.max(...needed)}`);
  });

  it.each([
    ['an ES module', 'suite.test.mjs', `import { afterEach, beforeEach, test } from 'node:test';`, 'import'],
    ['CommonJS', 'suite.test.cjs', `const { afterEach, beforeEach, test } = require('node:test');`, 'require'],
  ])('gives each test of node:test an emulator, from %s', async (_name, file, runner, kind) => {
    const helper =
      kind === 'import'
        ? `import { emulatorForEach } from 'pilot-companion-emulator/testing';`
        : `const { emulatorForEach } = require('pilot-companion-emulator/testing');`;
    await writeFile(
      inProject(file),
      `${runner}
      ${helper}
      const emulator = emulatorForEach({ beforeEach, afterEach });
      for (const name of ['one', 'two']) {
        test(name, async () => {
          await fetch(emulator().url + '/nowhere');
          await emulator().journal.expect({ path: '/nowhere', status: 404 }).toHaveCount(1);
        });
      }`,
    );
    const { stdout } = await run(node, ['--test', '--test-reporter=tap', file], { cwd: project });
    expect(stdout).toMatch(/^# pass 2$/m);
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('type-checks in strict mode, with module %s and resolution %s', async (module, moduleResolution) => {
    const name = `typed-${moduleResolution}`;
    await writeFile(
      inProject(`${name}.mts`),
      `
      import { readFile } from 'node:fs/promises';
      import { createEmulator, EmulatorError, type Emulator, type EmulatorOptions } from 'pilot-companion-emulator';
      import type { emulatorForEach } from 'pilot-companion-emulator/jest';
      import { samples } from 'pilot-companion-emulator/samples';
      export type ForJest = typeof emulatorForEach extends (options?: EmulatorOptions) => () => Emulator ? true : never;
      export const isForJest: ForJest = true;
      const options: EmulatorOptions = { clock: 'virtual', minGapMs: 0 };
      async function use(emulator: Emulator): Promise<object> {
        ${session.replaceAll('samples[0]', 'samples[0]!').replace('[client]', '[client = never()]').replaceAll('.json();', '.json() as any;')}
        return seen;
      }
      const never = (): never => { throw new EmulatorError('unknown', 'There is no application.'); };
      await using emulator = await createEmulator(options);
      console.log(JSON.stringify(await use(emulator)));
      // @ts-expect-error: there is no such mode
      await createEmulator({ mode: 'lax' }).catch(() => null);
      `,
    );
    await writeFile(
      inProject(`${name}.json`),
      JSON.stringify({
        compilerOptions: {
          module,
          moduleResolution,
          target: 'es2022',
          lib: ['es2024', 'esnext.disposable'],
          types: ['node'],
          strict: true,
          skipLibCheck: false,
          exactOptionalPropertyTypes: true,
        },
        files: [`${name}.mts`],
      }),
    );
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const complaints = await run(node, [tsc, '-p', `${name}.json`], { cwd: project }).then(
      () => '',
      (failed: { stdout: string }) => failed.stdout,
    );
    expect(complaints).toBe('');
    const { stdout } = await run(node, [`${name}.mjs`], { cwd: project });
    expect(JSON.parse(stdout)).toEqual(expected);
  });

  it('has a program that prints its URL in one line and serves the console', async () => {
    const program = inProject('node_modules', '.bin', 'pilot-companion-emulator');
    const child = spawn(program, ['--port', '0'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(createInterface(child.stdout), 'line');
    const { url, controlToken, console: address } = JSON.parse(line) as Record<string, string>;
    expect(await (await fetch(`${url}/_emulator/health`)).json()).toMatchObject({ status: 'ok', mode: 'extended' });
    expect(address).toBe(`${url}/_emulator/#token=${controlToken}`);
    const page = await fetch(address ?? '');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    const [, script] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
    expect((await fetch(new URL(script ?? 'nowhere', page.url))).status).toBe(200);
    const headers = { authorization: `Bearer ${controlToken}` };
    expect((await fetch(`${url}/_emulator/clock`, { headers })).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
