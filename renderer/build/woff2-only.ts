// A plugin of Vite that leaves out the woff files beside each woff2: every browser that runs these pages reads woff2.
import type { Plugin } from 'vite';

export const woff2Only = (): Plugin => ({
  name: 'woff2-only',
  enforce: 'pre',
  transform: {
    filter: { id: /\/@fontsource\/.*\.css$/ },
    handler: (css) => ({ code: css.replace(/,\s*url\([^)]*\.woff\)\s*format\('woff'\)/g, ''), map: null }),
  },
});
