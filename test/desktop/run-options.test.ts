import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readRunOptions } from '../../main/electron/run-options.ts';

test.each([
  [['.', '--data-dir', 'd'], {}, { dataDir: resolve('d'), emulator: null }],
  [['.', '--data-dir=d', '--no-sandbox'], {}, { dataDir: resolve('d'), emulator: null }],
  [['--data-dir=a', '--data-dir=b'], {}, { dataDir: resolve('b'), emulator: null }],
  [['--data-dir=a'], { PILOT_COMPANION_DATA_DIR: '/e' }, { dataDir: resolve('a'), emulator: null }],
  [[], { PILOT_COMPANION_DATA_DIR: '/e' }, { dataDir: resolve('/e'), emulator: null }],
  [[], { PILOT_COMPANION_DATA_DIR: '' }, { dataDir: null, emulator: null }],
  [['--data-dir', '--emulator', 'http://127.0.0.1:1'], {}, { dataDir: null, emulator: 'http://127.0.0.1:1' }],
])('reads %j with %j', (args, env, expected) => {
  expect(readRunOptions(args, env)).toEqual(expected);
});
