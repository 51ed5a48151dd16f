// Sleep, and what is not: a changed wall clock, a stopped process, a busy machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSystemEvents } from '../../../main/node/system/system-events.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';

function listening(canMeasure: boolean) {
  const clock = createVirtualClock();
  let sleptMs = 0;
  let resumes = 0;
  const undo = createSystemEvents(clock, canMeasure ? () => sleptMs : null).onResume(() => (resumes += 1));
  return {
    clock,
    undo,
    sleep: (ms: number) => (sleptMs += ms),
    resumes: () => resumes,
  };
}

test('reports each sleep once where it can be measured', async () => {
  const { clock, sleep, resumes, undo } = listening(true);
  await clock.advance(60_000);
  expect(resumes()).toBe(0);
  sleep(8 * 3_600_000);
  await clock.advance(5_000);
  expect(resumes()).toBe(1);
  await clock.advance(60_000);
  sleep(4_000);
  await clock.advance(60_000);
  expect(resumes()).toBe(2);
  undo();
  expect(clock.pending).toBe(0);
});

test('ignores a sleep of a second or two', async () => {
  const { clock, sleep, resumes } = listening(true);
  sleep(2_000);
  await clock.advance(60_000);
  expect(resumes()).toBe(0);
});

test.each([true, false])('ignores a wall clock set by a day (sleep measured: %s)', async (canMeasure) => {
  const { clock, resumes } = listening(canMeasure);
  for (const days of [1, -1, 1 / 1440, -400]) {
    clock.setWall(clock.now() + days * 86_400_000);
    await clock.advance(30_000);
  }
  expect(resumes()).toBe(0);
});

/** A clock whose timers are `lateMs` late. */
function lateClock(lateMs: number) {
  const clock = createVirtualClock();
  let addedMs = 0;
  return {
    clock: { ...clock, monotonic: () => clock.monotonic() + addedMs },
    beLate: () => (addedMs += lateMs),
    advance: (ms: number) => clock.advance(ms),
  };
}

test('treats only a very late timer as sleep if it cannot be measured', async () => {
  for (const [lateMs, expected] of [
    [15_000, 0],
    [60_000, 1],
  ] as const) {
    const { clock, beLate, advance } = lateClock(lateMs);
    let resumes = 0;
    createSystemEvents(clock, null).onResume(() => (resumes += 1));
    await advance(20_000);
    beLate();
    await advance(20_000);
    expect(resumes).toBe(expected);
  }
});

test('ignores late timers of a busy machine where sleep is measured', async () => {
  const { clock, beLate, advance } = lateClock(120_000);
  let resumes = 0;
  createSystemEvents(clock, () => 0).onResume(() => (resumes += 1));
  await advance(20_000);
  beLate();
  await advance(20_000);
  expect(resumes).toBe(0);
});

test.skipIf(process.platform !== 'linux')(
  'field guide 17: a stopped and continued process detects no sleep, on Linux',
  async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../resume-listener.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stdout.on('data', (data: Buffer) => (said += data.toString()));
    await once(child.stdout, 'data');
    child.kill('SIGSTOP');
    // Longer than a sleep that would be reported.
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    const before = said.length;
    child.kill('SIGCONT');
    while (said.length < before + 100) await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(said).toContain('running');
    expect(said).not.toContain('resumed');
  },
);
