// The project's own files: neither installed nor built.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, resolve, sep } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

type SourceFile = { readonly path: string; readonly text: string };

const notOurs = new Set(['node_modules', 'dist', '.git', '.cache', 'package-lock.json']);
/** Made by scripts/build/generate.mjs: a plain clone doesn't have them, so nothing may link to them. */
const generated = /\/(message-params\.ts|reference\.md|openapi-\w+\.json|commands\.md|scenario\.schema\.json)$/;
const textEndings = /^(\.([cm]?[jt]s|[jt]sx|json|ya?ml|md|html|css|svg|sh))?$/;
const codeEndings = /\.[cm]?[jt]sx?$/;

/** All text files, with paths from the project root and `/` between folders. */
export function textFiles(): SourceFile[] {
  return pathsIn(root)
    .filter((path) => textEndings.test(extname(path)) && !generated.test(path))
    .map((path) => ({ path: relative(root, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }));
}

export const isCode = (path: string): boolean => codeEndings.test(path);

function pathsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !notOurs.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return pathsIn(path);
      return entry.isFile() ? [path] : [];
    });
}
