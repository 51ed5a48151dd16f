import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readRunOptions } from '../../main/electron/run-options.ts';

const nothing = { dataDir: null, profile: null, allowFileVault: false };
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
])('reads %j with %j', (args, env, expected) => {
  expect(readRunOptions(args, env)).toEqual({ ...nothing, ...expected });
});
