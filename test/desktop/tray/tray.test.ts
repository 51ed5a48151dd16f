// What the tray, the dock and the taskbar get for a view, on the stand-in's module, on each system.
import { basename, join } from 'node:path';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { execFile, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import type { BrowserWindow } from 'electron';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTray } from '../../../main/electron/tray/tray.ts';
import { hasTrayHost } from '../../../main/electron/tray/tray-host.ts';
import { isUploadDue, progressOf, trayOf, trayStates, type TrayView } from '../../../main/electron/tray/tray-of.ts';
import { root } from '../../architecture/source-files.ts';
import { app } from '../../support/electron-stand-in/module/app.ts';
import { trays } from '../../support/electron-stand-in/module/desktop.ts';
import type { AppState } from '../../../main/contract/state.ts';
import { emptyAppState } from '../../support/fake-companion/fake-state.ts';

vi.mock('electron', async () => ({
  ...(await import('../../support/electron-stand-in/module/desktop.ts')),
  app: (await import('../../support/electron-stand-in/module/app.ts')).app,
}));

type Image = { readonly path: string; readonly isTemplate: boolean };
type Menu = { getMenuItemById(id: string): { click(): void } | null };

const idle = trayOf(null);
const view = (change: Partial<TrayView>): TrayView => ({ ...idle, ...change });

beforeAll(() => app.becomeReady());

let overlays: [string | null, string][];
let orders: string[];
beforeEach(() => {
  trays.length = 0;
  app.badgeCount = 0;
  overlays = [];
  orders = [];
});

function trayOn(platform: NodeJS.Platform) {
  const window = {
    setProgressBar() {},
    setOverlayIcon: (image: Image | null, text: string) => void overlays.push([image && basename(image.path), text]),
  };
  const show = createTray({
    icons: join(root, 'build', 'tray'),
    platform,
    text: ({ id, params }) => `${id} ${JSON.stringify(params)}`,
    window: () => window as unknown as BrowserWindow,
    open: () => void orders.push('open'),
    order: (command) => void orders.push(command),
    add: (paths) => void orders.push(`add ${paths.join(' ')}`),
    quit: () => void orders.push('quit'),
  });
  const [tray] = trays;
  if (tray === undefined) throw new Error('There is no tray.');
  return {
    show,
    tray,
    icon: () => basename((tray.image as Image).path),
    isTemplate: () => (tray.image as Image).isTemplate,
    click: (id: string) => (tray.menu as Menu).getMenuItemById(id)?.click(),
  };
}

describe.each(['linux', 'win32', 'darwin'] as const)('on %s', (platform) => {
  test('the tray has the icon of its state, which macOS colours itself', () => {
    const { show, icon, isTemplate } = trayOn(platform);
    const ending = platform === 'darwin' ? 'Template.png' : '.png';
    const seen = trayStates.map((state) => {
      show(view({ state }));
      return [icon(), isTemplate()];
    });
    expect(seen).toEqual(trayStates.map((state) => [`${state}${ending}`, platform === 'darwin']));
  });

  test('the badge counts the reports that need attention', () => {
    const { show } = trayOn(platform);
    show(view({ badge: 3 }));
    // On Windows the taskbar's button has a mark instead.
    expect(app.badgeCount).toBe(platform === 'win32' ? 0 : 3);
    show(view({ badge: 0 }));
    expect(app.badgeCount).toBe(0);
  });

  test('a click on the icon opens the window, except where it opens the menu', () => {
    trayOn(platform).tray.emit('click');
    expect(orders).toEqual(platform === 'darwin' ? [] : ['open']);
  });
});

test('the button in the taskbar of Windows has a mark with the count, and none when nothing needs attention', () => {
  const { show } = trayOn('win32');
  show(view({ badge: 2 }));
  show(view({ badge: 0 }));
  expect(overlays).toEqual([
    ['attention.png', 'app.badge {"n":2}'],
    [null, ''],
  ]);
});

test('other systems have no mark on a button', () => {
  for (const platform of ['linux', 'darwin'] as const) trayOn(platform).show(view({ badge: 2 }));
  expect(overlays).toEqual([]);
});

test('the menu pauses, resumes, opens and quits', () => {
  const { show, click } = trayOn('linux');
  show(view({ toggle: 'uploads.pause' }));
  click('uploads.pause');
  show(view({ toggle: 'uploads.resume' }));
  click('uploads.pause');
  click('uploads.resume');
  click('open');
  click('quit');
  expect(orders).toEqual(['uploads.pause', 'uploads.resume', 'open', 'quit']);
});

test('a view that is already shown is drawn again only in another language or window', () => {
  const { show } = trayOn('win32');
  for (const isAgain of [false, false, true]) show(view({ badge: 1 }), isAgain);
  expect(overlays).toHaveLength(2);
});

