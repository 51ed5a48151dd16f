// Waits for the browser on this computer (RFC 8252 §7.3): on 127.0.0.1, one path, GET by navigation only, with a check
// of `Host` against rebinding and of the user of the connecting program (socket-owner.ts). An answer belongs to the
// attempt with the same state; anything else changes nothing. Each answer is redirected to a page without parameters,
// so that no code stays in an address bar or a browser history (RFC 9700 §4.3).
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failed, ok, type Result } from '../../../contract/failure.ts';
import { failures } from '../../messages/failures.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import { createLoopbackGuard, type LoopbackGuard } from '../../platform/loopback/loopback-guard.ts';
import type { IsSameUser } from '../../platform/loopback/socket-owner.ts';
import { notOurs, pageHeaders, renderPage, type ResultPage } from './result-page.ts';

type ExpectedAnswer = {
  /** Shows the result to the waiting browser, for 3 s at most, or to one that comes later. The port may close then. */
  end(page: ResultPage): Promise<void>;
};

export type LoopbackListener = {
  /** Opens the port, or keeps the open one. Returns its number; call `expect` next. */
  open(): Promise<Result<number>>;
  expect(attempt: {
    /** Whether this is the answer to this attempt; called again for a repeated one. */
    isAnswer(parameters: URLSearchParams): boolean;
    /** Called once. */
    onAnswer(parameters: URLSearchParams): void;
  }): ExpectedAnswer;
  /** Ends immediately, even if a browser still waits for a page. */
  close(): Promise<void>;
};

type Attempt = {
  /** The path of its result page, known only to the browser that brought the answer. */
  readonly pagePath: string;
  readonly isAnswer: (parameters: URLSearchParams) => boolean;
  readonly onAnswer: (parameters: URLSearchParams) => void;
  readonly waiting: Set<ServerResponse>;
  answered: boolean;
  ending: ResultPage | null;
  pageWasShown: () => void;
};

/** How long a browser has to fetch the result page. */
const lastPageMs = 3_000;
/** How long a late browser is shown the result. */
const lateAnswerMs = 120_000;
/** How many attempts are remembered, the present one among them. */
const mostAttempts = 8;
/** A browser opens six at most; a client that opens more closes its own oldest ones. */
const maxUnauthenticated = 32;
/** How many wrong answers get a page and a line in the log; the rest get a short error. A state cannot be guessed. */
const mostWrongAnswers = 20;

