// Secrets are typed hidden, or come as a line; whoever reads next finds what is theirs.
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createSecretInput } from '../../../main/node/cli/secret-input.ts';

const screen = () => {
  const shown: string[] = [];
  return { shown, write: (text: string) => void shown.push(text) };
};

describe('a pipe', () => {
  test('gives one line after the other, however its bytes are cut, and null at its end', async () => {
    const stdin = new PassThrough();
    const input = createSecretInput(stdin, screen());
    stdin.write('first pass');
    const first = input.read('');
    stdin.write('phrase\r\nk\u00FC');
    expect(await first).toBe('first passphrase');
    const second = input.read('');
    stdin.end('hl');
    expect(await second).toBe('k\u00FChl');
    expect(await input.read('')).toBeNull();
    expect(input.isTerminal).toBe(false);
  });

  test('is left to whoever reads next, from the next line on', async () => {
    const stdin = new PassThrough();
    const out = screen();
    stdin.end('the passphrase\nhttp://127.0.0.1/callback?code=1\n');
    expect(await createSecretInput(stdin, out).read('Passphrase: ')).toBe('the passphrase');
    const rest: string[] = [];
    for await (const line of createInterface({ input: stdin })) rest.push(line);
    expect(rest).toEqual(['http://127.0.0.1/callback?code=1']);
    expect(out.shown).toEqual([]);
  });

  test('whose line never ends is given up', async () => {
    const stdin = new PassThrough();
    const read = createSecretInput(stdin, screen()).read('');
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

  test('shows the question and nothing of what is typed; keys that take back do', async () => {
    const { stdin, out, modes, input } = terminal();
    const read = input.read('Passphrase: ');
    for (const keys of ['wrong', '\u0015', 'se\u00E4', '\u007F', 'cret', '\u001B', '\r']) {
      stdin.write(keys);
      await new Promise(setImmediate);
    }
    expect(await read).toBe('secret');
    expect(out.shown).toEqual(['<hidden>', 'Passphrase: ', '<shown>', '\n']);
    expect(modes).toEqual([true, false]);
  });

  test.each(['\u0003', '\u0004'])('is given back as it was when it is called off (%j)', async (key) => {
    const { stdin, modes, input } = terminal();
    const read = input.read('Passphrase: ');
    stdin.write(`half${key}`);
    expect(await read).toBeNull();
    expect(modes).toEqual([true, false]);
  });
});
