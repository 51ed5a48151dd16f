// The emulator against servers that do less: token refreshes against oidc-provider, uploads against bare Fastify. Each
// server is a separate process, from a file in the folder servers.

import type { Benchmark, Effort } from '../harness/benchmark.ts';
import { compared, type Finding } from '../harness/finding.ts';
import { compareUnderLoad, type Caller } from '../harness/http-load.ts';
import { makeImage } from '../harness/images.ts';
import { startServer } from '../harness/server-process.ts';
import type { EmulatorReady, EmulatorWanted } from './servers/serve-emulator.ts';
import type { OidcReady } from './servers/serve-oidc-provider.ts';
import { start } from './start.ts';
import { worlds } from './worlds.ts';

export const emulator: Benchmark = {
  name: 'emulator',
  about: 'the emulator against bare Fastify and oidc-provider',
  parts: { refresh, upload, start, worlds },
};

const serverFile = (name: string): URL => new URL(`servers/serve-${name}.ts`, import.meta.url);
const startEmulator = (wanted: EmulatorWanted) => startServer<EmulatorReady>(serverFile('emulator'), wanted);

/** Each connection rotates its own refresh token. */
async function* refresh(effort: Effort): AsyncGenerator<Finding> {
  const connections = 20;
  await using ours = await startEmulator({ pilots: connections });
  await using theirs = await startServer<OidcReady>(serverFile('oidc-provider'), { grants: connections });
  const ourTokens = ours.ready.signedIn.map(({ refresh_token: refreshToken }) => refreshToken);
  const { comparison, notes } = await compareUnderLoad(
    effort,
    {
      name: 'emulator',
      server: ours,
      url: ours.ready.url,
      callers: ourTokens.map((token) => refreshing(ours.ready, token)),
    },
    {
      name: 'oidc-provider',
      server: theirs,
      url: theirs.ready.url,
      callers: theirs.ready.refreshTokens.map((token) => refreshing(theirs.ready, token)),
    },
  );
  yield compared(
    {
      what: `token refresh, ${connections} connections`,
      against: 'oidc-provider, in memory',
      unit: 'requests per core second',
      target: { of: 'ratio', atLeast: 2 },
    },
    comparison,
    notes,
  );
}

function refreshing({ clientId, clientSecret }: { clientId: string; clientSecret: string }, first: string): Caller {
  let token = first;
  return {
    next: () => ({
      path: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=refresh_token&client_id=${clientId}&client_secret=${clientSecret}&refresh_token=${token}`,
    }),
    answered(status, body) {
      const next = /"refresh_token":"([^"]+)"/.exec(body)?.[1];
      if (status !== 200 || next === undefined) throw new Error(`A refresh was answered ${status}: ${body}`);
      token = next;
    },
  };
}

async function* upload(effort: Effort): AsyncGenerator<Finding> {
  const connections = 8;
  // The service limits each pilot to 60 requests a minute, and no option lifts that: its clock runs so fast that a
  // minute is over in 6 ms.
  const options = { minGapMs: 0, clockScale: 10_000, accessLifetimeMs: 3_000_000_000_000 };
  await using ours = await startEmulator({ options, pilots: connections });
  await using theirs = await startServer<{ url: string }>(serverFile('bare-multipart'), null);
  const image = makeImage('png', 1_500_000);
  const tokens = ours.ready.signedIn.map(({ access_token: accessToken }) => accessToken);
  const { comparison, notes } = await compareUnderLoad(
    effort,
    {
      name: 'emulator',
      server: ours,
      url: ours.ready.url,
      callers: tokens.map((token) => uploading(image, token)),
    },
    {
      name: 'bare Fastify',
      server: theirs,
      url: theirs.ready.url,
      callers: tokens.map((token) => uploading(image, token)),
    },
  );
  yield compared(
    {
      what: `upload of 1.5 MB, ${connections} connections`,
      against: 'bare Fastify with @fastify/multipart that drains the part',
      unit: 'uploads per core second',
      target: { of: 'ratio', atLeast: 0.6 },
    },
    comparison,
    notes,
  );
}

function uploading(image: Buffer, accessToken: string): Caller {
  const boundary = '----pilot-companion-benchmark';
  const before = `--${boundary}\r\ncontent-disposition: form-data; name="report"; filename="report.png"\r\ncontent-type: image/png\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(before), image, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
  };
  return {
    next: () => ({ path: '/api/v1/flights', headers, body }),
    answered(status, text) {
      if (status !== 200) throw new Error(`An upload was answered ${status}: ${text}`);
    },
  };
}
