// How long a notification is kept: Electron drops the click of one that nothing references.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { createNotify } from '../../../main/electron/system/ports.ts';

const shown = vi.hoisted(() => [] as WeakRef<{ emit(event: string, ...values: unknown[]): boolean }>[]);

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  class Notification extends EventEmitter {
    static isSupported = () => true;
    show() {
      shown.push(new WeakRef(this));
    }
  }
  return { Notification };
});
// It would load the real one.
vi.mock('electron-store', () => ({ default: null }));

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('keeps a notification that has left the screen, because Windows still lists it, and the last fifty', async () => {
  const opened: unknown[] = [];
  const notify = createNotify({
    text: ({ id }) => id,
    mainWindow: { current: () => undefined, showPlace: (place) => void opened.push(place), whenWatched() {} },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const told = { id: 'app.crashed', params: {} } as const;
  const notice = (stripId: string) => notify({ title: told, body: told, place: { view: 'board', stripId } });
  notice('job-1');
  shown[0]?.deref()?.emit('close', { reason: 'timedOut' });
  // A reference that was read lives until the next task.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  shown[0]?.deref()?.emit('click');
  expect(opened).toEqual([{ view: 'board', stripId: 'job-1' }]);
  for (let n = 2; n < 60; n += 1) notice(`job-${n}`);
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(shown.filter((one) => one.deref() !== undefined)).toHaveLength(50);
});
