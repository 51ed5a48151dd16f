// GET /_emulator/events: server-sent events. A client that reconnects with the ID of the last request gets those it missed.
// A client that reads too slowly gets a `changed` event instead of the events that were skipped.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { createHeartbeat } from '../clock/clock.ts';
import type { EmulatorContext } from '../context.ts';
import type { ChangedPart, EmulatorEvent } from '../api-types.ts';
import type { Journal } from '../journal/journal.ts';

export const eventsType = 'text/event-stream; charset=utf-8';

const heartbeatMs = 15_000;
/** Events are skipped while more than this is unread. */
const mostWaitingBytes = 1024 ** 2;
const replayedAtOnce = 1000;

export function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { emulator, ending }: { emulator: Pick<EmulatorContext, 'journal' | 'events'>; ending: AbortSignal },
): FastifyReply {
  const response = reply.hijack().raw;
  response.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'Content-Type': eventsType,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.write(': connected\n\n');

  // Events of one turn of the event loop are written together; single writes would cost as much as the requests.
  let pending = '';
  const send = () => {
    if (pending !== '' && !response.writableEnded) response.write(pending);
    pending = '';
  };
  const missed = new Set<ChangedPart>();
  const enqueue = (event: EmulatorEvent) => {
    if (response.writableLength + pending.length > mostWaitingBytes) {
      for (const part of partsOf(event)) missed.add(part);
      return;
    }
    if (pending === '') setImmediate(send);
    pending += textOf(event);
  };
  response.on('drain', () => {
    if (missed.size === 0) return;
    const what = [...missed];
    missed.clear();
    enqueue({ type: 'changed', what });
  });

  const lastId = request.headers['last-event-id'];
  if (typeof lastId === 'string') replay(emulator.journal, lastId, enqueue);
  const stopListening = emulator.events.listen(enqueue);
  const heartbeat = createHeartbeat(heartbeatMs, () => response.write(': keep-alive\n\n'));
  const end = () => {
    send();
    response.end();
  };
  ending.addEventListener('abort', end, { once: true });
  response.on('close', () => {
    stopListening();
    heartbeat.stop();
    ending.removeEventListener('abort', end);
  });
  if (ending.aborted) end();
  return reply;
}

/** Sends the requests after the last one, or tells the client to reload the journal. */
function replay(journal: Journal, lastId: string, enqueue: (event: EmulatorEvent) => void): void {
  if (!/^\d{1,15}$/.test(lastId) || journal.read(Number(lastId)) === null)
    return enqueue({ type: 'changed', what: ['journal'] });
  const { items, next } = journal.list({ after: lastId, limit: replayedAtOnce });
  // Open requests are sent when they are over.
  for (const entry of items) if (entry.outcome !== 'open') enqueue({ type: 'request', entry });
  if (next !== null) enqueue({ type: 'changed', what: ['journal'] });
}

function textOf(event: EmulatorEvent): string {
  // An open request gets no ID, because a client that reconnects would miss its end.
  const id = event.type === 'request' && event.entry.outcome !== 'open' ? `id: ${event.entry.id}\n` : '';
  return `${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

const partsOf = (event: EmulatorEvent): readonly ChangedPart[] => (event.type === 'changed' ? event.what : ['journal']);
