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
  test('needs three settings', () => {
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

  test('reports all problems together, each with its setting', () => {
    const read = readConfiguration({ BROKER_PORT: '99999', BROKER_REDIRECT_PATH: 'callback', BROKER_PROT: '1' });
    expect('problems' in read && read.problems).toEqual([
      'BROKER_PROT is not a known setting.',
      'BROKER_PORT has to be a whole number from 0 to 65535.',
      'BROKER_SERVICE is missing: the base address of the service, such as https://service.example.',
      'BROKER_CLIENT_ID is missing: the client ID of the application.',
      'BROKER_CLIENT_SECRET_FILE is missing: the file with the client secret.',
      'BROKER_REDIRECT_PATH has to be a path such as /callback/service.',
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
  ])('refuses %s as the service address', (address) => {
    expect(problemsOf({ BROKER_SERVICE: address })).toEqual([
      expect.stringContaining('BROKER_SERVICE has to begin with'),
    ]);
  });

  test('the secret comes from a file, never from the environment', () => {
    const problems = problemsOf({ BROKER_CLIENT_SECRET: 'told to everybody' });
    expect(problems).toEqual([expect.stringContaining('use BROKER_CLIENT_SECRET_FILE')]);
    expect(problems.join()).not.toContain('told to everybody');
  });

  test('reports a secret file that is missing, empty, binary or too long without its content', () => {
    for (const [text, message] of [
      ['', /is empty/],
      ['one\ntwo', /not one line/],
      ['\u0000\u0001', /not one line/],
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
    expect(problemsOf({ BROKER_CLIENT_SECRET_FILE: folder })).toEqual([expect.stringContaining('is not a file')]);
  });

  test('reads the address of a store, and its password from a file', () => {
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
  ])('refuses %s as a store address without repeating it', (address) => {
    const problems = problemsOf({ BROKER_RATE_STORE: address });
    expect(problems).toEqual([expect.stringContaining('BROKER_RATE_STORE has to be an address')]);
    expect(problems.join()).not.toContain('told-to-everybody');
  });

  test('refuses a password without a store, and warns about one that is sent unencrypted', () => {
    const password = { BROKER_RATE_STORE_PASSWORD_FILE: secretFile };
    expect(problemsOf(password)).toEqual([expect.stringContaining('needs a store')]);
    const concernsOf = (store: string) => {
      const read = readConfiguration({ ...whole(), ...password, BROKER_RATE_STORE: store });
      return 'concerns' in read && read.concerns;
    };
    expect(concernsOf('redis://127.0.0.1:6379')).toEqual([]);
    expect(concernsOf('redis://store.example')).toEqual([expect.stringContaining('unencrypted')]);
  });

  test.skipIf(process.platform === 'win32')('warns about a secret that everyone can read', () => {
    chmodSync(secretFile, 0o644);
    const read = readConfiguration(whole());
    chmodSync(secretFile, 0o600);
    expect('concerns' in read && read.concerns).toEqual([expect.stringContaining('every user of this machine')]);
  });
});
