// The pages about the emulator: their shell blocks and programs run.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { referencePage } from '../../emulator/contract/pages/reference.ts';
import { createEmulator } from '../../emulator/emulator.ts';
import { readScenario, readScenarioText } from '../../emulator/scenario/load-scenario.ts';
import { createScenarioSchema } from '../../emulator/scenario/scenario-schema.ts';
import { seededSecrets } from '../../emulator/world/seed.ts';
import { root } from '../architecture/source-files.ts';
import { blocksOf as blocksIn, runShellBlocks } from './page-blocks.ts';

const readPage = (name: string) => readFile(join(root, 'docs', 'emulator', name), 'utf8');
const quickStart = await readPage('quick-start.md');
const recipes = await readPage('recipes.md');
const reference = await referencePage();

/** The blocks of a language in the guides, in order. */
const blocksOf = (language: string, pages = [quickStart, recipes]) => blocksIn(language, pages);

describe('the quick start and the recipes', () => {
  it('are short: the first has at most 1,200 words', () => {
    expect(quickStart.split(/\s+/).length).toBeLessThanOrEqual(1_200);
  });

  it('contain a scenario that runs', async () => {
    const [yaml = ''] = blocksOf('yaml');
    const { value } = await readScenarioText(yaml, 'yaml');
    expect(readScenario(value, createScenarioSchema()).document.title).toBe('A bad morning');
  });
});

describe('the reference', () => {
  it('names the applications and their secrets', () => {
    for (const clientId of seededSecrets().keys()) expect(reference).toContain(`| \`${clientId}\` | `);
    for (const secret of seededSecrets().values()) expect(reference).toContain(`| \`${secret}\` | `);
  });

  it('shows the members of the ready line', async () => {
    await using emulator = await createEmulator();
    const { url } = await emulator.start();
    const example = JSON.parse(blocksOf('json', [reference])[0] ?? '{}');
    expect(Object.keys(example)).toEqual(['url', 'mode', 'controlToken', 'console', 'clients', 'pilots']);
    expect(example.clients[0]).toEqual(emulator.clients[0]);
    expect(emulator.consoleUrl).toBe(
      example.console.replace(/^[^_]+\//, `${url}/`).replace('…', emulator.controlToken),
    );
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

// The recipes need curl.
describe.skipIf(!hasCurl)('the shell blocks', () => {
  const blocks = blocksOf('sh');
  let outputs: string[] = [];
  let code: number | null = null;
  let errors = '';

  beforeAll(async () => {
    ({ code, outputs, errors } = await runShellBlocks(blocks, root));
  });

  it('all succeed in order', () => {
    // The last part is the empty output after the last block.
    expect([code, outputs.length - 1, errors]).toEqual([0, blocks.length, '']);
  });

  it.each(blocks.map((block, index) => [block.split('\n')[0], index] as const))(
    '%s: returns no error',
    (_line, index) => {
      expect(outputs[index]).not.toMatch(/"error":"|"error_description":/);
    },
  );

  it('upload a report and list it', () => {
    const [, uploaded = '', listed = ''] = /(\{"id":.*?\})(\{"items":.*\})/s.exec(outputs[2] ?? '') ?? [];
    expect(JSON.parse(uploaded)).toMatchObject({ id: 4700, aircraft: 'UNKNOWN' });
    expect(JSON.parse(listed)).toEqual({ items: [JSON.parse(uploaded)], next_before_id: null });
  });
});

it.each(blocksOf('ts').map((block, index) => [`number ${index + 1}`, block]))(
  'program %s runs',
  async (_name, block) => {
    const folder = await mkdtemp(join(tmpdir(), 'guide-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const program = join(folder, 'program.mts');
    expect(block).toContain("from '../emulator/emulator.ts'");
    await writeFile(program, block.replaceAll("'../emulator/", `'${pathToFileURL(join(root, 'emulator')).href}/`));
    const running = spawn(process.execPath, ['--disable-sigusr1', '--disable-warning=ExperimentalWarning', program], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void running.kill('SIGKILL'));
    const ending = once(running, 'exit');
    const [out, err] = await Promise.all([text(running.stdout), text(running.stderr)]);
    expect([out, err, (await ending)[0]]).toEqual(['', '', 0]);
  },
);
