// The HTTP client of the control interface. It reads events with fetch, because an EventSource can’t send the token.
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { EventSourceMessage } from 'eventsource-parser/stream';
import { messages } from '../messages/messages.ts';

/** A failed call, with the emulator's message. Status null: no response. */
export class CallError extends Error {
  readonly status: number | null;

  constructor(status: number | null, message: string) {
    super(message);
    this.name = 'CallError';
    this.status = status;
  }
}

export type ControlClient = {
  /** Returns the JSON of the response. Rejects with a `CallError`. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** An image or an exported state. */
  blob(path: string): Promise<Blob>;
  /** The events after `lastEventId`, as far as they are available. */
  events(lastEventId: string | null, signal: AbortSignal): Promise<ReadableStream<EventSourceMessage>>;
};

/** @param base the URL of the control interface, with a trailing slash */
export function createControlClient(base: string, token: string): ControlClient {
  const request = async (path: string, init: Omit<RequestInit, 'headers'>, more: Record<string, string> = {}) => {
    const headers = { ...more, Authorization: `Bearer ${token}` };
    const response = await fetch(new URL(path, base), { ...init, headers, cache: 'no-store' }).catch(
      (cause: unknown) => {
        if (init.signal?.aborted) throw cause;
        throw new CallError(null, messages.link.unreachable);
      },
    );
    if (response.ok) return response;
    throw new CallError(response.status, await messageOf(response));
  };

  return {
    async call(method, path, body) {
      const response = await (body === undefined
        ? request(path, { method })
        : request(path, { method, body: JSON.stringify(body) }, { 'Content-Type': 'application/json' }));
      const text = await response.text();
      return text === '' ? null : JSON.parse(text);
    },
    blob: async (path) => (await request(path, {})).blob(),
    async events(lastEventId, signal) {
      const since: Record<string, string> = lastEventId === null ? {} : { 'Last-Event-ID': lastEventId };
      const { body } = await request('events', { signal }, { Accept: 'text/event-stream', ...since });
      if (body === null) throw new CallError(null, messages.link.unreachable);
      return body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    },
  };
}

async function messageOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const message = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  return typeof message === 'string' ? message : messages.link.answered(response.status);
}
