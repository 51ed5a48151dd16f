// The site that `node scripts/run.mjs scripts/site/site.mjs` makes of these pages (decision 0033). SITE_BASE is the folder it is served from, and
// SITE_REPOSITORY the address of the repository that links to sources lead to; both are optional.
import { keepBraces } from './braces.mjs';
import { headingAnchor } from './heading-anchor.mjs';
import { linkToRepository } from './links.mjs';
import { sidebar } from './sidebar.mjs';

const base = process.env['SITE_BASE'] || '/';
const repository = process.env['SITE_REPOSITORY'];

/** @type {import('vitepress').UserConfig<import('vitepress').DefaultTheme.Config>} */
const config = {
  title: 'Pilot Companion',
  description: 'Uploads flight-report screenshots to the Pilot Flight Service and shows the status of each.',
  lang: 'en-GB',
  base,
  outDir: '../dist/site',
  cacheDir: '../.cache/site',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }]],
  // The default, said because the check relies on it: a link to a page that doesn't exist ends the build.
  ignoreDeadLinks: false,
  markdown: {
    anchor: { slugify: headingAnchor },
    config(markdown) {
      keepBraces(markdown);
      linkToRepository(markdown, repository);
    },
  },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    nav: [
      { text: 'Install', link: '/pilots/install' },
      { text: 'Command line', link: '/pilots/cli' },
      { text: 'Emulator', link: '/emulator/quick-start' },
      { text: 'Architecture', link: '/architecture' },
    ],
    ...(repository && { socialLinks: [{ icon: 'github', link: repository }] }),
  },
  // The index of the search is one file.
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
};

export default config;
