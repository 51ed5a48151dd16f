// The language of the command line.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { padded } from '../../main/node/cli/terminal/output.ts';

const cli = fileURLToPath(new URL('../../main/node/cli.ts', import.meta.url));

test('uses the language of the environment', async () => {
  const help = (language: string) => {
    const child = spawn(process.execPath, [cli, '--help'], { env: { ...process.env, LC_ALL: '', LANG: language } });
    child.stdin.end();
    return child.stdout
      .setEncoding('utf8')
      .toArray()
      .then((parts) => parts.join(''));
  };
  expect(await help('ja_JP.UTF-8')).toContain('コマンド');
  expect(await help('pt_PT.UTF-8')).toContain('Comandos');
  expect(await help('C')).toContain('Commands');
});

test.each([
  ['Queue', 'Queue     |'],
  ['キュー', 'キュー    |'],
  ['Warteschlange', 'Warteschlange|'],
])('a column of a terminal is as wide with %s', (text, line) => {
  expect(`${padded(text, 10)}|`).toBe(line);
});
