import { fc } from '../../support/fast-check.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../../emulator/console/client/client.ts';
import { calls } from '../../../emulator/control/calls.ts';
import { operations } from '../../../emulator/console/client/operations.ts';

const text =
  ': hello\n\nid: 7\nevent: request\ndata: {"a":"ü"}\n\n: keep-alive\n\nevent: changed\ndata: one\r\ndata: two\n\ndata: lost at the end';

/** The events of a response that arrives in these chunks. */
async function read(chunks: Uint8Array<ArrayBuffer>[]) {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body));
  const client = createClient('http://127.0.0.1/_emulator/', 'token');
  const events = [];
  for await (const { id, data } of await client.events(null, new AbortController().signal)) events.push({ id, data });
  return events;
}

describe('the events of the control interface', () => {
  it('are read with their ID for any chunking, without an unfinished one', async () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
        const ends = [...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = ends.map((end, place) => bytes.slice(ends[place - 1] ?? 0, end));
        expect(await read(chunks)).toEqual([
          { id: '7', data: '{"a":"ü"}' },
          { id: undefined, data: 'one\ntwo' },
        ]);
      }),
    );
  });
});

describe('a call', () => {
  it('is sent as its description has it: members in the path, then in the query or the body', async () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
      sent.push([method, url, body]);
      return Response.json(null);
    });
    const { call } = createClient('http://127.0.0.1/w/one/_emulator/', 'token');
    await call('flights.check', { id: 4700, pax: 118 });
    await call('consents.list', { limit: 5, after: undefined, newestFirst: true });
    await call('worlds.remove', { id: 'a/b' });
    const base = 'http://127.0.0.1/w/one/_emulator';
    expect(sent).toEqual([
      ['POST', `${base}/flights/4700/check`, '{"pax":118}'],
      ['GET', `${base}/consents?limit=5&newestFirst=true`, undefined],
      ['DELETE', `${base}/worlds/a%2Fb`, undefined],
    ]);
  });

  it('of each name is in the description', () => {
    expect(operations.control.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(calls)));
  });
});
