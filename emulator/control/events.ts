// GET /_emulator/events: what happens, as it happens, as server-sent events. A request that was missed is told again to
// whoever comes back with the number of the last one that arrived. A listener who reads too slowly is not waited for:
// what he misses he is told to read anew.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHeartbeat } from '../clock/clock.ts';
import type { Controls } from './controls.ts';
import type { ChangedPart, EmulatorEvent } from '../api-types.ts';

export const eventsType = 'text/event-stream; charset=utf-8';

const heartbeatMs = 15_000;
/** So much may wait to be read before events are left out. */
const mostWaitingBytes = 1024 ** 2;
const replayedAtOnce = 1000;

export function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { controls, ending }: { controls: Pick<Controls, 'journal'>; ending: AbortSignal },
): FastifyReply {
  const response = reply.hijack().raw;
  response.writeHead(200, {
    'Content-Type': eventsType,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.write(': the emulator tells what happens\n\n');

  // What is told in one turn of the event loop goes out in one piece: each for itself, they would cost a busy emulator as
  // much as the requests that they tell of.
  let gathered = '';
  const send = () => {
    if (gathered !== '' && !response.writableEnded) response.write(gathered);
    gathered = '';
  };
  const missed = new Set<ChangedPart>();
  const tell = (event: EmulatorEvent) => {
    if (response.writableLength + gathered.length > mostWaitingBytes) {
      for (const part of partsOf(event)) missed.add(part);
      return;
    }
    if (gathered === '') setImmediate(send);
    gathered += textOf(event);
  };
  response.on('drain', () => {
    if (missed.size === 0) return;
    const what = [...missed];
    missed.clear();
    tell({ type: 'changed', what });
  });

  const lastId = request.headers['last-event-id'];
  if (typeof lastId === 'string') replay(controls, lastId, tell);
  const stopListening = controls.journal.listen(tell);
  const heart = createHeartbeat(heartbeatMs, () => response.write(': still here\n\n'));
  const end = () => {
    send();
    response.end();
  };
  ending.addEventListener('abort', end, { once: true });
  response.on('close', () => {
    stopListening();
    heart.stop();
    ending.removeEventListener('abort', end);
  });
  if (ending.aborted) end();
  return reply;
}

/** What came after the last one; where that cannot be told, the journal has to be read anew. */
function replay({ journal }: Pick<Controls, 'journal'>, lastId: string, tell: (event: EmulatorEvent) => void): void {
  if (!/^\d{1,15}$/.test(lastId) || !journal.has(Number(lastId))) return tell({ type: 'changed', what: ['journal'] });
  const { items, next } = journal.list({ after: lastId, limit: replayedAtOnce });
  // One that is still under way is told when it is over.
  for (const entry of items) if (entry.outcome !== 'open') tell({ type: 'request', entry });
  if (next !== null) tell({ type: 'changed', what: ['journal'] });
}

function textOf(event: EmulatorEvent): string {
  // One that goes on has no number yet: whoever comes back would not be told how it ended.
  const id = event.type === 'request' && event.entry.outcome !== 'open' ? `id: ${event.entry.id}\n` : '';
  return `${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

const partsOf = (event: EmulatorEvent): readonly ChangedPart[] => (event.type === 'changed' ? event.what : ['journal']);
