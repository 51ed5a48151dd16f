// A program of another user of this computer: a real one if the tests run as root. Its files are copied to a place that
// this user may enter, as our own folder may be closed to others.
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** `nobody`, or the user with this number: neither root nor the current user. */
const otherUser = 65_534;

/** For Vitest's `skip`: whether such a program is impossible here, and why. */
export const noOtherUser = [
  process.platform !== 'linux' || process.getuid?.() !== 0,
  'Linux alone tells users apart, and root alone may start a program as somebody else',
] as const;

/** Runs a module from its source text, which prints one line of JSON; `argument` is available to it. */
export async function asOtherUser(text: string, argument: unknown): Promise<unknown> {
  const source = `const argument = ${JSON.stringify(argument)};\n${text}`;
  const place = await mkdtemp(join(tmpdir(), 'other-user-'));
  try {
    const node = join(place, 'node');
    await copyFile(process.execPath, node);
    await chmod(node, 0o755);
    await chmod(place, 0o755);
    const { stdout } = await run(node, ['--input-type=module', '--eval', source], {
      uid: otherUser,
      gid: otherUser,
      cwd: '/',
      env: {},
      timeout: 20_000,
    });
    return JSON.parse(stdout);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
