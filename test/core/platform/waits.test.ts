import { describe, expect, it } from 'vitest';
import { within } from '../../../main/core/platform/waits.ts';

/** A clock whose sleeps end only by their signal, or by `pass`. */
function clockOfSleeps() {
  const sleeping = new Set<() => void>();
  return {
    sleeping,
    pass: () => sleeping.forEach((end) => end()),
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const end = () => (sleeping.delete(end), resolve());
        sleeping.add(end);
        signal?.addEventListener('abort', end);
      }),
  };
}

describe('a limit on work', () => {
  it('leaves no timer behind when the work ends, which would keep the process alive', async () => {
    const clock = clockOfSleeps();
    expect(await within(clock, 2_000, Promise.resolve('done'))).toBe('done');
    expect(clock.sleeping.size).toBe(0);
    await expect(within(clock, 2_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(clock.sleeping.size).toBe(0);
  });

  it('ends with null where the work takes longer', async () => {
    const clock = clockOfSleeps();
    const ended = within(clock, 2_000, new Promise(() => {}));
    clock.pass();
    expect(await ended).toBeNull();
  });
});
