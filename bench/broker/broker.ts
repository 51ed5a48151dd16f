// What it costs to add a secret, compared with a proxy that adds nothing.

import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { compared } from '../harness/finding.ts';
import type { Finding } from '../harness/finding.ts';
import { startServer } from '../harness/server-process.ts';
import { compareUnderLoad } from '../harness/under-load.ts';
import { asking, configurationOf, serverFile } from './sides.ts';

const connections = 20;

async function* refresh({ effort, pinning }: Bench): AsyncGenerator<Finding> {
  await using service = await startServer<{ url: string }>(serverFile('service'), null, pinning);
  await using subject = await startServer<{ url: string }>(
    serverFile('broker'),
    configurationOf(service.ready.url),
    pinning,
  );
  await using peer = await startServer<{ url: string }>(serverFile('bare-proxy'), service.ready.url, pinning);
  const callers = () => Array.from({ length: connections }, asking);
  const { comparison, notes } = await compareUnderLoad(effort, {
    subject: { name: 'broker', server: subject, url: subject.ready.url, callers: callers() },
    peer: { name: 'bare Fastify', server: peer, url: peer.ready.url, callers: callers() },
  });
  yield compared(
    {
      what: `token refresh passed on, ${connections} connections`,
      against: 'bare Fastify that passes the body on with undici',
      unit: 'requests per core second',
      target: { of: 'ratio', atLeast: 0.5 },
    },
    comparison,
    notes,
  );
}

export const broker: Benchmark = {
  name: 'broker',
  about: 'the broker against a bare proxy before the same service',
  parts: { refresh },
};
