// A broker in front of a real emulator, both in this process.
import { createHash, randomBytes } from 'node:crypto';
import { createBroker } from '../../broker/broker.ts';
import type { Configuration } from '../../broker/configuration.ts';
import { createEmulator } from '../../emulator/emulator.ts';
import type { EmulatorOptions } from '../../emulator/emulator.ts';
import { authorizationQuery } from '../emulator/open-emulator.ts';

export const configurationFor = (service: string, change: Partial<Configuration> = {}): Configuration => ({
  host: '127.0.0.1',
  port: 0,
  service,
  clientId: 'pilot-companion-demo',
  clientSecret: 'demo-secret-for-the-emulator-only',
  redirectPath: '/callback/emulator',
  requestsPerMinute: 100_000,
  rateStore: null,
  maxConnections: 1_000,
  trustedProxies: 0,
  ...change,
});

export async function runBroker(configuration: Configuration, lines?: string[]) {
  const logger = lines
    ? { level: 'info', base: null, stream: { write: (line: string) => void lines.push(line) } }
    : false;
  const app = createBroker(configuration, { logger });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    url,
    ask: (form: Record<string, string> | string, headers: Record<string, string> = {}) =>
      fetch(`${url}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
      }),
    [Symbol.asyncDispose]: () => app.close(),
  };
}

export async function runBoth(change: Partial<Configuration> = {}, options: EmulatorOptions = {}, lines?: string[]) {
  const emulator = await createEmulator(options);
  const { url } = await emulator.start();
  const broker = await runBroker(configurationFor(url, change), lines);
  return {
    emulator,
    broker,
    [Symbol.asyncDispose]: async () => {
      await broker.app.close();
      await emulator.stop();
    },
  };
}

export const redirectUri = 'http://127.0.0.1:43210/callback/emulator';

/** The form that exchanges a code. */
export const exchangeOf = ({ code, verifier }: { code: string; verifier: string }) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: redirectUri,
  code_verifier: verifier,
});

/** A code as from a pilot's browser, with its verifier. */
export async function consentOf(serviceUrl: string): Promise<{ code: string; verifier: string }> {
  const verifier = randomBytes(32).toString('base64url');
  const query = authorizationQuery({
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  const answer = await fetch(`${serviceUrl}/oauth/authorize?${query}`, { redirect: 'manual' });
  const code = new URL(answer.headers.get('location') ?? 'http://none/').searchParams.get('code');
  if (code === null) throw new Error(`No code came back: ${answer.status}`);
  return { code, verifier };
}
