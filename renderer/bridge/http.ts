// The bridge of a window in a browser: HTTP and server-sent events on the address the page came from.
import type { Bridge, BridgeFile } from '../../main/contract/bridge.ts';
import type { IntakeAnswer } from '../../main/contract/commands.ts';
import type { CompanionEvent } from '../../main/contract/events.ts';
import { failed, ok } from '../../main/contract/failure.ts';
import type { Failure, Result } from '../../main/contract/failure.ts';
import { words } from '../words/words.ts';
import type { Link } from './link.ts';

/** What it needs of a browser; tests hand in their own. */
export type HttpBridgeOptions = {
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly openEvents: (address: string) => EventSource;
};

const unreachable = (): Failure => ({ kind: 'service-unreachable', words: words.link.down });
const closed = (): Failure => ({ kind: 'not-permitted', words: words.link.closed });

export function createHttpBridge({ fetch, openEvents }: HttpBridgeOptions): { bridge: Bridge; link: Link } {
  const linkListeners = new Set<Parameters<Link['onChange']>[0]>();

  async function ask(address: string, init: RequestInit): Promise<Result<unknown>> {
    try {
      const answer = await fetch(address, { credentials: 'same-origin', ...init });
      if (answer.status === 401 || answer.status === 403) return failed(closed());
      return (await answer.json()) as Result<unknown>;
    } catch {
      return failed(unreachable());
    }
  }

  const putFile = (file: BridgeFile) =>
    ask(`bridge/files?name=${encodeURIComponent(file.name)}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: file as File,
    });

  function subscribe(listener: (event: CompanionEvent) => void) {
    const events = openEvents('bridge/events');
    const tell = (status: 'up' | 'down' | 'closed') => linkListeners.forEach((listen) => listen(status));
    events.addEventListener('open', () => tell('up'));
    // EventSource comes back by itself after a broken connection, and gives up where the server turns it away.
    events.addEventListener('error', () => tell(events.readyState === 2 ? 'closed' : 'down'));
    events.addEventListener('message', (message) => {
      try {
        listener(JSON.parse(message.data as string) as CompanionEvent);
      } catch {
        // Not JSON: a torn message. The next 'open' reads everything anew.
      }
    });
    return () => events.close();
  }

  const bridge: Bridge = {
    call: (name, input) =>
      ask(`bridge/call/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      }) as ReturnType<Bridge['call']> as never,
    async takeFiles(files) {
      const answers: IntakeAnswer[] = [];
      for (const file of files) {
        const result = (await putFile(file)) as Result<IntakeAnswer[]>;
        if (result.ok) answers.push(...result.value);
        else answers.push({ name: file.name, outcome: 'refused', stripId: null, words: result.failure.words });
      }
      return ok(answers);
    },
    subscribe,
    pictureAddress: (stripId) => `bridge/pictures/${encodeURIComponent(stripId)}`,
  };

  return {
    bridge,
    link: {
      onChange(listener) {
        linkListeners.add(listener);
        return () => void linkListeners.delete(listener);
      },
    },
  };
}
