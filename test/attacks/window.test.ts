// Attacks on the window in a browser by programs on the same computer: guessing, a leaked address, late and endless
// requests, crowds, and a port takeover. Attacks by pages: test/browser/attacks.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import type { CompanionEvent } from '../../main/contract/events.ts';
import { createLoopbackGuard } from '../../main/core/platform/loopback/loopback-guard.ts';
import { createSameUserCheck, ownUsers } from '../../main/core/platform/loopback/socket-owner.ts';
import { createTab, enterWindow, keyOf, openBridge, spendKey } from '../support/window-client.ts';
import { asOtherUser, noOtherUser } from './other-user.ts';
import { afterwards, openWindowUnderAttack } from './window-under-attack.ts';

test("limits guessed keys to twenty a minute, and keeps the pilot's window working", async () => {
  const { server, clock, logged } = await openWindowUnderAttack();
  const { get } = await enterWindow({ ...server, url: server.newAddress() });
  const guess = (key: string) => spendKey(server.address, server.url, key);
  for (let n = 0; n < 20; n += 1) expect((await guess(`${n}`.padEnd(43, 'x'))).status).toBe(403);
  // From now on even the right key is rejected, so that a correct guess is worthless.
  expect((await guess(keyOf(server.url))).status).toBe(429);
  expect((await get('/bridge/images/job-1')).status).toBe(200);
  await clock.advance(60_000);
  expect((await guess(keyOf(server.url))).status).toBe(200);
  // One line, not one for each guess, and none with a key.
  expect(logged.filter((line) => line.includes('rejected'))).toHaveLength(2);
  expect(logged.join()).not.toContain(keyOf(server.url));
});

test('reveals nothing to a program that guesses sessions, and does not fill the log', async () => {
  const { server, logged } = await openWindowUnderAttack();
  const { session } = await enterWindow(server);
  const near = [session.slice(0, -1), `${session}A`, session.toLowerCase(), `${'A'.repeat(42)}_`, ''];
  const answers = new Set<string>();
  for (const guess of [...near, ...near, ...near]) {
    const answer = await fetch(`${server.address}/bridge/call/app.state`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-pilot-companion-session': guess },
      body: '{}',
    });
    answers.add(`${answer.status} ${answer.headers.get('connection')} ${await answer.text()}`);
  }
  expect(answers.size).toBe(1);
  expect([...answers][0]).toMatch(/^403 close /);
  expect(logged).toHaveLength(1);
});

test('refuses a program of another user that read the address before the browser', async ({ skip }) => {
  skip(...noOtherUser);
  const { server, logged } = await openWindowUnderAttack();
  const seen = await asOtherUser(
    `const statuses = [];
       for (const [path, init] of [
         ['/', {}],
         ['/bridge/open', { method: 'POST', headers: { 'x-pilot-companion-key': argument.key } }],
         ['/bridge/proof?nonce=abcdefghijklmnopqrstu', {}],
       ]) statuses.push(await fetch(argument.address + path, init).then(async (answer) => [answer.status, await answer.text()]));
       console.log(JSON.stringify(statuses));`,
    { address: server.address, key: keyOf(server.url) },
  );
  const answer = expect.stringContaining('failure.windowOfAnotherUser');
  expect(seen).toEqual([
    [403, 'This window belongs to another user of this computer.'],
    [403, answer],
    [403, answer],
  ]);
  expect(logged.join()).toContain('another user');
  // The key is still unused: the pilot's own browser gets in.
  expect((await spendKey(server.address, server.url)).status).toBe(200);
});

