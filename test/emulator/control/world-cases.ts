// The calls about parallel worlds, for calls.test.ts.

import { expect } from 'vitest';
import type { Emulator } from '../../../emulator/emulator.ts';

/** A call as a method of the library and over HTTP. */
export type Case = {
  /** What has to exist first; its result is passed to both variants. */
  before?(emulator: Emulator): unknown;
  method(emulator: Emulator, made: never): unknown;
  /** `POST /clock`. */
  line: string | ((made: never) => string);
  body?: unknown;
  /** The expected content of the answer. */
  holds: object | null;
};

export const worldCases: Record<'worlds.list' | 'worlds.add' | 'worlds.remove', Case> = {
  'worlds.list': {
    before: (emulator) => emulator.worlds.add({ id: 'one' }),
    method: (emulator) => emulator.worlds.list(),
    line: 'GET /worlds',
    holds: { items: [expect.objectContaining({ id: 'one', url: 'http://127.0.0.1/w/one' })] },
  },
  'worlds.add': {
    method: (emulator) => emulator.worlds.add({ id: 'one', settings: { mode: 'strict' }, idle: '1m' }),
    line: 'POST /worlds',
    body: { id: 'one', settings: { mode: 'strict' }, idle: '1m' },
    holds: { id: 'one', idleMs: 60_000 },
  },
  'worlds.remove': {
    before: (emulator) => emulator.worlds.add({ id: 'one' }),
    method: (emulator) => emulator.worlds.remove('one'),
    line: 'DELETE /worlds/one',
    holds: null,
  },
};
