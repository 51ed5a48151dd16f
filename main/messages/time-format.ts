// Times as pilots write them: UTC with Z, their own time with LT, or both; on a 24-hour clock. All take milliseconds
// since 1970.

export const timeChoices = ['utc', 'local', 'both'] as const;
export type TimeChoice = (typeof timeChoices)[number];
type Zone = 'utc' | 'local';

export type TimeFormat = ReturnType<typeof createTimeFormat>;

const zonesOf: Readonly<Record<TimeChoice, readonly [Zone, Zone?]>> = {
  utc: ['utc'],
  local: ['local'],
  both: ['utc', 'local'],
};
const labels: Readonly<Record<Zone, string>> = { utc: 'Z', local: '\u00A0LT' };

const day = { day: 'numeric', month: 'short' } as const;
const year = { ...day, year: 'numeric' } as const;
const minute = { hour: '2-digit', minute: '2-digit' } as const;
const second = { ...minute, second: '2-digit' } as const;
const styles = {
  year,
  dayMinute: { ...day, ...minute },
  daySecond: { ...day, ...second },
  yearMinute: { ...year, ...minute },
  yearSecond: { ...year, ...second },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
type Style = keyof typeof styles;

const dayMs = 86_400_000;
const systemOffset = (at: number) => new Date(at).getTimezoneOffset() * -60_000;

/**
 * @param locale how dates are written, such as `en-DE`
 * @param localOffset from UTC to the pilot's time, in milliseconds; by default the system's
 */
export function createTimeFormat(locale: string, choice: TimeChoice, localOffset = systemOffset) {
  const made = new Map<Style, Intl.DateTimeFormat>();
  /** What a clock of the zone shows, as if it were UTC. */
  const shownIn = (zone: Zone, at: number) => (zone === 'utc' ? at : at + localOffset(at));
  function plain(zone: Zone, style: Style, at: number): string {
    const known = made.get(style);
    const format = known ?? new Intl.DateTimeFormat(locale, { hourCycle: 'h23', timeZone: 'UTC', ...styles[style] });
    if (!known) made.set(style, format);
    return format.format(shownIn(zone, at));
  }
  const dayIn = (zone: Zone, at: number) => Math.floor(shownIn(zone, at) / dayMs);
  const yearIn = (zone: Zone, at: number) => new Date(shownIn(zone, at)).getUTCFullYear();
  /** `14:02` or `14:02:16`, as pilots write it in every language. A first `Intl.DateTimeFormat` takes tens of milliseconds. */
  const clockIn = (at: number, unit: 'minute' | 'second') => (zone: Zone) =>
    new Date(shownIn(zone, at)).toISOString().slice(-13, unit === 'minute' ? -8 : -5) + labels[zone];

  function dateTime(zone: Zone, at: number, now: number, unit: 'Minute' | 'Second'): string {
    if (dayIn(zone, at) === dayIn(zone, now)) return clockIn(at, unit === 'Minute' ? 'minute' : 'second')(zone);
    return plain(zone, `${yearIn(zone, at) === yearIn(zone, now) ? 'day' : 'year'}${unit}`, at) + labels[zone];
  }

  /** In the first zone, then in the other one: there without the day where both have the same. */
  function inZones(write: (zone: Zone) => string, writeClock: (zone: Zone) => string, at: number): string {
    const [first, other] = zonesOf[choice];
    if (other === undefined) return write(first);
    const isDaySaid = dayIn('utc', at) === dayIn('local', at);
    return `${write(first)} / ${isDaySaid ? writeClock(other) : write(other)}`;
  }

  return {
    /** `14:02Z`. */
    minute: (at: number) => inZones(clockIn(at, 'minute'), clockIn(at, 'minute'), at),
    /** `14:02:16Z`. */
    second: (at: number) => inZones(clockIn(at, 'second'), clockIn(at, 'second'), at),
    /** `14:02Z` today, `12 May, 14:02Z` this year, `12 May 2025, 14:02Z` in any other. */
    dateTime: (at: number, now: number) =>
      inZones((zone) => dateTime(zone, at, now, 'Minute'), clockIn(at, 'minute'), at),
    /** The same to the second. */
    exactDateTime: (at: number, now: number) =>
      inZones((zone) => dateTime(zone, at, now, 'Second'), clockIn(at, 'second'), at),
    /** For narrow places: `14:02:16Z` today, else `12 May, 14:02Z`; in both zones without seconds. */
    short(at: number, now: number) {
      const [first, other] = zonesOf[choice];
      const unit = other === undefined && dayIn(first, at) === dayIn(first, now) ? 'Second' : 'Minute';
      return inZones((zone) => dateTime(zone, at, now, unit), clockIn(at, 'minute'), at);
    },
    /** In the first zone. */
    isSameDay: (one: number, other: number) => dayIn(zonesOf[choice][0], one) === dayIn(zonesOf[choice][0], other),
    /** `12 May 2026`, in the first zone. */
    day: (at: number) => plain(zonesOf[choice][0], 'year', at),
    /** `12 May 2026, 14:02:16Z`. */
    full: (at: number) => inZones((zone) => plain(zone, 'yearSecond', at) + labels[zone], clockIn(at, 'second'), at),
  };
}
