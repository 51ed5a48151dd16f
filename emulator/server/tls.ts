// The certificate of an emulator that serves HTTPS: given as files, or self-signed at each start.

import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { createSecureContext } from 'node:tls';
import { withoutPort } from '../http/allowed-host.ts';
import { withoutMark } from '../http/byte-order-mark.ts';
import { createClock } from '../clock/clock.ts';
import { EmulatorError } from '../emulator-error.ts';
import type { EmulatorSettings } from '../options/option-table.ts';
import type { TlsFiles } from './self-signed.ts';

type TlsSettings = Pick<
  EmulatorSettings,
  'tlsCert' | 'tlsKey' | 'tlsSelfSigned' | 'host' | 'allowedHosts' | 'publicUrl'
>;

/** Returns null for plain HTTP. Rejects with an `EmulatorError` for files that cannot be used. */
export async function readTls(settings: TlsSettings): Promise<TlsFiles | null> {
  const { tlsCert, tlsKey, tlsSelfSigned } = settings;
  if (tlsSelfSigned && (tlsCert !== null || tlsKey !== null)) {
    throw new EmulatorError('option', 'Use either --tls-self-signed or --tls-cert and --tls-key.');
  }
  if (tlsSelfSigned) {
    const { createSelfSigned } = await import('./self-signed.ts');
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

/** The names under which clients reach it. */
function namesOf({ host, allowedHosts, publicUrl }: TlsSettings): string[] {
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
