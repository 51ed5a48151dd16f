// One line for each request that the emulator answered: words for people, JSON for programs. Lines of one turn of the
// event loop are written at once; where nobody reads them quickly enough, some are left out and their number is said.

import type { EmulatorEvent, JournalEntry } from '../api-types.ts';
import { visible } from '../http/visible.ts';

export interface LogsPlace {
  write(text: string): void;
  /** Whether so much waits to be read that no more should be written. */
  isBehind(): boolean;
}

export type LogsForm = 'json' | 'message' | 'colours';

export interface Logs {
  hear(event: EmulatorEvent): void;
  /** Writes what is not written yet. */
  flush(): void;
}

export function createLogs(place: LogsPlace, form: LogsForm): Logs {
  let gathered: string[] = [];
  let leftOut = 0;

  const flush = () => {
    if (gathered.length === 0) return;
    const lines = gathered;
    gathered = [];
    if (place.isBehind()) {
      leftOut += lines.length;
      return;
    }
    if (leftOut > 0) lines.unshift(leftOutLine(leftOut, form));
    leftOut = 0;
    place.write(`${lines.join('\n')}\n`);
  };

  return {
    hear(event) {
      if (event.type !== 'request' || event.entry.outcome === 'open') return;
      if (gathered.length === 0) setImmediate(flush);
      gathered.push(form === 'json' ? JSON.stringify({ type: 'request', ...event.entry }) : lineOf(event.entry, form));
    },
    flush,
  };
}

const leftOutLine = (lines: number, form: LogsForm) =>
  form === 'json'
    ? JSON.stringify({ type: 'left-out', lines })
    : `… ${lines} lines skipped: they were not read fast enough.`;

const escape = '\u001B[';
const colours = { green: 32, yellow: 33, cyan: 36, red: 31, magenta: 35, dim: 2 } as const;

function lineOf(entry: JournalEntry, form: LogsForm): string {
  const paint = (text: string, colour: keyof typeof colours) =>
    form === 'colours' && text !== '' ? `${escape}${colours[colour]}m${text}${escape}0m` : text;
  const { at, method, path, grantType, durationMs, pilot, fault } = entry;
  const who = [pilot ?? entry.clientId, fault === null ? null : `fault ${fault}`].filter((word) => word !== null);
  const why = [entry.rule, entry.hint].filter((word) => word !== null).join('; ');
  return [
    paint(`${at.slice(11, 19)}Z`, 'dim'),
    paint(statusOf(entry), colourOf(entry.status)),
    method.padEnd(4),
    // What a client sent must not steer the terminal that shows it.
    visible(grantType === null ? path : `${path} ${grantType}`),
    ...(durationMs === null ? [] : [paint(`${durationMs.toFixed(durationMs < 10 ? 1 : 0)} ms`, 'dim')]),
    ...who.map(visible),
    ...(why === '' ? [] : [paint(visible(why), 'dim')]),
  ].join('  ');
}

const statusOf = ({ status, outcome }: JournalEntry) =>
  outcome === 'answered' || status === null ? `${status ?? outcome}` : `${status} ${outcome}`;

function colourOf(status: number | null): keyof typeof colours {
  if (status === null) return 'magenta';
  if (status < 300) return 'green';
  return status < 400 ? 'cyan' : status < 500 ? 'yellow' : 'red';
}
