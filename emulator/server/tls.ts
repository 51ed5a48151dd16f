// The certificate of an emulator that serves HTTPS: given as files, or self-signed at each start.

import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { createSecureContext } from 'node:tls';
import { withoutPort } from '../http/allowed-host.ts';
import { withoutMark } from '../http/visible.ts';
import { createClock } from '../clock/clock.ts';
import { EmulatorError } from '../emulator-error.ts';
import type { EmulatorSettings } from '../options/option-table.ts';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Returns null for plain HTTP. Rejects with an `EmulatorError` for files that cannot be used. */
export async function readTls(settings: EmulatorSettings): Promise<TlsFiles | null> {
  const { tlsCert, tlsKey, tlsSelfSigned } = settings;
  if (tlsSelfSigned && (tlsCert !== null || tlsKey !== null)) {
    throw new EmulatorError('option', 'Use either --tls-self-signed or --tls-cert and --tls-key.');
  }
  if (tlsSelfSigned) {
    return createSelfSigned(namesOf(settings), createClock().now());
  }
  if (tlsCert === null && tlsKey === null) return null;
  if (tlsCert === null || tlsKey === null) {
    throw new EmulatorError('option', '--tls-cert and --tls-key belong together; give both.');
  }
  const files = { cert: await read('--tls-cert', tlsCert), key: await read('--tls-key', tlsKey) };
  try {
    createSecureContext(files);
  } catch (cause) {
    throw new EmulatorError(
      'option',
      `--tls-cert and --tls-key: not a certificate with its key (${messageOf(cause)}).`,
    );
  }
  return files;
}

function namesOf({ host, allowedHosts, publicUrl }: EmulatorSettings): string[] {
  const own = host === '0.0.0.0' || host === '::' ? [...outsideNames, ...namesOfComputer()] : [host];
  const outside = publicUrl === null ? [] : [new URL(publicUrl).hostname];
  return [...new Set(['localhost', '127.0.0.1', '::1', ...own, ...allowedHosts.map(withoutPort), ...outside])];
}

/** What containers and Android emulators call the computer that runs them. */
const outsideNames = ['host.docker.internal', 'host.containers.internal', '10.0.2.2'];

function namesOfComputer(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  // A certificate has names of letters, digits, hyphens and dots.
  return [hostname(), ...addresses].filter((name) => isIP(name) !== 0 || /^[\w.-]+$/.test(name));
}

const read = (flag: string, file: string): Promise<string> =>
  readFile(file, 'utf8').then(withoutMark, (cause: unknown) => {
    throw new EmulatorError('option', `${flag}: ${file} can’t be read (${messageOf(cause)}).`);
  });

const messageOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';

// A self-signed certificate (RFC 5280) for tests, written as DER: Node has keys and signatures but creates no
// certificates, and the libraries that do have more dependencies than the emulator.

/** In PEM. */
export type TlsFiles = {
  cert: string;
  key: string;
};

const oids = {
  ecdsaWithSha256: '06082a8648ce3d040302',
  commonName: '0603550403',
  subjectAltName: '0603551d11',
  basicConstraints: '0603551d13',
  extendedKeyUsage: '0603551d25',
  serverAuth: '06082b06010505070301',
} as const;

const dayMs = 86_400_000;
/** Browsers accept at most 398 days. */
const lifetimeDays = 365;

/**
 * @param names DNS names and IP addresses
 * @param nowMs the machine's time, by which clients judge it
 */
export function createSelfSigned(names: readonly string[], nowMs: number): TlsFiles {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid('commonName'), utf8('Pilot Flight Service emulator'))));
  const algorithm = sequence(oid('ecdsaWithSha256'));
  const extensions = sequence(
    extension('subjectAltName', sequence(...names.map(alternativeName))),
    extension('basicConstraints', sequence()),
    extension('extendedKeyUsage', sequence(oid('serverAuth'))),
  );
  const body = sequence(
    // Version 3.
    explicit(0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    algorithm,
    name,
    sequence(time(nowMs - dayMs), time(nowMs + lifetimeDays * dayMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, extensions),
  );
  const certificate = sequence(body, algorithm, bitString(sign('sha256', body, privateKey)));
  return {
    cert: pem('CERTIFICATE', certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function element(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const sequence = (...items: readonly Buffer[]) => element(0x30, ...items);
const set = (...items: readonly Buffer[]) => element(0x31, ...items);
const integer = (bytes: Buffer) => element(0x02, bytes);
const bitString = (bytes: Buffer) => element(0x03, Buffer.of(0), bytes);
const octets = (bytes: Buffer) => element(0x04, bytes);
const utf8 = (text: string) => element(0x0c, Buffer.from(text));
const explicit = (tag: number, item: Buffer) => element(0xa0 + tag, item);
const oid = (name: keyof typeof oids) => Buffer.from(oids[name], 'hex');
const extension = (name: keyof typeof oids, value: Buffer) => sequence(oid(name), octets(value));

/** UTCTime, which is valid until 2050. */
const time = (atMs: number) =>
  element(0x17, Buffer.from(`${new Date(atMs).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));

/** Tag 2 is a DNS name, tag 7 an IP address. */
const alternativeName = (name: string): Buffer =>
  isIP(name) === 0 ? element(0x82, Buffer.from(name)) : element(0x87, addressBytes(name));

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  // The URL parser writes IPv4 in IPv6 as hexadecimal groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (text = '') => (text === '' ? [] : text.split(':'));
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
