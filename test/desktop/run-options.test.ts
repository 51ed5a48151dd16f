import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, readRunOptions, readSecondStart } from '../../main/electron/run-options.ts';

const nothing = {
  dataDir: null,
  profile: null,
  presetPath: null,
  allowFileVault: false,
  inBackground: false,
  smoke: null,
};
const at = (address: string) => ({ kind: 'emulator', address });

test.each([
  [['.'], {}, {}],
  [['.', '--data-dir', 'd'], {}, { dataDir: resolve('d') }],
  [['.', '--data-dir=d', '--no-sandbox'], {}, { dataDir: resolve('d') }],
  [['--data-dir=a', '--data-dir=b'], {}, { dataDir: resolve('b') }],
  [['--data-dir=a'], { PILOT_COMPANION_DATA_DIR: '/e' }, { dataDir: resolve('a') }],
  [[], { PILOT_COMPANION_DATA_DIR: '/e' }, { dataDir: resolve('/e') }],
  [[], { PILOT_COMPANION_DATA_DIR: '' }, {}],
  [['--data-dir', '--emulator', 'http://127.0.0.1:1'], {}, { profile: at('http://127.0.0.1:1') }],
  [['--profile', 'demo'], {}, { profile: { kind: 'demo' } }],
  [['--profile=service'], {}, { profile: { kind: 'service', id: 'service' } }],
  [['--profile=my-other'], {}, { profile: { kind: 'service', id: 'my-other' } }],
  [['--profile=No Such'], {}, {}],
  [['--profile=demo', '--emulator=http://127.0.0.1:1'], {}, { profile: at('http://127.0.0.1:1') }],
  [['--allow-file-vault'], {}, { allowFileVault: true }],
  [['--background'], {}, { inBackground: true }],
  [['--smoke'], { PILOT_COMPANION_DATA_DIR: '/e' }, { smoke: { reportPath: null } }],
  [['--smoke', 'image.png'], {}, { smoke: { reportPath: null } }],
  [['--smoke=r.json'], {}, { smoke: { reportPath: resolve('r.json') } }],
  [['--preset', 'service.json'], {}, { presetPath: resolve('service.json') }],
  [['--preset=service.json'], {}, { presetPath: resolve('service.json') }],
])('reads %j with %j', (args, env, expected) => {
  expect(readRunOptions(args, env)).toEqual({ ...nothing, ...expected });
});

test.each([
  [['report.png', '--data-dir=d'], ['report.png']],
  [
    ['--data-dir', 'd.png', 'a.JPG', 'b.jpeg'],
    ['a.JPG', 'b.jpeg'],
  ],
  [['--emulator', 'http://127.0.0.1:1/x.png', 'a.png'], ['a.png']],
  [['--preset', 'a.pilotpreset', 'b.PilotPreset', 'c.json'], ['b.PilotPreset']],
  [['notes.txt', '.', '--open=c.png', 'folder'], []],
  [
    ['a.png', '--given-path=/shots', '--given-path=/b.png'],
    ['a.png', '/shots', '/b.png'],
  ],
])('finds the images and presets in %j', (args, expected) => {
  expect(filesIn(args, '/work')).toEqual(expected.map((name) => resolve('/work', name)));
});

test.each([
  [
    { args: ['a.png'], workingFolder: '/w' },
    { args: ['a.png'], workingFolder: '/w' },
  ],
  [{ args: 'a.png' }, { args: [], workingFolder: '/here' }],
  [undefined, { args: [], workingFolder: '/here' }],
])('reads what a second start sends: %j', (given, expected) => {
  expect(readSecondStart(given, '/here')).toEqual(expected);
});
