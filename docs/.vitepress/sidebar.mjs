// The pages of the site in the reader's order. A test compares it with the pages of docs.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const docs = join(import.meta.dirname, '..');

/** Sections with their pages, by their paths; each page once. */
const sections = [
  {
    text: 'For pilots',
    pages: [
      'pilots/install',
      'pilots/screenshot-folders',
      'pilots/presets',
      'pilots/languages',
      'pilots/updates',
      'pilots/privacy',
      'pilots/diagnostics',
      'pilots/cli',
      'pilots/commands',
    ],
  },
  {
    text: 'Emulator',
    pages: [
      'emulator/quick-start',
      'emulator/recipes',
      'emulator/containers',
      'emulator/recording',
      'emulator/reference',
      'emulator/pilot-flight-service',
      'emulator/assumptions',
    ],
  },
  {
    text: 'For distributors',
    pages: [
      'distributors/broker',
      'distributors/release',
      'distributors/release-checklist',
      'distributors/electron-versions',
    ],
  },
  {
    text: 'Design',
    pages: [
      'architecture',
      'glossary',
      'design/assumptions',
      'design/reliability',
      'design/security',
      'design/pacing',
      'design/oauth-rules',
      'design/field-guide',
      'design/data-folder',
      'design/dependencies',
    ],
  },
  { text: 'Evidence', pages: ['evidence'] },
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
