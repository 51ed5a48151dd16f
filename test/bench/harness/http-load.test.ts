import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { runLoad, wholeAnswer } from '../../../bench/harness/http-load.ts';
import type { Caller } from '../../../bench/harness/http-load.ts';

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** Answers with the number in the path, plus one. */
async function startCounter(status = 200): Promise<string> {
  const server = createServer((request, response) => {
    const body = String(Number(request.url?.slice(1)) + 1);
    response.writeHead(status, { 'content-length': body.length }).end(body);
  });
  closing.push(() => (server.close(), server.closeAllConnections()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const counting = (from: number): Caller & { at: () => number } => {
  let at = from;
  return {
    at: () => at,
    next: () => [`GET /${at} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`],
    answered(status, body) {
      if (status !== 200 || Number(body) !== at + 1) throw new Error(`That was answered ${status}: ${body}`);
      at += 1;
    },
  };
};

describe('the load', () => {
  test('uses the previous answer on each connection and counts every answer', async () => {
    const callers = [counting(0), counting(1000)];
    const { latenciesMs, elapsedMs } = await runLoad(await startCounter(), callers, 30);
    const asked = callers[0]!.at() + callers[1]!.at() - 1000;
    expect(asked).toBeGreaterThanOrEqual(2);
    expect(latenciesMs).toHaveLength(asked);
    expect(elapsedMs).toBeGreaterThanOrEqual(Math.max(...latenciesMs));
  });

  test('stops at the first wrong answer', async () => {
    await expect(runLoad(await startCounter(503), [counting(0)], 1000)).rejects.toThrow('That was answered 503: 1');
  });
});

describe('an answer', () => {
  const text = 'HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 4\r\n\r\nabcd';

  test('is complete with its last byte', () => {
    for (let length = 0; length < text.length; length += 1) expect(wholeAnswer(text.slice(0, length))).toBeNull();
    expect(wholeAnswer(text)).toEqual({ status: 200, body: 'abcd' });
  });

  test('without a content-length is rejected', () => {
    expect(() => wholeAnswer('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')).toThrow('has no content-length');
  });
});
