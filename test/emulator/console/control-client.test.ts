import { fc } from '../../support/fast-check.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createControlClient } from '../../../emulator/console/link/control-client.ts';

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
  const client = createControlClient('http://127.0.0.1/_emulator/', 'token');
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
