// What the recorder forwards to the service, which is a server with answers set by each test.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendRequest } from '../open-emulator.ts';
import { bodyOf, clientOf, openRecorder, recordServer, verdictsOf } from './recorded-service.ts';

describe('a request', () => {
  it('keeps its method, path, query, headers and body', async () => {
    const seen: unknown[] = [];
    const { url, service } = await recordServer(async (request, response) => {
      seen.push(request.method, request.url, request.rawHeaders, (await bodyOf(request)).toString());
      response.end();
    });
    const headers = ['Host', 'x', 'X-Odd', '1', 'x-odd', '2', 'TE', 'trailers', 'Keep-Alive', '5', 'X-Hop', 'gone'];
    headers.push('Connection', 'close, X-Hop', 'Proxy-Authorization', 'Basic eDp5', 'Content-Length', '2');
    headers[1] = new URL(url).host;
    await sendRequest(`${url}/a%2Fb//c?x=%41&x=&y`, { method: 'PATCH', headers }, 'hi');
    const host = new URL(service).host;
    const kept = ['Host', host, 'X-Odd', '1', 'x-odd', '2', 'Content-Length', '2', 'Connection', 'close'];
    expect(seen).toEqual(['PATCH', '/a%2Fb//c?x=%41&x=&y', kept, 'hi']);
  });

  it('without a body has none', async () => {
    const seen: unknown[] = [];
    const { url } = await recordServer((request, response) => {
      seen.push(request.headers['content-length'], request.headers['transfer-encoding']);
      response.end();
    });
    await sendRequest(`${url}/oauth/token`, { method: 'POST', headers: { 'content-length': 0 } });
    await sendRequest(`${url}/`, { method: 'GET' });
    expect(seen).toEqual(['0', undefined, undefined, undefined]);
  });

  it('is forwarded with any method, address and type', async () => {
    const seen: string[] = [];
    const { url } = await recordServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.end();
    });
    for (const [method, path] of [
      ['PROPFIND', '/x'],
      ['GET', '/bad%ZZ'],
      ['OPTIONS', '*'],
      ['DELETE', '/w/none'],
    ] as const) {
      await sendRequest(url, { method, path, headers: { 'content-type': 'not a type' } });
    }
    expect(seen).toEqual(['PROPFIND /x', 'GET /bad%ZZ', 'OPTIONS *', 'DELETE /w/none']);
  });

  it('goes below the path of the service, except for the control interface', async () => {
    const seen: (string | undefined)[] = [];
    const answer = (request: IncomingMessage, response: { end(): void }) => {
      seen.push(request.url);
      response.end();
    };
    const { url, recorder } = await recordServer(answer, { controlToken: 'x' }, '/pfs/');
    await fetch(`${url}/oauth/token?a=1`);
    const health = await fetch(`${url}/_emulator/health`);
    const refused = await fetch(`${url}/_emulator/recording`);
    const report = await fetch(`${url}/_emulator/recording`, { headers: { authorization: 'Bearer x' } });
    expect([seen, await health.json(), refused.status]).toMatchObject([
      ['/pfs/oauth/token?a=1'],
      { status: 'recording' },
      401,
    ]);
    expect(await report.json()).toEqual(recorder.recording.read());
  });

  it('is refused under a host name that a web page made up', async () => {
    let requests = 0;
    const { url } = await recordServer((_request, response) => void response.end(String((requests += 1))));
    const answer = await sendRequest(`${url}/`, { headers: { host: 'rebound.example.test' } });
    expect([answer.statusCode, requests]).toEqual([421, 0]);
  });

  it('names the service in Origin and Referer where it named the proxy', async () => {
    const seen: unknown[] = [];
    const { url, service } = await recordServer(({ headers }, response) => {
      seen.push(headers.origin, headers.referer);
      response.end();
    });
    await sendRequest(`${url}/x`, { headers: { origin: url, referer: `${url}/oauth/authorize?x` } });
    await sendRequest(`${url}/x`, { headers: { origin: 'http://other.test', referer: 'http://other.test/' } });
    expect(seen).toEqual([service, `${service}/oauth/authorize?x`, 'http://other.test', 'http://other.test/']);
  });
});

