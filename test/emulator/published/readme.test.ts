// The examples in the README of the emulator's package, run verbatim by the test runners they name.
import { execFile } from 'node:child_process';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUserProject } from './user-project.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
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
  project = await createUserProject(['jest@30.5.2']);
  await symlink(join(root, 'node_modules', 'vitest'), inProject('node_modules', 'vitest'), 'junction');
});

afterAll(() => rm(project, { recursive: true, force: true, maxRetries: 5 }));

/** Runs Node in the project; rejects with the output if it fails. */
async function runNode(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const clean = { ...process.env, ...env, VITEST: undefined, NODE_ENV: undefined, NO_COLOR: '1' };
  const { stdout, stderr } = await run(node, args, { cwd: project, env: clean });
  return `${stdout}${stderr}`;
}

/** Runs the test files of this name in Jest. */
function runJest(file: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const jest = inProject('node_modules', 'jest', 'bin', 'jest.js');
  return runNode([jest, '--testMatch', `**/${file}`, '--transform', '{}'], env);
}

describe('the README of the package', () => {
  it('has a test for Vitest, also with other options', async () => {
    const another = `const slow = test.extend({ emulatorOptions: { minGapMs: '9s' } });
      slow('has its options', ({ emulator }) => {
        const gap = emulator.settings.list().items.find(({ name }) => name === 'minGapMs');
        expect([gap.value, emulator.clock.read().frozen]).toEqual([9000, true]);
      });`;
    await writeFile(inProject('example.test.js'), `${exampleAfter('Each test gets')}${another}`);
    // Without one, Vitest would look for that of this repository.
    await writeFile(inProject('vitest.config.mjs'), 'export default {};\n');
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    expect(await runNode([vitest, 'run', '--root', project, '--reporter=default'])).toMatch(/Tests\s+2 passed/);
  });

  it('has a test for node:test', async () => {
    await writeFile(inProject('example.mjs'), exampleAfter('node:test'));
    expect(await runNode(['--test', '--test-reporter=tap', 'example.mjs'])).toMatch(/^# pass 1$/m);
  });

  const jestExample = exampleAfter('Jest, from CommonJS');

  it('has a test for Jest in CommonJS, which isolates and ends the emulators', async () => {
    const another = `const seen = [];
      test.each(['one', 'two'])('isolates %s', async () => {
        seen.push(emulator().url);
        expect(emulator().journal.list().items).toEqual([]);
        await fetch(emulator().url + '/nowhere');
        await emulator().journal.expect({ status: 404 }).toHaveCount(1);
      });
      afterAll(() => expect(Promise.any(seen.map((url) => fetch(url)))).rejects.toThrow());`;
    await writeFile(inProject('common.test.cjs'), `${jestExample}${another}`);
    expect(await runJest('common.test.cjs')).toMatch(/Tests:\s+3 passed/);
  });

  it('has a test for Jest in an ES module', async () => {
    const asModule = jestExample.replace(/const (\{.*\}) = require\((.*)\);/, 'import $1 from $2;');
    expect(asModule).toContain("import { emulatorForEach } from 'pilot-companion-emulator/jest';");
    await writeFile(inProject('module.test.mjs'), asModule);
    // Jest needs the flag for every ES module.
    const env = { NODE_OPTIONS: '--experimental-vm-modules' };
    expect(await runJest('module.test.mjs', env)).toMatch(/Tests:\s+1 passed/);
  });

  const more = exampleAfter('Then sign in, move the clock');
  const asksForHealth = "console.log((await (await fetch(url + '/_emulator/health')).json()).status);";

  it('has lines that work in an ES module', async () => {
    const lines = [exampleAfter('Without a runner'), asksForHealth, more, 'await emulator.stop();'];
    await writeFile(inProject('plain.mjs'), lines.join('\n'));
    expect(await runNode(['plain.mjs'])).toBe('ok\n');
  });

  it('has lines that work in CommonJS', async () => {
    const lines = [exampleAfter('CommonJS, in an async'), asksForHealth, 'await emulator.stop();'];
    await writeFile(inProject('plain.cjs'), `(async () => {\n${lines.join('\n')}\n})();\n`);
    expect(await runNode(['plain.cjs'])).toBe('ok\n');
  });
});
