// Waits for the browser on this computer (RFC 8252 §7.3). Bound to 127.0.0.1, one exact path, GET only, `Host` checked
// against rebinding. A request that is not the answer changes nothing. The answer itself is met with a redirect to a
// page without parameters, so that the code stands in no address bar and no history entry (RFC 9700 §4.3).
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { failures } from '../failures.ts';
import type { Clock, Logger } from '../ports.ts';
import { endingPages, pageHeaders, renderPage, type EndingPage } from './ending-page.ts';

export type LoopbackListener = {
  readonly port: number;
  /** Shows how it ended to the browser that waits, then closes. Resolves when it is closed: 3 s at most. */
  end(page: EndingPage): Promise<void>;
};

/** How long a browser has to fetch the ending page. */
const lastPageMs = 3_000;

export async function openLoopbackListener(deps: {
  /** As in the redirect address. */
  path: string;
  /** 0 takes any free port. */
  port: number;
  clock: Clock;
  log: Logger;
  /** Whether this is the answer that is waited for; called again for a repeated one. */
  isAnswer(parameters: URLSearchParams): boolean;
  /** Called once. */
  onAnswer(parameters: URLSearchParams): void;
}): Promise<Result<LoopbackListener>> {
  const { clock, log } = deps;
  const answerPath = new URL(deps.path, 'http://127.0.0.1').pathname;
  const donePath = `${answerPath.replace(/\/+$/, '')}/done`;
  let port = deps.port;
  let answered = false;
  let ending: EndingPage | null = null;
  const waiting = new Set<ServerResponse>();
  let pageWasShown = () => {};
  const shown = new Promise<void>((resolve) => (pageWasShown = resolve));

  const server = createServer(handle);
  // Two or three tabs of one pilot, not more; a client that dawdles is cut off by Node itself.
  server.maxConnections = 32;
  server.headersTimeout = 10_000;
  server.requestTimeout = 10_000;

  function handle(request: IncomingMessage, response: ServerResponse) {
    const [path, query = ''] = (request.url ?? '').split('?', 2);
    const hosts = port === 80 ? ['127.0.0.1', '127.0.0.1:80'] : [`127.0.0.1:${port}`];
    if (!hosts.includes(request.headers.host ?? '')) return refuse(response, 421);
    if (path !== answerPath && path !== donePath) return refuse(response, 404);
    if (request.method !== 'GET') return refuse(response, 405, { allow: 'GET' });
    if (path === donePath) return showEnding(response);
    const parameters = new URLSearchParams(query);
    if (!deps.isAnswer(parameters)) {
      log.warn('A request to the sign-in listener was not the answer it waits for');
      return refuse(response, 400);
    }
    response.writeHead(303, { ...pageHeaders, location: donePath }).end();
    if (answered) return undefined;
    answered = true;
    deps.onAnswer(parameters);
    return undefined;
  }

  function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}) {
    response.writeHead(status, { ...pageHeaders, ...headers }).end(renderPage(endingPages.notOurs));
  }

  function showEnding(response: ServerResponse) {
    if (!answered) return refuse(response, 404);
    if (!ending) {
      waiting.add(response);
      response.on('close', () => waiting.delete(response));
      return undefined;
    }
    response.req.socket.once('close', pageWasShown);
    response.writeHead(200, pageHeaders).end(renderPage(ending));
    return undefined;
  }

  const opened = await new Promise<Result<null>>((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(failed(failures.loopbackUnavailable(deps.port, error.code))),
    );
    // The host is named: without it Node would listen on every interface (RFC 8252 §8.3).
    server.listen({ host: '127.0.0.1', port: deps.port, exclusive: true }, () => resolve(ok(null)));
  });
  if (!opened.ok) return opened;
  port = (server.address() as AddressInfo).port;

  return ok({
    port,
    async end(page) {
      if (ending) return;
      ending = page;
      if (answered) {
        for (const response of waiting) showEnding(response);
        await new Promise<void>((resolve) => {
          const undo = clock.schedule(lastPageMs, resolve);
          void shown.then(() => {
            undo();
            resolve();
          });
        });
      }
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  });
}
