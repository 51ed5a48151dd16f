// The answers of the recorder: the service's response, or why there is none.

import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { openEmulator, sendRequest } from '../open-emulator.ts';
import { bodyOf, clientOf, openRecorder, recordServer, verdictsOf } from './recorded-service.ts';

describe('a service that cannot be reached', () => {
  it('is a 502 with the reason', async () => {
    const port = await freePort();
    const { recorder, url } = await openRecorder(`http://127.0.0.1:${port}`);
    const { status, json } = await clientOf(url).ask('/oauth/token');
    expect([status, json['message']]).toEqual([502, `http://127.0.0.1:${port} refuses connections.`]);
    expect(recorder.journal.read(1)).toMatchObject({ status: 502, answer: { body: JSON.stringify(json) } });
  });

  it('is a 502 if its certificate is not trusted, and gets no request', async () => {
    const service = await openEmulator({ tlsSelfSigned: true });
    const { url } = await openRecorder((await service.start()).url);
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    onTestFinished(() => void delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
    const { status, json } = await clientOf(url).upload('a-long-token');
    expect([status, json['message']]).toEqual([
      502,
      expect.stringMatching(
        /^The certificate of https:\/\/127\.0\.0\.1:\d+ is not valid here \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
      ),
    ]);
    expect(service.journal.list().items).toEqual([]);
  });

  it('is forwarded to if its certificate is trusted', async () => {
    const service = await openEmulator({ tlsSelfSigned: true, clock: 'system' });
    const { url: record } = await service.start();
    const known = getCACertificates('default');
    setDefaultCACertificates([...known, service.certificate ?? '']);
    onTestFinished(() => setDefaultCACertificates(known));
    const { url } = await openRecorder(record);
    const { status, json } = await clientOf(url).upload('a-long-token');
    expect([status, json]).toEqual([401, { detail: 'unauthorized' }]);
  });

  it('is a 502 if it switches protocols', async () => {
    const { url, server } = await recordServer(() => {});
    server.on('connection', (socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
      ),
    );
    const answer = await fetch(`${url}/api/v1/flights`);
    expect([answer.status, await answer.text()]).toEqual([
      502,
      expect.stringContaining('did not give a valid response'),
    ]);
  });

  it('is a 502 if it does not speak HTTP', async () => {
    const service = createServer((socket) => void socket.on('error', () => undefined).end('SSH-2.0-x\r\n')).listen(
      0,
      '127.0.0.1',
    );
    onTestFinished(() => void service.close());
    await once(service, 'listening');
    const { url } = await openRecorder(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
    const { status, json } = await clientOf(url).ask('/x');
    expect([status, json['message']]).toEqual([502, expect.stringContaining('did not give a valid response (HPE_')]);
  });
});

describe('a response', () => {
  it('keeps its status, headers and bytes, without those of the connection', async () => {
    const zipped = gzipSync('{"items":[],"next_before_id":null}');
    const { url, recorder } = await recordServer((_request, response) => {
      response.sendDate = false;
      const head = [
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
        ['X-Odd', 'x'],
        ['Proxy-Authenticate', 'Basic'],
        ['Content-Type', 'application/json'],
        ['Content-Encoding', 'gzip'],
        ['Content-Length', String(zipped.length)],
      ].flat();
      response.writeHead(200, 'Quite Fine', head);
      response.end(zipped);
    });
    const answer = await sendRequest(`${url}/api/v1/flights`, {});
    expect(answer.statusMessage).toBe('Quite Fine');
    expect(answer.rawHeaders.slice(0, 8)).toEqual([
      'Set-Cookie',
      'a=1',
      'Set-Cookie',
      'b=2',
      'X-Odd',
      'x',
      'Content-Type',
      'application/json',
    ]);
    expect(Object.keys(answer.headers)).not.toContain('proxy-authenticate');
    expect(Object.keys(answer.headers)).not.toContain('date');
    const { answer: kept } = recorder.journal.read(1);
    expect(kept?.body).toBe('{"items":[],"next_before_id":null}');
    expect(verdictsOf(recorder)['A4']).toBe('holds');
    expect((await fetch(`${url}/`)).headers.get('content-encoding')).toBe('gzip');
  });

  it('that is slow, begins with 100 and 103, and declares another length arrives as it was sent', async () => {
    const { url } = await recordServer(async (request, response) => {
      response.writeContinue();
      response.writeEarlyHints({ link: '</x>; rel=preload' });
      await bodyOf(request);
      await delay(100);
      for (const part of ['{"a"', ':', '1}']) {
        response.write(part);
        await delay(50);
      }
      response.end();
    });
    const headers = { expect: '100-continue', 'content-length': 2 };
    const answer = await sendRequest(`${url}/x`, { method: 'POST', headers }, 'hi');
    expect([answer.statusCode, answer.text]).toEqual([200, '{"a":1}']);
  });

  it('to HEAD has no body', async () => {
    const { url } = await recordServer((_request, response) => {
      response.writeHead(200, { 'content-length': 9 }).end();
    });
    const answer = await sendRequest(`${url}/x`, { method: 'HEAD' });
    expect([answer.headers['content-length'], answer.text]).toEqual(['9', '']);
  });

  it('of HTML with 200 proves nothing, and is not kept', async () => {
    const { url, recorder } = await recordServer(async (request, response) => {
      await bodyOf(request);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the hotel</h1>');
    });
    const { upload, get, ask, exchange } = clientOf(url);
    await upload('a-long-token');
    await exchange('a-long-code');
    await get('/oauth/userinfo', 'a-long-token');
    await ask('/.well-known/oauth-authorization-server');
    const verdicts = verdictsOf(recorder);
    expect(new Set(Object.values(verdicts))).toEqual(new Set(['not-seen']));
    expect(recorder.journal.read(1).answer?.body).toBe('<text/html, 29 bytes>');
    expect(recorder.recording.scenario()).toMatchObject({ settings: {}, faults: expect.any(Array), steps: [] });
  });
});

describe('a redirect', () => {
  it.each([
    ['SERVICE/pfs/login?x=1#f', 'PROXY/login?x=1#f'],
    ['/pfs/login', 'PROXY/login'],
    ['//HOST/pfs/login', 'PROXY/login'],
    ['SERVICE/pfs', 'PROXY'],
    ['SERVICE/pfsx', 'SERVICE/pfsx'],
    ['/other', 'SERVICE/other'],
    ['SERVICE/other', 'SERVICE/other'],
    ['login?next=/pfs', 'login?next=/pfs'],
    ['https://foreign.test/pfs/login', 'https://foreign.test/pfs/login'],
    ['http://127.0.0.1:5000/callback?iss=SERVICE/pfs', 'http://127.0.0.1:5000/callback?iss=SERVICE/pfs'],
  ])('to %s leads to %s, and is not followed', async (sent, expected) => {
    let requests = 0;
    const { url, service } = await recordServer(
      (_request, response) => {
        requests += 1;
        response.writeHead(302, { location: filled(sent) }).end();
      },
      {},
      '/pfs',
    );
    function filled(pattern: string): string {
      return pattern.replaceAll('SERVICE', service).replaceAll('PROXY', url).replaceAll('HOST', new URL(service).host);
    }
    const answer = await sendRequest(`${url}/oauth/authorize`, {});
    expect([answer.headers.location, requests]).toEqual([filled(expected), 1]);
  });

  it('sets cookies for the proxy', async () => {
    const cookies = [
      'a=1; Domain=real.example.test; Path=/pfs/oauth; Secure; HttpOnly; SameSite=None',
      'b=2; Path=/pfs',
      '__Host-c=3; Path=/; Secure',
    ];
    const { url } = await recordServer(
      (_request, response) => void response.setHeader('set-cookie', cookies).end(),
      {},
      '/pfs',
    );
    const answer = await fetch(`${url}/`);
    expect(answer.headers.getSetCookie()).toEqual([
      'a=1; Path=/oauth; HttpOnly',
      'b=2; Path=/',
      '__Host-c=3; Path=/; Secure',
    ]);
  });
});
