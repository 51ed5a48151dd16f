import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createSecretMask, masked } from '../../broker/secret-mask.ts';
import { formsOf } from '../leaks/leak-search.ts';
import { writings } from '../leaks/repeating-service.ts';
import { fc } from '../support/fast-check.ts';
import { configurationFor, runBroker } from './running.ts';

const secret = fc.stringMatching(/^[!-~]([ -~]{4,40})[!-~]$/);
const seen = writings.filter(([name]) => !name.startsWith('parted'));

/** Shorter pieces of base64 stand in any text. */
const formsIn = (text: string, value: string) =>
  [...formsOf(value)].filter(([, written]) => written.length >= 7 && Buffer.from(text).includes(written));

test("masks the application's secret, in any form, anywhere in a text", () => {
  fc.assert(
    fc.property(secret, fc.constantFrom(...seen), fc.string(), (value, [, write], message) => {
      const text = createSecretMask(value)(`${message} ${write(value)} ${message}`);
      expect(text).toContain(masked);
      expect(formsIn(text, value)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('leaves tokens and words as they are', () => {
  const text = 'eyJhbGciOiJFUzI1NiJ9.abc-_~+/= Authorization code is not known: 100 %';
  expect(createSecretMask('a secret of ours')(text)).toBe(text);
});

test.each([200, 400, 401, 500])(
  'a service that repeats the form in an answer of %i gives no secret away',
  async (status) => {
    const clientSecret = 'cs_of-the-application/with+odd=signs&more%20';
    const server = createServer((request, response) => {
      let form = '';
      request.on('data', (chunk: Buffer) => (form += chunk.toString()));
      request.on('end', () => {
        const said = [form, ...writings.slice(0, -1).map(([, write]) => write(clientSecret))].join(' ');
        const names = ['error', 'error_description', 'error_uri', 'scope', 'token_type', 'detail', clientSecret];
        const body = {
          access_token: 'a-token',
          expires_in: 900,
          ...Object.fromEntries(names.map((name) => [name, said])),
        };
        response.writeHead(status, {
          'content-type': 'application/json',
          'retry-after': clientSecret,
          'www-authenticate': `Basic realm="${clientSecret}"`,
          'x-said': clientSecret,
        });
        response.end(JSON.stringify(body));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const lines: string[] = [];
    const service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const broker = await runBroker(configurationFor(service, { clientSecret }), lines);
    try {
      const answer = await broker.ask({ grant_type: 'refresh_token', refresh_token: 'r' });
      const text = `${JSON.stringify([...answer.headers])} ${await answer.text()} ${lines.join(' ')}`;
      expect(formsIn(text, clientSecret)).toEqual([]);
      // A 500 proves nothing, so the broker answers for itself and passes none of it on (0020).
      expect(answer.status).toBe(status === 500 ? 504 : status);
      expect(text.includes(masked)).toBe(status !== 500);
      expect(text.includes('a-token')).toBe(status !== 500);
    } finally {
      await broker.app.close();
      server.close();
      server.closeAllConnections();
    }
  },
);
