// When the app checks for, downloads and installs updates, in virtual time with an in-memory engine.
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../../main/contract/settings.ts';
import type { UpdateStep } from '../../../main/contract/state.ts';
import type { Found } from '../../../main/electron/updates/engine/engine.ts';
import { createUpdateRecord, createUpdates, updateFailure } from '../../../main/electron/updates/updates.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { emptyAppState } from '../../support/fake-companion/fake-state.ts';

const hourMs = 3_600_000;

type Given = {
  by?: 'app' | 'system' | 'nobody';
  updateChecks?: 'ask' | 'off' | 'on';
  found?: Found;
  stored?: unknown;
  version?: string;
};

function setUp({ by = 'app', updateChecks = 'on', found, stored, version = '1.0.0' }: Given = {}) {
  const clock = createVirtualClock();
  const world = {
    clock,
    settings: { ...defaultSettings, updateChecks },
    found: found ?? { version: '1.1.0', is: 'offered' },
    calls: [] as string[],
    failure: null as Error | null,
    installFailure: null as Error | null,
    stored,
    downloads: [] as { signal: AbortSignal; end(): void }[],
    quits: 0,
    steps: [] as UpdateStep['step'][],
  };
  const record = createUpdateRecord(
    { read: () => world.stored, write: (value) => void (world.stored = value), keepAside: () => null },
    version,
  );
  const updates = createUpdates({
    by,
    version,
    clock,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    random: () => 0.5,
    settings: () => world.settings,
    openEngine: () =>
      Promise.resolve({
        check(channel) {
          world.calls.push(`check ${channel}`);
          return world.failure === null ? Promise.resolve(world.found) : Promise.reject(world.failure);
        },
        download({ signal, onProgress }) {
          world.calls.push('download');
          const { promise, resolve, reject } = Promise.withResolvers<void>();
          signal.addEventListener('abort', () => reject(new Error('cancelled')));
          onProgress(41.7);
          world.downloads.push({ signal, end: resolve });
          return promise;
        },
        install({ restart }) {
          world.calls.push(restart ? 'install and restart' : 'install');
          if (world.installFailure !== null) throw world.installFailure;
        },
        quitToInstall: (quit) => quit(),
      }),
    record,
    news: version === record.readVersion() ? null : { version, notes: ['Faster.'] },
    quit: () => (world.quits += 1),
  });
  updates.subscribe(() => world.steps.push(updates.state().progress.step));
  /** The queue as the companion reports it. */
  const queue = (uploading: number, nextAt: number | null = null, paused = false) => {
    const state = emptyAppState(clock.now(), true);
    updates.follow({ ...state, queue: { ...state.queue, uploading, paused }, runway: { ...state.runway, nextAt } });
  };
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
  const progress = () => updates.state().progress;
  const ready = async () => {
    void updates.check();
    await settled();
    world.downloads.at(-1)!.end();
    await settled();
  };
  return { world, updates, queue, settled, progress, ready, pass: (ms: number) => clock.advance(ms) };
}

describe('requests', () => {
  test.each([
    ['while the pilot has not answered', { updateChecks: 'ask' as const }],
    ['after the pilot declined', { updateChecks: 'off' as const }],
    ['where the system updates the app', { by: 'system' as const }],
    ['for a portable app', { by: 'nobody' as const }],
  ])('are never made %s', async (_title, given) => {
    const { world, updates, pass } = setUp(given);
    updates.start();
    await pass(72 * hourMs);
    expect(await updates.check()).toMatchObject({ ok: false });
    expect(world.calls).toEqual([]);
  });

  test('are made soon after the start and once a day', async () => {
    const { world, updates, pass } = setUp({ found: { version: '1.0.0', is: 'same' } });
    updates.start();
    await pass(9_000);
    expect(world.calls).toEqual([]);
    await pass(60_000);
    expect(world.calls).toHaveLength(1);
    await pass(73 * hourMs);
    expect(world.calls).toHaveLength(4);
  });

  test('are made immediately when the pilot agrees, and end when that is revoked', async () => {
    const { world, updates, settled, pass, progress } = setUp({ updateChecks: 'ask' });
    updates.start();
    world.settings = { ...world.settings, updateChecks: 'on' };
    updates.settingsChanged();
    await settled();
    expect(world.calls).toEqual(['check stable', 'download']);
    world.settings = { ...world.settings, updateChecks: 'off' };
    updates.settingsChanged();
    expect(world.downloads[0]!.signal.aborted).toBe(true);
    await pass(72 * hourMs);
    expect(world.calls).toHaveLength(2);
    expect(progress()).toEqual({ step: 'idle' });
  });

  test('follow a change of the channel immediately, and report if this version is newer', async () => {
    const { world, updates, settled, progress } = setUp({
      found: { version: '1.0.0', is: 'older' },
      version: '1.1.0-beta.1',
    });
    world.settings = { ...world.settings, updateChannel: 'beta' };
    updates.settingsChanged();
    await settled();
    expect(world.calls).toEqual(['check beta']);
    expect(progress()).toMatchObject({ step: 'current', older: '1.0.0' });
  });
});

