// The site as it is configured. `node scripts/run.mjs scripts/site/site.mjs` builds it; that takes too long for `npm test`.
import { readdirSync } from 'node:fs';
import { createMarkdownRenderer } from 'vitepress';
import { describe, expect, it } from 'vitest';
import config from '../../../docs/.vitepress/config.mjs';
import { headingAnchor } from '../../../docs/.vitepress/heading-anchor.mjs';
import { outsideTarget } from '../../../docs/.vitepress/links.mjs';
import { sidebar } from '../../../docs/.vitepress/sidebar.mjs';
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
