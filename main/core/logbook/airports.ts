// The airports of the table: by code, by words of their names, and the distance between two. Loaded on first use; the
// window gets only the airports of an answer.
import { type Language, languages } from '../../messages/languages.ts';
import { searchText } from '../../messages/search-text.ts';

export type Airport = {
  readonly code: string;
  readonly name: string;
  /** In the language of the window. */
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
   * Whether a code begins with the word, or its airport's name, its city in any language or its country has it. `word`
   * in the form of `searchText`.
   */
  matches(code: string, word: string): boolean;
  /** The first airports that match all words, those first whose code or city begins with them. */
  named(words: string): Airport[];
  /** Both cities as the list shows them, in the form that is sorted; null if the departure is not known. */
  routeName(from: string, to: string): string | null;
  readonly codes: readonly string[];
};

/** How many airports are offered. */
const mostNamed = 8;

/** Cached distances: a pilot flies few routes often. */
const mostDistances = 10_000;

/** The earth's mean radius (IUGG). */
const radiusNm = 6_371.0088 / 1.852;

/** A row of airports.json (scripts/build/airports.mjs makes it). The city is empty where it is the airport's name. */
type Row = readonly [code: string, lat: number, lon: number, country: string, city: string, name: string];

/**
 * city-names.json: by country and city of the table, a name for each of the `languages`, empty where it is that of the
 * table, then spellings that are only searched for.
 */
type CityNames = Readonly<Record<string, readonly string[]>>;
type Table = { readonly byCode: ReadonlyMap<string, Row>; readonly names: CityNames };

async function readTable(): Promise<Table> {
  const [{ default: rows }, { default: names }] = await Promise.all([
    import('./airports.json', { with: { type: 'json' } }),
    import('./city-names.json', { with: { type: 'json' } }),
  ]);
  // A JSON module has no tuples.
  return { byCode: new Map((rows as unknown as readonly Row[]).map((row) => [row[0], row])), names };
}

let table: Promise<Table> | null = null;
const loaded = new Map<Language, Promise<Airports>>();

/** The table, read once, and what is found in it, kept for each language. */
export function loadAirports(language: Language = 'en'): Promise<Airports> {
  const airports = loaded.get(language) ?? (table ??= readTable()).then((read) => createAirports(read, language));
  loaded.set(language, airports);
  return airports;
}

function createAirports({ byCode, names }: Table, language: Language): Airports {
  const searchable = new Map<string, { readonly own: string; readonly others: string }>();
  const distances = new Map<string, number | null>();

  const tableCity = ([, , , , city, name]: Row) => city || name;
  const namesOf = (row: Row) => names[`${row[3]} ${tableCity(row)}`] ?? [];

  const found = new Map<string, Airport>();
  function find(code: string): Airport | null {
    const row = byCode.get(code);
    if (!row) return null;
    let airport = found.get(code);
    if (!airport) {
      const [, lat, lon, country, , name] = row;
      const city = namesOf(row)[languages.indexOf(language)] || tableCity(row);
      found.set(code, (airport = { code, name, city, country, lon, lat }));
    }
    return airport;
  }

  let regions: Intl.DisplayNames[] | null = null;
  /** In English and in the language of the window. */
  function countryNames(country: string): string[] {
    regions ??= ['en', language].map((one) => new Intl.DisplayNames(one, { type: 'region', fallback: 'none' }));
    return /^[A-Z]{2}$/.test(country) ? regions.map((one) => one.of(country) ?? '') : [];
  }

  /** `own`: in English and in the language of the window; `others`: in every language. */
  function searchableOf(code: string) {
    let texts = searchable.get(code);
    if (texts === undefined) {
      const row = byCode.get(code);
      const own = row ? [row[5], tableCity(row), find(code)!.city, ...countryNames(row[3])].join(' ') : '';
      const others = row ? namesOf(row).join(' ') : '';
      texts = { own: searchSpellings(own), others: searchSpellings(others) };
      searchable.set(code, texts);
    }
    return texts;
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

  function matches(code: string, word: string): boolean {
    if (code.toLowerCase().startsWith(word)) return true;
    // One letter would be in nearly every name, and three are in many names of other languages, as in Nova York.
    if (word.length < 2) return false;
    const { own, others } = searchableOf(code);
    return own.includes(word) || (!/^[a-z]{2,3}$/.test(word) && others.includes(word));
  }

  return {
    find,
    matches,
    named(words) {
      const asked = searchText(words).split(' ').filter(Boolean);
      if (asked.length === 0) return [];
      const whole = asked.join(' ');
      const begins = (code: string) => code.toLowerCase().startsWith(whole) || cityOf(code)!.startsWith(whole);
      const rank = (code: string) => Number(code.toLowerCase() === whole) + Number(begins(code));
      return [...byCode.keys()]
        .filter((code) => asked.every((word) => matches(code, word)))
        .toSorted((a, b) => rank(b) - rank(a))
        .slice(0, mostNamed)
        .map((code) => find(code)!);
    },
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
  };
}

/** Zuerich: as it is typed without the letter. */
const searchSpellings = (text: string) =>
  searchText(`${text} ${text.replace(/[äöü]/gi, (letter) => `${letter.normalize('NFD')[0]}e`)}`);

type Position = { readonly lon: number; readonly lat: number };

/** By the haversine formula, which is exact for short distances as well. */
export function greatCircleNm(a: Position, b: Position): number {
  const rad = Math.PI / 180;
  const half = (degrees: number) => Math.sin((degrees * rad) / 2) ** 2;
  const h = half(b.lat - a.lat) + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * half(b.lon - a.lon);
  return 2 * radiusNm * Math.asin(Math.min(1, Math.sqrt(h)));
}
