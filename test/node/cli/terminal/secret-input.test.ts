// Secrets are typed hidden, or read as a line that leaves the rest to the next reader.
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { verbatim } from '../../../../main/messages/message.ts';
import { createSecretInput } from '../../../../main/node/cli/terminal/secret-input.ts';

const prompt = verbatim('Passphrase: ');
const screen = () => {
  const shown: string[] = [];
  return { shown, write: (text: string) => void shown.push(text) };
};

describe('a pipe', () => {
  test('returns one line after the other, however its bytes are split, and null at the end', async () => {
    const stdin = new PassThrough();
    const input = createSecretInput(stdin, screen());
    stdin.write('first pass');
    const first = input.read(verbatim(''));
    stdin.write('phrase\r\nk\u00FC');
    expect(await first).toBe('first passphrase');
    const second = input.read(verbatim(''));
    stdin.end('hl');
    expect(await second).toBe('k\u00FChl');
    expect(await input.read(verbatim(''))).toBeNull();
    expect(input.isTerminal).toBe(false);
  });

  test('leaves the following lines to the next reader', async () => {
    const stdin = new PassThrough();
    const out = screen();
    stdin.end('the passphrase\nhttp://127.0.0.1/callback?code=1\n');
    expect(await createSecretInput(stdin, out).read(prompt)).toBe('the passphrase');
    const rest: string[] = [];
    for await (const line of createInterface({ input: stdin })) rest.push(line);
    expect(rest).toEqual(['http://127.0.0.1/callback?code=1']);
    expect(out.shown).toEqual([]);
  });

  test('returns null for a line that never ends', async () => {
    const stdin = new PassThrough();
    const read = createSecretInput(stdin, screen()).read(verbatim(''));
    stdin.write('x'.repeat(5_000));
    expect(await read).toBeNull();
  });
});

describe('a terminal', () => {
  function terminal() {
    const modes: boolean[] = [];
    const out = screen();
    const stdin = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode(isRaw: boolean) {
        modes.push(isRaw);
        out.write(isRaw ? '<hidden>' : '<shown>');
      },
    });
    return { stdin, out, modes, input: createSecretInput(stdin, out) };
  }

  test('shows the prompt but not what is typed, and honours Backspace and Ctrl-U', async () => {
    const { stdin, out, modes, input } = terminal();
    const read = input.read(prompt);
    for (const keys of ['wrong', '\u0015', 'se\u00E4', '\u007F', 'cret', '\u001B', '\r']) {
      stdin.write(keys);
      await new Promise(setImmediate);
    }
    expect(await read).toBe('secret');
    expect(out.shown).toEqual(['<hidden>', 'Passphrase: ', '<shown>', '\n']);
    expect(modes).toEqual([true, false]);
  });

  test.each(['\u0003', '\u0004'])('is restored when the person cancels (%j)', async (key) => {
    const { stdin, modes, input } = terminal();
    const read = input.read(prompt);
    stdin.write(`half${key}`);
    expect(await read).toBeNull();
    expect(modes).toEqual([true, false]);
  });
});

describe('the Enter key', () => {
  const terminal = (isInForeground: boolean) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
    return { stdin, input: createSecretInput(stdin, screen(), () => isInForeground) };
  };

  test('is heard each time until it is undone', async () => {
    const { stdin, input } = terminal(true);
    let count = 0;
    const undo = input.onEnter(() => (count += 1));
    for (const key of ['\n', 'x', '\r\n']) {
      stdin.write(key);
      await new Promise(setImmediate);
    }
    expect(count).toBe(2);
    undo!();
    stdin.write('\n');
    await new Promise(setImmediate);
    expect(count).toBe(2);
  });

  test('is not read in the background, where the system would stop the process, nor from a pipe', () => {
    expect(terminal(false).input.onEnter(() => {})).toBeNull();
    expect(createSecretInput(new PassThrough(), screen()).onEnter(() => {})).toBeNull();
  });
});
