// Formats of a map: for each pair of airports a line along the great circle, for flights back to their departure a
// point, and a point for each airport. What has no place on the map is listed without a geometry, so that every flight
// is counted once. GeoJSON by RFC 7946, KML 2.2 by OGC.
import { message } from '../../../messages/message.ts';
import type { LogbookMap } from '../../../contract/logbook.ts';
import { mapOf, pairsOf } from '../figures.ts';
import type { Airports } from '../airports.ts';
import type { ExportedFlight } from '../rows.ts';
import { asNumber } from '../../../contract/flight.ts';
import type { FileText, Format, Writing } from './tables.ts';

type Position = readonly [lon: number, lat: number];

const stepDegrees = 2;

type Route = {
  /** Empty: the record has no airport there yet. */
  readonly from: string;
  readonly to: string;
  readonly flights: number;
  readonly minutes: number;
};
/** `parts`: along the great circle; null for flights back to their departure. */
type DrawnRoute = Route & { readonly at: Position; readonly distanceNm: number; readonly parts: Position[][] | null };
type FlownMap = {
  readonly drawn: readonly DrawnRoute[];
  /** At an airport that is missing or whose position is not known. */
  readonly unplaced: readonly Route[];
  readonly airports: LogbookMap['airports'];
  /** Codes without a known position. */
  readonly unknown: LogbookMap['unknown'];
};

function flownMap(routes: readonly Route[], airports: Airports): FlownMap {
  const map = mapOf(
    routes.filter(({ from, to }) => from !== '' && to !== ''),
    0,
    airports,
    Number.POSITIVE_INFINITY,
  );
  const drawn = map.routes.map((route): DrawnRoute => {
    const [from, to] = [map.airports[route.a]!, map.airports[route.b]!];
    const at = [from.lon, from.lat] as const;
    const parts = route.a === route.b ? null : greatCircle(at, [to.lon, to.lat]);
    return { ...route, from: from.code, to: to.code, at, parts };
  });
  const unplaced = routes.filter(({ from, to }) => !airports.find(from) || !airports.find(to));
  return { drawn, unplaced: pairsOf(unplaced), airports: map.airports, unknown: map.unknown };
}

/** How many flights of a route have a figure that the pilot entered. */
type CountWithOwn = (route: Pick<Route, 'from' | 'to'>) => number;

/** A format that needs all flights before it can write anything. */
function ofMap(airports: Airports, write: (map: FlownMap, withOwn: CountWithOwn) => string): Writing {
  const routes = new Map<string, Route>();
  const withOwn = new Map<string, number>();
  const pairOf = ({ from, to }: Pick<Route, 'from' | 'to'>) => [from, to].toSorted().join(' ');
  function add({ row }: ExportedFlight) {
    const { from, to, enRoute: minutes } = row;
    const key = `${from} ${to}`;
    if (row.ownCounted.length > 0) withOwn.set(pairOf(row), (withOwn.get(pairOf(row)) ?? 0) + 1);
    const known = routes.get(key) ?? { from, to, flights: 0, minutes: 0 };
    routes.set(key, { ...known, flights: known.flights + 1, minutes: known.minutes + (asNumber(minutes) ?? 0) });
  }
  let unplaced = 0;
  return {
    begin: () => '',
    flight(flight) {
      add(flight);
      return '';
    },
    end() {
      const map = flownMap([...routes.values()], airports);
      unplaced = map.unplaced.reduce((sum, { flights }) => sum + flights, 0);
      return write(map, (route) => withOwn.get(pairOf(route)) ?? 0);
    },
    unplaced: () => unplaced,
  };
}

/** The great circle from one position to another, in parts that do not cross the date line. */
export function greatCircle(from: Position, to: Position): Position[][] {
  const rad = Math.PI / 180;
  const vector = ([lon, lat]: Position) => [
    Math.cos(lat * rad) * Math.cos(lon * rad),
    Math.cos(lat * rad) * Math.sin(lon * rad),
    Math.sin(lat * rad),
  ];
  const [a, b] = [vector(from), vector(to)];
  const angle = Math.acos(
    Math.min(
      1,
      Math.max(
        -1,
        a.reduce((sum, one, axis) => sum + one * b[axis]!, 0),
      ),
    ),
  );
  const steps = Math.max(1, Math.ceil(angle / rad / stepDegrees));
  const parts: Position[][] = [[from]];
  let last = from;
  for (let step = 1; step <= steps; step += 1) {
    const next = step === steps || angle === 0 ? to : between(step / steps);
    if (Math.abs(next[0] - last[0]) > 180) {
      const side = last[0] > 0 ? 180 : -180;
      const share = (side - last[0]) / (next[0] + 2 * side - last[0]);
      const lat = round(last[1] + share * (next[1] - last[1]));
      parts.at(-1)!.push([side, lat]);
      parts.push([[-side, lat]]);
    }
    parts.at(-1)!.push(next);
    last = next;
  }
  return parts;

  function between(share: number): Position {
    const [p, q] = [Math.sin((1 - share) * angle) / Math.sin(angle), Math.sin(share * angle) / Math.sin(angle)];
    const [x, y, z] = a.map((one, axis) => p * one + q * b[axis]!) as [number, number, number];
    return [round(Math.atan2(y, x) / rad), round(Math.atan2(z, Math.hypot(x, y)) / rad)];
  }
}

