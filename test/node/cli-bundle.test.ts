// What the plugins of vite.cli.config.ts do to the bundle of the command line, on a small program.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build, type Rolldown } from 'vite';
import { root } from '../architecture/source-files.ts';

const files = {
  'entry.ts': `
    import { createHash } from 'node:crypto';
    import { inputSchema } from './main/contract/thing.ts';
    import texts from './main/messages/en/thing.json';
    export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
    export const signs = () => 'é – ✈';
    export { inputSchema, texts };`,
  'main/contract/thing.ts': `
    import * as z from '../z.ts';
    export const inputSchema = z.text('input').check(z.text('rule'));
    export const answerSchema = z.list(z.text('answer').check(z.text('rule')));`,
  'main/z.ts': `
    const schema = (name: unknown) => ({ name, check: (_rule: unknown) => schema(name) });
    /* @__NO_SIDE_EFFECTS__ */ export function text(name: string) { return schema(name); }
    /* @__NO_SIDE_EFFECTS__ */ export function list(one: unknown) { return schema(one); }`,
  'main/messages/en/thing.json': JSON.stringify({
    'a.message': { defaultMessage: 'A message', description: 'Told to translators' },
  }),
};

let folder: string;
let code: string;
/** Modules of Node that the program has loaded. */
const loaded: string[] = [];
let program: { hashOf(text: string): string; signs(): string; inputSchema: { name: string }; texts: object };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-bundle-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const built = (await build({
    root: folder,
    configFile: join(root, 'main', 'node', 'vite.cli.config.ts'),
    logLevel: 'error',
    build: { ssr: join(folder, 'entry.ts'), write: false },
  })) as Rolldown.RolldownOutput;
  code = built.output[0].code;
  const require = createRequire(import.meta.url);
  const module = { exports: {} };
  // oxlint-disable-next-line typescript/no-implied-eval -- the bundle is CommonJS, and its `require` is watched
  new Function('require', 'module', 'exports', code)(
    (id: string) => {
      loaded.push(id);
      return require(id) as unknown;
    },
    module,
    module.exports,
  );
  program = module.exports as typeof program;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('leaves out what the catalogue tells translators', () => {
  expect(program.texts).toEqual({ 'a.message': 'A message' });
});

test('is written in ASCII, and keeps every character', () => {
  expect(code).toMatch(/^[\0-\x7f]*$/);
  expect(program.signs()).toBe('é – ✈');
});

test('leaves out the schemas of the contract that nothing parses with', () => {
  expect(code).not.toContain('answer');
  expect(program.inputSchema.name).toBe('input');
});

test('loads a module of Node with its first use', () => {
  expect(loaded).not.toContain('node:crypto');
  expect(program.hashOf('')).toBe('e3b0c442');
  expect(loaded).toContain('node:crypto');
});
