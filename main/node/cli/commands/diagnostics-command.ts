// `diagnostics` and `check`. The first writes one redacted file for support, to read or to replay.
import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { diagnosticsName, type Diagnostics } from '../../../contract/diagnostics.ts';
import type { Failure } from '../../../contract/failure.ts';
import { diagnosticsOfClosed } from '../../../core/app/diagnostics/diagnostics.ts';
import { systemClock } from '../../../core/platform/system-clock.ts';
import { message } from '../../../messages/message.ts';
import type { Opened } from '../../host/open-companion.ts';
import { version } from '../../system/places.ts';
import { call } from '../terminal/call.ts';
import type { Given } from './command.ts';
import { exitCodes, fail } from '../terminal/output.ts';
import { text } from '../../host/text.ts';
import { messageFields } from '../json/line-parts.ts';

export async function diagnostics({ companion }: Opened, given: Given): Promise<number> {
  const made = await call(companion, 'diagnostics.make', {});
  return made.ok ? write(made.value, given) : fail(given.out, made.failure);
}

/** Writes what can be read if the companion cannot be opened. */
export async function diagnosticsWithout(why: Failure, given: Given): Promise<number> {
  const { dataDir, out } = given;
  out.warn(message('cli.diagnostics.closed'));
  return write(diagnosticsOfClosed({ clock: systemClock, dataDir, version, why }), given);
}

/** Into the data folder, unless a file was named. */
function write(made: Diagnostics, { dataDir, args: [file], out }: Given): number {
  const path = resolve(file ?? join(dataDir, 'diagnostics', diagnosticsName(made)));
  const text = `${JSON.stringify(made, null, 1)}\n`;
  try {
    if (file === undefined) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeNew(path, text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    out.warn(
      code === 'EEXIST'
        ? message('cli.diagnostics.exists', { path })
        : message('cli.diagnostics.unwritable', { path, code }),
    );
    return exitCodes.failed;
  }
  const { decisions, calls } = made;
  out.print(message('cli.diagnostics.written', { path }));
  out.print(message('cli.diagnostics.privacy'));
  out.print(message('cli.diagnostics.replay'));
  out.printJson({
    type: 'diagnostics',
    path,
    bytes: Buffer.byteLength(text),
    files: decisions.files.length,
    calls: calls.entries.length,
  });
  return exitCodes.done;
}

/** Readable by its owner only; an existing file is never overwritten. */
function writeNew(path: string, text: string) {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

// `check`: what has to be right before reports are uploaded.

const marks = { good: '✓', problem: '✗', note: '–' } as const;

export async function check({ companion }: Opened, { out }: Given): Promise<number> {
  const made = await call(companion, 'checks.run', {});
  if (!made.ok) return fail(out, made.failure);
  for (const { about, verdict, message: said, requiredAction } of made.value) {
    out.print(`${marks[verdict]} ${text(said)}`);
    out.printJson({ type: 'check', about, verdict, ...messageFields(said), required_action: requiredAction });
  }
  const problems = made.value.filter(({ verdict }) => verdict === 'problem').length;
  out.print(message('check.summary', { problems }));
  return problems === 0 ? exitCodes.done : exitCodes.failed;
}
