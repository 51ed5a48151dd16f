// Uploads that are aborted, or take a long time.
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { setUpSocketService, record, answerOf, until } from './socket-service.ts';

const { context, serve, clientOf, report } = setUpSocketService();

const upload = (address: string, signal?: AbortSignal) =>
  clientOf(address).upload({ token: 'secret', file: report(), onProgress() {}, ...(signal && { signal }) });

describe('an upload', () => {
  it.each([
    ['before it starts', true],
    ['later', false],
  ])('that is aborted %s while its route is looked up has sent nothing', async (_when, isBefore) => {
    const aborted = new AbortController();
    if (isBefore) aborted.abort();
    const outcome = clientOf('http://pilot-service.test', () => new Promise(() => {})).upload({
      token: 'secret',
      file: report(),
      onProgress() {},
      signal: aborted.signal,
    });
    aborted.abort();
    expect(await outcome).toEqual({ kind: 'stopped', mayHaveArrived: false });
    expect(context.clock.pending).toBe(0);
  });

  it('that is aborted in progress may have arrived', async () => {
    let isHeard = false;
    const address = await serve((heard) => {
      isHeard = heard.endsWith('--\r\n');
    });
    const aborted = new AbortController();
    const outcome = upload(address, aborted.signal);
    await until(() => isHeard);
    aborted.abort();
    expect(await outcome).toEqual({ kind: 'stopped', mayHaveArrived: true });
    expect(context.clock.pending).toBe(0);
  });

  it('may take any time while the service reads on', async () => {
    const bytes = 16_000_000;
    let reading: Socket | null = null;
    const address = await serve((heard, socket) => {
      reading = socket;
      if (heard.length > bytes && heard.endsWith('--\r\n')) socket.write(answerOf('200 OK', record));
    });
    const seen = { sentBytes: 0, isOver: false };
    const outcome = clientOf(address)
      .upload({ token: 'secret', file: report(bytes), onProgress: (sent) => (seen.sentBytes = sent) })
      .finally(() => (seen.isOver = true));
    await until(() => reading !== null);
    let pauses = 0;
    const isBeingRead = () => seen.sentBytes < bytes && !seen.isOver;
    for (; isBeingRead(); pauses += 1) {
      reading!.pause();
      await context.clock.advance(45_000);
      const before = seen.sentBytes;
      reading!.resume();
      await until(() => seen.sentBytes > before || seen.isOver);
    }
    expect(await outcome).toMatchObject({ kind: 'accepted' });
    expect(pauses).toBeGreaterThan(1);
  });
});
