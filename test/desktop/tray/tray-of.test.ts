import { describe, expect, test } from 'vitest';
import type { AppState } from '../../../main/contract/state.ts';
import { isUploadDue, progressOf, trayOf, trayStates } from '../../../main/electron/tray/tray-of.ts';
import { emptyAppState } from '../../support/fake-companion/fake-state.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../architecture/source-files.ts';

const calm = emptyAppState(1_000, true);
const signedOut: AppState['account'] = {
  status: 'signed-out',
  name: 'Pilot',
  reason: { kind: 'sign-in-expired', message: { id: 'app.crashed', params: {} } },
};
const offline = { status: 'offline', since: 0, concern: null } as const;
const waiting = { ...calm.queue, waiting: 2, uploading: 1 };
const attention = { ...calm.bays, 'needs-attention': 3 };
const anotherPilot = (more: Partial<AppState['accounts'][number]> = {}): AppState['accounts'] => [
  { id: 2, name: 'Ben', isInUse: false, waiting: 4, attention: 2, concern: null, ...more },
];
const runway = { ...calm.runway, nextAt: 5_000 };

describe('what the tray shows', () => {
  test.each([
    ['nothing to do', {}, 'idle', null, 0],
    ['reports to upload', { queue: waiting }, 'uploading', 'uploading', 3],
    ['a report that needs attention', { bays: attention, queue: waiting }, 'attention', 'attention', 3],
    ['no connection', { connection: offline, queue: waiting }, 'offline', 'offline', 0],
    ['no connection, and attention', { connection: offline, bays: attention }, 'attention', 'attention', 3],
    ['a paused queue', { queue: { ...waiting, paused: true } }, 'paused', 'paused', 0],
    [
      'a paused queue without a connection',
      { queue: { ...waiting, paused: true }, connection: offline },
      'offline',
      'offline',
      0,
    ],
    ['reports of another pilot to upload', { accounts: anotherPilot({ attention: 0 }) }, 'uploading', 'uploading', 4],
    ['a report of another pilot that needs attention', { accounts: anotherPilot() }, 'attention', 'attention', 2],
    ['everyone on the board', { accounts: anotherPilot(), showsEveryone: true }, 'idle', null, 0],
    ['a lost sign-in', { account: signedOut, bays: attention }, 'attention', 'signIn', 0],
    ['before the first start is complete', { begun: false, bays: attention }, 'idle', null, 0],
  ] as const)('with %s', (_what, change, state, status, n) => {
    const view = trayOf({ ...calm, ...change });
    expect([view.state, view.status]).toEqual([state, { id: 'app.tray.status', params: { status, n } }]);
  });

  test.each([
    ['is planned', { runway }, 5_000],
    ['is not planned', {}, null],
    ['is paused', { runway, queue: { ...waiting, paused: true } }, null],
    ['has no connection', { runway, connection: offline }, null],
    ['has no sign-in', { runway, account: signedOut }, null],
  ] as const)('names the next upload only where it %s', (_what, change, at) => {
    const { next } = trayOf({ ...calm, ...change });
    expect(next?.params ?? null).toEqual(at === null ? null : { at });
  });

  test('offers to pause, to resume, and neither without a queue', () => {
    const paused = { ...calm, queue: { ...calm.queue, paused: true } };
    expect([calm, paused, null].map((state) => trayOf(state).toggle)).toEqual([
      'uploads.pause',
      'uploads.resume',
      null,
    ]);
  });

  test('has an icon for each state, at both scales, and for macOS', () => {
    const names = trayStates.flatMap((state) =>
      ['', 'Template'].flatMap((kind) => [`${state}${kind}.png`, `${state}${kind}@2x.png`]),
    );
    expect(names.filter((name) => !existsSync(join(root, 'build', 'tray', name)))).toEqual([]);
  });
});

test('the progress is that of the largest batch since the queue was empty', () => {
  let most = 0;
  const seen = [0, 4, 3, 5, 1, 0, 2, 1].map((remaining) => {
    const progress = progressOf(most, remaining);
    most = progress.most;
    return progress.done;
  });
  expect(seen).toEqual([null, 0, 0.25, 0, 0.8, null, 0, 0.5]);
});

test('an upload is due while a report can be sent, and not while it waits for the pilot', () => {
  const state = emptyAppState(0, true);
  const queue = { ...state.queue, waiting: 1 };
  expect(isUploadDue(state)).toBe(false);
  expect(isUploadDue({ ...state, queue })).toBe(true);
  expect(isUploadDue({ ...state, queue: { ...queue, paused: true } })).toBe(false);
  expect(isUploadDue({ ...state, queue, connection: { ...state.connection, status: 'offline' } })).toBe(false);
  expect(isUploadDue({ ...state, queue, account: { status: 'none' } })).toBe(false);
  expect(isUploadDue({ ...state, account: signedOut, accounts: anotherPilot() })).toBe(true);
  expect(isUploadDue({ ...state, accounts: anotherPilot({ concern: signedOut.reason }) })).toBe(false);
  expect(isUploadDue({ ...state, queue: { ...state.queue, held: 3 } })).toBe(false);
});
