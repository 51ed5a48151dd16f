// What nobody may see on the screen or in a list of processes: typed hidden where a person sits, else a line of standard
// input. Reads no byte more than its line, so that whoever reads next finds theirs.
import type { Readable } from 'node:stream';

export type SecretInput = {
  /** Whether a person sits there who can be asked. */
  readonly isTerminal: boolean;
  /** Null where nothing comes any more, or the person called it off. */
  read(prompt: string): Promise<string | null>;
};

type Terminal = Readable & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

const mostBytes = 4_096;

export function createSecretInput(stdin: Terminal, screen: { write(text: string): unknown }): SecretInput {
  const isTerminal = stdin.isTTY === true && stdin.setRawMode !== undefined;

  /** One key after the other; nothing of it is shown. */
  async function typed(prompt: string): Promise<string | null> {
    // First, so that nothing is shown of what is typed as soon as the question stands there.
    stdin.setRawMode?.(true);
    screen.write(prompt);
    try {
      let text = '';
      for (;;) {
        const keys = await lineOrKeys(false);
        if (keys === null) return null;
        for (const key of keys) {
          if (key === '\r' || key === '\n') return text;
          // Ctrl-C, Ctrl-D: called off.
          if (key === '\u0003' || key === '\u0004') return null;
          if (key === '\u0015') text = '';
          else if (key === '\u007F' || key === '\b') text = text.replace(/.$/su, '');
          else if (key >= ' ') text += key;
        }
      }
    } finally {
      stdin.setRawMode?.(false);
      screen.write('\n');
    }
  }

  /** The next line without its end; or, of a terminal, whatever was typed. Null at the end. */
  function lineOrKeys(isLine: boolean): Promise<string | null> {
    return new Promise((resolve) => {
      let held = Buffer.alloc(0);
      const finish = (text: string | null) => {
        stdin.pause();
        stdin.off('data', onData);
        stdin.off('end', onEnd);
        resolve(text);
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

  return { isTerminal, read: (prompt) => (isTerminal ? typed(prompt) : lineOrKeys(true)) };
}