describe('a download', () => {
  test('reports whole percents', async () => {
    const { updates, settled, progress } = setUp();
    void updates.check();
    await settled();
    expect(progress()).toEqual({ step: 'downloading', version: '1.1.0', percent: 41 });
  });

  test('waits for an upload in progress, and for the next one that is due', async () => {
    const { world, updates, queue, settled, progress } = setUp();
    queue(1);
    void updates.check();
    await settled();
    expect(progress()).toEqual({ step: 'waiting', version: '1.1.0' });
    queue(0, world.clock.now() + 5_000);
    await settled();
    expect(world.calls).not.toContain('download');
    queue(0, world.clock.now() + 5_000, true);
    await settled();
    expect(world.calls).toContain('download');
  });

  test('ends when an upload begins, and begins again afterwards', async () => {
    const { world, updates, queue, settled, progress } = setUp();
    void updates.check();
    await settled();
    queue(1);
    await settled();
    expect(world.downloads[0]!.signal.aborted).toBe(true);
    expect(progress()).toMatchObject({ step: 'waiting' });
    queue(0);
    await settled();
    world.downloads[1]!.end();
    await settled();
    expect(progress()).toEqual({ step: 'ready', version: '1.1.0' });
  });

  test('that failed is reported in a sentence, without a stack, and retried the next day', async () => {
    const { world, updates, settled, progress, pass } = setUp();
    world.failure = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    await updates.check();
    expect(progress()).toEqual({
      step: 'failed',
      failure: { kind: 'disk', message: { id: 'updates.diskFull', params: {} }, code: 'ENOSPC' },
    });
    world.failure = null;
    await pass(27 * hourMs);
    await settled();
    expect(progress()).toMatchObject({ step: 'downloading' });
  });
});

describe('an update that is ready', () => {
  test('is installed at the end of the process, without a restart', async () => {
    const { world, updates, ready } = setUp();
    await ready();
    updates.installAtExit();
    expect(world.calls.at(-1)).toBe('install');
    expect(world.stored).toMatchObject({ installing: '1.1.0' });
  });

  test('is installed by the button once the upload in progress has ended', async () => {
    const { world, updates, queue, ready, progress } = setUp();
    await ready();
    queue(1);
    expect(updates.restart()).toMatchObject({ ok: true });
    expect(progress()).toEqual({ step: 'restarting', version: '1.1.0' });
    queue(2);
    expect(world.quits).toBe(0);
    queue(0);
    expect(world.quits).toBe(1);
    updates.installAtExit();
    expect(world.calls.at(-1)).toBe('install and restart');
  });

  test('is not installed once the pilot has turned updates off', async () => {
    const { world, updates, ready } = setUp();
    await ready();
    world.settings = { ...world.settings, updateChecks: 'off' };
    updates.settingsChanged();
    updates.installAtExit();
    expect(world.calls).not.toContain('install');
  });

  test('that could not be installed is named at the next start, once', async () => {
    const before = setUp();
    before.world.installFailure = new Error('no permission');
    await before.ready();
    before.updates.installAtExit();
    const after = setUp({ stored: before.world.stored });
    after.updates.start();
    expect(after.progress()).toMatchObject({ step: 'failed', failure: { message: { id: 'updates.notInstalled' } } });
    const later = setUp({ stored: after.world.stored });
    later.updates.start();
    expect(later.progress()).toEqual({ step: 'idle' });
  });

  test('is followed by the notes of the new version, until they are read', async () => {
    const before = setUp();
    await before.ready();
    before.updates.installAtExit();
    const after = setUp({ stored: before.world.stored, version: '1.1.0' });
    after.updates.start();
    expect(after.updates.state()).toMatchObject({ progress: { step: 'idle' }, news: { version: '1.1.0' } });
    after.updates.notesRead();
    expect(after.updates.state().news).toBeNull();
    expect(setUp({ stored: after.world.stored, version: '1.1.0' }).updates.state().news).toBeNull();
  });
});

test('an app on macOS that runs from its disk image is told that its folder cannot be written', () => {
  const error = new Error(
    'Cannot update while running on a read-only volume. The application is on a read-only volume.',
  );
  expect(updateFailure(error)).toMatchObject({ kind: 'disk', message: { id: 'updates.notWritable' }, code: 'EROFS' });
});

test('a first start has no notes to show', () => {
  expect(setUp().updates.state().news).toBeNull();
});

test('a restart without an update is refused', () => {
  expect(setUp().updates.restart()).toMatchObject({ ok: false, failure: { kind: 'not-now' } });
});