const calm = emptyAppState(1_000, true);
const signedOut: AppState['account'] = {
  status: 'signed-out',
  name: 'Pilot',
  reason: { kind: 'sign-in-expired', message: { id: 'app.crashed', params: {} } },
};
const offline = { status: 'offline', since: 0, concern: null } as const;
const waiting = { ...calm.bays, queue: 3 };
const attention = { ...waiting, 'needs-attention': 3 };
const absent = [{ id: 2, name: 'Ben', reports: 3 }];
const paused = { ...calm.queue, paused: true };
const anotherPilot = (more: Partial<AppState['accounts'][number]> = {}): AppState['accounts'] => [
  { id: 2, name: 'Ben', isInUse: false, waiting: 4, attention: 2, concern: null, ...more },
];
const runway = { ...calm.runway, nextAt: 5_000 };

describe('what the tray shows', () => {
  test.each([
    ['nothing to do', {}, 'idle', null, 0],
    ['reports to upload', { bays: waiting }, 'uploading', 'uploading', 3],
    ['a report that needs attention', { bays: attention }, 'attention', 'attention', 3],
    ['no connection', { connection: offline, bays: waiting }, 'offline', 'offline', 0],
    ['no connection, and attention', { connection: offline, bays: attention }, 'attention', 'attention', 3],
    ['a paused queue', { queue: paused, bays: waiting }, 'paused', 'paused', 0],
    ['a paused queue without a connection', { queue: paused, connection: offline }, 'offline', 'offline', 0],
    ['reports that wait for a sign-in', { bays: waiting, signedOut: absent }, 'idle', null, 0],
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
    ['is paused', { runway, queue: paused }, null],
    ['has no connection', { runway, connection: offline }, null],
    ['has no sign-in', { runway, account: signedOut }, null],
  ] as const)('names the next upload only where it %s', (_what, change, at) => {
    const { next } = trayOf({ ...calm, ...change });
    expect(next?.params ?? null).toEqual(at === null ? null : { at });
  });

  test('offers to pause, to resume, and neither without a queue', () => {
    expect([calm, { ...calm, queue: paused }, null].map((state) => trayOf(state).toggle)).toEqual([
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
  const due = { ...state, bays: waiting };
  expect(isUploadDue(state)).toBe(false);
  expect(isUploadDue(due)).toBe(true);
  expect(isUploadDue({ ...due, queue: paused })).toBe(false);
  expect(isUploadDue({ ...due, connection: { ...state.connection, status: 'offline' } })).toBe(false);
  expect(isUploadDue({ ...due, account: { status: 'none' } })).toBe(false);
  expect(isUploadDue({ ...due, signedOut: absent })).toBe(false);
  expect(isUploadDue({ ...state, account: signedOut, accounts: anotherPilot() })).toBe(true);
  expect(isUploadDue({ ...state, accounts: anotherPilot({ concern: signedOut.reason }) })).toBe(false);
  expect(isUploadDue({ ...state, queue: { ...state.queue, held: 3 } })).toBe(false);
});

const run = promisify(execFile);
const hasProgram = (name: string) => spawnSync('which', [name]).status === 0;
const module = JSON.stringify(new URL('../../../main/electron/tray/tray-host.ts', import.meta.url).href);
const owner = new URL('./own-bus-name.mjs', import.meta.url).pathname;

const canRun = process.platform === 'linux' && hasProgram('dbus-run-session') && hasProgram('gdbus');

/** What the app finds out on a new session bus where a program owns this name. */
async function onBusWith(name: string): Promise<unknown> {
  const script = `
    import { spawn } from 'node:child_process';
    import { once } from 'node:events';
    import { hasTrayHost } from ${module};
    const owner = spawn(process.execPath, [${JSON.stringify(owner)}, ${JSON.stringify(name)}], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(owner.stdout, 'data');
    console.log('\\nRESULT ' + (await hasTrayHost('linux', process.env)));
    owner.stdin.end();
  `;
  const { stdout } = await run('dbus-run-session', ['--', process.execPath, '--input-type=module', '-e', script]);
  return /^RESULT (.*)$/m.exec(stdout)?.[1];
}

test.runIf(canRun)('finds that a Linux desktop shows tray icons by its StatusNotifierWatcher', async () => {
  expect(await onBusWith('org.kde.StatusNotifierWatcher')).toBe('true');
  expect(await onBusWith('org.example.Another')).toBe('false');
});

test.runIf(process.platform === 'linux')('asks busctl where gdbus is missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pilot-companion-tray-'));
  try {
    const program = join(folder, 'busctl');
    writeFileSync(program, '#!/bin/sh\necho b false\n', { mode: 0o755 });
    expect(await hasTrayHost('linux', { PATH: folder })).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('claims nothing where it cannot be found out', async () => {
  expect(await hasTrayHost('linux', { PATH: '/nowhere' })).toBe(true);
});

test.each(['darwin', 'win32'] as const)('asks nothing on %s, which always shows tray icons', async (platform) => {
  expect(await hasTrayHost(platform, { PATH: '/nowhere' })).toBe(true);
});
