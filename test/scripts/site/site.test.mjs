// The site as it is configured. `node scripts/run.mjs scripts/site/site.mjs --browser` builds and checks it; that takes too long for `npm test`.
import { readdirSync } from 'node:fs';
import { createMarkdownRenderer } from 'vitepress';
import { describe, expect, it } from 'vitest';
import config from '../../../docs/.vitepress/config.mjs';
import { headingAnchor } from '../../../docs/.vitepress/heading-anchor.mjs';
import { outsideTarget } from '../../../docs/.vitepress/links.mjs';
import { sidebar } from '../../../docs/.vitepress/sidebar.mjs';
import { complaintsAbout } from '../../../scripts/site/check-pages.mjs';
import { inRoot } from '../../../scripts/root.mjs';

describe('the sidebar of the site', () => {
  const links = sidebar.flatMap(({ items }) => items.map(({ link }) => link));

  it('has every page of docs once', () => {
    const pages = readdirSync(inRoot('docs'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md') && path !== 'index.md')
      .map((path) => `/${path.replaceAll('\\', '/').slice(0, -'.md'.length)}`);
    expect(pages.length).toBeGreaterThan(50);
    expect(links.toSorted()).toEqual(pages.toSorted());
  });

  it("is in the reader's order", () => {
    expect(sidebar.map(({ text }) => text)).toEqual([
      'For pilots',
      'Emulator',
      'For distributors',
      'Design',
      'Evidence',
      'Decisions',
    ]);
  });

  it('names pages by their headings', () => {
    for (const { text, link } of sidebar.flatMap(({ items }) => items)) expect(`/${text}`).not.toBe(link);
  });
});

it('ends the build for a dead link, and searches without another server', () => {
  expect(config).toMatchObject({ ignoreDeadLinks: false, themeConfig: { search: { provider: 'local' } } });
});

it('shows double braces in inline code as they are written', async () => {
  const markdown = await createMarkdownRenderer(inRoot('docs'), config.markdown);
  expect(await markdown.renderAsync('`{{header.NAME}}`', {})).toContain('<code v-pre="">{{header.NAME}}</code>');
});

it.each([
  ['architecture.md', '../main/core', 'main/core'],
  ['decisions/0001.md', '../../scripts/run.mjs', 'scripts/run.mjs'],
  ['index.md', 'decisions', 'docs/decisions'],
  ['emulator/reference.md', 'openapi-strict.json', 'docs/emulator/openapi-strict.json'],
  ['pilots/install.md', '../../README.md#run-it-from-a-checkout', 'README.md#run-it-from-a-checkout'],
  ['decisions/0001.md', '../design/security.md#names-of-items', null],
  ['pilots/install.md', '#windows', null],
  ['pilots/install.md', 'https://nodejs.org', null],
])('in %s the link %s leads outside the site to %s', (page, href, target) => {
  expect(outsideTarget(page, href)).toBe(target);
});

it.each([
  ["What's on disk?", 'whats-on-disk'],
  ['upload FILE…', 'upload-file'],
  ['Privacy & Security', 'privacy--security'],
])('the heading %s has the anchor %s, as on GitHub', (heading, anchor) => {
  expect(headingAnchor(heading)).toBe(anchor);
});

describe('the check of a built site', () => {
  const good = {
    'index.html':
      '<link rel="stylesheet" href="/docs/a.css"><a href="/docs/two.html#there">2</a><a href="#main">m</a><i id="main">',
    'two.html': '<script src="/docs/a.js"></script><h2 id="there"></h2><a href="https://example.org/">out</a>',
    'a.css': '@font-face{src:url(/docs/f.woff2)} i{background:url("data:image/svg+xml,")}',
    'a.js': '',
    'f.woff2': '',
  };
  const complaints = (/** @type {Record<string, string>} */ change) =>
    complaintsAbout(new Map(Object.entries({ ...good, ...change })), '/docs/');

  it('accepts a site that loads and links to its own files', () => {
    expect(complaints({})).toEqual([]);
  });

  it.each([
    [
      'a script of another address',
      { 'two.html': '<h2 id="there"></h2><script async src="https://cdn.example/a.js"></script>' },
    ],
    [
      'a preloaded font of another address',
      { 'two.html': '<h2 id="there"></h2><link rel="preload" href="//fonts.example/f.woff2">' },
    ],
    ['an image of another address', { 'two.html': '<h2 id="there"></h2><img alt="" src="http://example.org/a.png">' }],
    ['a font of another address in a style sheet', { 'a.css': "@import 'https://fonts.example/a.css';" }],
    ['a file that is not there', { 'two.html': '<h2 id="there"></h2><img src="/docs/missing.png">' }],
    ['a file outside its folder', { 'two.html': '<h2 id="there"></h2><img src="/other/a.js">' }],
    ['a link to a page that is not there', { 'two.html': '<h2 id="there"></h2><a href="/docs/missing.html">3</a>' }],
    ['a link to a heading that is not there', { 'two.html': '<h2 id="elsewhere"></h2>' }],
  ])('reports %s', (_what, change) => {
    expect(complaints(change)).toHaveLength(1);
  });
});
