// `diagnostics`: one redacted file that says what is the matter here, for somebody else to look at or to replay.
import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { diagnosticsName, type Diagnostics } from '../../../contract/diagnostics.ts';
import type { Failure } from '../../../contract/failure.ts';
import { diagnosticsOfClosed } from '../../../core/app/diagnostics/diagnostics.ts';
import { systemClock } from '../../../core/platform/system-clock.ts';
import type { Opened } from '../../open-companion.ts';
import { version } from '../../version.ts';
import { call } from '../call.ts';
import { exitCodeOf, exitCodes } from '../exit.ts';
import type { Output } from '../output.ts';

type Given = {
  readonly dataDir: string;
  /** As it was named; without one the file goes into the data folder. */
  readonly file: string | undefined;
  readonly out: Output;
};

export async function diagnostics({ companion }: Pick<Opened, 'companion'>, given: Given): Promise<number> {
  const { out } = given;
  const made = await call(companion, 'diagnostics.make', {});
  if (!made.ok) {
    out.failure(made.failure);
    return exitCodeOf(made.failure);
  }
  return write(made.value, given);
}

/** Where the companion does not open: what can be had without it. */
export function diagnosticsWithout(why: Failure, given: Given): number {
  const { dataDir, out } = given;
  out.warn('The companion does not open its data. What can be read without it goes into the file.');
  return write(diagnosticsOfClosed({ clock: systemClock, dataDir, version, why }), given);
}

function write(made: Diagnostics, { dataDir, file, out }: Given): number {
  const path = resolve(file ?? join(dataDir, 'diagnostics', diagnosticsName(made)));
  const text = `${JSON.stringify(made, null, 1)}\n`;
  try {
    if (file === undefined) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeNew(path, text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    out.warn(
      code === 'EEXIST'
        ? `${path} is there already and stays as it is. Name another file.`
        : `${path} cannot be written (${code}). Name a file in a folder of yours.`,
    );
    return exitCodes.failed;
  }
  const { decisions, calls } = made;
  out.say(`Written: ${path}`);
  out.say(
    'It holds no password, no token and no name of yours. It names your files and your service: read it before you send it.',
  );
  out.say('Whoever helps you can replay what the service answered: pilot-companion emulator --scenario FILE');
  out.fact({
    type: 'diagnostics',
    path,
    bytes: Buffer.byteLength(text),
    files: decisions.files.length,
    calls: calls.entries.length,
  });
  return exitCodes.done;
}

/** Nobody else may read it, and nothing that is there is written over. */
function writeNew(path: string, text: string) {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
