// The demo as a process: it needs no account, no network and no settings.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const cli = fileURLToPath(new URL('../../main/node/cli.ts', import.meta.url));

test('runs the demo to its end', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'demo']);
  expect(stdout).toContain('All 3 reports completed');
});
