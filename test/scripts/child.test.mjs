import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { runChild } from '../../scripts/child.mjs';

const module = JSON.stringify(new URL('../../scripts/child.mjs', import.meta.url).href);
const lasting = JSON.stringify("console.log('begun'); setInterval(() => {}, 1000)");
const script = `
  import { runChild } from ${module};
  const { isCancelled, code } = await runChild(process.execPath, ['-e', ${lasting}]);
  console.log(JSON.stringify({ isCancelled, code }));`;

it.skipIf(process.platform === 'win32')(
  'ends its child on a signal and reports the cancellation (Windows has no such signals)',
  async () => {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    parent.stdout.on('data', (text) => {
      output += String(text);
      if (output === 'begun\n') parent.kill('SIGTERM');
    });
    await once(parent, 'close');
    expect(JSON.parse(output.split('\n')[1] ?? '')).toEqual({ isCancelled: true, code: 143 });
  },
);

it('ends with its child, also if a program that the child has started keeps its output open', async () => {
  const start = `
    const options = { stdio: ['ignore', 'inherit', 'inherit'], detached: true };
    console.log(require('node:child_process').spawn(process.execPath, ['-e', ${lasting}], options).pid);
    process.exit(3);`;
  const { code, output } = await runChild(process.execPath, ['-e', start], { stdio: ['ignore', 'pipe', 'pipe'] });
  expect(code).toBe(3);
  // It still runs. On a busy computer it has begun before its number is written.
  expect(process.kill(Number(/\d+/.exec(output)?.[0]), 'SIGKILL')).toBe(true);
});
