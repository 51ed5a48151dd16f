// The language of the command line.
import { expect, test } from 'vitest';
import { padded } from '../../main/node/cli/terminal/output.ts';
import { start } from './run-here.ts';

test('uses the language of the environment', async () => {
  const help = async (language: string) =>
    (await start(['--help'], { env: { ...process.env, LC_ALL: '', LANG: language } }).ended).stdout;
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
