// The broker's HTTP server: limits on connections and their duration, and a graceful stop.

import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';

type ServerBounds = {
  /** Further connections are closed as they arrive. */
  maxConnections: number;
};

/**
 * How long a request of a few hundred bytes may take to arrive, and how often that is checked (Node's default is 30 s).
 */
const requestMs = 10_000;
const checkEveryMs = 1_000;
const keepAliveMs = 5_000;
/** Longer than the service's longest answer. */
const silentMs = 60_000;

/** When stopping: how long a request may still take to arrive, and an answer to be sent. */
const arrivalMs = 1_000;
const maxStopMs = 25_000;

type BoundedServers = {
  /** For Fastify's `serverFactory`, which creates one server per address. */
  create(handler: RequestListener): Server;
  /** Answers the requests in progress, then closes every connection. Call it once. */
  stop(): void;
};

export function createBoundedServers({ maxConnections }: ServerBounds): BoundedServers {
  const servers: Server[] = [];
  const unanswered = new Set<IncomingMessage>();
  let isStopping = false;

  const closeAll = () => servers.forEach((server) => server.closeAllConnections());
  const closeIfAnswered = () => {
    if (isStopping && unanswered.size === 0) closeAll();
  };

  return {
    create(handler) {
      const server = createServer(
        {
          headersTimeout: requestMs,
          requestTimeout: requestMs,
          connectionsCheckingInterval: checkEveryMs,
          keepAliveTimeout: keepAliveMs,
        },
        handler,
      );
      server.maxConnections = maxConnections;
      server.setTimeout(silentMs);
      server.on('request', (request, response) => {
        unanswered.add(request);
        response.once('close', () => {
          unanswered.delete(request);
          closeIfAnswered();
        });
      });
      servers.push(server);
      return server;
    },
    stop() {
      isStopping = true;
      const cutIncomplete = () => {
        for (const request of unanswered) if (!request.complete) request.destroy();
      };
      setTimeout(cutIncomplete, arrivalMs).unref();
      setTimeout(closeAll, maxStopMs).unref();
      closeIfAnswered();
    },
  };
}
