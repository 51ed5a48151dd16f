// The rules of the architecture, checked on every file: allowed imports, and a few conventions that no linter
// checks.
import { readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { importsOf } from './imports-of.ts';
import { isCode, root, textFiles } from './source-files.ts';
import { targetOf, wrongImports } from './import-rules.ts';
import { folderCircles, importCircles } from './import-circles.ts';

const files = textFiles();
const code = files
  .filter(({ path }) => isCode(path))
  .map((file) => ({ ...file, imports: importsOf(file.path, file.text) }));

const complaintsOf = (path: string, source: string) =>
  wrongImports(path, importsOf(path, source)).map(({ message }) => message);

describe('the architecture', () => {
  test('has files of every layer', () => {
    const layers = ['main/contract/', 'main/core/', 'main/node/', 'main/electron/', 'renderer/', 'emulator/', 'test/'];
    const empty = layers.filter((layer) => !code.some(({ path }) => path.startsWith(layer)));
    expect(empty).toEqual([]);
  });

  test('each file imports what its layer may import, and nothing else', () => {
    const complaints = code
      .filter(({ path }) => path.includes('/'))
      .flatMap(({ path, imports }) => wrongImports(path, imports).map(({ message }) => message));
    expect(complaints).toEqual([]);
  });

  test('no files import one another in a cycle, not even types', () => {
    expect(importCircles(code)).toEqual([]);
  });

  test('no folders import one another in a cycle', () => {
    expect(folderCircles(code)).toEqual([]);
  });

  test('constants have names like all others, in camelCase', () => {
    const loud = code.flatMap(({ path, text }) =>
      [...text.matchAll(/^ *(?:export )?const ([A-Z][A-Z0-9_]+)\b/gm)].map(([, name]) => `${path}: ${name}`),
    );
    expect(loud).toEqual([]);
  });

  test('each package that is imported is named in package.json; what runs from the package is a dependency', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
      'dependencies' | 'devDependencies',
      Record<string, string>
    >;
    const dependencies = new Set(Object.keys(manifest.dependencies));
    const all = new Set([...dependencies, ...Object.keys(manifest.devDependencies)]);
    // Users of the entry for Vitest have it installed.
    const runs = /^(main\/(contract|core|node)|emulator(?!\/(console|vitest\.ts$)))\//;
    const complaints = code.flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier, isType }) => {
        const name = packageOf(specifier);
        if (name === null) return [];
        if (!all.has(name))
          return [`${path} imports ${name}: ask for it in package.json, with its line in docs/design/dependencies.md`];
        if (runs.test(path) && !isType && !path.endsWith('.config.ts') && !dependencies.has(name)) {
          return [`${path} needs ${name} when it runs: it belongs to "dependencies"`];
        }
        return [];
      }),
    );
    expect([...new Set(complaints)]).toEqual([]);
  });

  test('no file or folder has a catch-all name: it is named after what it does', () => {
    const drawers = /(^|\/)(utils?|helpers?|misc|common|managers?)(\.[^/]*)?(\/|$)/;
    expect(files.map(({ path }) => path).filter((path) => drawers.test(path))).toEqual([]);
  });

  test('no test is run alone', () => {
    const alone = /\b(?:test|it|describe)\.only\b/;
    expect(code.filter(({ text }) => alone.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('each file that a comment names exists', () => {
    const gone = code
      .filter(({ path }) => /^(main|renderer|emulator|broker)\//.test(path))
      .flatMap(({ path, text }) => filesNamedIn(path, text).map((name) => ({ path, name })))
      .filter(({ name }) => !made.has(name) && !code.some(({ path }) => `/${path}`.endsWith(`/${name}`)));
    expect(gone).toEqual([]);
  });

  test('no file contains a path of the machine that it was written on', () => {
    const places = placesOfThisMachine();
    const named = files.filter(({ text }) => places.some((place) => text.includes(place)));
    expect(named.map(({ path }) => path)).toEqual([]);
  });
});

test('the files that comments name are found, and none in strings', () => {
  const source = "// As in ../flights/a-file.ts and b.mjs.\nconst text = '// c.ts'; /** (d/e.tsx): f.js */";
  expect(filesNamedIn('any.ts', source)).toEqual(['flights/a-file.ts', 'b.mjs', 'd/e.tsx']);
});

describe('the check of imports', () => {
  test('finds every kind of import, and none in strings and comments', () => {
    const source = [
      "import type { A } from './a.ts';",
      "import b, { type C } from 'b';",
      "import { type D } from 'd';",
      "export * from './e.ts';",
      "export type { F } from 'f';",
      "import 'g/side.css';",
      'const h = await import(`h`);',
      "type I = import('i').I;",
      "import j = require('j');",
      "const l = require('./l.cjs');",
      "// import 'no';",
      'const text = "import \'no\'";',
      'export const k = <b />;',
    ].join('\n');
    expect(importsOf('any.tsx', source).map(({ specifier, isType }) => `${isType ? 'type ' : ''}${specifier}`)).toEqual(
      ['type ./a.ts', 'b', 'type d', './e.ts', 'type f', 'g/side.css', 'h', 'type i', 'j', './l.cjs'],
    );
  });

  test('resolves relative paths', () => {
    expect(targetOf('main/core/watch/scan-scheduler.ts', '../../contract/state.ts')).toBe('main/contract/state.ts');
    expect(targetOf('renderer/shell/top.tsx', '../icon.svg?url')).toBe('renderer/icon.svg');
    expect(targetOf('renderer/shell/top.tsx', 'react-dom/client')).toBe('react-dom/client');
  });

  test.each([
    ['main/contract/state.ts', "import { readFile } from 'node:fs';", 'pure values'],
    ['main/contract/state.ts', "import type { Clock } from '../core/platform/ports.ts';", 'pure values'],
    ['main/core/app/companion.ts', "import { app } from 'electron';", 'is a port (main/core/platform/ports.ts)'],
    ['main/core/app/companion.ts', "const e = await import('../../../emulator/emulator.ts');", 'is a port'],
    ['main/core/app/companion.ts', "import type { Command } from '../../node/cli/command.ts';", 'is a port'],
    [
      'main/core/watch/scan-scheduler.ts',
      "import { checkImage } from '../uploads/image/image-check.ts';",
      'folders of one level in main/core/profile or main/core/app',
    ],
    [
      'main/core/watch/scan-scheduler.ts',
      "import type { Verdict } from '../uploads/image/image-check.ts';",
      'folders of one level in main/core/profile or main/core/app',
    ],
    [
      'main/core/uploads/uploader.ts',
      "import type { Session } from '../account/tokens/token-session.ts';",
      'folders of one level in main/core/profile or main/core/app',
    ],
    [
      'main/core/storage/tables/jobs.ts',
      "import type { Pacer } from '../../pacing/pacer.ts';",
      'Imports in core point down',
    ],
    ['main/node/cli/status.ts', "import { createEmulator } from '../../../emulator/emulator.ts';", 'take it from them'],
    ['main/node/cli/status.ts', "import { shell } from 'electron';", 'belongs to main/electron'],
    [
      'main/electron/window/window.ts',
      "import { serve } from '../../node/web-window/server.ts';",
      'The desktop host is thin',
    ],
    ['main/electron/window/window.ts', "import '../../../emulator/emulator.ts';", 'The desktop host is thin'],
    ['main/electron/preload/preload.ts', "import { readFile } from 'node:fs';", 'runs in the sandbox'],
    ['main/electron/preload/preload.ts', "import { z } from 'zod';", 'runs in the sandbox'],
    ['renderer/board/board.tsx', "import { readFile } from 'node:fs/promises';", 'ask the process by a command'],
    [
      'renderer/board/board.tsx',
      "type F = import('../../main/core/messages/failures.ts').F;",
      'ask the process by a command',
    ],
    [
      'renderer/board/board.tsx',
      "export * from '../../emulator/samples/sample-files.ts';",
      'ask the process by a command',
    ],
    [
      'emulator/flights/limits.ts',
      "import { profile } from '../../main/core/service/profile.ts';",
      'shares nothing with the client',
    ],
    [
      'emulator/flights/limits.ts',
      "import type { Flight } from '../../main/contract/strip.ts';",
      'shares nothing with the client',
    ],
    ['scripts/start.mjs', "import { run } from '../main/node/cli.ts';", 'import none of its code'],
    ['main/core/app/companion.ts', "import { watch } from 'chokidar';", 'Imports in core point down'],
    ['main/core/board/board.ts', "import type { Runtime } from '../profile/profile-runtime.ts';", 'point down'],
    [
      'main/core/messages/failures.ts',
      "import { codeOf } from '../platform/network/connection-error.ts';",
      'point down',
    ],
    ['main/node/secrets/keytar.ts', "import { print } from '../cli/printing.ts';", 'used by both hosts'],
    ['emulator/world/world.ts', "import type { Call } from '../control/call.ts';", 'imports point down'],
    ['somewhere/else.ts', '', 'belongs to no layer'],
    ['main/core/odd/file.ts', "import { join } from 'node:path';", 'belongs to no layer'],
    ['main/core/app/companion.ts', "const e = require('../../electron/main.ts');", 'is a port'],
  ])('catches in %s: %s', (path, source, message) => {
    expect(complaintsOf(path, source)).toEqual([expect.stringContaining(message)]);
  });
});

/** Made by scripts/build/generate.mjs. */
const made = new Set(['message-params.ts']);

/** The files of code that its comments name, without the `../` before them. */
const filesNamedIn = (path: string, text: string): string[] =>
  parseSync(path, text).comments.flatMap(({ value }) =>
    [...value.matchAll(/(?<![\w.-])[\w-][\w./-]*\.(?:tsx?|mjs)\b/g)].map(([name]) => name),
  );

/** null for relative imports, and those of Node or of the bundler. */
function packageOf(specifier: string): string | null {
  if (/^[.(]|^node:|^virtual:/.test(specifier)) return null;
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/** The path of this checkout, its parent and the home directory, unless such names are common. */
function placesOfThisMachine(): string[] {
  const everybodys = /^\/([^/]*|(usr|var|private|mnt|opt)\/[^/]*)$/;
  const above = dirname(root);
  const neighbours =
    /^\/[^/]+$/.test(above) && !/^\/(home|tmp|usr|opt|srv|var|mnt|media|app|src|builds?|Users)$/.test(above);
  const named = [root, homedir()].filter((place) => !everybodys.test(place) && place !== tmpdir());
  return [...named, ...(neighbours && above !== tmpdir() ? [`${above}/`] : [])];
}
