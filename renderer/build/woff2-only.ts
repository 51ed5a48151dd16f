// A Vite plugin that leaves out woff files: every browser that runs these pages supports woff2.
import type { Plugin } from 'vite';

export const woff2Only = (): Plugin => ({
  name: 'woff2-only',
  enforce: 'pre',
  transform: {
    filter: { id: /\/@fontsource\/.*\.css$/ },
    handler: (css) => ({ code: css.replace(/,\s*url\([^)]*\.woff\)\s*format\('woff'\)/g, ''), map: null }),
  },
});
