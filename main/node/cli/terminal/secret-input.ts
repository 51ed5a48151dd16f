// Reads secrets: typed hidden on a terminal, else a line of standard input. Reads no byte beyond its line, which belongs to
// the next reader. And hears the Enter key.
import type { Readable } from 'node:stream';
import { withoutMark } from '../../../core/platform/text/byte-order-mark.ts';
import type { Message } from '../../../messages/message.ts';
import { text } from '../../host/text.ts';
import { terminalText } from './output.ts';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export type SecretInput = {
  /** Whether a person can be prompted. */
  readonly isTerminal: boolean;
  /** Returns null at the end of input, or where the person cancelled. */
  read(prompt: Message): Promise<string | null>;
  /** Calls `listener` each time that Enter is pressed. Returns the undo; null if nobody can press it. */
  onEnter(listener: () => void): (() => void) | null;
};

export type Terminal = Readable & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

const mostBytes = 4_096;

export function createSecretInput(
  stdin: Terminal,
  screen: { write(text: string): unknown },
  isInForeground: () => boolean = hasTerminal,
): SecretInput {
  const isTerminal = stdin.isTTY === true && stdin.setRawMode !== undefined;

  /** Reads key by key, without showing them. */
  async function typed(prompt: Message): Promise<string | null> {
    // Before the prompt, so that not even the first key is shown.
    stdin.setRawMode?.(true);
    screen.write(terminalText(text(prompt)));
    try {
      let secret = '';
      for (;;) {
        const keys = await lineOrKeys(false);
        if (keys === null) return null;
        for (const key of keys) {
          if (key === '\r' || key === '\n') return secret;
          // Ctrl-C, Ctrl-D
          if (key === '\u0003' || key === '\u0004') return null;
          if (key === '\u0015') secret = '';
          else if (key === '\u007F' || key === '\b') secret = secret.replace(/.$/su, '');
          else if (key >= ' ') secret += key;
        }
      }
    } finally {
      stdin.setRawMode?.(false);
      screen.write('\n');
    }
  }

  /** Returns the next line, or the next keys of a terminal; null at the end. */
  function lineOrKeys(isLine: boolean): Promise<string | null> {
    return new Promise((resolve) => {
      let held = Buffer.alloc(0);
      const finish = (read: string | null) => {
        stdin.pause();
        stdin.off('data', onData);
        stdin.off('end', onEnd);
        resolve(read);
      };
      const onEnd = () => finish(held.length > 0 ? held.toString('utf8') : null);
      const onData = (chunk: Buffer | string) => {
        held = Buffer.concat([held, Buffer.from(chunk)]);
        if (!isLine) return finish(held.toString('utf8'));
        const end = held.indexOf('\n');
        if (end < 0) return held.length > mostBytes ? finish(null) : undefined;
        const rest = held.subarray(end + 1);
        finish(held.subarray(0, end).toString('utf8').replace(/\r$/, ''));
        if (rest.length > 0) stdin.unshift(rest);
      };
      if (stdin.readableEnded) return resolve(null);
      stdin.on('data', onData);
      stdin.once('end', onEnd);
      stdin.resume();
    });
  }

  function onEnter(listener: () => void) {
    if (!isTerminal || !isInForeground()) return null;
    const onData = (chunk: Buffer | string) => String(chunk).includes('\n') && listener();
    stdin.on('data', onData);
    return () => {
      stdin.off('data', onData);
      stdin.pause();
    };
  }

  return {
    isTerminal,
    onEnter,
    async read(prompt) {
      const secret = await (isTerminal ? typed(prompt) : lineOrKeys(true));
      return secret && withoutMark(secret);
    },
  };
}

// Whether this process has the terminal. The system stops a process in the background that reads from it.

/** False where that is not known. */
function hasTerminal(platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'win32') return true;
  try {
    const [group, foreground] = platform === 'linux' ? groupsOfProc() : groupsOfPs();
    return group !== undefined && group === foreground;
  } catch {
    return false;
  }
}

/** proc_pid_stat(5): the fields behind the name of the program, from its state on. */
function groupsOfProc() {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return [fields[2], fields[5]];
}

const groupsOfPs = () =>
  execFileSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
