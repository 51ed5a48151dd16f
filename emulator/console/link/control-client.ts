// Asks the control interface. Every call carries the control token; a refusal arrives as the emulator's own sentence.
import { words } from '../words/words.ts';

/** What the emulator did not do, in its own words. Status null: nobody answered. */
export class CallRefusal extends Error {
  readonly status: number | null;

  constructor(status: number | null, sentence: string) {
    super(sentence);
    this.name = 'CallRefusal';
    this.status = status;
  }
}

export interface ControlClient {
  /** The answer's JSON. Rejects with a `CallRefusal`. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** An image, or a whole world as it is written. */
  blob(path: string): Promise<Blob>;
  /** The events, from the one after `lastEventId` where the emulator still has it. */
  events(lastEventId: string | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
}

/** @param base the address of the control interface, with a slash at its end */
export function createControlClient(base: string, token: string): ControlClient {
  const ask = async (path: string, init: Omit<RequestInit, 'headers'>, more: Record<string, string> = {}) => {
    const headers = { ...more, Authorization: `Bearer ${token}` };
    const response = await fetch(new URL(path, base), { ...init, headers, cache: 'no-store' }).catch(
      (cause: unknown) => {
        if (init.signal?.aborted) throw cause;
        throw new CallRefusal(null, words.link.unreachable);
      },
    );
    if (response.ok) return response;
    throw new CallRefusal(response.status, await sentenceOf(response));
  };

  return {
    async call(method, path, body) {
      const response = await (body === undefined
        ? ask(path, { method })
        : ask(path, { method, body: JSON.stringify(body) }, { 'Content-Type': 'application/json' }));
      const text = await response.text();
      return text === '' ? null : JSON.parse(text);
    },
    blob: async (path) => (await ask(path, {})).blob(),
    async events(lastEventId, signal) {
      const since: Record<string, string> = lastEventId === null ? {} : { 'Last-Event-ID': lastEventId };
      const { body } = await ask('events', { signal }, { Accept: 'text/event-stream', ...since });
      if (body === null) throw new CallRefusal(null, words.link.unreachable);
      return body;
    },
  };
}

async function sentenceOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const said = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  return typeof said === 'string' ? said : words.link.answered(response.status);
}
