// Draws the tray icons in build/tray (`node scripts/run.mjs scripts/draw/draw-icon.mjs`): one for each state, at both scales. macOS gets template images,
// black on transparent, which it colours itself; other systems get the aircraft on the app icon's background.
import { mkdirSync, writeFileSync } from 'node:fs';
import { inRoot } from '../root.mjs';

// From above, nose up, in a square of 16.
const aircraft = `<path d="M8 1 C8.9 1 9.2 2.4 9.2 3.6 V6 L14.5 9.2 V10.8 L9.2 9.3 V12 L11 13.4 V14.6 L8 13.8
  L5 14.6 V13.4 L6.8 12 V9.3 L1.5 10.8 V9.2 L6.8 6 V3.6 C6.8 2.4 7.1 1 8 1 Z"/>`;

/** The mark of a state in the lower right corner. Shapes differ, because templates have no colours. */
const marks = {
  idle: '',
  uploading: '<path d="M12 9.2 L15.6 12.8 H13.2 V15.8 H10.8 V12.8 H8.4 Z"/>',
  attention: '<path d="M12 8.6 L16 15.8 H8 Z"/>',
  offline:
    '<path d="M8.9 10 L10 8.9 L12 10.9 L14 8.9 L15.1 10 L13.1 12 L15.1 14 L14 15.1 L12 13.1 L10 15.1 L8.9 14 L10.9 12 Z"/>',
  paused: '<path d="M9 9 H11.2 V15.4 H9 Z M12.8 9 H15 V15.4 H12.8 Z"/>',
};
const colours = { idle: '', uploading: '#63b3ff', attention: '#f0b54a', offline: '#c9d2dc', paused: '#c9d2dc' };

/**
 * @param {keyof typeof marks} state
 * @param {boolean} isTemplate
 */
function svgOf(state, isTemplate) {
  // A gap around the mark keeps both distinguishable at 16 pixels.
  const mask = `<mask id="cut"><rect width="16" height="16" fill="#fff"/>
    <g fill="#000" stroke="#000" stroke-width="1.6">${marks[state]}</g></mask>`;
  const ground = isTemplate ? '' : '<rect width="16" height="16" rx="3.6" fill="#16273a"/>';
  const ink = isTemplate ? '#000' : '#fff';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%" viewBox="0 0 16 16">${mask}${ground}
    <g fill="${ink}" mask="url(#cut)">${aircraft}</g>
    <g fill="${isTemplate ? '#000' : colours[state] || ink}">${marks[state]}</g></svg>`;
}

/** @param {import('playwright').Browser} browser */
export async function drawTray(browser) {
  const folder = inRoot('build', 'tray');
  mkdirSync(folder, { recursive: true });
  const states = /** @type {(keyof typeof marks)[]} */ (Object.keys(marks));
  for (const scale of [1, 2]) {
    const page = await browser.newPage({ viewport: { width: 16, height: 16 }, deviceScaleFactor: scale });
    for (const state of states) {
      for (const isTemplate of [false, true]) {
        await page.setContent(
          `<!doctype html><style>body { margin: 0 } svg { display: block }</style>${svgOf(state, isTemplate)}`,
        );
        const name = `${state}${isTemplate ? 'Template' : ''}${scale === 2 ? '@2x' : ''}.png`;
        writeFileSync(`${folder}/${name}`, await page.screenshot({ omitBackground: true }));
      }
    }
    await page.close();
  }
}
