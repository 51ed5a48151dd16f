// The check of circles: its findings and messages.
import { describe, expect, test } from 'vitest';
import { folderCircles, importCircles } from './import-circles.ts';
import { importsOf } from './imports-of.ts';

describe('the check of circles', () => {
  const file = (path: string, text: string) => ({ path, text, imports: importsOf(path, text) });

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
