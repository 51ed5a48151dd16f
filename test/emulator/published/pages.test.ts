// The guides of the package, followed in a project that has it installed: the guide, the recipes, the Compose file and
// the workflow.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../support/free-port.ts';
import { blocksOf, runShellBlocks } from '../page-blocks.ts';
import { createUserProject } from './user-project.ts';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;

let project: string;
const inPackage = (...parts: string[]) => join(project, 'node_modules', 'pilot-companion-emulator', ...parts);
const readPage = (name: string) => readFile(inPackage('docs', 'emulator', name), 'utf8');

beforeAll(async () => {
  project = await createUserProject();
});

afterAll(() => rm(project, { recursive: true, force: true, maxRetries: 5 }));

describe('the guide of the package', () => {
  it.skipIf(!hasCurl)('has shell blocks that all run, and continue in the recipes', async () => {
    const blocks = blocksOf('sh', [await readPage('quick-start.md'), await readPage('recipes.md')]);
    const { code, errors, outputs } = await runShellBlocks(blocks, project);
    // npm warns about the settings of the user who runs it.
    const own = errors.split('\n').filter((line) => !/^(npm warn .*)?$/.test(line));
    expect([code, outputs.length - 1, own]).toEqual([0, blocks.length, []]);
    expect(outputs.join('\n')).not.toMatch(/"error":"|"error_description":/);
  });

  it('has programs that run', async () => {
    const programs = blocksOf('ts', [await readPage('quick-start.md'), await readPage('recipes.md')]);
    expect(programs.length).toBeGreaterThan(3);
    for (const [index, program] of programs.entries()) {
      const name = `program-${index}.mts`;
      await writeFile(join(project, name), program);
      expect(await run(process.execPath, [name], { cwd: project })).toMatchObject({ stdout: '' });
    }
  });
});

describe('the page about other places', () => {
  const onFreePort = async (block: string) => block.replaceAll('4200', String(await freePort()));

  it.skipIf(!hasCurl)('shows how a client trusts the self-signed certificate', async () => {
    const [block = ''] = blocksOf('sh', [await readPage('containers.md')]);
    const { code, outputs } = await runShellBlocks([await onFreePort(block)], project);
    expect([code, JSON.parse(outputs[0] ?? '')]).toEqual([0, expect.objectContaining({ status: 'ok' })]);
  });

  it.skipIf(!hasCurl)('has a workflow whose step starts the emulator', async () => {
    const text = blocksOf('yaml', [await readPage('containers.md')]).find((block) => block.startsWith('on:'));
    const { jobs } = parse(await onFreePort(text ?? ''));
    const { run: step } = jobs.test.steps.find(({ name }: { name?: string }) => name === 'Start the emulator');
    const variables = Object.entries(jobs.test.env).map(([name, value]) => `export ${name}=${String(value)}`);
    const { code, outputs } = await runShellBlocks([[...variables, step].join('\n')], project);
    expect([code, JSON.parse(outputs[0] ?? '')]).toEqual([0, expect.objectContaining({ status: 'ok' })]);
  });
});

it('the Compose file’s command hands out URLs that the other services reach', async () => {
  const { services } = parse(await readFile(inPackage('emulator', 'compose.yaml'), 'utf8'));
  const { command, volumes, working_dir: folder } = services.emulator;
  expect(volumes).toEqual([`.:${folder}:ro`]);
  const port = await freePort();
  const [program, ...args] = (command as string).replace('--port 4200', `--port ${port}`).split(' ');
  expect(program).toBe('node');
  const emulator = spawn(process.execPath, args, { cwd: project, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void emulator.kill('SIGKILL'));
  await once(emulator.stdout, 'data');

  const ask = async (path: string, method = 'GET') => {
    const headers = { host: 'emulator:4200', authorization: 'Bearer test', 'content-type': 'application/json' };
    const sent = request({ host: '127.0.0.1', port, path, method, headers }).end(method === 'GET' ? undefined : '{}');
    const [answer] = await once(sent, 'response');
    return json(answer) as Promise<Record<string, string>>;
  };
  const { issuer, token_endpoint: tokens } = await ask('/.well-known/oauth-authorization-server');
  expect([issuer, tokens]).toEqual(['http://emulator:4200', 'http://emulator:4200/oauth/token']);
  const world = await ask('/_emulator/worlds', 'POST');
  expect(world['url']).toBe(`http://emulator:4200/w/${world['id']}`);
});
