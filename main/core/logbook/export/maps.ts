// Formats of a map: one line for each pair of airports along the great circle, and a point for each airport. GeoJSON by
// RFC 7946, KML 2.2 by OGC.
import type { LogbookMap } from '../../../contract/logbook.ts';
import { mapOf, type RouteFigures } from '../figures.ts';
import type { Airports } from '../airports.ts';
import type { ExportedFlight } from '../rows.ts';
import { numberOf, type Format, type Writing } from './format.ts';

type Position = readonly [lon: number, lat: number];

const STEP_DEGREES = 2;

/** A format that needs all flights before it can write anything. */
const ofMap = (airports: Airports, write: (map: LogbookMap) => string): Writing => {
  const routes = new Map<string, RouteFigures>();
  let withoutRoute = 0;
  function add({ row: { from, to, minutes } }: ExportedFlight) {
    if (from === '' || to === '') {
      withoutRoute += 1;
      return;
    }
    const key = `${from} ${to}`;
    const known = routes.get(key) ?? { from, to, flights: 0, minutes: 0 };
    routes.set(key, { ...known, flights: known.flights + 1, minutes: known.minutes + (numberOf(minutes) ?? 0) });
  }
  return {
    begin: () => '',
    flight(flight) {
      add(flight);
      return '';
    },
    end: () => write(mapOf([...routes.values()], withoutRoute, airports, Number.POSITIVE_INFINITY)),
  };
};

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
  const steps = Math.max(1, Math.ceil(angle / rad / STEP_DEGREES));
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

/** The routes with their ends. A flight back to its departure has no line. */
const linesOf = (map: LogbookMap) =>
  map.routes.flatMap((route) => {
    const [from, to] = [map.airports[route.a]!, map.airports[route.b]!];
    if (route.a === route.b) return [];
    return [{ ...route, from: from.code, to: to.code, parts: greatCircle([from.lon, from.lat], [to.lon, to.lat]) }];
  });

export const geojson: Format = {
  extension: 'geojson',
  mediaType: 'application/geo+json',
  start: ({ airports }) =>
    ofMap(airports, (map) => {
      const points = map.airports.map(({ code, name, city, country, lon, lat, departures, arrivals }) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [lon, lat] },
        properties: { kind: 'airport', code, name, city, country, departures, arrivals },
      }));
      const lines = linesOf(map).map(({ from, to, flights, minutes, distanceNm, parts }) => ({
        type: 'Feature',
        geometry:
          parts.length === 1
            ? { type: 'LineString', coordinates: parts[0] }
            : { type: 'MultiLineString', coordinates: parts },
        properties: { kind: 'route', from, to, flights, minutes, distance_nm: Math.round(distanceNm * 10) / 10 },
      }));
      const features = [...lines, ...points].map((feature) => JSON.stringify(feature));
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

export const kml: Format = {
  extension: 'kml',
  mediaType: 'application/vnd.google-earth.kml+xml',
  start: ({ airports }) =>
    ofMap(airports, (map) => {
      const lines = linesOf(map).map(({ from, to, flights, minutes, distanceNm, parts }) => {
        const strings = parts
          .map(
            (part) =>
              `<LineString><tessellate>1</tessellate><coordinates>${coordinates(part)}</coordinates></LineString>`,
          )
          .join('');
        const drawn = parts.length === 1 ? strings : `<MultiGeometry>${strings}</MultiGeometry>`;
        const figures = data({ flights, minutes, distance_nm: Math.round(distanceNm * 10) / 10 });
        return `<Placemark><name>${xml(`${from}–${to}`)}</name>${figures}${drawn}</Placemark>`;
      });
      const points = map.airports.map(
        ({ code, name, lon, lat, departures, arrivals }) =>
          `<Placemark><name>${xml(code)}</name><description>${xml(name)}</description>${data({ departures, arrivals })}<Point><coordinates>${lon},${lat}</coordinates></Point></Placemark>`,
      );
      return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
<Document><name>Flights</name>
<Folder><name>Routes</name>
${lines.join('\n')}
</Folder>
<Folder><name>Airports</name>
${points.join('\n')}
</Folder>
</Document>
</kml>
`;
    }),
};
