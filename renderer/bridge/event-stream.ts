// Reads server-sent events with fetch, because an EventSource can't send headers. Reconnects a second after the
// connection has broken, as an EventSource does. Browsers allow six connections to a server, for all tabs together: a
// hidden tab keeps none, and reads the state now and then. Tabs share no stream, as they would have to trust what any
// page of this origin tells them, even one of another program that got the port.
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Fetch, WindowSession } from './window-session.ts';

const reconnectMs = 1_000;
/** The title of a hidden tab is that old at most, or a minute where the browser delays its timers. */
const hiddenMs = 30_000;
/** The process answers in milliseconds. Without an answer in this time, the window says so and tries again. */
const openingMs = 10_000;
/** Far above the size of any event: disconnects a sender that never ends one. */
const maxPendingChars = 16 * 1024 * 1024;

/** Whether a tab is hidden, with callbacks when that changes. */
export type TabVisibility = {
  readonly isHidden: () => boolean;
  readonly onChange: (listener: () => void) => () => void;
};

type EventStreamOptions = {
  readonly tab: TabVisibility;
  readonly fetch: Fetch;
  readonly session: WindowSession;
  /** Runs `action` once after `delayMs`; returns the undo. */
  readonly after: (delayMs: number, action: () => void) => () => void;
  readonly onMessage: (text: string) => void;
  readonly onLink: (state: LinkState) => void;
};

type EventStream = {
  stop(): void;
  /** Breaks the connection, which then is opened again. */
  reconnect(): void;
};

/** Starts immediately. */
export function openEventStream({ tab, fetch, session, after, onMessage, onLink }: EventStreamOptions): EventStream {
  let connection = new AbortController();
  let isStopped = false;
  /** Whether this connection has brought the state, with which it begins. */
  let hasState = false;
  let isWaiting = false;
  let cancelReconnect = () => {};

  /** Returns how the connection ended: 'up' if only because the tab is hidden. */
  async function listen(signal: AbortSignal, onOpen: () => void): Promise<LinkState> {
    const standing = await session.check();
    if (standing !== 'ours') return standing === 'closed' ? 'closed' : 'down';
    const answer = await fetch('bridge/events', { headers: session.headers(), signal });
    if (answer.status === 401 || answer.status === 403) return 'closed';
    if (!answer.ok || answer.body === null) return 'down';
    onOpen();
    onLink('up');
    await readMessages(answer.body, (text) => {
      onMessage(text);
      hasState = true;
      if (tab.isHidden()) connection.abort(hidden);
    });
    return 'down';
  }

  async function connect(): Promise<void> {
    const { signal } = (connection = new AbortController());
    hasState = false;
    const endLimit = after(openingMs, () => connection.abort());
    const state = await Promise.race([listen(signal, endLimit), aborted(signal)]).catch((error: unknown): LinkState =>
      error === hidden ? 'up' : 'down',
    );
    endLimit();
    if (isStopped) return;
    session.requireProof();
    if (state !== 'up') onLink(state);
    if (state === 'closed') return;
    isWaiting = true;
    cancelReconnect = after(tab.isHidden() ? hiddenMs : reconnectMs, connectAgain);
  }

  function connectAgain() {
    cancelReconnect();
    isWaiting = false;
    void connect();
  }

  const ignoreTab = tab.onChange(() => {
    if (tab.isHidden() && hasState) connection.abort(hidden);
    else if (isWaiting) connectAgain();
  });
  void connect();
  return {
    stop() {
      isStopped = true;
      ignoreTab();
      connection.abort();
      cancelReconnect();
    },
    reconnect: () => connection.abort(),
  };
}

/** The reason of an abort. */
const hidden = new Error('the tab is hidden');

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** Calls back with the data of each event. Rejects when the connection breaks or an event is too long. */
async function readMessages(body: ReadableStream<BufferSource>, onMessage: (text: string) => void): Promise<void> {
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: maxPendingChars }))
    .getReader();
  for (let next = await events.read(); !next.done; next = await events.read()) onMessage(next.value.data);
}

// Whether the process responds. Only a window in a browser can lose it.

const linkStates = ['up', 'down', 'closed'] as const;
/** 'down' reconnects automatically; after 'closed' the window has to be opened again from the program. */
export type LinkState = (typeof linkStates)[number];

export type Link = {
  /** Calls back with each state from now on, 'up' once events arrive. Returns a function that unsubscribes. */
  onChange(listener: (state: LinkState) => void): () => void;
};

/** Of the desktop app: it is up from the beginning. */
export const steadyLink: Link = {
  onChange(listener) {
    listener('up');
    return () => {};
  },
};
