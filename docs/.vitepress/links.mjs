// Links from the pages to the rest of the repository. On the site they lead to the repository if its address is known;
// otherwise they are text, so that no page of the site has a dead link.
import { posix } from 'node:path';

/** @typedef {import('vitepress').MarkdownRenderer} MarkdownRenderer */

/**
 * Where a link of a page leads outside the site: a path from the top of the repository, or null for a page of the site,
 * an anchor or another address.
 * @param {string} page its path from docs, such as `decisions/0001-….md`
 * @param {string} href
 */
export function outsideTarget(page, href) {
  if (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(href)) return null;
  const path = posix.join('docs', posix.dirname(page), href);
  return path.startsWith('docs/') && /\.md(#.*)?$/.test(path) ? null : path;
}

/**
 * @param {MarkdownRenderer} markdown
 * @param {string | undefined} repository its address, such as `https://example.org/owner/name`
 */
export function linkToRepository(markdown, repository) {
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      let isText = false;
      for (const token of children ?? []) {
        if (token.type === 'link_close' && isText) {
          Object.assign(token, { type: 'text_close', tag: 'span' });
          isText = false;
        }
        if (token.type !== 'link_open') continue;
        const target = outsideTarget(String(env.relativePath), String(token.attrGet('href')));
        if (target === null) continue;
        if (repository) token.attrSet('href', `${repository}/blob/HEAD/${target}`);
        else Object.assign(token, { type: 'text_open', tag: 'span', attrs: null });
        isText = !repository;
      }
    }
  });
}
