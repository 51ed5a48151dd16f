// The examples in the README of the emulator's package, run as they stand by the test runners that they name. The packages
// come from npm's cache or its registry.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const node = process.execPath;
const page = await readFile(join(root, 'emulator', 'README.md'), 'utf8');

/** The first block of JavaScript after these words. */
function exampleAfter(words: string): string {
  const [, example] = /```js\n([^]*?)```/.exec(page.slice(page.indexOf(`\n${words}`))) ?? [];
  if (example === undefined) throw new Error(`The README has no example after "${words}".`);
  return example;
}

let project: string;
const inProject = (...parts: string[]) => join(project, ...parts);

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'pilot-companion-readme-'));
  const { stdout } = await run(node, [join(root, 'scripts', 'build', 'pack-emulator.mjs')], { cwd: root });
  await writeFile(inProject('package.json'), '{ "name": "stranger", "private": true }');
  const install = ['install', stdout.trim(), 'jest@30.5.2', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', install, { cwd: project, shell: process.platform === 'win32' }).catch((cause: unknown) => {
    throw new Error('npm could not install the packages; its registry has to be within reach for this test.', {
      cause,
    });
  });
  await symlink(join(root, 'node_modules', 'vitest'), inProject('node_modules', 'vitest'), 'junction');
});

afterAll(() => rm(project, { recursive: true, force: true, maxRetries: 5 }));

const library = "import { createEmulator } from 'pilot-companion-emulator';";
const answers = "const health = await (await fetch(url + '/_emulator/health')).json();";
const stops = 'await emulator.stop();';
const more = exampleAfter('Then sign in, move the clock');

/** Runs Node in the project; rejects with the output if it fails. */
async function runNode(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const clean = { ...process.env, ...env, VITEST: undefined, NODE_ENV: undefined, NO_COLOR: '1' };
  const { stdout, stderr } = await run(node, args, { cwd: project, env: clean });
  return `${stdout}${stderr}`;
}

describe('the README of the package', () => {
  it('has lines that work in Vitest', async () => {
    const body = `${exampleAfter('Vitest')}${answers}\nexpect(health.status).toBe('ok');\n${more}`;
    const test = `import { expect, test } from 'vitest';\ntest('example', async () => {\n${body}});\n`;
    await writeFile(inProject('example.test.js'), test);
    // Without one, Vitest would look for that of this repository.
    await writeFile(inProject('vitest.config.mjs'), 'export default {};\n');
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    expect(await runNode([vitest, 'run', '--root', project, '--reporter=default'])).toMatch(/Tests\s+1 passed/);
  });

  it('has lines that work in node:test, which ends the emulator', async () => {
    const body = `${exampleAfter('node:test')}${answers}\nassert.equal(health.status, 'ok');\n`;
    const imports = `import assert from 'node:assert/strict';\nimport test from 'node:test';\n${library}\n`;
    await writeFile(inProject('example.mjs'), `${imports}test('example', async (t) => {\n${body}});\n`);
    expect(await runNode(['--test', '--test-reporter=tap', 'example.mjs'])).toMatch(/^# pass 1$/m);
  });

  it('has lines that work in Jest', async () => {
    const body = `${exampleAfter('Jest')}${answers}\nexpect(health.status).toBe('ok');\n${stops}\n`;
    await writeFile(inProject('jest-example.test.mjs'), `test('example', async () => {\n${body}});\n`);
    const jest = inProject('node_modules', 'jest', 'bin', 'jest.js');
    const options = ['--testMatch', '**/jest-example.test.mjs', '--transform', '{}'];
    expect(await runNode([jest, ...options], { NODE_OPTIONS: '--experimental-vm-modules' })).toMatch(
      /Tests:\s+1 passed/,
    );
  });

  it('has lines that work in CommonJS', async () => {
    const body = `${exampleAfter('CommonJS')}${answers}\nconsole.log(health.status);\n${stops}\n`;
    await writeFile(inProject('example.cjs'), `(async () => {\n${body}})();\n`);
    expect(await runNode(['example.cjs'])).toBe('ok\n');
  });
});
