// What the command line prints: facts as JSON lines on standard output where `--json` is given, words for people on
// standard error or, without it, on standard output. A terminal gets a progress line that is drawn over; a pipe gets plain lines.
import { codeOwner } from '../../contract/code-owner.ts';
import type { Failure } from '../../contract/failure.ts';
import { plainJson, plainText } from './plain-text.ts';
import { text } from '../text.ts';

/** "In the settings" as it is typed here. */
const setUpHere = [
  'Here: --profile demo is the built-in service. For your own:',
  '  pilot-companion settings service.address=https://… service.clientId=… profile=service',
  '  pilot-companion sign-in --application-secret',
].join('\n');

export type Output = ReturnType<typeof createOutput>;
export type Stream = { write(text: string): unknown; isTTY?: boolean; columns?: number };

export function createOutput(options: { json: boolean; stdout: Stream; stderr: Stream }) {
  const message = options.json ? options.stderr : options.stdout;
  let drawn = '';

  function clear() {
    if (drawn) options.stderr.write('\r\u001B[K');
    drawn = '';
  }

  return {
    json: options.json,
    /** One object per line for programs; nothing without `--json`. */
    fact(value: Readonly<Record<string, unknown>>) {
      if (!options.json) return;
      clear();
      options.stdout.write(`${plainJson(value)}\n`);
    },
    /** A line for people. */
    say(text: string) {
      clear();
      message.write(`${plainText(text)}\n`);
    },
    /** A line that is always on standard error: what went wrong, what to do. */
    warn(text: string) {
      clear();
      options.stderr.write(`${plainText(text)}\n`);
    },
    failure(failure: Failure) {
      clear();
      const code = failure.code && codeOwner(failure.code) ? ` (${failure.code})` : '';
      options.stderr.write(`${plainText(`${text(failure.message)}${code}`)}\n`);
      if (failure.kind === 'not-configured') options.stderr.write(`${setUpHere}\n`);
    },
    /** Drawn over by the next one; left out where nobody watches. */
    progress(text: string) {
      if (!options.stderr.isTTY) return;
      const width = (options.stderr.columns ?? 80) - 1;
      drawn = plainText(text).slice(0, width);
      options.stderr.write(`\r\u001B[K${drawn}`);
    },
    clear,
  };
}

/** `12:04:33Z`. */
export const clockTime = (at: number) => `${new Date(at).toISOString().slice(11, 19)}Z`;

/** `[######....] 62 %`. */
export function bar(done: number, total: number, width = 20): string {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const filled = Math.round(share * width);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${Math.floor(share * 100)} %`;
}

/** `0:04`, `12:30`, `2 h 05 min`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return `${Math.floor(seconds / 3600)} h ${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')} min`;
}
