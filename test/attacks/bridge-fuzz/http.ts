// Random requests at the bridge over HTTP, byte by byte, with and without a session. None may end in a 5xx, only a
// session may reach the companion, and the server keeps running.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWindowServer } from '../../../main/node/web-window/server.ts';
import { createChance, type Chance } from '../../support/chance.ts';
import { createFakeCompanion } from '../../support/fake-companion/fake-companion.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { enterWindow } from '../../support/window-client.ts';

type HttpTally = { readonly byStatus: Map<string, number>; readonly findings: readonly string[] };

const atOnce = 8;
const names = [
  'app.state',
  'strips.page',
  'settings.change',
  '__proto__',
  'constructor',
  'no.such',
  '',
  '..',
  'a'.repeat(300),
];

function drawPath(chance: Chance): string {
  const odd = () =>
    chance.pick([chance.text(chance.int(1, 20)), '%', '%zz', '%00', '%2e%2e%2f', '..', '//', '\\', '?', ';', '%c0%af']);
  const name = () => (chance.is(0.7) ? chance.pick(names) : odd());
  const paths: (() => string)[] = [
    () => `/bridge/call/${name()}`,
    () => `/bridge/%63all/${name()}`,
    () => `/%62ridge/images/${name()}`,
    () => `/bridge/images/${chance.pick(['job-1', 'flight-1', '../settings.json', odd()])}`,
    () => `/bridge/files?name=${chance.pick(['a.png', '..%2f..%2fx', odd(), `a&name=b`, ''])}`,
    () => `/bridge/proof?nonce=${chance.pick(['abcdefghijklmnopqrst', 'x', odd(), 'a&nonce=b'])}`,
    () => '/bridge/open',
    () => `/assets/${odd()}`,
    () => `http://evil.example/bridge/call/${name()}`,
    () => `/bridge/../bridge/call/${name()}`,
    () => odd(),
  ];
  return chance
    .pick(paths)()
    .replaceAll(/[\r\n ]/g, '%20');
}

function drawBody(chance: Chance): string {
  return chance.pick([
    '{}',
    '{"bay":"queue","after":null,"limit":10}',
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"theme":',
    '[]',
    'null',
    '"text"',
    '1e999',
    `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    `{"theme":"${'x'.repeat(chance.pick([100, 70_000]))}"}`,
    chance.text(chance.int(0, 200)),
    '',
  ]);
}

function drawRequest(chance: Chance, port: number, session: string): { message: string; hasSession: boolean } {
  const hasSession = chance.is(0.7);
  // Sometimes valid except for its session.
  const isRight = chance.is(0.15);
  const body = isRight ? '{}' : drawBody(chance);
  const shown = hasSession ? session : chance.pick(['', 'x', `${session}x`, session.slice(1)]);
  const lines = [
    isRight
      ? 'POST /bridge/call/app.state HTTP/1.1'
      : `${chance.pick(['POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'])} ${drawPath(chance)} HTTP/1.1`,
    `Host: ${isRight || chance.is(0.95) ? `127.0.0.1:${port}` : chance.pick(['localhost', 'evil.example', ''])}`,
    'Connection: close',
    `x-pilot-companion-session: ${shown}`,
    `Content-Length: ${Buffer.byteLength(body, 'latin1')}`,
  ];
  if (isRight) lines.push('Content-Type: application/json');
  else if (chance.is(0.8))
    lines.push(
      `Content-Type: ${chance.pick(['application/json', 'application/octet-stream', 'text/plain', 'multipart/form-data', 'x', '/'])}`,
    );
  if (!isRight && chance.is(0.1))
    lines.push(`x-pilot-companion-session: ${chance.text(10).replaceAll(/[\r\n\0]/g, '')}`);
  if (chance.is(0.1)) lines.push(`Cookie: ${'a=b; '.repeat(chance.int(1, 200))}`);
  return { message: `${lines.join('\r\n')}\r\n\r\n${body}`, hasSession };
}

/** The status of the answer, '' if the connection ended without one. */
function say(port: number, message: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(message, 'latin1'));
    // A streaming answer (events) has already sent its status.
    socket.on('data', (chunk) => {
      text += String(chunk);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      if (status !== undefined) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? ''));
  });
}

export async function fuzzHttp({ seed, count }: { seed: number; count: number }): Promise<HttpTally> {
  const dir = await mkdtemp(join(tmpdir(), 'pilot-companion-http-fuzz-'));
  await writeFile(join(dir, 'index.html'), 'the window');
  const clock = createVirtualClock();
  const companion = createFakeCompanion({ clock });
  const errors: string[] = [];
  const log = { debug() {}, info() {}, warn() {}, error: (message: string) => void errors.push(message) };
  const server = await createWindowServer({ companion, rendererDir: dir, incomingDir: join(dir, 'in'), log, clock });
  const findings: string[] = [];
  const byStatus = new Map<string, number>();
  try {
    const port = Number(new URL(server.address).port);
    const { session, get } = await enterWindow(server);
    for (let number = 0; number < count; number += atOnce) {
      // Requests without a session are sent alone, so that a call that reaches the companion must be theirs.
      const drawn = Array.from({ length: Math.min(atOnce, count - number) }, (_, at) =>
        drawRequest(createChance(`${seed}/http/${number + at}`), port, session),
      );
      const send = async ({ message }: { message: string }) => {
        const status = await say(port, message);
        byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
        if (status.startsWith('5')) findings.push(`${status} for ${JSON.stringify(message.slice(0, 300))}`);
      };
      await Promise.all(drawn.filter(({ hasSession }) => hasSession).map(send));
      const before = companion.calls.length;
      await Promise.all(drawn.filter(({ hasSession }) => !hasSession).map(send));
      if (companion.calls.length !== before) findings.push(`reached without a session, near ${number}`);
    }
    const answer = await get('/bridge/call/app.state', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    if (answer.status !== 200) findings.push(`after all of it a window gets ${answer.status}`);
    if ('polluted' in {}) findings.push('a prototype was polluted');
    findings.push(...errors);
    return { byStatus, findings };
  } finally {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  }
}