test('refuses another user over both IP versions, and when it hangs up immediately', async ({ skip }) => {
  skip(...noOtherUser);
  const { server, port } = await openWindowUnderAttack();
  const seen = await asOtherUser(
    `import { connect } from 'node:net';
     const say = 'POST /bridge/open HTTP/1.1\\r\\nHost: 127.0.0.1:' + argument.port + '\\r\\nx-pilot-companion-key: ' +
       argument.key + '\\r\\nContent-Length: 0\\r\\n\\r\\n';
     const first = await new Promise((resolve) => {
       const socket = connect(argument.port, '::ffff:127.0.0.1');
       socket.once('data', (answer) => { resolve(String(answer).split(' ')[1]); socket.destroy(); });
       socket.write(say);
     });
     for (let n = 0; n < 20; n += 1) await new Promise((resolve) => {
       const socket = connect(argument.port, '127.0.0.1', () => {
         if (n % 2) socket.end(say);
         else socket.write(say, () => setTimeout(() => socket.resetAndDestroy(), n / 10));
       });
       socket.on('close', resolve).on('error', () => {}).resume();
     });
     console.log(JSON.stringify(first));`,
    { port, key: keyOf(server.url) },
  );
  expect(seen).toBe('403');
  expect((await spendKey(server.address, server.url)).status).toBe(200);
});

test('accepts this user, root and the user behind sudo, and no one without numeric ids', () => {
  expect(ownUsers({}, 1000)).toEqual(new Set([0, 1000]));
  expect(ownUsers({ SUDO_UID: '1000' }, 0)).toEqual(new Set([0, 1000]));
  expect(ownUsers({ SUDO_UID: '1000' }, 33)).toEqual(new Set([0, 33]));
  expect(ownUsers({ SUDO_UID: 'x' }, 0)).toEqual(new Set([0]));
  expect(ownUsers({}, null)).toBeNull();
});

test('relies on keys where the system does not report the user', async () => {
  const openLoopbackGuard: Parameters<typeof openWindowUnderAttack>[0] = {
    openLoopbackGuard: (server) =>
      createLoopbackGuard(server, {
        admits: createSameUserCheck({ users: new Set([1]), findOwner: async () => null }),
      }),
  };
  const { server } = await openWindowUnderAttack(openLoopbackGuard);
  expect((await spendKey(server.address, server.url)).status).toBe(200);
});

/** Opens a connection that sends `words` and then nothing, until the test ends. */
function hangOn(port: number, message = ''): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(message);
      resolve(socket);
    });
    // Being rejected is the expected result.
    socket.on('error', () => {});
    afterwards(() => socket.destroy());
  });
}

/** What the other side sends first; empty if it closes without an answer. */
const firstOf = (socket: Socket) =>
  new Promise<string>((resolve) =>
    socket.once('data', (chunk) => resolve(String(chunk))).once('close', () => resolve('')),
  );

test('stays available under a thousand silent connections, and closes them', async () => {
  let guard: ReturnType<typeof createLoopbackGuard> | undefined;
  const { server, port } = await openWindowUnderAttack({
    openLoopbackGuard: (http) => (guard = createLoopbackGuard(http)),
  });
  const { get } = await enterWindow({ ...server, url: server.newAddress() });
  const held = await get('/bridge/events');
  const half = `POST /bridge/open HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nx-pilot-companion-key: `;
  for (let n = 0; n < 10; n += 1)
    await Promise.all(Array.from({ length: 100 }, (_, at) => hangOn(port, at % 2 ? half : '')));
  expect(guard?.unauthenticated).toBeLessThanOrEqual(256);
  // A new window opens, and the open one still receives events.
  expect((await spendKey(server.address, server.url)).status).toBe(200);
  expect((await get('/bridge/images/job-1')).status).toBe(200);
  const reader = held.body!.getReader();
  expect((await reader.read()).done).toBe(false);
  await reader.cancel();
});

test('drops a window that reads no events, serves one that does, and bounds memory', async () => {
  const { companion, server, port } = await openWindowUnderAttack();
  const { session, get } = await enterWindow(server);
  async function until(holds: () => boolean) {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  }
  const removed = Array.from({ length: 20 }, (_, n) => `flight-${n}`);
  const event: CompanionEvent = { type: 'strips.changed', strips: [], removed };
  const head = `GET /bridge/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nx-pilot-companion-session: ${session}\r\n\r\n`;
  const deaf = await hangOn(port, head);
  let isDropped = false;
  deaf.on('close', () => (isDropped = true));
  // From now on it is sent events, which it leaves unread.
  await once(deaf, 'readable');
  let heard = 0;
  const stream = (await get('/bridge/events')).body!.pipeThrough(new TextDecoderStream()).getReader();
  void (async () => {
    let torn = '';
    for (let chunk = await stream.read(); !chunk.done; chunk = await stream.read()) {
      const messages = `${torn}${chunk.value}`.split('\n\n');
      torn = messages.pop() ?? '';
      heard += messages.filter((told) => told.startsWith('data: {"type":"strips.changed"')).length;
    }
  })().catch(() => {});
  const begun = process.memoryUsage().rss;
  let most = begun;
  for (let sent = 2_000; sent <= 40_000; sent += 2_000) {
    for (let one = 0; one < 2_000; one += 1) companion.emit(event);
    // Until the reader has them; the other one is not waited for.
    await until(() => heard >= sent);
    most = Math.max(most, process.memoryUsage().rss);
  }
  // A paused socket reports its end only when it is read.
  deaf.resume();
  await expect.poll(() => isDropped).toBe(true);
  expect(heard).toBe(40_000);
  expect(most - begun).toBeLessThan(200 * 1024 ** 2);
});

