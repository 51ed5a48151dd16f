// All Markdown pages of the project, and the targets in a page.
import { textFiles } from '../architecture/source-files.ts';

export type Page = {
  /** From the project root, with `/`. */
  readonly path: string;
  readonly text: string;
};

export const pages = (): Page[] => textFiles().filter(({ path }) => path.endsWith('.md'));

/** Text without code blocks (fenced, or indented after an empty line) and inline code. */
const withoutCode = (text: string): string =>
  text
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .replace(/(?<=\n\n)(?: {4}.*\n?)+/g, '')
    .replace(/`[^`\n]+`/g, '');

/** Targets of links, images, reference definitions and HTML. */
export function linksIn(text: string): string[] {
  const plain = withoutCode(text);
  const patterns = [
    /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g,
    /^\[[^\]]+\]:\s+<?([^\s>]+)/gm,
    /\b(?:href|src|srcset)="([^"]+)"/g,
  ];
  return patterns.flatMap((pattern) => [...plain.matchAll(pattern)].map(([, target]) => target!));
}

/** The anchors of headings, as GitHub generates them; the second of a name ends in -1. */
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

/** npm scripts that a page mentions, in code too. */
export const npmScriptsIn = (text: string): string[] =>
  [...text.matchAll(/\bnpm (?:run(?: -s| --silent)* ([a-z][\w:-]*)|(start|test)\b)/g)].map(
    ([, run, short]) => run ?? short!,
  );

/** Paths of the project in code: `main/core/platform/ports.ts`. */
export const placesIn = (text: string): string[] =>
  [...text.matchAll(/`((?:main|renderer|emulator|scripts|config|test|docs)\/[\w./-]*)`/g)].map(([, place]) => place!);
