// Server-sent events of the window server: a window gets the state first, then every event.
import type { ServerResponse } from 'node:http';
import type { CompanionEvent } from '../../contract/events.ts';
import type { AppState } from '../../contract/state.ts';
import type { Companion } from '../../core/app/companion.ts';
import type { Clock } from '../../core/platform/ports.ts';

const heartbeatMs = 15_000;
/** A window that reads slower than this is disconnected; it reconnects and reads everything again. */
const mostUnreadBytes = 1024 * 1024;
const mostListeners = 32;

export function createWindowEvents({ companion, clock }: { readonly companion: Companion; readonly clock: Clock }) {
  const listeners = new Set<ServerResponse>();
  let undoHeartbeat: (() => void) | null = null;

  function write(response: ServerResponse, text: string) {
    if (response.writableLength > mostUnreadBytes) response.destroy();
    else response.write(text);
  }

  const send = (response: ServerResponse, event: CompanionEvent) =>
    write(response, `data: ${JSON.stringify(event)}\n\n`);

  const undoSubscription = companion.subscribe((event) => {
    for (const response of listeners) send(response, event);
  });

  // A comment shows both ends that the connection is alive.
  function heartbeat() {
    undoHeartbeat = null;
    for (const response of listeners) write(response, ': here\n\n');
    if (listeners.size > 0) undoHeartbeat = clock.schedule(heartbeatMs, heartbeat);
  }

  return {
    /** Keeps the response open until either side ends it. */
    async open(response: ServerResponse, headers: Readonly<Record<string, string>>): Promise<void> {
      if (listeners.size >= mostListeners) return void response.writeHead(503, headers).end();
      response.writeHead(200, { ...headers, 'content-type': 'text/event-stream; charset=utf-8' });
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
      response.on('error', () => listeners.delete(response));
      write(response, 'retry: 1000\n\n');
      undoHeartbeat ??= clock.schedule(heartbeatMs, heartbeat);
      const state = await companion.handle('app.state', {});
      if (state.ok && !response.destroyed) send(response, { type: 'state.changed', state: state.value as AppState });
    },
    close() {
      undoSubscription();
      undoHeartbeat?.();
      for (const response of listeners) response.end();
      listeners.clear();
    },
    get listening() {
      return listeners.size;
    },
  };
}
