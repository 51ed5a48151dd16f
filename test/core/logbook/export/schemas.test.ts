// Exported maps against the rules of their formats: the JSON schema of geojson.org, and the part of OGC's schema of KML
// 2.2 (ogckml22.xsd) that an export uses. That schema isn't in the repository, and Node has no validator for it.
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExportFormat } from '../../../../main/contract/export-formats.ts';
import { exportOf, flownOn, seededLogbook } from '../seeded-logbook.ts';

let world: ReturnType<typeof seededLogbook>;
/** Lines in one part and in two, points, and flights without a place. */
beforeEach(() => {
  world = seededLogbook();
  world.put(1, flownOn('2025-10-03', { icaoOut: 'EDDM', icaoIn: 'LOWG', enRoute: 84 }));
  world.put(2, flownOn('2025-10-04', { icaoOut: 'NZAA', icaoIn: 'KORD', enRoute: '715.4' }));
  world.put(3, flownOn('2025-10-05', { icaoOut: 'LOWG', icaoIn: 'LOWG', enRoute: 'n/a' }));
  world.put(4, flownOn('2025-10-06', { icaoOut: 'LOWG', icaoIn: 'Z<9Z' }));
  world.put(5, { date: 'soon', dateAt: null });
});
afterEach(() => world.database.close());

const exported = async (format: ExportFormat, ids: number[] | null = null) => (await exportOf(world, format, ids)).text;

describe('GeoJSON', () => {
  const schema = new URL('../../../../node_modules/geojson-schema/FeatureCollection.json', import.meta.url);
  const isValid = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(schema, 'utf8')) as object);

  it.each([[null], [[]], [[1]], [[5]]])('is valid by its schema with the flights %j', async (ids) => {
    isValid(JSON.parse(await exported('geojson', ids)));
    expect(isValid.errors).toBeNull();
  });
});

/** The children of each element in their order, as a regular expression over `name ` for each. Null: text. */
const grammar: Readonly<Record<string, RegExp | null>> = {
  kml: /^Document $/,
  Document: /^name (Folder )*$/,
  Folder: /^name (Placemark )*$/,
  Placemark: /^name (description )?ExtendedData ((Point|LineString|MultiGeometry) )?$/,
  ExtendedData: /^(Data )+$/,
  Data: /^value $/,
  Point: /^coordinates $/,
  LineString: /^tessellate coordinates $/,
  MultiGeometry: /^(LineString )+$/,
  name: null,
  description: null,
  value: null,
  tessellate: null,
  coordinates: null,
};
const attributes: Readonly<Record<string, RegExp>> = {
  kml: /^ xmlns="http:\/\/www\.opengis\.net\/kml\/2\.2"$/,
  Data: /^ name="\w+"$/,
};
const degrees = String.raw`-?\d+(\.\d+)?`;
const texts: Readonly<Record<string, RegExp>> = {
  tessellate: /^[01]$/,
  coordinates: new RegExp(`^${degrees},${degrees}( ${degrees},${degrees})*$`),
};
const tagPattern = /<(\/?)([A-Za-z]+)([^<>]*)>|([^<]+)|</g;

/** Returns what is wrong with a KML file, in the order of its elements. */
function faultsIn(kml: string): string[] {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  const faults: string[] = kml.startsWith(declaration) ? [] : ['no declaration'];
  const open: { name: string; children: string; text: string }[] = [{ name: 'the file', children: '', text: '' }];
  for (const [tag, slash, name, more, text] of kml.slice(declaration.length).matchAll(tagPattern)) {
    const parent = open.at(-1)!;
    if (text !== undefined) {
      if (/&(?!#\d+;)/.test(text)) faults.push(`an & in ${parent.name}`);
      parent.text += text;
    } else if (name === undefined) faults.push(`a < in ${parent.name}`);
    else if (slash === '') {
      if (!(attributes[name] ?? /^$/).test(more!)) faults.push(`attributes of ${tag}`);
      parent.children += `${name} `;
      open.push({ name, children: '', text: '' });
    } else {
      if (parent.name !== name) faults.push(`</${name}> in ${parent.name}`);
      faults.push(...faultsOf(open.pop()!));
    }
  }
  if (open.length !== 1 || open[0]!.children !== 'kml ') faults.push('not one kml element');
  return faults;
}

function faultsOf(element: { name: string; children: string; text: string }): string[] {
  const { name, children, text } = element;
  const allowed = grammar[name];
  if (allowed === undefined) return [`unknown element ${name}`];
  if (allowed === null) {
    const isFine = children === '' && (texts[name] ?? /./).test(text);
    return isFine ? [] : [`${name}: ${children}${text}`];
  }
  return allowed.test(children) && text.trim() === '' ? [] : [`${name}: ${children}${text.trim()}`];
}

describe('KML', () => {
  it.each([[null], [[]], [[1]], [[5]]])(
    'has the elements of its schema in their order with the flights %j',
    async (ids) => {
      expect(faultsIn(await exported('kml', ids))).toEqual([]);
    },
  );
});
