import { describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { judgePackages, whyOffline } from '../../../scripts/build/packages.mjs';

const wanted = { lock: 'abc', platform: 'linux-x64' };
const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/zod': { version: '4.6.7', integrity: 'sha512-zod' },
    'node_modules/keyring-win': { version: '2.1.2', integrity: 'sha512-win', optional: true },
  },
};
const right = { packages: { 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-zod' } } };
const older = { packages: { 'node_modules/zod': { version: '4.6.6', integrity: 'sha512-old' } } };

describe('the packages in node_modules', () => {
  it.each([
    ['fresh if the stamp is of this lock file and platform', wanted, right, 'fresh'],
    ['stale when nothing is installed', undefined, undefined, 'stale'],
    ['stale when node_modules was emptied without the stamp', wanted, undefined, 'stale'],
    ['stale when a package has another version than the lock file says', undefined, older, 'stale'],
    ['stale when the lock file has changed since', { ...wanted, lock: 'old' }, older, 'stale'],
    ['stale when they were installed for another platform', { ...wanted, platform: 'win32-x64' }, right, 'stale'],
    ['usable without a stamp after npm ci', undefined, right, 'unstamped'],
    ['usable after a manual install of a new lock file', { ...wanted, lock: 'old' }, right, 'unstamped'],
  ])('are %s', (_, stamp, installed, judgement) => {
    expect(judgePackages({ wanted, stamp, lock: () => lock, installed: () => installed })).toBe(judgement);
  });

  it('are checked without reading the lock file if the stamp matches', () => {
    const lock = () => {
      throw new Error('the lock file was parsed');
    };
    expect(judgePackages({ wanted, stamp: wanted, lock, installed: () => right })).toBe('fresh');
  });
});

describe('without a network', () => {
  /** @param {string} registry */
  async function whyOfflineWith(registry) {
    const before = process.env['npm_config_registry'];
    process.env['npm_config_registry'] = registry;
    try {
      return await whyOffline();
    } finally {
      if (before === undefined) delete process.env['npm_config_registry'];
      else process.env['npm_config_registry'] = before;
    }
  }

  it('the reason is known before npm tries to install for minutes', async () => {
    expect(await whyOfflineWith('http://127.0.0.1:9')).toBe('ECONNREFUSED');
  });

  it('any answer of the registry shows that there is one', async () => {
    const server = createServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = /** @type {import('node:net').AddressInfo} */ (server.address());
    expect(await whyOfflineWith(`http://127.0.0.1:${address.port}`)).toBeUndefined();
    server.close();
  });
});
