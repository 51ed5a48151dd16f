// The client of the control interface. Methods and paths of its calls come from the OpenAPI description, their types from
// the table of calls. It reads events with fetch, because an EventSource can’t send the token.
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { EventSourceMessage } from 'eventsource-parser/stream';
import type { CallAnswer, CallName, calls } from '../../control/calls.ts';
import { messages } from '../messages/messages.ts';
import { fillPath, operations } from './operations.ts';

export type { CallName } from '../../control/calls.ts';
export type CallInput<Name extends CallName> = Parameters<(typeof calls)[Name]['run']>[1];

/** A failed call, with the emulator's message. Status null: no response. */
export class CallError extends Error {
  readonly status: number | null;

  constructor(status: number | null, message: string) {
    super(message);
    this.name = 'CallError';
    this.status = status;
  }
}

export type Client = ReturnType<typeof createClient>;

/** @param base the URL of the control interface, with a trailing slash */
export function createClient(base: string, token: string) {
  const root = rootOf(base);
  const request = async (url: string, init: RequestInit, more: Record<string, string> = {}) => {
    const headers = { ...more, Authorization: `Bearer ${token}` };
    const response = await fetchAny(url, { ...init, headers });
    if (response.ok) return response;
    throw new CallError(response.status, await messageOf(response));
  };

  const send = (name: CallName, input: unknown) => {
    const { method, path } = operations.control.find(({ id }) => id === name)!;
    const { url, others } = fillPath(root, path, input as Record<string, unknown>);
    const given = others.filter(([, value]) => value !== undefined);
    if (method === 'GET' || method === 'DELETE') {
      const query = new URLSearchParams(given.map(([member, value]) => [member, String(value)])).toString();
      return request(query === '' ? url : `${url}?${query}`, { method });
    }
    const body = JSON.stringify(Object.fromEntries(given));
    return request(url, { method, body }, { 'Content-Type': 'application/json' });
  };

  return {
    /** Returns the JSON of the response. Rejects with a `CallError`. */
    async call<Name extends CallName>(
      name: Name,
      input: CallInput<Name> | Record<string, never> = {},
    ): Promise<Awaited<CallAnswer<Name>>> {
      const text = await (await send(name, input)).text();
      return (text === '' ? null : JSON.parse(text)) as Awaited<CallAnswer<Name>>;
    },
    /** Returns the response as a file: an image, the journal or the state. */
    download: async <Name extends CallName>(name: Name, input: CallInput<Name> | Record<string, never> = {}) =>
      (await send(name, input)).blob(),
    /** The events after `lastEventId`, as far as they are available. */
    async events(lastEventId: string | null, signal: AbortSignal): Promise<ReadableStream<EventSourceMessage>> {
      const since: Record<string, string> = lastEventId === null ? {} : { 'Last-Event-ID': lastEventId };
      const { body } = await request(`${base}events`, { signal }, { Accept: 'text/event-stream', ...since });
      if (body === null) throw new CallError(null, messages.link.unreachable);
      return body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    },
  };
}

/** The URL of the service, without a trailing slash. */
export const rootOf = (base: string): string => new URL('..', base).href.replace(/\/$/, '');

/** Resolves with any response; rejects with a `CallError` if there is none. */
export const fetchAny = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, cache: 'no-store' }).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause;
    throw new CallError(null, messages.link.unreachable);
  });

async function messageOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const message = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  return typeof message === 'string' ? message : messages.link.answered(response.status);
}
