// The checks of circles and sizes: their findings and messages.
import { describe, expect, test } from 'vitest';
import { folderCircles, importCircles } from './import-circles.ts';
import { importsOf } from './imports-of.ts';
import { fullFolders, longFiles } from './size-rules.ts';

describe('the check of circles', () => {
  const file = (path: string, text: string) => ({ path, text, imports: importsOf(path, text) });

  test('finds a cycle of types over three files and names a remedy', () => {
    const files = [
      file('main/core/a.ts', "import type { B } from './watch/b.ts';"),
      file('main/core/watch/b.ts', "import { c } from '../c.ts';"),
      file('main/core/c.ts', "type A = import('./a.ts').A;"),
      file('main/core/d.ts', "import './a.ts';"),
    ];
    expect(importCircles(files)).toEqual([
      'main/core/a.ts → main/core/watch/b.ts → main/core/c.ts → main/core/a.ts is a circle of imports. Move what they ' +
        'share to a file that imports none of them, or hand it in.',
    ]);
  });

  test('finds no cycle if two files import the same one', () => {
    const files = [
      file('main/core/a.ts', "import './b.ts'; import './c.ts';"),
      file('main/core/b.ts', "import './c.ts';"),
      file('main/core/c.ts', ''),
    ];
    expect(importCircles(files)).toEqual([]);
  });

  test('finds a cycle of folders where no files form one, and counts files at the top of a layer individually', () => {
    const files = [
      file('emulator/context.ts', "import './journal/journal.ts';"),
      file('emulator/emulator-error.ts', ''),
      file('emulator/journal/journal.ts', "import '../emulator-error.ts'; import type { A } from '../oauth/a.ts';"),
      file('emulator/oauth/a.ts', ''),
      file('emulator/oauth/b.ts', "import '../journal/entry.ts';"),
      file('emulator/journal/entry.ts', ''),
    ];
    expect(importCircles(files)).toEqual([]);
    expect(folderCircles(files)).toEqual([
      'emulator/journal → emulator/oauth → emulator/journal is a circle of imports between folders. Move the imported ' +
        'file to the folder that uses it, or to one that imports none of them.',
    ]);
  });
});

describe('the check of sizes', () => {
  test('rejects a file of 301 lines, unless it is listed as a table', () => {
    const lines = (count: number) => 'x\n'.repeat(count);
    const files = [
      { path: 'main/core/long.ts', text: lines(351) },
      { path: 'main/core/fits.ts', text: lines(350) },
      { path: 'main/core/table.ts', text: lines(351) },
    ];
    expect(longFiles(files, { 'main/core/table.ts': 'a table' })).toEqual([
      expect.stringContaining('main/core/long.ts has 351 lines, at most 350 are allowed. Split it by what changes'),
    ]);
  });

  test('requires removing a file from the list once it is short enough', () => {
    expect(longFiles([{ path: 'main/core/known.ts', text: 'x\n' }], { 'main/core/known.ts': 'a table' })).toEqual([
      expect.stringContaining('main/core/known.ts is short enough now'),
    ]);
  });

  test('rejects an eleventh file in a folder of core and a sixteenth elsewhere', () => {
    const paths = (folder: string, count: number) => Array.from({ length: count }, (_, n) => `${folder}/file-${n}.ts`);
    const all = [...paths('main/core/watch', 11), ...paths('main/core/board', 10), ...paths('emulator/http', 16)];
    expect(fullFolders(all)).toEqual([
      expect.stringContaining('main/core/watch has 11 files directly in it, at most 10 are allowed. Group'),
      expect.stringContaining('emulator/http has 16 files directly in it, at most 15 are allowed. Group'),
    ]);
  });

  test('accepts more files only in a folder that is listed, while it has them', () => {
    const pages = (folder: string, count: number) => Array.from({ length: count }, (_, n) => `${folder}/page-${n}.md`);
    const known = { 'docs/decisions': 'a log', 'docs/short': 'a log' };
    const all = [...pages('docs/decisions', 40), ...pages('docs/short', 15), ...pages('docs/design', 16)];
    expect(fullFolders(all, known)).toEqual([
      'docs/short is small enough now. Take it off the list in test/architecture/size-rules.ts.',
      expect.stringContaining('docs/design has 16 files directly in it, at most 15 are allowed. Group'),
    ]);
  });
});
