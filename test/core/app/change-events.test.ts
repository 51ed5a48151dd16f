import { describe, expect, it } from 'vitest';
import type { CompanionEvent } from '../../../main/contract/events.ts';
import { createChanges } from '../../../main/core/app/change-events.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

function make() {
  const clock = createVirtualClock();
  const logged: string[] = [];
  const changes = createChanges({
    clock,
    log: { debug() {}, info() {}, warn() {}, error: (message) => logged.push(message) },
    describe: (strips) => [{ type: 'strips.changed', strips: [], removed: [...strips] }],
  });
  const heard: CompanionEvent[] = [];
  return { clock, changes, logged, heard, undo: changes.subscribe((event) => heard.push(event)) };
}

describe('what changed', () => {
  it('reaches the other listeners if one throws, and none that has unsubscribed', async () => {
    const { clock, changes, heard, logged, undo } = make();
    changes.subscribe(() => {
      throw new Error('window gone');
    });
    const second: CompanionEvent[] = [];
    changes.subscribe((event) => second.push(event));
    changes.note();
    await clock.advance(100);
    expect([heard.length, second.length, logged.length]).toEqual([1, 1, 1]);
    undo();
    changes.settingsChanged();
    expect([heard.length, second.length]).toEqual([1, 2]);
    changes.note();
    changes.stop();
    await clock.advance(100);
    expect(second).toHaveLength(2);
    expect(clock.pending).toBe(0);
  });

  it('of progress starts over for an upload whose last one was complete', () => {
    const { changes, heard } = make();
    changes.progress('job-1', 10, 100);
    changes.progress('job-1', 100, 100);
    changes.progress('job-1', 5, 100);
    expect(heard.map((event) => 'sentBytes' in event && event.sentBytes)).toEqual([10, 100, 5]);
  });

  it('is sent 25 ms after the first of a burst', async () => {
    const { clock, changes, heard } = make();
    changes.note(['job-1']);
    await clock.advance(20);
    changes.note(['job-2', 'job-1']);
    await clock.advance(4);
    expect(heard).toEqual([]);
    await clock.advance(1);
    expect(heard).toEqual([{ type: 'strips.changed', strips: [], removed: ['job-1', 'job-2'] }]);
    expect(clock.pending).toBe(0);
  });

  it('of progress is sent every 120 ms for each upload', async () => {
    const { clock, changes, heard } = make();
    changes.progress('job-1', 1, 100);
    changes.progress('job-2', 2, 100);
    await clock.advance(119);
    changes.progress('job-1', 3, 100);
    await clock.advance(1);
    changes.progress('job-1', 4, 100);
    await clock.advance(119);
    changes.progress('job-1', 5, 100);
    expect(heard.map((event) => 'sentBytes' in event && event.sentBytes)).toEqual([1, 2, 4]);
  });

  it('of settings is sent immediately, and nothing after a stop', () => {
    const { changes, heard } = make();
    changes.settingsChanged();
    changes.stop();
    changes.settingsChanged();
    expect(heard).toEqual([{ type: 'settings.changed' }]);
  });
});
