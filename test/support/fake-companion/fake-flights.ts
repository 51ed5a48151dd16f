// Plausible flights between real airports, the same on each run, for tests of the window.
import type { LogbookRow } from '../../../main/contract/logbook.ts';

type Airport = readonly [code: string, city: string, country: string, lon: number, lat: number];

export const airports: readonly Airport[] = [
  ['EDDF', 'Frankfurt', 'DE', 8.57, 50.03],
  ['LPPT', 'Lisbon', 'PT', -9.14, 38.77],
  ['LOWW', 'Vienna', 'AT', 16.57, 48.11],
  ['EGLL', 'London', 'GB', -0.46, 51.47],
  ['LOWG', 'Graz', 'AT', 15.44, 46.99],
  ['LFPG', 'Paris', 'FR', 2.55, 49.01],
  ['LEMD', 'Madrid', 'ES', -3.56, 40.47],
  ['KJFK', 'New York', 'US', -73.78, 40.64],
  ['SBGR', 'São Paulo', 'BR', -46.47, -23.43],
  ['FAOR', 'Johannesburg', 'ZA', 28.25, -26.14],
  ['OMDB', 'Dubai', 'AE', 55.36, 25.25],
  ['VHHH', 'Hong Kong', 'HK', 113.91, 22.31],
  ['RJTT', 'Tokyo', 'JP', 139.78, 35.55],
  ['YSSY', 'Sydney', 'AU', 151.18, -33.95],
  ['KLAX', 'Los Angeles', 'US', -118.41, 33.94],
  ['BIKF', 'Reykjavík', 'IS', -22.61, 63.98],
  ['ENGM', 'Oslo', 'NO', 11.1, 60.19],
  ['LGAV', 'Athens', 'GR', 23.94, 37.94],
  ['HECA', 'Cairo', 'EG', 31.41, 30.12],
  ['EHAM', 'Amsterdam', 'NL', 4.76, 52.31],
];
const types = ['A20N', 'A321', 'B738', 'A359', 'B789', 'B77W', 'E190', 'DH8D'] as const;
const radians = Math.PI / 180;

function miles([, , , lon1, lat1]: Airport, [, , , lon2, lat2]: Airport): number {
  const [a, b] = [lat1 * radians, lat2 * radians];
  const along = Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos((lon1 - lon2) * radians);
  return Math.acos(Math.min(1, along)) * 3440.065;
}

/** Reproducible random numbers. */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Newest first; the two newest are under review, one goes back to its departure, one has an unknown airport. */
export function fakeFlights(
  count: number,
  newest: number,
  more: (row: LogbookRow, at: number) => LogbookRow = (row) => row,
): LogbookRow[] {
  const random = createRandom(7);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() ** 1.7 * list.length)]!;
  let out = airports[0]!;
  const rows: LogbookRow[] = [];
  for (let number = count; number > 0; number -= 1) {
    const at = count - number;
    let into = at % 41 === 40 ? out : pick(airports);
    if (into === out && at % 41 !== 40) into = airports[(airports.indexOf(out) + 1) % airports.length]!;
    const nm = miles(into, out);
    const minutes = nm === 0 ? 48 : Math.round(nm / 7.6 + 25 + random() * 15);
    const day = new Date(newest - at * 86_400_000 * 0.62).toISOString().slice(0, 10);
    const isOpen = at < 2;
    const row: LogbookRow = {
      stripId: at % 3 === 0 ? `job-${number}` : `flight-${number}`,
      id: number,
      day,
      date: `${day}T10:00:00`,
      dateAt: Date.parse(`${day}T10:00:00Z`),
      icaoOut: into[0],
      icaoIn: out[0],
      isArchived: false,
      own: null,
      ownCounted: [],
      looksLike: null,
      from: into[0],
      to: out[0],
      aircraftName: null,
      fromName: `${into[1]} Airport`,
      toName: `${out[1]} Airport`,
      fromCity: into[1],
      toCity: out[1],
      fromAt: [into[3], into[4]],
      toAt: [out[3], out[4]],
      aircraft: isOpen
        ? ''
        : nm > 2500
          ? types[3 + (number % 3)]!
          : nm < 400
            ? types[6 + (number % 2)]!
            : types[number % 3]!,
      enRoute: isOpen ? null : minutes,
      distanceNm: nm,
      pax: isOpen ? null : 60 + Math.round(random() * 200),
      cargoKg: isOpen ? null : 800 + Math.round(random() * 9_000),
      delayMin: isOpen ? null : Math.round((random() + random() + random() - 1.35) * 30),
      seasonPoints: isOpen ? null : Math.round(nm / 100) + 2,
      ratingContribution: isOpen ? null : Math.round(random() * 100) / 100,
      totalFt: isOpen ? null : minutes + 21,
      status: isOpen ? 'under-review' : 'completed',
      stage: isOpen ? 'with-moderator' : 'completed',
      moderatorChecked: !isOpen,
      automatedChecked: true,
      createdAt: Date.parse(`${day}T12:00:00Z`),
      createdAtText: `${day}T12:00:00`,
      file: at % 3 === 0 ? `report-${number}.png` : null,
      hasImage: at % 3 === 0,
      pilot: null,
    };
    rows.push(more(row, at));
    out = into;
  }
  return rows;
}
