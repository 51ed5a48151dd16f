// A plugin of Vite that puts the licenses of what the app contains into the window. Its policy allows no request for a
// text, so they are a script that is loaded when it is needed.
import type { Plugin } from 'vite';

/** @param list JSON, as scripts/build/bill-of-materials.mjs writes it */
export const licenceTexts = (list: string): Plugin => ({
  name: 'licence-texts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/renderer\/settings\/licences\/licence-list\.ts$/ },
    handler: () => ({ code: `export const licences = ${list};`, map: null }),
  },
});
