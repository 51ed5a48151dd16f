// Which files the clean-up of the spool deletes, when it runs, and what it skips.
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSpoolNames } from '../../../../main/core/uploads/spool/spool-cleanup.ts';
import { clockAhead, copy, database, day, hour, spoolDir, sweepWith, withSpool } from './spool-under-test.ts';

withSpool();

describe('which files are ours', () => {
  const digits = 'ab'.repeat(32);
  const incoming = '01234567-89ab-cdef-0123-456789abcdef';
  it.each([
    [`ab/${digits}.png`, true],
    [`ab/${digits}.jpg`, true],
    [`ab/${digits}.gif`, false],
    [`ab/${digits}.png.part`, false],
    [`ab/${digits}0.png`, false],
    [`ab/${digits.slice(1)}.png`, false],
    [`ab/x${digits}.png`, false],
    [`ab/${digits.toUpperCase()}.png`, false],
    [`ba/${digits}.png`, false],
    [`incoming/${incoming}`, true],
    [`incoming/${incoming}0`, false],
    [`incoming/0${incoming}`, false],
    [`incoming/${incoming.slice(0, -1)}`, false],
    [`incoming/${incoming.replaceAll('-', '')}`, false],
    [`incoming/${digits}.png`, false],
    [`ab/${incoming}`, false],
  ])('%s: %s', async (name, isGone) => {
    const file = copy(name);
    const clock = clockAhead(2 * day);
    const sweep = sweepWith(clock);
    await sweep.sweep();
    await clock.advance(hour);
    expect(await sweep.sweep()).toBe(isGone ? 1 : 0);
    expect(file.isThere()).toBe(!isGone);
  });

  it('does not include a folder with any name', async () => {
    mkdirSync(join(spoolDir, 'ab', `${digits}.png`), { recursive: true });
    const clock = clockAhead(2 * day);
    const sweep = sweepWith(clock);
    await sweep.sweep();
    await clock.advance(hour);
    expect(await sweep.sweep()).toBe(0);
    expect(existsSync(join(spoolDir, 'ab', `${digits}.png`))).toBe(true);
  });
});

describe('the sweep', () => {
  it('runs five seconds after the start and then every hour', async () => {
    const clock = clockAhead(2 * day);
    const looks: number[] = [];
    const names = createSpoolNames(database);
    const wanted = (now: number) => {
      looks.push(clock.monotonic() - begun);
      return names.wanted(now);
    };
    const begun = clock.monotonic();
    const sweep = sweepWith(clock, () => {}, { ...names, wanted });
    sweep.start();
    await clock.advanceUntil(() => looks.length === 3, 3 * hour);
    await sweep.stop();
    expect(looks[0]).toBe(5_000);
    expect(looks.map((at, index) => at - (looks[index - 1] ?? at))).toEqual([0, hour, hour]);
    await clock.advance(day);
    expect(looks).toHaveLength(3);
  });

  it('removes fifty in a transaction, and none after its end', async () => {
    const files = Array.from({ length: 101 }, () => copy());
    const clock = clockAhead(2 * day);
    let transactions = 0;
    const sweep = sweepWith(clock, () => {
      transactions += 1;
      if (transactions === 2) void sweep.stop();
    });
    await sweep.sweep();
    await clock.advance(hour);
    expect(await sweep.sweep()).toBe(100);
    expect(files.filter((file) => file.isThere())).toHaveLength(1);
    expect(await sweep.sweep()).toBe(0);
  });

  it('finds nothing if there is no spool, and reports no failure of the database', async () => {
    const clock = clockAhead(2 * day);
    expect(await sweepWith(clock).sweep()).toBe(0);
    copy();
    const failing = sweepWith(clock, () => {
      throw new Error('the database is locked');
    });
    await failing.sweep();
    await clock.advance(hour);
    expect(await failing.sweep()).toBe(0);
  });
});

it('a copy with any change counts as new', async () => {
  const file = copy();
  const clock = clockAhead(2 * day);
  const sweep = sweepWith(clock);
  await sweep.sweep();
  await new Promise((resolve) => setTimeout(resolve, 20));
  chmodSync(file.path, 0o600);
  await clock.advance(hour);
  expect(await sweep.sweep()).toBe(0);
  expect(file.isThere()).toBe(true);
});

it('what vanished before its removal is skipped', async () => {
  const [gone, other] = [copy(), copy()];
  const clock = clockAhead(2 * day);
  const sweep = sweepWith(clock, () => rmSync(gone.path));
  await sweep.sweep();
  await clock.advance(hour);
  expect(await sweep.sweep()).toBe(1);
  expect(other.isThere()).toBe(false);
});
