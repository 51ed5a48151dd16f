// The pages about the emulator: their shell blocks and programs run.

import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { referencePage } from '../../emulator/contract/pages/reference.ts';
import { createEmulator } from '../../emulator/emulator.ts';
import { readScenario, readScenarioText, createScenarioSchema } from '../../emulator/scenario/load-scenario.ts';
import { seededSecrets } from '../../emulator/world/world.ts';
import { root } from '../architecture/source-files.ts';
import { blocksOf as blocksIn, runShellBlocks } from './page-blocks.ts';

const readPage = (name: string) => readFile(join(root, 'docs', 'emulator', name), 'utf8');
const quickStart = await readPage('quick-start.md');
const recipes = await readPage('recipes.md');
const reference = await referencePage();

/** The blocks of a language in the guides, in order. */
const blocksOf = (language: string, pages = [quickStart, recipes]) => blocksIn(language, pages);

describe('the quick start and the recipes', () => {
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
});