describe('an upload', () => {
  it('of 64 MB is streamed, and its content is not kept', async () => {
    const digest = createHash('sha256');
    let first: number | null = null;
    const { url, recorder } = await recordServer(async (request, response) => {
      for await (const chunk of request) {
        first ??= performance.now();
        digest.update(chunk as Buffer);
      }
      response.writeHead(413, { 'content-type': 'application/json' }).end('{"detail":"file_too_large"}');
    });
    const head = '--b\r\nContent-Disposition: form-data; name="report"; filename="report.png"\r\n\r\n';
    const sent = httpRequest(`${url}/api/v1/flights`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: 'Bearer a-long-token' },
    });
    const own = createHash('sha256');
    const write = async (bytes: Buffer | string) => {
      own.update(bytes);
      if (!sent.write(bytes)) await once(sent, 'drain');
    };
    await write(head);
    for (let count = 0; count < 63; count += 1) await write(Buffer.alloc(1_000_000, count));
    const before = performance.now();
    await write(Buffer.alloc(1_000_000, 99));
    await write('\r\n--b--\r\n');
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await text(response);
    expect([response.statusCode, digest.digest('hex')]).toEqual([413, own.digest('hex')]);
    expect(first).toBeLessThan(before);
    const { request } = recorder.journal.read(1);
    expect(request.body).toBe('report: <application/octet-stream, 64 MB, report.png>');
    expect(verdictsOf(recorder)['A13']).toBe('holds');
  });

  it.each([
    {
      when: 'before',
      seen: {
        status: 502,
        json: { detail: 'bad_gateway', message: expect.stringContaining('was sent once and may have been processed') },
      },
      kept: { outcome: 'answered', rule: expect.stringMatching(/^bad_gateway: /) },
    },
    {
      when: 'within',
      seen: 'the connection broke',
      kept: { outcome: 'cut', rule: 'forwarded: the service closed the connection within its response' },
    },
  ])('is sent once when the service drops the connection $when its response', async ({ when, seen, kept }) => {
    let requests = 0;
    const { url, recorder } = await recordServer(async (request, response) => {
      requests += 1;
      await bodyOf(request);
      if (when === 'within') response.writeHead(200, { 'content-length': 100 }).write('{"id"');
      await delay(20);
      response.destroy();
    });
    const uploaded = clientOf(url).upload('a-long-token');
    const answered: unknown = await uploaded.catch(() => 'the connection broke');
    expect({ answered }).toMatchObject({ answered: seen });
    await delay(300);
    expect(requests).toBe(1);
    expect(recorder.journal.read(1)).toMatchObject(kept);
    expect(Object.values(verdictsOf(recorder))).not.toContain('holds');
  });

  it('that is refused before its end gets that response', async () => {
    let received = 0;
    const { url, recorder } = await recordServer((request, response) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (!response.headersSent) {
          response.writeHead(413, { 'content-type': 'application/json' }).end('{"detail":"file_too_large"}');
        }
      });
    });
    const sent = httpRequest(`${url}/api/v1/flights`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 30_000_000 },
    });
    sent.on('error', () => undefined);
    sent.write('--b\r\nContent-Disposition: form-data; name="report"; filename="report.png"\r\n\r\n');
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect([response.statusCode, await text(response)]).toEqual([413, '{"detail":"file_too_large"}']);
    expect(received).toBeLessThan(1000);
    sent.destroy();
    const judged = recorder.recording.read()?.assumptions ?? [];
    expect(judged.flatMap(({ evidence, number }) => (evidence.length > 0 ? [number] : []))).toEqual(['A13']);
    expect(recorder.journal.read(1).status).toBe(413);
  });

  it('that the service answers and resets before its end gets that response, each time', async () => {
    const server = createServer((socket) => {
      const body = '{"detail":"too_fast"}';
      const head = `HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
      socket.on('error', () => undefined);
      socket.once('data', () => socket.pause().write(`${head}\r\n\r\n${body}`, () => socket.resetAndDestroy()));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { url } = await openRecorder(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const answers: unknown[] = [];
    for (let upload = 0; upload < 20; upload += 1) {
      const sent = httpRequest(`${url}/api/v1/flights`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 4_000_000 },
      });
      const seen: IncomingMessage[] = [];
      sent.on('error', () => undefined).once('response', (response) => seen.push(response));
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
      for (let piece = 0; piece < 60 && seen.length === 0; piece += 1) {
        await Promise.race([answered, new Promise((resolve) => sent.write(Buffer.alloc(64_000), resolve))]);
      }
      const [response] = await answered;
      answers.push([response.statusCode, await text(response)]);
      sent.destroy();
    }
    expect(answers).toEqual(answers.map(() => [429, '{"detail":"too_fast"}']));
  });

  it('ends at the service when the client leaves', async () => {
    let ended: ((isWhole: boolean) => void) | undefined;
    const whole = new Promise<boolean>((resolve) => (ended = resolve));
    const { url, recorder } = await recordServer((request) => {
      request.resume().on('close', () => ended?.(request.complete));
      request.on('error', () => undefined);
    });
    const sent = httpRequest(`${url}/api/v1/flights`, { method: 'POST', headers: { 'content-length': 1000 } });
    sent.on('error', () => undefined).write('half');
    await delay(100);
    sent.destroy();
    expect(await whole).toBe(false);
    await recorder.journal.waitFor({ rule: 'bad_request: incomplete request' });
  });
});

it('closes what is open when it stops', async () => {
  const { url, recorder, server } = await recordServer(() => undefined);
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  socket.write('GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await once(server, 'request');
  await recorder.stop();
  await once(socket.resume(), 'close');
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  await expect.poll(connections).toBe(0);
});
