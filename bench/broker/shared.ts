// Two brokers with a shared store, in front of the same service. Half of the clients stay below the limit, and each
// must be served; the others send twice as many requests as allowed, alternating between the brokers.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'undici';
import type { Bench } from '../harness/benchmark.ts';
import { alone, type Finding } from '../harness/finding.ts';
import { freePort } from '../harness/free-port.ts';
import { startServer } from '../harness/server-process.ts';
import { spreadOf } from '../harness/statistics.ts';
import { configurationOf, form, serverFile } from './sides.ts';

const mostClients = 200;
const windowMs = 60_000;

type Client = { readonly address: string; readonly requests: number };
type Served = { readonly client: Client; readonly accepted: number; readonly refused: number };

export async function* shared({ effort, pinning }: Bench): AsyncGenerator<Finding> {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    throw new Error('There is no redis-server to share. On Debian: apt-get install redis-server');
  }
  const count = effort.isWhole ? mostClients : 20;
  const limit = effort.isWhole ? 100 : 10;
  const port = await freePort();
  const store = await startStore(port);
  const agent = new Agent({ connections: count });
  try {
    await using service = await startServer<{ url: string }>(serverFile('service'), null, pinning);
    const configuration = {
      ...configurationOf(service.ready.url),
      requestsPerMinute: limit,
      rateStore: { url: `redis://127.0.0.1:${port}`, password: null },
      trustedProxies: 1,
    };
    await using first = await startServer<{ url: string }>(serverFile('broker'), configuration, pinning);
    await using second = await startServer<{ url: string }>(serverFile('broker'), configuration, pinning);
    const brokers = [first.ready.url, second.ready.url];

    const latencies: number[] = [];
    const startedAt = performance.now();
    const served = await Promise.all(
      clientsOf(count, limit).map((client) => serve(client, brokers, agent, (ms) => latencies.push(ms))),
    );
    const elapsedMs = performance.now() - startedAt;
    // The limit is per minute: after a minute, requests would count for the next one.
    if (elapsedMs > windowMs) throw new Error('The machine is too busy: the requests took longer than a minute.');

    const total = served.reduce((sum, { accepted, refused }) => sum + accepted + refused, 0);
    const honest = served.filter(({ client }) => client.requests <= limit);
    const greedy = served.filter(({ client }) => client.requests > limit);
    const notes = [
      `${count} clients, ${total} requests in ${(elapsedMs / 1000).toFixed(1)} s, at most ${limit} a minute for each`,
    ];
    const shareOf = (part: number, whole: number) => (100 * part) / whole;
    yield alone(
      { what: 'served requests of an honest client', unit: '%', target: { of: 'subject', atLeast: 100 } },
      spreadOf(honest.map(({ accepted, client }) => shareOf(accepted, client.requests))),
      notes,
    );
    yield alone(
      {
        what: 'served requests of a client that asks too often at both brokers, of its limit',
        unit: '%',
        target: { of: 'subject', atLeast: 98, atMost: 102 },
      },
      spreadOf(greedy.map(({ accepted }) => shareOf(accepted, limit))),
    );
    yield alone({ what: 'request to answer', unit: 'ms', target: null }, spreadOf(latencies));
  } finally {
    await agent.close();
    store.kill('SIGKILL');
    await once(store, 'exit');
  }
}

/** Half of them use half of their limit, the others twice as much. */
const clientsOf = (count: number, limit: number): Client[] =>
  Array.from({ length: count }, (_, index) => ({
    address: `198.51.${100 + (index >> 8)}.${index & 255}`,
    requests: index % 2 === 0 ? limit / 2 : limit * 2,
  }));

async function serve(
  client: Client,
  brokers: readonly string[],
  dispatcher: Agent,
  onAnswer: (elapsedMs: number) => void,
): Promise<Served> {
  const served = { client, accepted: 0, refused: 0 };
  for (let index = 0; index < client.requests; index += 1) {
    const startedAt = performance.now();
    const { statusCode, body } = await request(`${brokers[index % brokers.length]!}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': client.address },
      body: form,
      dispatcher,
    });
    const text = await body.text();
    onAnswer(performance.now() - startedAt);
    if (statusCode === 200) served.accepted += 1;
    else if (statusCode === 429) served.refused += 1;
    else throw new Error(`A refresh was answered ${statusCode}: ${text}`);
  }
  return served;
}

/** A store in a separate process, without files. */
async function startStore(port: number): Promise<ChildProcess> {
  const wanted = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', wanted, { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const chunk of child.stdout) if (String(chunk).includes('Ready to accept')) break;
  child.stdout.resume();
  return child;
}
