// Attacks on the emulator's listeners. It is open to every program on this computer, by design: protected are the
// control interface, and everything from pages of other origins.
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createEmulator } from '../../emulator/emulator.ts';
import { afterwards } from './window-under-attack.ts';

async function startEmulator() {
  const emulator = await createEmulator({ clock: 'virtual' });
  afterwards(() => emulator[Symbol.asyncDispose]());
  const { url } = await emulator.start();
  return { emulator, url, port: Number(new URL(url).port) };
}

const authorize = `/oauth/authorize?${new URLSearchParams({
  response_type: 'code',
  client_id: 'pilot-companion-demo',
  redirect_uri: 'http://127.0.0.1:4000/callback/emulator',
  scope: 'openid',
  state: 'x',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}).toString()}`;

test('shows the control token in no answer and no address', async () => {
  const { emulator, url } = await startEmulator();
  const token = emulator.controlToken ?? 'none';
  for (const path of ['/_emulator/', '/_emulator/health', '/_emulator/clock', '/', authorize]) {
    const answer = await fetch(url + path, { redirect: 'manual' });
    expect(`${JSON.stringify([...answer.headers])}${await answer.text()}`).not.toContain(token);
  }
  expect(emulator.consoleUrl).toContain(`#token=${token}`);
});

test('rejects a hundred guesses of the control token alike', async () => {
  const { emulator, url } = await startEmulator();
  const token = emulator.controlToken ?? '';
  const near = [token.slice(0, -1), `${token}a`, token.toUpperCase(), `${token.slice(0, -1)}~`];
  const answers = new Set<string>();
  for (let n = 0; n < 100; n += 1) {
    const guess = n < near.length ? near[n]! : `ct_${n}`;
    const answer = await emulator.inject({ url: '/_emulator/clock', headers: { authorization: `Bearer ${guess}` } });
    answers.add(`${answer.statusCode} ${answer.body}`);
  }
  expect(answers.size).toBe(1);
  expect([...answers][0]).toMatch(/^401 /);
  expect((await fetch(`${url}/_emulator/health`)).status).toBe(200);
});

test('stays available under five hundred silent or half-finished connections', async () => {
  const { url, port } = await startEmulator();
  const crowd: Socket[] = [];
  afterwards(() => crowd.forEach((socket) => socket.destroy()));
  for (let n = 0; n < 500; n += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(n % 2 ? 'POST /oauth/token HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\ngrant' : '');
    crowd.push(socket);
  }
  await new Promise((resolve) => crowd.at(-1)?.once('connect', resolve));
  expect((await fetch(`${url}/_emulator/health`)).status).toBe(200);
});
