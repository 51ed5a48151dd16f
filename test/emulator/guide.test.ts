// The guide says what is so: its tables are made from those of the code, its lines for a shell are typed into one, its
// programs run.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { madeDocuments } from '../../emulator/contract/documents.ts';
import { createCallFinder } from '../../emulator/control/call-finder.ts';
import { calls, stepInputs } from '../../emulator/control/calls.ts';
import { createEmulator } from '../../emulator/emulator.ts';
import { readScenario } from '../../emulator/scenario/load-scenario.ts';
import { createScenarioSchema } from '../../emulator/scenario/scenario-schema.ts';
import { readScenarioText } from '../../emulator/scenario/scenario-text.ts';
import { seededSecrets } from '../../emulator/world/seed.ts';
import { headingNames } from '../docs/pages.ts';
import { root } from '../architecture/source-files.ts';

const guide = await readFile(join(root, 'docs/emulator.md'), 'utf8');

/** The blocks of a language, in the order of the page. */
const blocksOf = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, block]) => block!);

const documents = (await madeDocuments()).map(({ path, text }) => [relative(root, path), path, text] as const);

describe('what is made from the tables of the code', () => {
  it.each(documents)('%s is as it should be now', async (_name, path, text) => {
    const isCurrent = (await readFile(path, 'utf8')) === text;
    expect(isCurrent, 'it differs from the tables of the code: run npm run docs').toBe(true);
  });
});

describe('docs/emulator.md', () => {
  it('has one row for each assumption, in order', () => {
    const [, section = ''] = guide.split('## What each assumption does here');
    const numbers = [...section.matchAll(/^\| (A\d+) \| /gm)].map(([, number]) => number);
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => `A${index + 1}`));
  });

  it('names the applications and their secrets', () => {
    for (const clientId of seededSecrets().keys()) expect(guide).toContain(`| \`${clientId}\` | `);
    for (const secret of seededSecrets().values()) expect(guide).toContain(`| \`${secret}\` | `);
  });

  it('lists its sections at its top', () => {
    const sections = headingNames(guide.replace(/^###.*$/gm, '')).slice(1);
    const [head = ''] = guide.split('\n## ');
    const listed = [...head.matchAll(/\(#([\w-]+)\)/g)].map(([, name]) => name);
    expect(sections.filter((name) => !listed.includes(name))).toEqual([]);
  });

  it('shows the ready line with the members that it has', async () => {
    await using emulator = await createEmulator();
    const { url } = await emulator.start();
    const example = JSON.parse(blocksOf('json')[0] ?? '{}');
    expect(Object.keys(example)).toEqual(['url', 'mode', 'controlToken', 'console', 'clients', 'pilots']);
    expect(example.clients[0]).toEqual(emulator.clients[0]);
    expect(emulator.consoleUrl).toBe(
      example.console.replace(/^[^_]+\//, `${url}/`).replace('…', emulator.controlToken),
    );
  });

  it('shows a scenario that can be played', async () => {
    const [yaml = ''] = blocksOf('yaml');
    const { value } = await readScenarioText(yaml, 'yaml');
    expect(readScenario(value, createScenarioSchema(stepInputs)).document.title).toBe('A bad morning');
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

// Skipped where there is no curl: nobody could type the lines there either.
describe.skipIf(!hasCurl)('the lines for a shell', () => {
  const blocks = blocksOf('sh');
  let said: string[] = [];
  let code: number | null = null;
  let complaints = '';

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guide-'));
    // Any port but that of the guide, which may be taken.
    const lines = blocks.map((block) => `${block}\nprintf '\\n%s\\n' '${endOfBlock}'`).join('\n');
    const shell = spawn('sh', ['-ec', lines.replaceAll('4170', String(await freePort()))], {
      cwd: root,
      env: {
        ...process.env,
        TMPDIR: folder,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const tooLong = setTimeout(() => endGroup(shell.pid), 50_000);
    // Where a line stops it, what it left in the background would hold its streams open.
    const ending = once(shell, 'exit').finally(() => endGroup(shell.pid));
    const [out, err] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
    [code] = (await ending) as [number | null];
    clearTimeout(tooLong);
    await rm(folder, { recursive: true });
    said = out.split(endOfBlock).map((part) => part.trim());
    complaints = err;
  });

  it('all go through, one block after the other', () => {
    // The last part is what stands after the last block: nothing.
    expect([code, said.length - 1, complaints]).toEqual([0, blocks.length, '']);
  });

  it.each(blocks.map((block, index) => [block.split('\n')[0], index] as const))(
    '%s: says nothing of a refusal',
    (_line, index) => {
      expect(said[index]).not.toMatch(/"error":|"error_description":/);
    },
  );

  it('upload a report and list it', () => {
    const [, uploaded = '', listed = ''] = /(\{"id":.*?\})(\{"items":.*\})/s.exec(said[2] ?? '') ?? [];
    expect(JSON.parse(uploaded)).toMatchObject({ id: 4700, aircraft: 'UNKNOWN' });
    expect(JSON.parse(listed)).toEqual({ items: [JSON.parse(uploaded)], next_before_id: null });
  });

  it('show every call of the control interface', () => {
    const finder = createCallFinder(calls);
    const shown = blocks
      .flatMap((block) => block.split('\n'))
      .flatMap((line) => {
        const path = /\$U\/_emulator(\/[^\s"?]*)/.exec(line)?.[1]?.replaceAll(/\$\w+/g, 'x');
        if (path === undefined) return [];
        const found = finder.find(/-X (\w+)/.exec(line)?.[1] ?? (line.includes(' -d ') ? 'POST' : 'GET'), path);
        return 'name' in found ? [found.name] : [];
      });
    expect(Object.keys(calls).filter((name) => !shown.includes(name))).toEqual([]);
  });
});

it.each(blocksOf('ts').map((block, index) => [`number ${index + 1}`, block]))(
  'the program %s runs',
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

const endOfBlock = '--- the end of a block ---';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The shell and what it left in the background; nothing is left where all went well. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended by itself.
  }
}
