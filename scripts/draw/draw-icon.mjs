// `node scripts/run.mjs scripts/draw/draw-icon.mjs`: draws build/icon.png, from which electron-builder makes the icons of Windows and macOS, and
// build/icons with the sizes that Linux looks for: three flight progress strips in a bay, one of them moving out.
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { findBrowser } from '../test/find-browser.mjs';
import { runScript } from '../plain-stop.mjs';
import { inRoot } from '../root.mjs';
import { drawTray } from './draw-tray.mjs';

const size = 1024;
/** The sizes of the icon theme `hicolor`; launchers find no others. */
const themeSizes = [16, 32, 48, 64, 128, 256, 512];

/**
 * One strip: a coloured left edge, then lines for its text.
 * @param {{ x: number, y: number, colour: string, paper: string, writing: string }} strip
 */
const strip = ({ x, y, colour, paper, writing }) => `
  <g transform="translate(${x} ${y})">
    <rect width="640" height="164" rx="20" fill="${paper}"/>
    <path d="M20 0 H56 V164 H20 Q0 164 0 144 V20 Q0 0 20 0 Z" fill="${colour}"/>
    ${writing}
  </g>`;

const lines = (/** @type {string} */ ink) => `
  <rect x="96" y="42" width="150" height="30" rx="6" fill="${ink}"/>
  <rect x="96" y="94" width="96" height="22" rx="6" fill="${ink}" opacity=".5"/>
  <rect x="300" y="42" width="230" height="30" rx="6" fill="${ink}"/>
  <rect x="300" y="94" width="170" height="22" rx="6" fill="${ink}" opacity=".5"/>`;

// From above, nose to the right, symmetric about y = 82.
const aircraft = `
  <path fill="#0c131b" d="M560 82 C560 66 520 62 480 62 L392 62 L296 8 H252 L312 62 L176 64 L136 30 H104 L126 74 Q122 82 126 90
    L104 134 H136 L176 100 L312 102 L252 156 H296 L392 102 L480 102 C520 102 560 98 560 82 Z"/>`;

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">
  <defs><linearGradient id="bay" x1="0" y1="0" x2="0" y2="1">
    <stop stop-color="#21344a"/><stop offset="1" stop-color="#0c131b"/></linearGradient></defs>
  <rect x="64" y="64" width="896" height="896" rx="200" fill="url(#bay)"/>
  <rect x="66" y="66" width="892" height="892" rx="198" fill="none" stroke="#3a506a" stroke-width="4"/>
  ${strip({ x: 232, y: 216, colour: '#63b3ff', paper: '#ffffff', writing: aircraft })}
  ${strip({ x: 168, y: 430, colour: '#f0b54a', paper: '#e3e8ee', writing: lines('#35475a') })}
  ${strip({ x: 168, y: 644, colour: '#62cf8e', paper: '#c9d2dc', writing: lines('#35475a') })}
</svg>`;

await runScript(async () => {
  const browser = await chromium.launch({ executablePath: await findBrowser(console.error), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<!doctype html><style>body { margin: 0 } svg { display: block }</style>${svg}`);
    mkdirSync(inRoot('build'), { recursive: true });
    writeFileSync(inRoot('build', 'icon.png'), await page.screenshot({ omitBackground: true }));
    mkdirSync(inRoot('build', 'icons'), { recursive: true });
    for (const side of themeSizes) {
      await page.setViewportSize({ width: side, height: side });
      await page.setContent(
        `<!doctype html><style>body { margin: 0 } svg { display: block; width: ${side}px; height: ${side}px }</style>${svg}`,
      );
      writeFileSync(inRoot('build', 'icons', `${side}x${side}.png`), await page.screenshot({ omitBackground: true }));
    }
    await drawTray(browser);
  } finally {
    await browser.close();
  }
  return 0;
});
