// Where an emulator listens, under which names it is available, and which URLs it returns.

import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { hostname, networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import type { EmulatorOptions } from '../../../emulator/emulator.ts';
import { readCommandArguments } from '../../../emulator/cli/arguments.ts';
import { answerIn, authorize, newFolder, openEmulator } from '../open-emulator.ts';

const open: EmulatorOptions = { host: '0.0.0.0' };
const listed: EmulatorOptions = { allowedHosts: ['pfs.test', 'Other.test'] };
const proxied: EmulatorOptions = { publicUrl: 'https://dev.example.test/pfs/' };

const statusOf = async (options: EmulatorOptions, host: string) => {
  const emulator = await openEmulator({ autoConsent: true, ...options });
  const health = await emulator.inject({ url: '/_emulator/health', headers: { host } });
  const consent = await emulator.inject({ url: '/oauth/authorize?client_id=x', headers: { host } });
  // An unknown client gets 400 if the host is allowed.
  expect(consent.statusCode).toBe(health.statusCode === 200 ? 400 : health.statusCode);
  return health.statusCode;
};

describe('a host name is allowed or answered with 421', () => {
  it.each([
    ['a Compose name', open, 'emulator:4200', 200],
    ['the host of a container', open, 'host.docker.internal:4200', 200],
    ['the host of an Android emulator', open, '10.0.2.2:4200', 200],
    ['an address of IPv6', open, '[fe80::1]:4200', 200],
    ['a mapped port', open, '127.0.0.1:8080', 200],
    ['a name of public DNS', open, 'evil.example:4200', 421],
    ['a name that ends like ours', open, 'host.docker.internal.evil.example', 421],
    ['no address', open, '[::1', 421],
    ['a listed name', listed, 'PFS.test:4200', 200],
    ['another listed name', listed, 'other.test', 200],
    ['loopback beside it', listed, '127.0.0.1:8080', 200],
    ['a tunnel or a proxy on another port', {}, '127.0.0.1:8474', 200],
    ['a tunnel by name', {}, 'localhost:8474', 200],
    ['a tunnel over IPv6', {}, '[::1]:8474', 200],
    ['a name listed with its port', { allowedHosts: ['pfs.test:8443'] }, 'pfs.test:9000', 200],
    ['a name that only resolves to loopback', {}, 'localhost.evil.example:8474', 421],
    ['a subdomain of a listed name', listed, 'a.pfs.test', 421],
    ['a Compose name without --host', listed, 'emulator', 421],
    ['an address without --host', {}, '10.0.2.2', 421],
    ['the public URL', proxied, 'dev.example.test', 200],
    ['another name', proxied, 'example.test', 421],
  ] as const)('%s', async (_name, options, host, status) => {
    expect(await statusOf(options, host)).toBe(status);
  });

  it('names the rejected host and how to allow it', async () => {
    const emulator = await openEmulator(open);
    const answer = await emulator.inject({ url: '/_emulator/health', headers: { host: 'evil.example' } });
    expect(answer.json()).toEqual({
      error:
        'The host name evil.example is not allowed; start the emulator with --allowed-host NAME, or with --public-url URL for a proxy.',
    });
  });

  it('allows several names on the command line', () => {
    const { options } = readCommandArguments([
      '--allowed-host',
      'a.test',
      '--allowed-host=b.test,c',
      'd.test',
      '--host',
      '::',
    ]);
    expect(options).toEqual({ allowedHosts: ['a.test', 'b.test', 'c', 'd.test'], host: '::' });
  });
});

describe('the addresses that it hands out', () => {
  it('start with the public URL, which is the issuer', async () => {
    const emulator = await openEmulator({ ...proxied, controlToken: 'x', autoConsent: true });
    const { url } = await emulator.start();
    expect([url, emulator.url]).toEqual(['https://dev.example.test/pfs', 'https://dev.example.test/pfs']);
    expect(emulator.consoleUrl).toBe('https://dev.example.test/pfs/_emulator/#token=x');
    const answer = await authorize(emulator);
    expect(answerIn(answer).get('iss')).toBe('https://dev.example.test/pfs');
  });

  it('keep the form of the consent page under the path of the public URL', async () => {
    const emulator = await openEmulator(proxied);
    const page = await authorize(emulator);
    expect(String(page.headers['set-cookie'])).toContain('Path=/pfs/oauth/authorize;');
    expect(page.body).toContain('action="/pfs/oauth/authorize?response_type=code');
  });

  it('name loopback where it listens on all addresses', async () => {
    const emulator = await openEmulator(open);
    const { url } = await emulator.start();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${url}/_emulator/health`)).status).toBe(200);
  });

  it('refuses an address that this computer does not have', async () => {
    const emulator = await openEmulator({ host: '192.0.2.1' });
    await expect(emulator.start()).rejects.toThrow('192.0.2.1 is not an address of this computer; use 0.0.0.0');
  });
});

describe('HTTPS', () => {
  const get = (url: string, ca: string) =>
    new Promise<string>((resolve, reject) => {
      request(`${url}/_emulator/health`, { ca }, (response) => resolve(text(response)))
        .on('error', reject)
        .end();
    });

  it('is served with a self-signed certificate that a client can trust', async () => {
    const emulator = await openEmulator({ tlsSelfSigned: true, allowedHosts: ['pfs.test'], host: '0.0.0.0' });
    const { url } = await emulator.start();
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:/);
    expect(JSON.parse(await get(url, emulator.certificate ?? ''))).toMatchObject({ status: 'ok' });
    await expect(fetch(`${url}/_emulator/health`)).rejects.toThrow('fetch failed');
  });

  it('is for every name that the page lists, also those of the computer', async () => {
    const options = { tlsSelfSigned: true, host: '0.0.0.0', publicUrl: 'https://emulator:4200' };
    const emulator = await openEmulator({ ...options, allowedHosts: ['pfs.test'] });
    const certificate = new X509Certificate(emulator.certificate ?? '');
    const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
    const addresses = ['127.0.0.1', '::1', '10.0.2.2', ...own];
    expect(addresses.filter((address) => certificate.checkIP(address) === undefined)).toEqual([]);
    const names = ['localhost', 'host.docker.internal', 'host.containers.internal', hostname(), 'pfs.test', 'emulator'];
    expect(names.filter((name) => certificate.checkHost(name) === undefined)).toEqual([]);
    const listed = certificate.subjectAltName?.split(', ').length;
    expect(listed).toBe(new Set([...addresses, ...names]).size);
  });

  it('is served with the given certificate', async () => {
    const own = await openEmulator({ tlsSelfSigned: true });
    const folder = await newFolder();
    const { createSelfSigned } = await import('../../../emulator/server/tls.ts');
    const { cert, key } = createSelfSigned(['localhost', '127.0.0.1', 'fe80::1:ff'], Date.now());
    await writeFile(`${folder}/cert.pem`, cert);
    await writeFile(`${folder}/key.pem`, key);
    const tls = { tlsCert: `${folder}/cert.pem`, tlsKey: `${folder}/key.pem` };
    const emulator = await openEmulator(tls);
    const { url } = await emulator.start();
    expect(JSON.parse(await get(url, cert))).toMatchObject({ status: 'ok' });
    expect([emulator.certificate, own.certificate === cert]).toEqual([null, false]);
    expect(new X509Certificate(cert).checkIP('fe80::1:ff')).toBe('fe80::1:ff');
    await expect(createEmulator({ ...tls, tlsKey: tls.tlsCert })).rejects.toThrow(
      '--tls-cert and --tls-key: not a certificate with its key',
    );
  });
});
