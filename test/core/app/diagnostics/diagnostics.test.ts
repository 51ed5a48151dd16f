// The parts of the diagnostics file, and what is removed from them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { diagnosticsSchema } from '../../../../main/contract/diagnostics.ts';
import type { Failure } from '../../../../main/contract/failure.ts';
import type { AppState } from '../../../../main/contract/state.ts';
import { createDiagnostics } from '../../../../main/core/app/diagnostics/diagnostics.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { createRequestLog } from '../../../../main/core/platform/logging/request-log.ts';
import { message } from '../../../../main/messages/message.ts';
import { emptyAppState } from '../../../support/fake-companion/fake-state.ts';
import { call } from './call-lines.ts';
import { setUpProfile } from './explained-profile.ts';

const { context, at } = setUpProfile();

function make({
  state = {},
  settings = {},
  isOpen = true,
}: { state?: Partial<AppState>; settings?: object; isOpen?: boolean } = {}) {
  Object.assign(context.runtime, {
    profile: { key: 'demo', name: `Club of ${homedir()}`, clientSecret: 'hidden' },
    calls: createRequestLog({ dataDir: context.folder }),
  });
  return createDiagnostics({
    clock: context.clock,
    dataDir: context.folder,
    version: '1.2.3',
    settings: () => settings,
    state: () => ({ ...emptyAppState(context.clock.now(), true), ...state }),
    runtime: () => (isOpen ? context.runtime : null),
  })();
}

test('the file has its format, version and time, and is as the contract says', () => {
  const made = make();
  expect(made).toMatchObject({
    format: 'pilot-companion-diagnostics',
    version: 1,
    madeAt: '2026-05-12T12:00:00.000Z',
    versions: { companion: '1.2.3', node: process.versions.node, sqlite: process.versions.sqlite },
  });
  expect(diagnosticsSchema.parse(JSON.parse(JSON.stringify(made)))).toEqual(JSON.parse(JSON.stringify(made)));
});

test('each part comes from its source', () => {
  mkdirSync(at('logs'));
  writeFileSync(at('logs/companion.log'), '{"message":"started"}\n');
  writeFileSync(at('logs/calls.log'), call('demo', '/one') + call('other', '/two'));
  context.decisions.record({ path: '/shots/a.png', rule: 'existing' });
  const made = make({ settings: { theme: 'dark' }, state: { isWorking: true } });
  expect(made).toMatchObject({
    settings: { theme: 'dark' },
    state: { begun: true, isWorking: true },
    decisions: { files: [{ path: '/shots/a.png' }], isCut: false },
    log: [{ message: 'started' }],
  });
  expect(made.profile).toEqual({ profile: 'demo', name: 'Club of ~' });
  expect(made.calls).toMatchObject({ entries: [{ path: '/one' }], isCut: false });
});

test('before a profile is open there are no decisions and requests', () => {
  expect(make({ isOpen: false })).toMatchObject({
    profile: null,
    decisions: { files: [], isCut: false },
    calls: { entries: [], isCut: false },
  });
});

describe('each part is without', () => {
  test('the home folder', () => {
    mkdirSync(at('logs'));
    writeFileSync(at('logs/calls.log'), call('demo', `${homedir()}/a`));
    context.decisions.record({ path: `${homedir()}/a.png`, rule: 'existing' });
    const made = make({ settings: { path: homedir() }, state: { language: homedir() as 'system' } });
    expect(JSON.stringify(made)).not.toContain(`${homedir()}/a`);
    expect(made).toMatchObject({
      settings: { path: '~' },
      state: { language: '~' },
      calls: { entries: [{ path: '~/a' }] },
    });
  });

  const justSignedIn: AppState['signIn'] = { step: 'done', at: 1, name: 'Nora', missing: [] };
  const failedBy = (why: Failure): Partial<AppState> => ({ signIn: { step: 'failed', at: 1, why } });
  test.each<[string, Partial<AppState>, string]>([
    ['who is signed in', { account: { status: 'signed-out', name: 'Nora', reason: null } }, '(pilot) and'],
    ['who has just signed in', { signIn: justSignedIn }, '(pilot) and'],
    ['who granted access instead', failedBy(failures.otherPilotAgreed(null, 'Nora')), '(pilot) and'],
    ['an unknown pilot', failedBy(failures.otherPilotAgreed('Nora', null)), 'Nora and'],
    ['a sign-in that failed otherwise', failedBy(failures.cancelled()), 'Nora and'],
    [
      'a name that is a message',
      { account: { status: 'signed-out', name: message('shared.verbatim', { text: 'Nora' }), reason: null } },
      'Nora and',
    ],
    ['nobody', { account: { status: 'none' } }, 'Nora and'],
  ])('the pilot’s name: %s', (_who, state, text) => {
    expect(make({ state, settings: { note: 'Nora and Emil' } }).settings).toEqual({ note: `${text} Emil` });
  });

  test('the names of pilots in the database, once it is open', () => {
    context.stores.accountOf('Emil');
    expect(make({ settings: { note: 'of Emil' } }).settings).toEqual({ note: 'of (pilot)' });
    expect(make({ settings: { note: 'of Emil' }, isOpen: false }).settings).toEqual({ note: 'of Emil' });
  });

  test('the address of a sign-in that is in the browser', () => {
    const waiting = {
      step: 'waiting-for-browser',
      address: 'https://x/?state=1',
      endsOn: 'http://y',
      until: 1,
      concern: null,
    } as const;
    expect(make({ state: { signIn: waiting } }).state).toMatchObject({ signIn: { ...waiting, address: '' } });
    expect(make({ state: { signIn: { step: 'storing' } } }).state).toMatchObject({ signIn: { step: 'storing' } });
    expect(Object.keys((make({ state: { signIn: { step: 'storing' } } }).state as AppState).signIn!)).toEqual(['step']);
    expect(make().state).toMatchObject({ signIn: null, outcomes: { completedToday: 0 } });
  });
});
