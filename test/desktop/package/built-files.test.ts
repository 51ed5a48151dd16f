// The built app and its pages: what is loaded at the start, and which fonts there are.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../architecture/source-files.ts';

const dist = join(root, 'dist');
const textOf = (...path: string[]) => readFileSync(join(dist, ...path), 'utf8');

describe('the main bundle', () => {
  /** A file with everything that it imports before it runs. */
  function loadedWith(name: string, found = new Set<string>()): Set<string> {
    if (found.has(name)) return found;
    found.add(name);
    for (const [, other = ''] of textOf('electron', name).matchAll(/^(?:import|export)[^;\n]*"\.\/([^"]+\.js)"/gm))
      loadedWith(other, found);
    return found;
  }

  test('loads the built-in service, airports, updates, network and translations only when they are needed', () => {
    const later = /^(?:emulator|airports|electron-engine|undici|recorder|de|fr|es|pt-BR|ja)-/;
    const parts = readdirSync(join(dist, 'electron')).filter((name) => name.endsWith('.js'));
    expect(parts.filter((name) => later.test(name))).toHaveLength(10);
    const first = [...loadedWith('main.js')];
    expect(first.length).toBeGreaterThan(1);
    expect(first.filter((name) => later.test(name))).toEqual([]);
  });

  test('is minified: the variables inside its functions have short names', () => {
    const main = textOf('electron', 'main.js');
    const variables = [
      ['window/window.ts', 'unsent'],
      ['life/start-record.ts', 'hasCrashed'],
      ['life/window-recovery.ts', 'isForced'],
    ] as const;
    for (const [file, name] of variables) {
      expect(readFileSync(join(root, 'main', 'electron', file), 'utf8')).toContain(`let ${name}`);
      expect([name, new RegExp(String.raw`\b${name}\b`).test(main)]).toEqual([name, false]);
    }
  });
});

describe.each(['renderer', 'console'])('the fonts of the built %s', (page) => {
  const names = readdirSync(join(dist, page, 'assets'));
  const fonts = names.filter((name) => /\.(?:woff2?|ttf|otf|eot)$/.test(name));

  test('are woff2 files, each of them once', () => {
    const sources = fonts.map((name) => name.replace(/-[\w-]{8}\.woff2$/, ''));
    expect(sources).toEqual(
      ['b612-latin-400', 'b612-latin-700', 'b612-mono-latin-400', 'b612-mono-latin-700'].map(
        (name) => `${name}-normal`,
      ),
    );
    const contents = new Set(fonts.map((name) => readFileSync(join(dist, page, 'assets', name), 'base64')));
    expect(contents.size).toBe(fonts.length);
  });

  test('are what the styles name, and no style has a font in it', () => {
    const styles = names.filter((name) => name.endsWith('.css')).map((name) => textOf(page, 'assets', name));
    const named = styles.flatMap((css) => [...css.matchAll(/url\(([^)]+)\)\s*format/g)].map(([, url = '']) => url));
    expect(named.map((url) => basename(url.replaceAll(/["']/g, ''))).sort()).toEqual(fonts.toSorted());
    expect(styles.join('')).not.toMatch(/data:(?:font|application\/(?:x-)?font)/);
  });
});
