// The memory of worlds side by side, each after a sign-in and an upload: node scripts/run.mjs bench/emulator/worlds.ts [number]
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createEmulator } from '../../emulator/emulator.ts';
import { makeImage } from './image.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const usedBytes = () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return { used: heapUsed + external, resident: process.memoryUsage.rss() };
};

const number = Number(process.argv[2] ?? 1000);
const image = new Uint8Array(makeImage(10_000));
await using emulator = await createEmulator({ clock: 'virtual' });
await emulator.start();

const use = async (url: string) => {
  const signIn = await fetch(`${url}/_emulator/sign-in`, {
    method: 'POST',
    headers: { authorization: `Bearer ${emulator.controlToken}` },
  });
  const { access_token } = (await signIn.json()) as { access_token: string };
  const body = new FormData();
  body.set('report', new File([image], 'report.png'));
  const headers = { authorization: `Bearer ${access_token}` };
  const answer = await fetch(`${url}/api/v1/flights`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(`The upload got ${answer.status}.`);
};

// The first ones load and compile what all of them share.
for (let made = 0; made < 20; made += 1) await use((await emulator.worlds.add()).url);
const before = usedBytes();
const begunAt = performance.now();
for (let made = 0; made < number; made += 1) await use((await emulator.worlds.add()).url);
const eachMs = (performance.now() - begunAt) / number;
const after = usedBytes();
const kbEach = (bytes: number) => `${(bytes / number / 1000).toFixed(0)} kB`;
process.stdout.write(
  `${number} worlds: ${kbEach(after.used - before.used)} of heap and buffers each, ${kbEach(after.resident - before.resident)} resident; ${eachMs.toFixed(1)} ms to make and use one\n`,
);
