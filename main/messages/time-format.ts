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

const minute = { hour: '2-digit', minute: '2-digit' } as const;
const second = { ...minute, second: '2-digit' } as const;
const day = { day: 'numeric', month: 'short' } as const;
const year = { ...day, year: 'numeric' } as const;
const styles = {
  minute,
  second,
  day,
  year,
  dayMinute: { ...day, ...minute },
  daySecond: { ...day, ...second },
  yearMinute: { ...year, ...minute },
  yearSecond: { ...year, ...second },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
type Style = keyof typeof styles;

/**
 * @param locale how dates are written, such as `en-DE`
 * @param localZone the pilot's; by default the system's
 */
export function createTimeFormat(locale: string, choice: TimeChoice, localZone?: string) {
  const made = new Map<string, Intl.DateTimeFormat>();
  function plain(zone: Zone, style: Style, at: number): string {
    const key = `${zone} ${style}`;
    const known = made.get(key);
    const timeZone = zone === 'utc' ? 'UTC' : localZone;
    const format = known ?? new Intl.DateTimeFormat(locale, { hourCycle: 'h23', timeZone, ...styles[style] });
    if (!known) made.set(key, format);
    return format.format(at);
  }
  const isSameDay = (zone: Zone, a: number, b: number) => plain(zone, 'year', a) === plain(zone, 'year', b);
  const yearOf = (zone: Zone, at: number) => plain(zone, 'year', at).replace(plain(zone, 'day', at), '');

  function dateTime(zone: Zone, at: number, now: number, unit: 'Minute' | 'Second'): string {
    const style: Style = isSameDay(zone, at, now)
      ? unit === 'Minute'
        ? 'minute'
        : 'second'
      : `${yearOf(zone, at) === yearOf(zone, now) ? 'day' : 'year'}${unit}`;
    return plain(zone, style, at) + labels[zone];
  }

  /** In the first zone, then in the other one: there without the day where both have the same. */
  function inZones(write: (zone: Zone) => string, writeClock: (zone: Zone) => string, at: number): string {
    const [first, other] = zonesOf[choice];
    if (other === undefined) return write(first);
    const isDaySaid = plain('utc', 'year', at) === plain('local', 'year', at);
    return `${write(first)} / ${isDaySaid ? writeClock(other) : write(other)}`;
  }
  const clockIn = (at: number, unit: 'minute' | 'second') => (zone: Zone) => plain(zone, unit, at) + labels[zone];

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
      const unit = other === undefined && isSameDay(first, at, now) ? 'Second' : 'Minute';
      return inZones((zone) => dateTime(zone, at, now, unit), clockIn(at, 'minute'), at);
    },
    /** `12 May 2026`, in the first zone. */
    day: (at: number) => plain(zonesOf[choice][0], 'year', at),
    /** `12 May 2026, 14:02:16Z`. */
    full: (at: number) => inZones((zone) => plain(zone, 'yearSecond', at) + labels[zone], clockIn(at, 'second'), at),
  };
}
