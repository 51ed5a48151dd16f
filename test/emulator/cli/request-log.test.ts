import { describe, expect, it } from 'vitest';
import type { EmulatorEvent, JournalEntry } from '../../../emulator/api-types.ts';
import { createLogs } from '../../../emulator/cli/request-log.ts';
import type { LogsForm } from '../../../emulator/cli/request-log.ts';

const entry: JournalEntry = {
  id: 7,
  at: '2026-05-12T12:00:03.120Z',
  durationMs: 3.25,
  method: 'POST',
  path: '/api/v1/flights',
  status: 429,
  outcome: 'answered',
  clientId: 'pilot-companion-demo',
  pilot: 'demo',
  grantType: null,
  rule: 'too_fast: 3.2 s after flight 17, minimum 5 s',
  hint: null,
  fault: null,
};

function open(form: LogsForm) {
  const written: string[] = [];
  const place = { isBehind: false };
  const logs = createLogs({ write: (text) => void written.push(text), isBehind: () => place.isBehind }, form);
  return {
    logs,
    place,
    written: () => {
      logs.flush();
      return written.join('');
    },
    log: (change: Partial<JournalEntry> = {}) => logs.log({ type: 'request', entry: { ...entry, ...change } }),
  };
}

describe('the log as text', () => {
  it('omits a request until it is complete', () => {
    const { log, written } = open('text');
    log({ outcome: 'open', status: null, durationMs: null });
    expect(written()).toBe('');
  });

  it.each<[string, Partial<JournalEntry>]>([
    ['12:00:03Z  429  POST  /api/v1/flights  3.3 ms  demo  too_fast: 3.2 s after flight 17, minimum 5 s\n', {}],
    [
      '12:00:03Z  200  POST  /oauth/token refresh_token  12 ms  demo\n',
      { path: '/oauth/token', status: 200, grantType: 'refresh_token', durationMs: 12.4, rule: null },
    ],
    [
      '12:00:03Z  400  GET   /oauth/authorize  3.3 ms  other  unknown redirect; redirect_uri differs in the path\n',
      {
        method: 'GET',
        path: '/oauth/authorize',
        status: 400,
        pilot: null,
        clientId: 'other',
        rule: 'unknown redirect',
        hint: 'redirect_uri differs in the path',
      },
    ],
    [
      '12:00:03Z  dropped  POST  /api/v1/flights  demo  fault 3\n',
      { status: null, outcome: 'dropped', durationMs: null, fault: 3, rule: null },
    ],
    ['12:00:03Z  200 cut  POST  /api/v1/flights  3.3 ms  demo\n', { status: 200, outcome: 'cut', rule: null }],
  ])('%s', (line, change) => {
    const { log, written } = open('text');
    log(change);
    expect(written()).toBe(line);
  });

  it('colours lines by status only when colours are enabled', () => {
    const coloured = open('colors');
    coloured.log();
    coloured.log({ status: 200 });
    coloured.log({ status: 503 });
    expect(coloured.written()).toContain('\u001B[33m429\u001B[0m');
    expect(coloured.written()).toContain('\u001B[32m200\u001B[0m');
    expect(coloured.written()).toContain('\u001B[31m503\u001B[0m');
    const plain = open('text');
    plain.log();
    expect(plain.written()).not.toContain('\u001B');
  });

  it('escapes control characters and line breaks sent by a client', () => {
    const { log, written } = open('text');
    log({ rule: 'no such address: \u001B[2J\n\u202Egnp\u0007', path: '/\u009B31m' });
    expect(written().trimEnd()).not.toMatch(/\p{Cc}|\p{Cf}/u);
    expect(written().split('\n')).toHaveLength(2);
  });
});

describe('the log as JSON', () => {
  it('writes one journal entry per line', () => {
    const { log, written } = open('json');
    log();
    log({ id: 8, rule: 'two\nlines' });
    const lines = written().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { type: 'request', ...entry },
      { type: 'request', ...entry, id: 8, rule: 'two\nlines' },
    ]);
  });

  it('contains requests only', () => {
    const { logs, written } = open('json');
    const others: EmulatorEvent[] = [
      { type: 'changed', what: ['flights'] },
      { type: 'clock', clock: { now: entry.at, frozen: true, scale: 1, nextDueAt: null } },
    ];
    for (const event of others) logs.log(event);
    expect(written()).toBe('');
  });

  it('drops entries for a slow reader and reports how many', () => {
    const { log, written, place } = open('json');
    place.isBehind = true;
    log();
    log();
    expect(written()).toBe('');
    place.isBehind = false;
    log();
    const [first, second] = written()
      .split('\n')
      .map((line) => line && JSON.parse(line));
    expect(first).toEqual({ type: 'left-out', lines: 2 });
    expect(second).toMatchObject({ type: 'request', id: 7 });
  });
});

it('writes all entries of one event-loop turn together', async () => {
  const written: string[] = [];
  const logs = createLogs({ write: (text) => void written.push(text), isBehind: () => false }, 'text');
  for (let id = 1; id <= 3; id += 1) logs.log({ type: 'request', entry: { ...entry, id } });
  expect(written).toEqual([]);
  await new Promise((resolve) => void setImmediate(resolve));
  expect(written).toHaveLength(1);
  expect(written[0]?.split('\n')).toHaveLength(4);
});
