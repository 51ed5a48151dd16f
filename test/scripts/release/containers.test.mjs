// The descriptions of the containers.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { inRoot } from '../../../scripts/root.mjs';

/** @param {string} name */
const read = (name) => readFileSync(inRoot(...name.split('/')), 'utf8');

/**
 * Reads the instructions of a Containerfile, by stage.
 * @param {string} text
 */
function stagesOf(text) {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  /** @type {{ keyword: string, rest: string }[][]} */
  const stages = [];
  for (const line of lines) {
    const [, keyword = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (keyword === 'FROM') stages.push([]);
    stages.at(-1)?.push({ keyword, rest });
  }
  return stages;
}

describe.each(['broker/Containerfile', 'emulator/Containerfile'])('%s', (file) => {
  const stages = stagesOf(read(file));
  const last = stages.at(-1) ?? [];
  const restOf = (/** @type {string} */ keyword) => last.find((one) => one.keyword === keyword)?.rest;

  test('has a base that a release pins by digest, and installs on the builder’s architecture', () => {
    expect(stages.map(([from]) => from?.rest)).toEqual([
      '--platform=$BUILDPLATFORM ${NODE_IMAGE} AS packages',
      '${NODE_IMAGE}',
    ]);
    expect(read(file)).toMatch(/^ARG NODE_IMAGE=docker\.io\/library\/node:24-bookworm-slim$/m);
  });

  test('runs as a user without rights, with a health check, and runs nothing in its last stage', () => {
    expect(restOf('USER')).toBe('1000:1000');
    expect(JSON.parse(restOf('HEALTHCHECK')?.replace(/^.*CMD /, '') ?? '')).toEqual(['node', '-e', expect.any(String)]);
    expect(JSON.parse(restOf('ENTRYPOINT') ?? '')).toEqual(expect.arrayContaining(['node', '--disable-sigusr1']));
    expect(last.filter(({ keyword }) => ['RUN', 'ADD'].includes(keyword))).toEqual([]);
  });

  test('copies what it names, never a folder in which a secret could be', () => {
    const copied = stages.flat().flatMap(({ keyword, rest }) => (keyword === 'COPY' ? [rest] : []));
    expect(copied.filter((rest) => /^(\.|broker|emulator)\/? /.test(rest))).toEqual([]);
  });
});

// Another TypeScript project, so its types are not checked here.
const { readCommandArguments } = await import(inRoot('emulator', 'cli', 'arguments.ts'));

describe('the emulator', () => {
  const last = stagesOf(read('emulator/Containerfile')).at(-1) ?? [];
  const listOf = (/** @type {string} */ keyword) =>
    JSON.parse(last.find((one) => one.keyword === keyword)?.rest ?? '[]');
  const own = listOf('ENTRYPOINT').slice(3);
  const page = read('docs/emulator/containers.md');

  test('listens on all addresses of its image, also with other options', () => {
    expect(readCommandArguments([...own, ...listOf('CMD')]).options).toEqual({ host: '0.0.0.0', port: 4200 });
    expect(readCommandArguments([...own, '--host', '127.0.0.1']).options).toEqual({ host: '127.0.0.1' });
  });

  test('accepts the command of the example for Testcontainers', () => {
    const [, items = ''] = /withCommand\(\[(.*)\]\)/.exec(page) ?? [];
    const command = items.split(', ').map((item) => (item === 'url' ? 'http://127.0.0.1:4200' : item.slice(1, -1)));
    expect(readCommandArguments([...own, ...command]).options).toEqual({
      host: '0.0.0.0',
      port: 4200,
      publicUrl: 'http://127.0.0.1:4200',
      controlToken: 'test',
      autoConsent: true,
    });
  });

  test('has the address and the token in Compose that the page documents', () => {
    const [, services = ''] = /```yaml\n( {2}tests:[^]*?)```/.exec(page) ?? [];
    const { environment, depends_on: needed } = parse(services).tests;
    const { emulator } = parse(read('emulator/compose.yaml')).services;
    expect(emulator.command).toContain(`--public-url ${environment.PILOT_FLIGHT_SERVICE} `);
    expect(emulator.command).toContain(`--control-token ${environment.EMULATOR_TOKEN} `);
    expect([Object.keys(needed), emulator.healthcheck.test[0]]).toEqual([['emulator'], 'CMD']);
  });
});

describe('broker/compose.yaml', () => {
  const { services, networks } = parse(read('broker/compose.yaml'), { merge: true });

  test('runs everything read-only and without rights', () => {
    expect(Object.keys(services).toSorted()).toEqual(['balancer', 'broker', 'store']);
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    }
  });

  test('lets all brokers count in one store that only they can reach', () => {
    expect(services.broker.environment).toMatchObject({
      BROKER_RATE_STORE: 'redis://store:6379',
      BROKER_TRUSTED_PROXIES: '1',
    });
    expect(services.store.networks).toEqual(['inside']);
    expect(networks.inside).toEqual({ internal: true });
    // Any number of them: no name and no port.
    expect(services.broker).not.toHaveProperty('container_name');
    expect(services.broker).not.toHaveProperty('ports');
  });

  test('has a balancer that sends nothing twice', () => {
    expect(read('broker/Caddyfile')).toMatch(/dynamic a broker 8080[^]*lb_retries 0/);
  });
});
