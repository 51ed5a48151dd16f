import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfiguration } from '../../broker/configuration.ts';

let folder = '';
let secretFile = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'broker-'));
  secretFile = join(folder, 'secret');
  writeFileSync(secretFile, 'a secret of the application\n', { mode: 0o600 });
});
afterAll(() => rmSync(folder, { recursive: true }));

const whole = () => ({
  BROKER_SERVICE: 'https://service.example/',
  BROKER_CLIENT_ID: 'app',
  BROKER_CLIENT_SECRET_FILE: secretFile,
});
const problemsOf = (change: NodeJS.ProcessEnv) => {
  const read = readConfiguration({ ...whole(), ...change });
  return 'problems' in read ? read.problems : [];
};

describe('the configuration of the broker', () => {
  test('three settings are enough', () => {
    expect(readConfiguration(whole())).toEqual({
      configuration: {
        host: '127.0.0.1',
        port: 8080,
        service: 'https://service.example',
        clientId: 'app',
        clientSecret: 'a secret of the application',
        redirectPath: '/callback/service',
        requestsPerMinute: 30,
        rateStore: null,
        maxConnections: 1000,
        trustedProxies: 0,
      },
      concerns: [],
    });
  });

  test('all that is wrong is said at once, each in a sentence with its name', () => {
    const read = readConfiguration({ BROKER_PORT: '99999', BROKER_REDIRECT_PATH: 'callback', BROKER_PROT: '1' });
    expect('problems' in read && read.problems).toEqual([
      'BROKER_PROT is not known.',
      'BROKER_PORT takes a whole number from 0 to 65535.',
      'BROKER_SERVICE is missing: the base address of the service, such as https://service.example.',
      'BROKER_CLIENT_ID is missing: the identifier of the application at the service.',
      'BROKER_CLIENT_SECRET_FILE is missing: the file that holds the secret of the application.',
      'BROKER_REDIRECT_PATH takes a path such as /callback/service.',
    ]);
  });

  test.each([
    'http://service.example',
    'ftp://service.example',
    'https://user:pw@service.example',
    'https://service.example/?a=b',
    'http://127.0.0.1.evil.example',
    'http://localhost:1',
    'service.example',
  ])('a secret is not sent to %s', (address) => {
    expect(problemsOf({ BROKER_SERVICE: address })).toEqual([expect.stringContaining('BROKER_SERVICE takes')]);
  });

  test('the secret comes from a file, never from the environment', () => {
    const problems = problemsOf({ BROKER_CLIENT_SECRET: 'told to everybody' });
    expect(problems).toEqual([expect.stringContaining('name a file instead')]);
    expect(problems.join()).not.toContain('told to everybody');
  });

  test('a secret file that is missing, empty, binary or too long is said, and what it holds is not', () => {
    for (const [text, message] of [
      ['', /is empty/],
      ['one\ntwo', /more than one line/],
      ['\u0000\u0001', /more than one line/],
      ['x'.repeat(5000), /too long/],
    ] as const) {
      const file = join(folder, 'wrong');
      writeFileSync(file, text);
      const [problem = ''] = problemsOf({ BROKER_CLIENT_SECRET_FILE: file });
      expect(problem).toMatch(message);
      expect(problem).not.toContain(text.padEnd(10, 'x'));
    }
    expect(problemsOf({ BROKER_CLIENT_SECRET_FILE: join(folder, 'none') })).toEqual([
      expect.stringContaining('cannot be read (ENOENT)'),
    ]);
    expect(problemsOf({ BROKER_CLIENT_SECRET_FILE: folder })).toEqual([expect.stringContaining('is no file')]);
  });

  test('a store for shared limits is an address, and its password comes from a file', () => {
    const read = readConfiguration({
      ...whole(),
      BROKER_RATE_STORE: 'rediss://broker@store.example:6380/2',
      BROKER_RATE_STORE_PASSWORD_FILE: secretFile,
      BROKER_MAX_CONNECTIONS: '50',
    });
    expect(read).toMatchObject({
      configuration: {
        rateStore: { url: 'rediss://broker@store.example:6380/2', password: 'a secret of the application' },
        maxConnections: 50,
      },
      concerns: [],
    });
  });

  test.each([
    'http://store.example',
    'redis://user:told-to-everybody@store.example',
    'redis://store.example/?password=told-to-everybody',
    'store.example:6379',
    'redis://',
  ])('%s is no address of a store, and nothing of it is repeated', (address) => {
    const problems = problemsOf({ BROKER_RATE_STORE: address });
    expect(problems).toEqual([expect.stringContaining('BROKER_RATE_STORE takes an address')]);
    expect(problems.join()).not.toContain('told-to-everybody');
  });

  test('a password without a store is a problem, and one that goes unencrypted is a concern', () => {
    const password = { BROKER_RATE_STORE_PASSWORD_FILE: secretFile };
    expect(problemsOf(password)).toEqual([expect.stringContaining('belongs to a store')]);
    const concernsOf = (store: string) => {
      const read = readConfiguration({ ...whole(), ...password, BROKER_RATE_STORE: store });
      return 'concerns' in read && read.concerns;
    };
    expect(concernsOf('redis://127.0.0.1:6379')).toEqual([]);
    expect(concernsOf('redis://store.example')).toEqual([expect.stringContaining('unencrypted')]);
  });

  test.skipIf(process.platform === 'win32')('a secret that everybody can read is a concern', () => {
    chmodSync(secretFile, 0o644);
    const read = readConfiguration(whole());
    chmodSync(secretFile, 0o600);
    expect('concerns' in read && read.concerns).toEqual([expect.stringContaining('every user of this machine')]);
  });
});
