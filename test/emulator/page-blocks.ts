// The code blocks of a page, and shell blocks run one after the other, as a reader runs them.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The blocks of a language in these pages, in order. */
export const blocksOf = (language: string, pages: readonly string[]): string[] =>
  pages.flatMap((page) =>
    [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, block]) => block!),
  );

const endOfBlock = '--- the end of a block ---';

/** Runs the blocks in one shell, and ends what they started. The last output is what follows the last block. */
export async function runShellBlocks(blocks: readonly string[], cwd: string) {
  const folder = await mkdtemp(join(tmpdir(), 'blocks-'));
  const lines = blocks.map((block) => `${block}\nprintf '\\n%s\\n' '${endOfBlock}'`).join('\n');
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`;
  const shell = spawn('sh', ['-ec', lines], {
    cwd,
    env: { ...process.env, TMPDIR: folder, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const tooLong = setTimeout(() => endGroup(shell.pid), 50_000);
  // If a line fails, a background process would keep the streams open.
  const ending = once(shell, 'exit').finally(() => endGroup(shell.pid));
  const [out, errors] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  const [code] = (await ending) as [number | null];
  clearTimeout(tooLong);
  await rm(folder, { recursive: true });
  return { code, errors, outputs: out.split(endOfBlock).map((part) => part.trim()) };
}

/** Ends the shell and its background processes, if any are left. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All have ended already.
  }
}
