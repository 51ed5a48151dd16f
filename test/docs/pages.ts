// The pages that people read: those at the top of the project and all of docs/. With what a Markdown page points to.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../architecture/source-files.ts';

export type Page = {
  /** From the top of the project, with `/`. */
  readonly path: string;
  readonly text: string;
};

export function pages(): Page[] {
  const top = readdirSync(root).filter((name) => name.endsWith('.md'));
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`);
  return [...top, ...docs].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Text without what is shown as code, in blocks (fenced or indented after an empty line) and in lines. */
export const withoutCode = (text: string): string =>
  text
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .replace(/(?<=\n\n)(?: {4}.*\n?)+/g, '')
    .replace(/`[^`\n]+`/g, '');

/** Targets of links and pictures, of reference definitions, and of HTML. */
export function linksIn(text: string): string[] {
  const plain = withoutCode(text);
  const patterns = [
    /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g,
    /^\[[^\]]+\]:\s+<?([^\s>]+)/gm,
    /\b(?:href|src|srcset)="([^"]+)"/g,
  ];
  return patterns.flatMap((pattern) => [...plain.matchAll(pattern)].map(([, target]) => target!));
}

/** The names that headings get as link targets, as GitHub makes them; the second of a name ends in -1. */
export function headingNames(text: string): string[] {
  const seen = new Map<string, number>();
  const body = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
  return [...body.matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading]) => {
    const message = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const name = message
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  });
}

/** Scripts of package.json that a page tells people to type, in code too. */
export const npmScriptsIn = (text: string): string[] =>
  [...text.matchAll(/\bnpm (?:run(?: -s| --silent)* ([a-z][\w:-]*)|(start|test)\b)/g)].map(
    ([, run, short]) => run ?? short!,
  );

/** Places in the project that stand in a page as code: `main/core/platform/ports.ts`. */
export const placesIn = (text: string): string[] =>
  [...text.matchAll(/`((?:main|renderer|emulator|scripts|config|test|docs)\/[\w./-]*)`/g)].map(([, place]) => place!);
