// The page of a sample report, which Chromium draws at 1280 by 720.
import { acarsPrintout } from './acars-printout.mjs';
import { darkGlass } from './dark-glass.mjs';
import { fontFaces } from './facts.mjs';
import { lightPage } from './light-page.mjs';

/** @type {Record<string, (sample: import('./facts.mjs').Sample) => string>} */
const layouts = { 'light-page': lightPage, 'dark-glass': darkGlass, 'acars-printout': acarsPrintout };

export const samplePage = (
  /** @type {import('./facts.mjs').Sample} */ sample,
) => `<!doctype html><meta charset="utf-8"><style>${fontFaces()}
  body { margin: 0; width: 1280px; height: 720px; overflow: hidden; font-family: "B612"; }</style>
  <body>${layouts[sample.layout]?.(sample)}</body>`;
