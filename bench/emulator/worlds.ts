// What a world costs that has had a request: the emulator's heap with a thousand of them, in this process.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createEmulator } from '../../emulator/emulator.ts';
import type { Effort } from '../harness/benchmark.ts';
import { alone, type Finding } from '../harness/finding.ts';
import { spreadOf } from '../harness/rounds.ts';

export async function* worlds({ worldShare }: Effort): AsyncGenerator<Finding> {
  const count = Math.round(1_000 * worldShare);
  await using emulator = await createEmulator();
  await emulator.start();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  async function addWorld() {
    const { url } = await emulator.worlds.add({ clock: 'virtual' });
    await (await fetch(`${url}/api/v1/flights`)).text();
  }
  await addWorld();
  const before = heap();
  for (let world = 0; world < count; world += 1) await addWorld();
  const each = (heap() - before) / count / 1e6;
  const target = { of: 'subject', atMost: 0.7 } as const;
  yield alone({ what: `heap of each of ${count} worlds`, unit: 'MB', target }, spreadOf([each]));
}
