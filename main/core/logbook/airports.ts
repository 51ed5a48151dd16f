// The airports of the table: by code, by words of their names, and the distance between two. Loaded on first use; the
// window gets only the airports of an answer.
import { searchText } from '../../messages/search-text.ts';

export type Airport = {
  readonly code: string;
  readonly name: string;
  readonly city: string;
  /** ISO 3166 code. */
  readonly country: string;
  readonly lon: number;
  readonly lat: number;
};

export type Airports = {
  find(code: string): Airport | null;
  /** Nautical miles along the great circle; null if an airport is not known. */
  distanceNm(from: string, to: string): number | null;
  /**
   * Whether a code begins with the word, or its airport's name, city or country has it. `word` in the form of
   * `searchText`.
   */
  matches(code: string, word: string): boolean;
  /** Both cities as the list shows them, in the form that is sorted; null if the departure is not known. */
  routeName(from: string, to: string): string | null;
  readonly codes: readonly string[];
};

/** Cached distances: a pilot flies few routes often. */
const mostDistances = 10_000;

/** The earth's mean radius (IUGG). */
const radiusNm = 6_371.0088 / 1.852;

let loaded: Promise<Airports> | null = null;

/** A row of airports.json, which is made from OurAirports' data (public domain). The city is empty where it is the airport's name. */
type Row = readonly [code: string, lat: number, lon: number, country: string, city: string, name: string];

/** The table, read once. */
export const loadAirports = (): Promise<Airports> =>
  (loaded ??= import('./airports.json', { with: { type: 'json' } }).then(({ default: rows }) =>
    // A JSON module has no tuples.
    createAirports(rows as unknown as readonly Row[]),
  ));

function createAirports(rows: readonly Row[]): Airports {
  const byCode = new Map(rows.map((row) => [row[0], row]));
  const searchable = new Map<string, string>();
  const distances = new Map<string, number | null>();

  function find(code: string): Airport | null {
    const row = byCode.get(code);
    if (!row) return null;
    const [, lat, lon, country, city, name] = row;
    return { code, name, city: city === '' ? name : city, country, lon, lat };
  }

  function searchableOf(code: string): string {
    let text = searchable.get(code);
    if (text === undefined) {
      const airport = find(code);
      text = airport ? searchText(`${airport.name} ${airport.city} ${countryName(airport.country)}`) : '';
      searchable.set(code, text);
    }
    return text;
  }

  const cities = new Map<string, string | null>();
  function cityOf(code: string): string | null {
    let city = cities.get(code);
    if (city === undefined) {
      const airport = find(code);
      cities.set(code, (city = airport && searchText(airport.city)));
    }
    return city;
  }

  return {
    find,
    codes: [...byCode.keys()],
    distanceNm(from, to) {
      const key = `${from} ${to}`;
      const known = distances.get(key);
      if (known !== undefined) return known;
      const [a, b] = [find(from), find(to)];
      const distance = a && b ? greatCircleNm(a, b) : null;
      if (distances.size >= mostDistances) distances.clear();
      distances.set(key, distance);
      return distance;
    },
    routeName(from, to) {
      const departure = cityOf(from);
      // A control character sorts before every letter: Graz before Graz-Thalerhof.
      return departure === null ? null : `${departure}\u0001${cityOf(to) ?? ''}`;
    },
    matches(code, word) {
      if (code.toLowerCase().startsWith(word)) return true;
      // One letter would be in nearly every name.
      return word.length > 1 && searchableOf(code).includes(word);
    },
  };
}

type Position = { readonly lon: number; readonly lat: number };

/** By the haversine formula, which is exact for short distances as well. */
export function greatCircleNm(a: Position, b: Position): number {
  const rad = Math.PI / 180;
  const half = (degrees: number) => Math.sin((degrees * rad) / 2) ** 2;
  const h = half(b.lat - a.lat) + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * half(b.lon - a.lon);
  return 2 * radiusNm * Math.asin(Math.min(1, Math.sqrt(h)));
}

let countryNames: Intl.DisplayNames | null = null;
function countryName(code: string): string {
  countryNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? '') : '';
}