const round = (degrees: number) => Math.round(degrees * 1_000) / 1_000;

const rounded = (miles: number) => Math.round(miles * 10) / 10;

function geometryOf({ at, parts }: DrawnRoute) {
  if (parts === null) return { type: 'Point', coordinates: at };
  return parts.length === 1
    ? { type: 'LineString', coordinates: parts[0] }
    : { type: 'MultiLineString', coordinates: parts };
}

export const geojson: Format = {
  extension: 'geojson',
  mediaType: 'application/geo+json',
  start: ({ airports }) =>
    ofMap(airports, (map, withOwn) => {
      const feature = (geometry: object | null, properties: object) =>
        JSON.stringify({ type: 'Feature', geometry, properties });
      const features = [
        ...map.drawn.map((route) => {
          const { from, to, flights, minutes, distanceNm } = route;
          const own = { with_own_entry: withOwn(route) };
          const properties = { kind: 'route', from, to, flights, minutes, distance_nm: rounded(distanceNm), ...own };
          return feature(geometryOf(route), properties);
        }),
        // RFC 7946, section 3.2: a feature without a place has the geometry null.
        ...map.unplaced.map(({ from, to, flights, minutes }) =>
          feature(null, {
            kind: 'route',
            from: from || null,
            to: to || null,
            flights,
            minutes,
            distance_nm: null,
            with_own_entry: withOwn({ from, to }),
          }),
        ),
        ...map.airports.map(({ code, name, city, country, lon, lat, departures, arrivals }) =>
          feature(
            { type: 'Point', coordinates: [lon, lat] },
            { kind: 'airport', code, name, city, country, departures, arrivals },
          ),
        ),
        ...map.unknown.map(({ code, flights }) => feature(null, { kind: 'airport', code, name: null, flights })),
      ];
      return `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}\n`;
    }),
};

/** Control characters were removed when the record was read. */
const xml = (text: string) => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const coordinates = (positions: readonly Position[]) => positions.map((position) => position.join(',')).join(' ');
const data = (values: Readonly<Record<string, number>>) =>
  `<ExtendedData>${Object.entries(values)
    .map(([name, value]) => `<Data name="${name}"><value>${value}</value></Data>`)
    .join('')}</ExtendedData>`;

const placemark = (given: { name: string; about?: string; figures: Readonly<Record<string, number>>; at?: string }) => {
  const about = given.about === undefined ? '' : `<description>${xml(given.about)}</description>`;
  return `<Placemark><name>${xml(given.name)}</name>${about}${data(given.figures)}${given.at ?? ''}</Placemark>`;
};
const point = ([lon, lat]: Position) => `<Point><coordinates>${lon},${lat}</coordinates></Point>`;
const folder = (name: string, placemarks: readonly string[]) => `<Folder><name>${xml(name)}</name>
${placemarks.join('\n')}
</Folder>`;

function linesOf(parts: readonly Position[][]): string {
  const strings = parts.map(
    (part) => `<LineString><tessellate>1</tessellate><coordinates>${coordinates(part)}</coordinates></LineString>`,
  );
  return strings.length === 1 ? strings[0]! : `<MultiGeometry>${strings.join('')}</MultiGeometry>`;
}

export const kml: Format = {
  extension: 'kml',
  mediaType: 'application/vnd.google-earth.kml+xml',
  start: ({ airports, text }) =>
    ofMap(airports, (map, withOwn) => {
      const lines = map.drawn.map(({ from, to, flights, minutes, distanceNm, at, parts }) =>
        placemark({
          name: `${from}–${to}`,
          ...(parts === null && { about: text(message('export.back', { n: flights })) }),
          figures: { flights, minutes, distance_nm: rounded(distanceNm), with_own_entry: withOwn({ from, to }) },
          at: parts === null ? point(at) : linesOf(parts),
        }),
      );
      const points = map.airports.map(({ code, name, lon, lat, departures, arrivals }) =>
        placemark({ name: code, about: name, figures: { departures, arrivals }, at: point([lon, lat]) }),
      );
      const unplaced = map.unplaced.map(({ from, to, flights, minutes }) =>
        placemark({
          name: `${from || '?'}–${to || '?'}`,
          about: whyUnplaced(from, to, text),
          figures: { flights, minutes, with_own_entry: withOwn({ from, to }) },
        }),
      );
      const folders = [
        folder(text(message('export.routes')), lines),
        folder(text(message('export.airports')), points),
        ...(unplaced.length === 0 ? [] : [folder(text(message('export.unplaced')), unplaced)]),
      ];
      return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
<Document><name>${xml(text(message('export.flights')))}</name>
${folders.join('\n')}
</Document>
</kml>
`;
    }),
};

const whyUnplaced = (from: string, to: string, text: FileText) =>
  text(message(from === '' || to === '' ? 'export.noAirport' : 'export.noPosition'));
