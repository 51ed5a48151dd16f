// Times as the window has to write them, made by shifting the clock instead of by the formats of the app.
import type { TimeChoice } from '../../../main/messages/time-format.ts';
import { start } from '../open-window.ts';

type Zone = 'utc' | 'local';
type Unit = 'second' | 'minute';

/** All times of the tests are in May 2026. `offsetMin`: of local time. */
export function createWrittenTimes(choice: TimeChoice, offsetMin: number) {
  const iso = (zone: Zone, at: number) => new Date(at + (zone === 'local' ? offsetMin * 60_000 : 0)).toISOString();
  const day = (zone: Zone, at: number) => `${Number(iso(zone, at).slice(8, 10))} May`;
  const clockIn = (zone: Zone, at: number, unit: Unit) =>
    iso(zone, at).slice(11, unit === 'second' ? 19 : 16) + (zone === 'utc' ? 'Z' : ' LT');
  const isToday = (zone: Zone, at: number) => day(zone, at) === day(zone, start);
  const first: Zone = choice === 'local' ? 'local' : 'utc';
  const inZones = (at: number, write: (zone: Zone) => string, writeClock: (zone: Zone) => string) =>
    choice === 'both'
      ? `${write('utc')} (${day('utc', at) === day('local', at) ? writeClock('local') : write('local')})`
      : write(first);
  return {
    clock: (at: number, unit: Unit) =>
      inZones(
        at,
        (zone) => clockIn(zone, at, unit),
        (zone) => clockIn(zone, at, unit),
      ),
    /** In one zone, for narrow places. */
    short: (at: number) =>
      isToday(first, at) ? clockIn(first, at, 'second') : `${day(first, at)}, ${clockIn(first, at, 'minute')}`,
    dateTime: (at: number) =>
      inZones(
        at,
        (zone) => (isToday(zone, at) ? '' : `${day(zone, at)}, `) + clockIn(zone, at, 'minute'),
        (zone) => clockIn(zone, at, 'minute'),
      ),
    full: (at: number) =>
      inZones(
        at,
        (zone) => `${day(zone, at)} 2026, ${clockIn(zone, at, 'second')}`,
        (zone) => clockIn(zone, at, 'second'),
      ),
    day: (at: number) => `${day(first, at)} 2026`,
  };
}

/** The clock times in a text that do not name a zone of the choice. A countdown has no two digits before its colon. */
export const unmarkedTimes = (text: string, choice: TimeChoice): readonly string[] =>
  [...text.replaceAll('\u00A0', ' ').matchAll(/\b\d\d:\d\d(?::\d\d)?(?![:\d])(.{0,3})/g)]
    .filter(
      ([, label = '']) => !(choice !== 'local' && label.startsWith('Z')) && !(choice !== 'utc' && label === ' LT'),
    )
    .map(([found]) => found);
