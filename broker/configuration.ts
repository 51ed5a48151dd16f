// The broker's settings: environment variables, with secrets in files. Everything is checked before anything listens,
// and all problems are reported together.

import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';

export type Configuration = {
  host: string;
  port: number;
  /** Base address of the service without a trailing slash. */
  service: string;
  clientId: string;
  clientSecret: string;
  /** Path of the redirect to the pilot's computer; the rest of that address is `http://127.0.0.1:{any port}`. */
  redirectPath: string;
  /** Per client address. */
  requestsPerMinute: number;
  /** The store in which brokers count together; null if this one counts alone. */
  rateStore: { url: string; /** Of its user, where it asks for one. */ password: string | null } | null;
  /** Open connections; further ones are closed as they arrive. */
  maxConnections: number;
  /** Proxies in front whose `X-Forwarded-For` is trusted. */
  trustedProxies: number;
};

type ConfigurationRead =
  | { configuration: Configuration; /** What works but should not stay so. */ concerns: string[] }
  | { problems: string[] };

/** A secret is one line: refuses a large file that was named by mistake. */
const mostSecretBytes = 4096;

const whole = (least: number, most: number, unset: number) =>
  z
    .string()
    .default(String(unset))
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `has to be a whole number from ${least} to ${most}`,
    })
    .transform(Number);

const address = z
  .string({ error: 'is missing: the base address of the service, such as https://service.example' })
  .refine(isServiceAddress, {
    error: 'has to begin with https://, or with http://127.0.0.1 for a service on this computer',
  })
  .transform((text) => text.replace(/\/+$/, ''));

const environment = z.object({
  BROKER_HOST: z.string().min(1).default('127.0.0.1'),
  BROKER_PORT: whole(0, 65_535, 8080),
  BROKER_SERVICE: address,
  BROKER_CLIENT_ID: z
    .string({ error: 'is missing: the client ID of the application' })
    .regex(/^[\x20-\x7E]{1,200}$/, { error: 'has to be 1 to 200 visible ASCII characters' }),
  BROKER_CLIENT_SECRET_FILE: z.string({ error: 'is missing: the file with the client secret' }),
  BROKER_REDIRECT_PATH: z
    .string()
    .default('/callback/service')
    .refine((text) => /^\/[\w./~-]*$/.test(text), { error: 'has to be a path such as /callback/service' }),
  BROKER_REQUESTS_PER_MINUTE: whole(1, 100_000, 30),
  BROKER_RATE_STORE: z
    .string()
    .refine(isStoreAddress, {
      error: 'has to be an address such as redis://127.0.0.1:6379 or rediss://store.example, without a password',
    })
    .optional(),
  BROKER_RATE_STORE_PASSWORD_FILE: z.string().optional(),
  BROKER_MAX_CONNECTIONS: whole(1, 100_000, 1_000),
  BROKER_TRUSTED_PROXIES: whole(0, 10, 0),
});

/** @param env such as `process.env`; an empty value counts as absent */
export function readConfiguration(env: NodeJS.ProcessEnv): ConfigurationRead {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const problems: string[] = [];
  const concerns: string[] = [];
  for (const name of Object.keys(given).filter((known) => known.startsWith('BROKER_'))) {
    if (name === 'BROKER_CLIENT_SECRET') {
      problems.push(
        'BROKER_CLIENT_SECRET is not supported, because environments are easily exposed: use BROKER_CLIENT_SECRET_FILE.',
      );
    } else if (!Object.hasOwn(environment.shape, name)) problems.push(`${name} is not a known setting.`);
  }
  const read = environment.safeParse(given);
  if (!read.success) problems.push(...read.error.issues.map((one) => `${one.path.join('.')} ${one.message}.`));
  const secretOf = (name: 'BROKER_CLIENT_SECRET_FILE' | 'BROKER_RATE_STORE_PASSWORD_FILE') => {
    const file = given[name];
    const secret = file === undefined ? null : readSecret(file);
    if (secret === null) return null;
    if ('problem' in secret) return void problems.push(`${name} ${secret.problem}.`);
    if (secret.isOpen) concerns.push(`${file} can be read by every user of this machine: remove that permission.`);
    return secret.text;
  };
  const clientSecret = secretOf('BROKER_CLIENT_SECRET_FILE');
  const storePassword = secretOf('BROKER_RATE_STORE_PASSWORD_FILE') ?? null;
  const storeUrl = given['BROKER_RATE_STORE'];
  if (storePassword !== null && storeUrl === undefined) {
    problems.push('BROKER_RATE_STORE_PASSWORD_FILE needs a store: set BROKER_RATE_STORE.');
  }
  if (!read.success || typeof clientSecret !== 'string' || problems.length > 0) return { problems };
  const { data } = read;
  if (storePassword !== null && data.BROKER_RATE_STORE !== undefined && !isEncryptedOrLocal(data.BROKER_RATE_STORE)) {
    concerns.push('The password of the store is sent unencrypted: use rediss://.');
  }
  return {
    configuration: {
      host: data.BROKER_HOST,
      port: data.BROKER_PORT,
      service: data.BROKER_SERVICE,
      clientId: data.BROKER_CLIENT_ID,
      clientSecret,
      redirectPath: data.BROKER_REDIRECT_PATH,
      requestsPerMinute: data.BROKER_REQUESTS_PER_MINUTE,
      rateStore: data.BROKER_RATE_STORE === undefined ? null : { url: data.BROKER_RATE_STORE, password: storePassword },
      maxConnections: data.BROKER_MAX_CONNECTIONS,
      trustedProxies: data.BROKER_TRUSTED_PROXIES,
    },
    concerns,
  };
}

function readSecret(file: string): { text: string; isOpen: boolean } | { problem: string } {
  try {
    const info = statSync(file);
    if (!info.isFile()) return { problem: `names ${file}, which is not a file` };
    if (info.size > mostSecretBytes) return { problem: `names ${file}, which is too long for a secret` };
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF|\r?\n$/g, '');
    if (text === '') return { problem: `names ${file}, which is empty` };
    if (!/^[\x20-\x7E]+$/.test(text)) return { problem: `names ${file}, which is not one line of visible ASCII` };
    return { text, isOpen: process.platform !== 'win32' && (info.mode & 0o004) !== 0 };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { problem: `names ${file}, which cannot be read (${code})` };
  }
}

/** Tokens and the secret are sent there: encrypted, unless they stay on this computer (rule 27). */
function isServiceAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isThisComputer(url));
}

/** The address alone: a password in it would be in the environment. */
function isStoreAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.hostname === '' || url.password !== '' || url.search !== '' || url.hash !== '') return false;
  return /^rediss?:$/.test(url.protocol) && /^(\/\d{0,4})?$/.test(url.pathname);
}

const isEncryptedOrLocal = (store: string) => store.startsWith('rediss:') || isThisComputer(new URL(store));
const isThisComputer = ({ hostname }: URL) => /^(127\.0\.0\.1|\[::1\])$/.test(hostname);
