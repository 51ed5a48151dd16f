// `--preset FILE`: a service of a file, in a data folder without one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere, runInNewFolder } from '../run-here.ts';
import { preset } from '../../support/fake-companion/example-preset.ts';

const folder = runInNewFolder();
writeFileSync(join(folder, 'club.json'), JSON.stringify(preset));

test('adds the service of a preset once, and keeps it', async () => {
  const run = (...args: string[]) => runHere(['--data-dir', 'kept', ...args]);
  for (let n = 0; n < 2; n += 1)
    expect(await run('--preset', 'club.json', 'settings')).toMatchObject({ code: 0, stderr: '' });
  const { stdout } = await run('settings');
  const lines = stdout.split('\n').filter((line) => /\.(name|address|mode|clientId|brokerAddress)=/.test(line));
  expect(lines).toEqual([
    'example-virtual.name=Example Virtual',
    'example-virtual.address=https://service.example',
    'example-virtual.mode=broker',
    'example-virtual.clientId=app',
    'example-virtual.brokerAddress=https://broker.example',
  ]);
});

test.each([
  ['no JSON', '{', "preset.json isn't a preset: it doesn't contain JSON."],
  ['a secret', JSON.stringify({ ...preset, clientSecret: 'never here' }), 'clientSecret'],
])('exits with 2 and what is wrong with a preset with %s', async (_what, content, told) => {
  writeFileSync(join(folder, 'preset.json'), content);
  const { code, stdout, stderr } = await runHere(['--data-dir', 'none', '--preset', 'preset.json', 'settings']);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(told)]);
  expect(stderr).not.toContain('never here');
});

test('exits with 2 and the name of a preset that is not there', async () => {
  const { code, stderr } = await runHere(['--data-dir', 'none', '--preset', 'gone.json', 'settings']);
  expect([code, stderr]).toEqual([2, expect.stringContaining("gone.json can't be read")]);
});
