// Reads server-sent events with fetch, because an EventSource can't send headers. Reconnects a second after the
// connection has broken, as an EventSource does.
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { LinkState } from './link.ts';
import type { Fetch, WindowSession } from './window-session.ts';

const RECONNECT_MS = 1_000;
/** Far above the size of any event: disconnects a sender that never ends one. */
const MAX_PENDING_CHARS = 16 * 1024 * 1024;

type EventStreamOptions = {
  readonly fetch: Fetch;
  readonly session: WindowSession;
  /** Runs `action` once after `delayMs`; returns the undo. */
  readonly after: (delayMs: number, action: () => void) => () => void;
  readonly onMessage: (text: string) => void;
  readonly onLink: (state: LinkState) => void;
};

/** Starts immediately. Returns a function that unsubscribes. */
export function openEventStream({ fetch, session, after, onMessage, onLink }: EventStreamOptions): () => void {
  const ending = new AbortController();
  let cancelReconnect = () => {};

  async function listen(): Promise<LinkState> {
    const standing = await session.check();
    if (standing !== 'ours') return standing === 'closed' ? 'closed' : 'down';
    const answer = await fetch('bridge/events', { headers: session.headers(), signal: ending.signal });
    if (answer.status === 401 || answer.status === 403) return 'closed';
    if (!answer.ok || answer.body === null) return 'down';
    onLink('up');
    await readMessages(answer.body, onMessage);
    return 'down';
  }

  async function reconnect(): Promise<void> {
    const state = await listen().catch((): LinkState => 'down');
    if (ending.signal.aborted) return;
    session.requireProof();
    onLink(state);
    if (state === 'down') cancelReconnect = after(RECONNECT_MS, () => void reconnect());
  }

  void reconnect();
  return () => {
    ending.abort();
    cancelReconnect();
  };
}

/** Calls back with the data of each event. Rejects when the connection breaks or an event is too long. */
async function readMessages(body: ReadableStream<BufferSource>, onMessage: (text: string) => void): Promise<void> {
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_PENDING_CHARS }))
    .getReader();
  for (let next = await events.read(); !next.done; next = await events.read()) onMessage(next.value.data);
}
