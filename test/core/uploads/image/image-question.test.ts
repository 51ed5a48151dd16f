// The process that looks at images, as a fake. As it is: test/node/image-reader.test.ts.
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { ImageReader } from '../../../../main/core/platform/ports.ts';
import { createImageQuestion } from '../../../../main/core/uploads/image/image-question.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

type Process = { readonly on: Parameters<ImageReader>[1]; readonly looked: string[]; hasEnded: boolean };

const textCheck = (reader: ImageReader | undefined, clock = createVirtualClock()) =>
  createImageQuestion({ clock, reader, question: 'text', schema: z.boolean() });

function checkUnderTest() {
  const clock = createVirtualClock();
  const processes: Process[] = [];
  const reader: ImageReader = (_question, on) => {
    const process: Process = { on, looked: [], hasEnded: false };
    processes.push(process);
    return { look: ({ path }) => void process.looked.push(path), end: () => void (process.hasEnded = true) };
  };
  return { clock, processes, check: textCheck(reader, clock) };
}

describe('a question about images', () => {
  it('looks at one image at a time, and ends the process behind the last', async () => {
    const { clock, processes, check } = checkUnderTest();
    const answers = [check.ask('a'), check.ask('b')];
    await clock.advance(1);
    expect(processes.map(({ looked }) => looked)).toEqual([['a']]);
    processes[0]!.on.answer(true);
    await clock.advance(1);
    expect(processes.map(({ looked, hasEnded }) => [looked, hasEnded])).toEqual([[['a', 'b'], false]]);
    processes[0]!.on.answer(false);
    expect(await Promise.all(answers)).toEqual([true, false]);
    expect(processes[0]!.hasEnded).toBe(true);
  });

  it('knows nothing of an image that takes more than two minutes, and goes on with a new process', async () => {
    const { clock, processes, check } = checkUnderTest();
    const answers = [check.ask('slow'), check.ask('b')];
    await clock.advance(120_001);
    expect(await answers[0]).toBeNull();
    await clock.advance(1);
    processes[0]!.on.answer(true);
    processes[0]!.on.ended();
    expect(processes.map(({ looked, hasEnded }) => [looked, hasEnded])).toEqual([
      [['slow'], true],
      [['b'], false],
    ]);
    processes[1]!.on.answer(true);
    expect(await answers[1]).toBe(true);
  });

  it('knows nothing of an image that ends the process', async () => {
    const { clock, processes, check } = checkUnderTest();
    const answer = check.ask('hostile');
    await clock.advance(1);
    processes[0]!.on.ended();
    expect(await answer).toBeNull();
  });

  it('starts nothing without a reader or once it is stopped', async () => {
    const { processes, check } = checkUnderTest();
    expect(await textCheck(undefined).ask('a')).toBeNull();
    check.stop();
    expect(await check.ask('a')).toBeNull();
    expect(processes).toEqual([]);
  });
});
