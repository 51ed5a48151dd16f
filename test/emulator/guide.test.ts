import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeDefault } from '../../emulator/option-kinds.ts';
import type { OptionRow } from '../../emulator/option-kinds.ts';
import { optionNames, optionTable } from '../../emulator/options.ts';
import { seededSecrets } from '../../emulator/seed.ts';

const guide = readFileSync(new URL('../../docs/emulator.md', import.meta.url), 'utf8');

describe('docs/emulator.md', () => {
  it.each(optionNames)('says of %s what the table of options says', (name) => {
    const row: OptionRow = optionTable[name];
    const cells = [`\`--${row.flag}\``, `\`${name}\``, describeDefault(row), row.assumption ?? '', row.help];
    expect(guide).toContain(`| ${cells.join(' | ')} |`);
  });

  it('has a row for each of the twenty assumptions', () => {
    for (let number = 1; number <= 20; number += 1) expect(guide).toContain(`\n| A${number} | `);
  });

  it('names the applications and their secrets', () => {
    for (const [clientId, secret] of seededSecrets()) {
      expect(guide).toContain(clientId);
      expect(guide).toContain(secret);
    }
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

// Skipped where there is no curl: nobody could type the lines there either.
it.skipIf(!hasCurl)('the lines for a shell work as they stand', async () => {
  const [, lines = ''] = /## From a shell, step by step.*?```sh\n(.*?)```/s.exec(guide) ?? [];
  expect(lines).toContain('--port 4170');
  // Any port but that of the guide, which may be taken.
  const shell = spawn('sh', ['-c', lines.replaceAll('4170', String(await freePort()))], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  onTestFinished(() => endGroup(shell.pid));
  const said = await text(shell.stdout);
  const [, uploaded = '', listed = ''] = /(\{"id":.*?\})(\{"items":.*\})/s.exec(said) ?? [];
  expect(JSON.parse(uploaded)).toMatchObject({ id: 4700, aircraft: 'UNKNOWN' });
  expect(JSON.parse(listed)).toEqual({ items: [JSON.parse(uploaded)], next_before_id: null });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The shell and what it left in the background; nothing is left where all went well. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended by itself.
  }
}
