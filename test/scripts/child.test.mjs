import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

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
