// The project's own files: neither installed nor built.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, resolve, sep } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

type SourceFile = { readonly path: string; readonly text: string };

const notOurs = new Set(['node_modules', 'dist', '.git', '.cache', 'package-lock.json']);
/** Made by scripts/build/generate.mjs: a plain clone doesn't have them, so nothing may link to them. */
const generated = /\/(message-params\.ts|reference\.md|openapi-\w+\.json|commands\.md|scenario\.schema\.json)$/;
const textEndings = new Set(
  [
    'ts',
    'tsx',
    'mts',
    'cts',
    'js',
    'jsx',
    'mjs',
    'cjs',
    'json',
    'yml',
    'yaml',
    'md',
    'html',
    'css',
    'svg',
    'sh',
    '',
  ].map((ending) => (ending === '' ? '' : `.${ending}`)),
);
const codeEndings = /\.[cm]?[jt]sx?$/;

/** All text files, with paths from the project root and `/` between folders. */
export function textFiles(): SourceFile[] {
  return pathsIn(root)
    .filter((path) => textEndings.has(extname(path)) && !generated.test(path))
    .map((path) => ({ path: relative(root, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }));
}

export const isCode = (path: string): boolean => codeEndings.test(path);

export const isStyle = (path: string): boolean => extname(path) === '.css';

function pathsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !notOurs.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return pathsIn(path);
      return entry.isFile() ? [path] : [];
    });
}