test('does not read an endless body without a session', async () => {
  const { server, port } = await openWindowUnderAttack();
  await enterWindow(server);
  const socket = await hangOn(
    port,
    `PUT /bridge/files?name=a.png HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/octet-stream\r\nContent-Length: 999999999\r\n\r\n`,
  );
  socket.write(Buffer.alloc(1024));
  const answer = await firstOf(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  expect(answer.toLowerCase()).toContain('connection: close');
});

test.each([
  ['two hosts', 'GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.example\r\n\r\n'],
  [
    'a length and chunks',
    'POST /bridge/open HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'a header of 20,000 letters',
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nx-pilot-companion-key: ${'x'.repeat(20_000)}\r\n\r\n`,
  ],
  [
    'a whole address of another host',
    'GET http://evil.example/bridge/images/job-1 HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n',
  ],
  ['no version', 'GET /\r\n\r\n'],
  ['a method to build a tunnel', 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n'],
  [
    'an upgrade',
    'GET /bridge/events HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ],
  ['a null byte', 'GET /\0 HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n'],
])('a request with %s gets nothing of the pilot’s, and the server goes on', async (_what, message) => {
  const { server, port } = await openWindowUnderAttack();
  const socket = await hangOn(port, message.replaceAll('PORT', String(port)));
  const answer = await firstOf(socket);
  expect(answer).not.toMatch(/^HTTP\/1\.1 (1|2)\d\d (?!OK)/);
  expect(answer).not.toContain('an image');
  expect((await spendKey(server.address, server.url)).status).toBe(200);
});

test('a program that takes over the port gets no session, file or call of an open window', async () => {
  const first = await openWindowUnderAttack();
  const tab = createTab();
  const opened = openBridge({ url: first.server.url, tab });
  const { bridge } = opened;
  expect((await bridge.call('app.state', {})).ok).toBe(true);
  const links: string[] = [];
  const broken = Promise.withResolvers<void>();
  opened.link.onChange((state) => {
    links.push(state);
    if (state === 'down') broken.resolve();
  });
  const heard = Promise.withResolvers<void>();
  const end = bridge.subscribe(() => heard.resolve());
  await heard.promise;
  // The event stream breaks with the process.
  await first.server.stop();
  await broken.promise;

  const got: string[] = [];
  const thief = createServer((request, response) => {
    got.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true,"value":{"proof":"mine"}}');
  });
  await new Promise<void>((resolve) => thief.listen(first.port, '127.0.0.1', resolve));
  afterwards(() => new Promise((resolve) => thief.close(resolve)));
  afterwards(() => thief.closeAllConnections());

  // The next server has to prove its identity.
  for (const answer of [
    await bridge.call('account.setApplicationSecret', { secret: 'of the pilot' }),
    await bridge.image('job-1'),
    await openBridge({ url: first.server.address, tab }).bridge.call('app.state', {}),
  ])
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'not-permitted' } });
  await bridge.addFiles([new File(['bytes of the pilot'], 'shot.png')], null);
  end();
  expect(got.length).toBeGreaterThan(0);
  const { session } = JSON.parse(tab.getItem('pilot-companion-session') ?? '{}') as { session: string };
  expect(got.join()).not.toContain(session);
  expect(got.filter((line) => !line.startsWith('GET /bridge/proof?'))).toEqual([]);
});
