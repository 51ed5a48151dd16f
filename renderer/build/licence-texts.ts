// A Vite plugin that adds the third-party licences to the window, as a script that is loaded on demand: the content
// security policy allows no request for a text file.
import type { Plugin } from 'vite';

/** @param list the JSON that scripts/build/bill-of-materials.mjs writes */
export const licenceTexts = (list: string): Plugin => ({
  name: 'licence-texts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/renderer\/settings\/licence-list\.ts$/ },
    handler: () => ({ code: `export const licences = ${list};`, map: null }),
  },
});
