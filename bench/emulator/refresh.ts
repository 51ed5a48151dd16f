// Token refresh at 20 connections, each with its own rotating refresh token.

import { once } from 'node:events';
import { connect } from 'node:net';
import type { Bench } from '../harness/benchmark.ts';
import { compared } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import { startServer } from '../harness/server-process.ts';
import { compareUnderLoad } from '../harness/under-load.ts';
import { refreshing } from './callers.ts';
import type { EmulatorReady } from './servers/serve-emulator.ts';
import type { OidcReady } from './servers/serve-oidc-provider.ts';
import { refreshingSide, serverFile, startEmulator } from './sides.ts';

const connections = 20;
const what = `token refresh, ${connections} connections`;
const unit = 'requests per core second';

export async function* refreshAgainstFastify({ effort, pinning }: Bench): AsyncGenerator<Finding> {
  await using subject = await startEmulator({ pilots: connections }, pinning);
  await using peer = await startServer<{ url: string; refreshToken: string }>(serverFile('bare-form'), null, pinning);
  // A form of the same length; the answer always contains the same token.
  const client = { ...subject.ready, refreshToken: peer.ready.refreshToken };
  const callers = Array.from({ length: connections }, () => refreshing(client));
  const { comparison, notes } = await compareUnderLoad(effort, {
    subject: refreshingSide(subject, connections),
    peer: { name: 'bare Fastify', server: peer, url: peer.ready.url, callers },
  });
  const against = 'bare Fastify with @fastify/formbody and a constant answer';
  yield compared({ what, against, unit, target: { of: 'ratio', atLeast: 0.6 } }, comparison, notes);
}

export async function* refreshAgainstOidcProvider({ effort, pinning }: Bench): AsyncGenerator<Finding> {
  await using subject = await startEmulator({ pilots: connections }, pinning);
  await using peer = await startServer<OidcReady>(serverFile('oidc-provider'), { grants: connections }, pinning);
  const callers = peer.ready.refreshTokens.map((refreshToken) => refreshing({ ...peer.ready, refreshToken }));
  const { comparison, notes } = await compareUnderLoad(effort, {
    subject: refreshingSide(subject, connections),
    peer: { name: 'oidc-provider', server: peer, url: peer.ready.url, callers },
  });
  const against = 'oidc-provider, in memory';
  yield compared({ what, against, unit, target: { of: 'ratio', atLeast: 2.5 } }, comparison, notes);
}

/** With the console open: each request is sent to the page as it arrives. */
export async function* refreshWatched({ effort, pinning }: Bench): AsyncGenerator<Finding> {
  await using subject = await startEmulator({ pilots: connections }, pinning);
  await using peer = await startEmulator({ pilots: connections }, pinning);
  using _watcher = await watch(subject.ready);
  const { comparison, notes } = await compareUnderLoad(effort, {
    subject: refreshingSide(subject, connections, 'watched'),
    peer: refreshingSide(peer, connections, 'unwatched'),
  });
  yield compared(
    { what: `${what}, with a console open`, against: 'the same, without', unit, target: null },
    comparison,
    notes,
  );
}

/** Reads the events and discards them. */
async function watch({ url, controlToken }: EmulatorReady): Promise<Disposable> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(`GET /_emulator/events HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${controlToken}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  if (!first.toString().startsWith('HTTP/1.1 200')) throw new Error(`The events were answered: ${first.toString()}`);
  socket.on('error', () => undefined).resume();
  return { [Symbol.dispose]: () => void socket.destroy() };
}
