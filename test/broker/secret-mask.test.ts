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

const inForm = (text: string) => new URLSearchParams({ s: text }).toString().slice(2);

/** Shorter fragments of base64 occur in any text. */
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

test.each([
  ['a percent-encoded JSON string', (value: string) => encodeURIComponent(JSON.stringify(value))],
  ['a form in a form', (value: string) => inForm(inForm(value))],
  ['percent-encoded base64', (value: string) => encodeURIComponent(Buffer.from(value).toString('base64'))],
  [
    'base64 with escaped slashes',
    (value: string) =>
      Buffer.from(value)
        .toString('base64')
        .replaceAll('/', String.raw`\/`),
  ],
])("masks the application's secret in %s", (_name, write) => {
  fc.assert(
    fc.property(secret, (value) => {
      expect(createSecretMask(value)(`<${write(value)}>`)).toMatch(/^<.{0,6}\[redacted\].{0,6}>$/);
    }),
  );
});

// If its time grew with the square of the answer, this would not end within the time limit of a test.
test.each(['a', '\\', '%25', '%5c', '\\/', '=', '%2b', 'Y3'])(
  'leaves an answer of maximum length as it is, if it consists of %s',
  (unit) => {
    const answer = unit.repeat(65_536 / unit.length);
    expect(createSecretMask('cs_of-the/application+1')(answer)).toBe(answer);
  },
);

test('leaves tokens and words as they are', () => {
  const text = 'eyJhbGciOiJFUzI1NiJ9.abc-_~+/= Authorization code is not known: 100 %';
  expect(createSecretMask('a secret of ours')(text)).toBe(text);
});

test.each([200, 400, 401, 429])(
  'a service that echoes the form in an answer of %i reveals no secret',
  async (status) => {
    const clientSecret = 'cs_of-the-application/with+odd=signs&more%20';
    const server = createServer((request, response) => {
      let form = '';
      request.on('data', (chunk: Buffer) => (form += chunk.toString()));
      request.on('end', () => {
        const said = [form, ...writings.slice(0, -1).map(([, write]) => write(clientSecret))].join(' ');
        const separated = ['\u200B', '\n', '\u0007', '\uFE0F']
          .map((one) => Array.from(clientSecret).join(one))
          .join(' ');
        const names = ['error', 'error_description', 'error_uri', 'scope', 'token_type', 'detail', clientSecret];
        const body = {
          access_token: 'a-token',
          expires_in: 900,
          ...Object.fromEntries(names.map((name) => [name, said])),
          error_description: `${said} ${separated}`,
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
      expect(answer.status).toBe(status);
      expect(text).toContain(masked);
      expect(formsIn(text, clientSecret)).toEqual([]);
      expect(formsIn(text.replaceAll(/[^!-~]|\\[nu](?:0007)?/gu, ''), clientSecret)).toEqual([]);
      expect(text).toContain('a-token');
    } finally {
      await broker.app.close();
      server.close();
      server.closeAllConnections();
    }
  },
);
