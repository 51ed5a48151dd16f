// What changed since the version before, from the changelog in the package: plain text, bounded.

const MOST_LINES = 40;
const MOST_LENGTH = 300;

/** Lines of the sections above that of `before`, up to that of `version`; of `version` alone where `before` has none. */
export function notesSince(changelog: string, before: string, version: string): string[] {
  const sections = changelog.split(/^## /m).slice(1);
  const indexOf = (wanted: string) => sections.findIndex((section) => versionOf(section) === wanted);
  const from = indexOf(version);
  if (from === -1) return [];
  const to = indexOf(before);
  return sections
    .slice(from, to > from ? to : from + 1)
    .flatMap((section) => section.split('\n').slice(1))
    .map(plain)
    .filter((line) => line !== '')
    .slice(0, MOST_LINES);
}

/** The first line of a section: `[1.2.0] - 2026-11-22` or `1.2.0`. */
const versionOf = (section: string) => /^\[?([^\]\s]+)/.exec(section)?.[1];

/** Without Markdown, headings and characters that do not print. */
const plain = (line: string) =>
  line.startsWith('#') || /^\*\*.*\*\*$/.test(line)
    ? ''
    : line
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/\s*\([^()]*\.md\)/g, '')
        .replace(/[*`_]{1,2}(\S[^*`_]*)[*`_]{1,2}/g, '$1')
        .replace(/^\s*[-*] /, '')
        .replace(/[\p{Cc}\p{Cf}]/gu, '')
        .trim()
        .slice(0, MOST_LENGTH);