export function createLoopbackListener(deps: {
  /** As in the redirect address. */
  path: string;
  /** 0 takes any free port. */
  port: number;
  clock: Clock;
  log: Logger;
  /** Whether the connecting program runs as this user. */
  isSameUser?: IsSameUser;
}): LoopbackListener {
  const { clock, log } = deps;
  const answerPath = new URL(deps.path, 'http://127.0.0.1').pathname;
  const below = answerPath.replace(/\/+$/, '');
  const notOursPath = `${below}/not-ours`;
  let attempts: readonly Attempt[] = [];
  let listening: { server: Server; port: number } | null = null;
  let opening: Promise<Result<number>> | null = null;
  let closing: Promise<void> = Promise.resolve();
  /** Attempts that have the port and will call `expect`. */
  let aboutToExpect = 0;
  let wrongAnswers = 0;
  let undoClosing = () => {};
  /** Requests whose user has not been determined yet. */
  const admissions = new Set<Promise<void>>();

  async function admit({ admits }: LoopbackGuard, request: IncomingMessage, response: ServerResponse) {
    if (await admits(request.socket)) handle(request, response);
    else reject(response, 403);
  }

  function handle(request: IncomingMessage, response: ServerResponse) {
    const { port } = listening ?? { port: deps.port };
    const [path, query = ''] = (request.url ?? '').split('?', 2);
    const hosts = port === 80 ? ['127.0.0.1', '127.0.0.1:80'] : [`127.0.0.1:${port}`];
    const shown = attempts.find(({ pagePath }) => pagePath === path);
    if (!hosts.includes(request.headers.host ?? '')) return reject(response, 421);
    if (path !== answerPath && path !== notOursPath && !shown) return reject(response, 404);
    if (request.method !== 'GET') return reject(response, 405, { allow: 'GET' });
    if (!isNavigation(request)) return reject(response, 403);
    if (shown) return showResult(shown, response);
    if (path === notOursPath) return reject(response, 400);
    const parameters = new URLSearchParams(query);
    const attempt = attempts.find((one) => one.isAnswer(parameters));
    if (!attempt) return rejectAnswer(response);
    sendOn(response, attempt.pagePath);
    if (attempt.answered || attempt.ending) return undefined;
    attempt.answered = true;
    attempt.onAnswer(parameters);
    return undefined;
  }

  /** It may carry a code from someone else, so it is redirected too. */
  function rejectAnswer(response: ServerResponse) {
    wrongAnswers += 1;
    if (wrongAnswers > mostWrongAnswers) return void response.writeHead(429, pageHeaders()).end();
    log.warn('a request to the sign-in listener was not the answer it waits for');
    return sendOn(response, notOursPath);
  }

  function show(response: ServerResponse, status: number, page: ResultPage, headers: Record<string, string> = {}) {
    void renderPage(page, response.req.headers['accept-language']).then((html) =>
      response.writeHead(status, { ...pageHeaders(), ...headers }).end(html),
    );
  }

  const sendOn = (response: ServerResponse, location: string) =>
    void response.writeHead(303, { ...pageHeaders(), location }).end();

  const reject = (response: ServerResponse, status: number, headers: Record<string, string> = {}) =>
    show(response, status, notOurs, headers);

  function showResult(attempt: Attempt, response: ServerResponse) {
    if (!attempt.ending) {
      attempt.waiting.add(response);
      response.on('close', () => attempt.waiting.delete(response));
      return undefined;
    }
    response.req.socket.once('close', attempt.pageWasShown);
    show(response, 200, attempt.ending);
    return undefined;
  }

  /** Two attempts may open it at once, also while the last one closes it: they share a port. */
  async function open(): Promise<Result<number>> {
    undoClosing();
    aboutToExpect += 1;
    if (listening) return ok(listening.port);
    opening ??= closing.then(listen).finally(() => (opening = null));
    const opened = await opening;
    if (!opened.ok) aboutToExpect -= 1;
    return opened;
  }

  async function listen(): Promise<Result<number>> {
    // Loaded here: an import of node:http takes as long as a whole command of the command line.
    const { createServer } = await import('node:http');
    // Node's own time-outs: a slow client is disconnected within seconds.
    const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 1_000 });
    const guard = createLoopbackGuard(server, {
      ...(deps.isSameUser && { admits: deps.isSameUser }),
      maxUnauthenticated,
    });
    server.on('request', (request, response) => {
      const admitting = admit(guard, request, response).finally(() => admissions.delete(admitting));
      admissions.add(admitting);
    });
    const opened = await new Promise<Result<number>>((resolve) => {
      server.on('error', (error: NodeJS.ErrnoException) =>
        resolve(failed(failures.loopbackUnavailable(deps.port, error.code))),
      );
      // Without a host, Node would listen on every interface (RFC 8252 §8.3).
      server.listen({ host: '127.0.0.1', port: deps.port, exclusive: true }, () =>
        resolve(ok((server.address() as AddressInfo).port)),
      );
    });
    if (opened.ok) listening = { server, port: opened.value };
    wrongAnswers = 0;
    return opened;
  }

  async function close() {
    undoClosing();
    await opening;
    attempts = [];
    const server = listening?.server;
    listening = null;
    if (!server) return closing;
    closing = new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    return closing;
  }

  const isWaitedFor = () => aboutToExpect > 0 || attempts.some(({ ending }) => ending === null);

  async function end(attempt: Attempt, page: ResultPage, shown: Promise<void>) {
    if (attempt.ending) return;
    attempt.ending = page;
    for (const response of attempt.waiting) showResult(attempt, response);
    if (attempt.answered) {
      await new Promise<void>((resolve) => {
        const undo = clock.schedule(lastPageMs, resolve);
        void shown.then(() => {
          undo();
          resolve();
        });
      });
    }
    // A second tab with the same answer gets its page too.
    await Promise.all(admissions);
    if (isWaitedFor() || !listening) return;
    if (attempt.answered) await close();
    else {
      undoClosing();
      undoClosing = clock.schedule(lateAnswerMs, () => void close());
    }
  }

  return {
    open,
    close,
    expect({ isAnswer, onAnswer }) {
      let pageWasShown = () => {};
      const shown = new Promise<void>((resolve) => (pageWasShown = resolve));
      const attempt: Attempt = {
        pagePath: `${below}/done/${randomBytes(16).toString('base64url')}`,
        isAnswer,
        onAnswer,
        waiting: new Set(),
        answered: false,
        ending: null,
        pageWasShown,
      };
      aboutToExpect -= 1;
      attempts = [...attempts, attempt].slice(-mostAttempts);
      return { end: (page) => end(attempt, page, shown) };
    },
  };
}

/** Fetch Metadata: only a navigation counts, no image, frame or script. */
function isNavigation({ headers }: IncomingMessage): boolean {
  if (headers.origin !== undefined) return false;
  if (headers['sec-fetch-site'] === undefined) return true;
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}
