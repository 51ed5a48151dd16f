// Logs one line for each completed request, as text or JSON. The lines of one turn of the event loop are written together;
// if they are read too slowly, some are skipped and counted.

import type {
  EmulatorEvent,
  JournalEntry,
  AssumptionVerdict,
  JudgedAssumption,
  RecordingReport,
} from '../api-types.ts';
import { visible } from '../http/visible.ts';

export type LogsForm = 'json' | 'text' | 'colors';

/** @param place `isBehind`: whether the reader is too slow for more */
export function createLogs(place: { write(text: string): void; isBehind(): boolean }, form: LogsForm) {
  let pending: string[] = [];
  let skipped = 0;

  /** Writes pending lines. */
  const flush = () => {
    if (pending.length === 0) return;
    const lines = pending;
    pending = [];
    if (place.isBehind()) {
      skipped += lines.length;
      return;
    }
    if (skipped > 0) lines.unshift(skippedLine(skipped, form));
    skipped = 0;
    place.write(`${lines.join('\n')}\n`);
  };

  return {
    log(event: EmulatorEvent): void {
      if (event.type !== 'request' || event.entry.outcome === 'open') return;
      if (pending.length === 0) setImmediate(flush);
      pending.push(form === 'json' ? JSON.stringify({ type: 'request', ...event.entry }) : lineOf(event.entry, form));
    },
    flush,
  };
}

const skippedLine = (lines: number, form: LogsForm) =>
  form === 'json'
    ? JSON.stringify({ type: 'left-out', lines })
    : `… ${lines} lines skipped: they were not read fast enough.`;

const escape = '\u001B[';
const colors = { green: 32, yellow: 33, cyan: 36, red: 31, magenta: 35, dim: 2 } as const;

function lineOf(entry: JournalEntry, form: LogsForm): string {
  const paint = (text: string, color: keyof typeof colors) =>
    form === 'colors' && text !== '' ? `${escape}${colors[color]}m${text}${escape}0m` : text;
  const { at, method, path, grantType, durationMs, pilot, fault } = entry;
  const who = [pilot ?? entry.clientId, fault === null ? null : `fault ${fault}`].filter((word) => word !== null);
  const why = [entry.rule, entry.hint].filter((word) => word !== null).join('; ');
  return [
    paint(`${at.slice(11, 19)}Z`, 'dim'),
    paint(statusOf(entry), colorOf(entry.status)),
    method.padEnd(4),
    // Client data must not contain terminal control characters.
    visible(grantType === null ? path : `${path} ${grantType}`),
    ...(durationMs === null ? [] : [paint(`${durationMs.toFixed(durationMs < 10 ? 1 : 0)} ms`, 'dim')]),
    ...who.map(visible),
    ...(why === '' ? [] : [paint(visible(why), 'dim')]),
  ].join('  ');
}

const statusOf = ({ status, outcome }: JournalEntry) =>
  outcome === 'answered' || status === null ? `${status ?? outcome}` : `${status} ${outcome}`;

function colorOf(status: number | null): keyof typeof colors {
  if (status === null) return 'magenta';
  if (status < 300) return 'green';
  return status < 400 ? 'cyan' : status < 500 ? 'yellow' : 'red';
}

// What the command prints about a recording when it stops: which assumptions hold, which don't, and which were not seen.

export const recordingLine = (report: RecordingReport): string =>
  `${JSON.stringify({ type: 'recording', ...report })}\n`;

const titles: Record<AssumptionVerdict, string> = {
  holds: 'Hold',
  differs: 'Don’t hold',
  'not-seen': 'Not seen',
};

export function recordingText({ service, requests, assumptions }: RecordingReport): string {
  const groups = (Object.keys(titles) as AssumptionVerdict[]).flatMap((verdict) => {
    const found = assumptions.filter((one) => one.verdict === verdict);
    return found.length === 0 ? [] : ['', `${titles[verdict]}:`, ...found.flatMap(linesOf)];
  });
  const count = requests === 1 ? '1 request' : `${requests} requests`;
  return `${[`Recorded ${count} to ${service}. The assumptions of docs/emulator/assumptions.md:`, ...groups].join('\n')}\n`;
}

const linesOf = ({ number, claim, evidence, note }: JudgedAssumption): string[] => [
  `  ${number.padEnd(4)}${claim}`,
  // The service wrote parts of it.
  ...evidence.map(({ request, shows }) => `        request ${request}: ${visible(shows)}`),
  ...(note === null ? [] : [`        ${note}`]),
];
