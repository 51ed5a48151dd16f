// The rules of the architecture, checked on every file: allowed imports, and a few conventions that no linter
// checks.
import { readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf } from './imports-of.ts';
import { isCode, root, textFiles } from './source-files.ts';
import { wrongImports } from './import-rules.ts';
import { folderCircles, importCircles } from './import-circles.ts';

const files = textFiles();
const code = files
  .filter(({ path }) => isCode(path))
  .map((file) => ({ ...file, imports: importsOf(file.path, file.text) }));

const complaintsOf = (path: string, source: string) =>
  wrongImports(path, importsOf(path, source)).map(({ message }) => message);

describe('the architecture', () => {
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

  test('only what runs in the window uses its messages', () => {
    const users = code.filter(({ path }) => /^main\/(contract|core|node)\//.test(path));
    const wrong = users.filter(({ text }) => /message\('(window|logbook)\./.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
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

  test('no file contains a path of the machine that it was written on', () => {
    const places = placesOfThisMachine();
    const named = files.filter(({ text }) => places.some((place) => text.includes(place)));
    expect(named.map(({ path }) => path)).toEqual([]);
  });
});

describe('the check of imports', () => {
  test.each([
    ['main/contract/state.ts', "import { readFile } from 'node:fs';", 'pure values'],
    ['main/core/app/companion.ts', "const e = await import('../../../emulator/emulator.ts');", 'is a port'],
    ['main/core/app/companion.ts', "const e = require('../../electron/main.ts');", 'is a port'],
    ['main/core/uploads/uploader.ts', "import type { S } from '../account/tokens/token-session.ts';", 'one level'],
    ['main/core/board/board.ts', "import type { Runtime } from '../profile/profile-runtime.ts';", 'point down'],
    ['main/core/app/companion.ts', "import { watch } from 'chokidar';", 'Imports in core point down'],
    ['main/electron/preload/preload.ts', "import { z } from 'zod';", 'runs in the sandbox'],
    ['renderer/board/board.tsx', "type F = import('../../main/core/messages/failures.ts').F;", 'ask the process'],
    ['renderer/board/board.tsx', "export * from '../../emulator/samples/sample-files.ts';", 'ask the process'],
    ['emulator/flights/limits.ts', "import type { F } from '../../main/contract/strip.ts';", 'shares nothing'],
    ['emulator/world/world.ts', "import type { Call } from '../control/call.ts';", 'imports point down'],
    ['main/core/odd/file.ts', "import { join } from 'node:path';", 'belongs to no layer'],
  ])('catches in %s: %s', (path, source, message) => {
    expect(complaintsOf(path, source)).toEqual([expect.stringContaining(message)]);
  });
});

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
