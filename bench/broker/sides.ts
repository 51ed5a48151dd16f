// The connections, and the settings of the servers.

import type { Configuration } from '../../broker/configuration.ts';
import type { Caller } from '../harness/http-load.ts';

export const serverFile = (name: string): URL => new URL(`serve-${name}.ts`, import.meta.url);

export const configurationOf = (service: string): Configuration => ({
  host: '127.0.0.1',
  port: 0,
  service,
  clientId: 'application',
  clientSecret: 'a-secret-of-usual-length-0123456789',
  redirectPath: '/callback/service',
  // High enough that the limit is counted but never reached.
  requestsPerMinute: 1_000_000_000,
  rateStore: null,
  maxConnections: 1_000,
  trustedProxies: 0,
});

export const form = `grant_type=refresh_token&client_id=application&refresh_token=rt_${'r'.repeat(43)}`;

/** A connection that repeats the same refresh. */
export const asking = (): Caller => ({
  next: () => [
    'POST /oauth/token HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/x-www-form-urlencoded\r\n' +
      `content-length: ${form.length}\r\n\r\n${form}`,
  ],
  answered(status, body) {
    if (status !== 200 || !body.includes('"refresh_token"'))
      throw new Error(`A refresh was answered ${status}: ${body}`);
  },
});
