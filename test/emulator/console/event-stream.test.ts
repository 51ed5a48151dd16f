import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { readEvents } from '../../../emulator/console/link/event-stream.ts';

const text =
  ': hello\n\nid: 7\nevent: request\ndata: {"a":"ü"}\n\n: keep-alive\n\nevent: changed\ndata: one\r\ndata: two\n\ndata: lost at the end';

async function read(chunks: Uint8Array<ArrayBuffer>[]) {
  const events = [];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

describe('the reader of server-sent events', () => {
  it('reads data with the last ID for any chunking, and ignores an unfinished event', async () => {
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
        const ends = [...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = ends.map((end, place) => bytes.slice(ends[place - 1] ?? 0, end));
        expect(await read(chunks)).toEqual([
          { id: '7', data: '{"a":"ü"}' },
          { id: '7', data: 'one\ntwo' },
        ]);
      }),
    );
  });
});
