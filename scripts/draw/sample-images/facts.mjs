// Shared by all layouts: the sample's facts, the great circle, and the silhouette of an airliner.
import { readFileSync } from 'node:fs';
import { geoDistance, geoInterpolate } from 'd3-geo';
import { inRoot } from '../../root.mjs';

/** @typedef {{ city: string, latitude: number, longitude: number }} Place */
/**
 * @typedef {object} Figures the figures in the image, under the service's field names; minutes, kilograms
 * @property {string} aircraft
 * @property {string} icao_out
 * @property {string} icao_in
 * @property {number} total_ft
 * @property {number} en_route
 * @property {number} pax
 * @property {number} cargo_kg
 * @property {number} delay_min
 * @property {string} date the time off blocks, UTC; the day is that of the upload
 */
/**
 * @typedef {object} Sample one row of emulator/samples/samples.json
 * @property {string} name file name
 * @property {string} layout
 * @property {string} look the layout's variant
 * @property {string} airline
 * @property {string} callsign
 * @property {string} registration
 * @property {Place} out
 * @property {Place} in
 * @property {Figures} figures
 */

const earthNm = 3440.065;

/** @param {Place} place @returns {[number, number]} */
const pointOf = ({ latitude, longitude }) => [longitude, latitude];

/**
 * Great-circle distance in nautical miles.
 * @param {Place} a
 * @param {Place} b
 */
export const distanceNm = (a, b) => geoDistance(pointOf(a), pointOf(b)) * earthNm;

/**
 * Points along the great circle, both ends included.
 * @param {Place} a
 * @param {Place} b
 * @param {number} count
 * @returns {{ latitude: number, longitude: number }[]}
 */
export function greatCircle(a, b, count) {
  const at = geoInterpolate(pointOf(a), pointOf(b));
  return Array.from({ length: count }, (_, index) => {
    const [longitude, latitude] = at(index / (count - 1));
    return { latitude, longitude };
  });
}

const pad = (/** @type {number} */ value) => String(value).padStart(2, '0');

/** @param {number} minutes */
export const hours = (minutes) => `${Math.floor(minutes / 60)} h ${pad(minutes % 60)}`;

/** @param {number} value */
export const grouped = (value) => value.toLocaleString('en-GB').replaceAll(',', '\u202f');

/** @param {number} delayMin */
export function punctuality(delayMin) {
  if (delayMin === 0) return 'on time';
  return delayMin < 0 ? `${-delayMin} min early` : `${delayMin} min late`;
}

/**
 * Returns the four times of a flight, in UTC. The difference between block time and air time is taxiing, two thirds of it
 * before take-off.
 * @param {Sample} sample
 */
export function timesOf({ figures: { date, total_ft, en_route } }) {
  const beginMs = Date.parse(`2026-01-01T${date}:00Z`);
  const taxiOut = Math.round(((total_ft - en_route) * 2) / 3);
  const at = (/** @type {number} */ minutes) => {
    const time = new Date(beginMs + minutes * 60_000);
    return `${pad(time.getUTCHours())}:${pad(time.getUTCMinutes())}`;
  };
  return { out: at(0), off: at(taxiOut), on: at(taxiOut + en_route), in: at(total_ft) };
}

/** Embeds the project's fonts in the page, so that an image doesn't depend on the machine's fonts. */
export function fontFaces() {
  const face = (/** @type {string} */ family, /** @type {string} */ folder, /** @type {number} */ weight) => {
    const file = inRoot('node_modules', '@fontsource', folder, 'files', `${folder}-latin-${weight}-normal.woff2`);
    const data = readFileSync(file).toString('base64');
    return `@font-face { font-family: "${family}"; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}) }`;
  };
  return [
    face('B612', 'b612', 400),
    face('B612', 'b612', 700),
    face('B612 Mono', 'b612-mono', 400),
    face('B612 Mono', 'b612-mono', 700),
  ].join('\n');
}

/**
 * An airliner from the side, nose to the right, 400 by 110.
 * @param {{ hull: string, fin: string, shade: string }} colours
 */
export const airliner = ({ hull, fin, shade }) => `
  <g transform="translate(400 0) scale(-1 1)">
    <path d="M322 50 L364 3 Q366 0 371 0 L388 0 Q391 0 390 4 L374 50 Z" fill="${fin}"/>
    <path d="M18 64 C26 52 50 47 84 46 L326 46 C350 46 368 41 386 33 L396 31 C390 51 372 66 340 71 L80 77 C46 78 26 73 18 64 Z" fill="${hull}"/>
    <path d="M30 70 C46 77 60 78 80 77 L340 71 C356 69 368 64 378 56 L300 64 L60 70 Z" fill="${shade}" opacity=".55"/>
    <path d="M38 56 L52 52 L56 57 L42 60 Z" fill="${shade}"/>
    <path d="M74 57 H330" stroke="${shade}" stroke-width="4" stroke-dasharray="4 6"/>
    <path d="M342 52 L394 44 Q401 43 398 48 L366 58 Z" fill="${shade}"/>
    <rect x="152" y="74" width="52" height="17" rx="8" fill="${shade}"/>
    <path d="M146 68 L240 104 Q246 106 252 106 L264 106 L216 66 Z" fill="${shade}"/>
  </g>`;
