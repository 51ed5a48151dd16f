// The pages of the site in the reader's order. A test compares it with the pages of docs.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const docs = join(import.meta.dirname, '..');

/** Sections with their pages, by the name of the file; each page once. */
const sections = [
  {
    text: 'For pilots',
    pages: [
      'install',
      'updates',
      'privacy',
      'reliability',
      'screenshot-folders',
      'presets',
      'languages',
      'diagnostics',
      'data-folder',
      'security',
    ],
  },
  { text: 'Command line', pages: ['cli'] },
  {
    text: 'Emulator',
    pages: [
      'emulator',
      'emulator-recipes',
      'emulator-elsewhere',
      'emulator-record',
      'emulator-reference',
      'pilot-flight-service',
      'assumptions',
      'emulator-proofs',
    ],
  },
  { text: 'For distributors', pages: ['broker', 'release', 'release-checklist'] },
  {
    text: 'For contributors',
    pages: [
      'architecture',
      'glossary',
      'field-guide',
      'oauth-rules',
      'pacing',
      'pacing-analysis',
      'reliability-evidence',
      'security-claims',
      'mutation',
      'benchmarks',
      'benchmarks-companion',
      'benchmarks-cli',
      'benchmarks-emulator',
      'benchmarks-logbook',
      'dependencies',
    ],
  },
];

/** The first heading of a page is its name. */
const titleOf = (/** @type {string} */ name) =>
  /^# (.+)$/m.exec(readFileSync(join(docs, `${name}.md`), 'utf8'))?.[1]?.replaceAll('`', '') ?? name;

const item = (/** @type {string} */ name) => ({ text: titleOf(name), link: `/${name}` });

const decisions = readdirSync(join(docs, 'decisions'))
  .filter((file) => file.endsWith('.md'))
  .toSorted()
  .map((file) => `decisions/${file.slice(0, -'.md'.length)}`);

export const sidebar = [
  ...sections.map(({ text, pages }) => ({ text, items: pages.map(item) })),
  { text: 'Decisions', collapsed: true, items: decisions.map(item) },
];
