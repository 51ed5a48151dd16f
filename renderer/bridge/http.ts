// The bridge of a window in a browser: HTTP and server-sent events on the page's own origin.
import type { Bridge, BridgeFile, ImageBytes } from '../../main/contract/bridge.ts';
import type { IntakeAnswer } from '../../main/contract/commands.ts';
import type { CompanionEvent } from '../../main/contract/events.ts';
import { failed, type Failure, ok, type Result } from '../../main/contract/failure.ts';
import type { Exported } from '../../main/contract/logbook.ts';
import { type Link, type LinkState, openEventStream, type TabVisibility } from './event-stream.ts';
import type { Fetch, WindowSession } from './window-session.ts';
import { message } from '../../main/messages/message.ts';

/** What it uses of the browser; tests pass their own. */
type HttpBridgeOptions = {
  /** Saves a file as a download. */
  readonly save: (file: Blob, name: string) => void;
  readonly fetch: Fetch;
  readonly session: WindowSession;
  readonly tab: TabVisibility;
  readonly after: (delayMs: number, action: () => void) => () => void;
};

const unreachable = (): Failure => ({ kind: 'service-unreachable', message: message('window.link.down') });
const closed = (): Failure => ({ kind: 'not-permitted', message: message('window.link.closed') });

export function createHttpBridge({ fetch, session, tab, after, save }: HttpBridgeOptions): {
  bridge: Bridge;
  link: Link;
} {
  const linkListeners = new Set<(state: LinkState) => void>();
  let reconnect = () => {};

  async function ask<T>(address: string, init: RequestInit, read: (answer: Response) => Promise<T>) {
    const standing = await session.check();
    if (standing !== 'ours') return failed(standing === 'closed' ? closed() : unreachable());
    try {
      const headers = { ...session.headers(), ...(init.headers as Record<string, string>) };
      const answer = await fetch(address, { ...init, headers, credentials: 'omit' });
      if (answer.status === 401 || answer.status === 403) return failed(closed());
      return await read(answer);
    } catch {
      session.requireProof();
      // So that everything is read again. An upload also fails if its file can't be read.
      if (!(init.body instanceof Blob)) reconnect();
      return failed(unreachable());
    }
  }

  const asResult = (answer: Response) => answer.json() as Promise<Result<unknown>>;

  const putFile = (file: BridgeFile, pilot: number | null) =>
    ask(
      `bridge/files?name=${encodeURIComponent(file.name)}${pilot === null ? '' : `&pilot=${pilot}`}`,
      { method: 'PUT', headers: { 'content-type': 'application/octet-stream' }, body: file as File },
      asResult,
    );

  function subscribe(listener: (event: CompanionEvent) => void) {
    const stream = openEventStream({
      tab,
      fetch,
      session,
      after,
      onLink: (state) => linkListeners.forEach((listen) => listen(state)),
      onMessage(text) {
        try {
          listener(JSON.parse(text) as CompanionEvent);
        } catch {
          // The message is incomplete. The next 'up' reads everything again.
        }
      },
    });
    ({ reconnect } = stream);
    return stream.stop;
  }

  async function asImage(answer: Response): Promise<Result<ImageBytes>> {
    const mediaType = answer.headers.get('content-type') ?? '';
    if (mediaType.startsWith('application/json')) return (await answer.json()) as Result<ImageBytes>;
    // find-bridge.ts checks both.
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return ok({ mediaType: mediaType as ImageBytes['mediaType'], bytes });
  }

  /** Reads the response to an export: a file if it succeeded, otherwise JSON. */
  async function asDownload(answer: Response): Promise<Result<Exported | null>> {
    const header = answer.headers.get('x-pilot-companion-exported');
    if (header === null) return (await answer.json()) as Result<null>;
    // find-bridge.ts checks it.
    const exported = JSON.parse(header) as Exported;
    save(await answer.blob(), exported.name);
    return ok(exported);
  }

  const bridge: Bridge = {
    call: (name, input) =>
      ask(
        `bridge/call/${name}`,
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) },
        asResult,
      ) as ReturnType<Bridge['call']> as never,
    async addFiles(files, pilot) {
      const answers: IntakeAnswer[] = [];
      for (const file of files) {
        const result = (await putFile(file, pilot)) as Result<IntakeAnswer[]>;
        if (result.ok) answers.push(...result.value);
        else {
          const isLost = result.failure.kind === 'service-unreachable';
          const why = isLost ? message('window.link.notAdded') : result.failure.message;
          answers.push({ name: file.name, outcome: 'rejected', stripId: null, message: why });
        }
      }
      return ok(answers);
    },
    subscribe,
    exportLogbook: (input) =>
      ask(
        'bridge/export',
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) },
        asDownload,
      ),
    // Browsers don't reveal paths.
    folderPath: () => null,
    image: (stripId) => ask(`bridge/images/${encodeURIComponent(stripId)}`, {}, asImage),
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
