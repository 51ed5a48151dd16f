// The HTTP server under the broker: how many connections it holds, how long each may take, and how it stops.

import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';

export interface ServerBounds {
  /** More connections than this are closed as they arrive. */
  maxConnections: number;
}

/** How long a caller may take to send its few hundred bytes, and how often that is checked; Node's default is 30 s. */
const requestMs = 10_000;
const checkEveryMs = 1_000;
const keepAliveMs = 5_000;
/** Longer than the longest answer of the service. */
const silentMs = 60_000;

/** When stopping: how long a request may still take to arrive, and how long its answer may take. */
const arrivalMs = 1_000;
const maxStopMs = 25_000;

export interface BoundedServers {
  /** For Fastify's `serverFactory`, which asks for one server per address that it listens on. */
  create(handler: RequestListener): Server;
  /** Lets requests in progress be answered, then closes every connection; call it once. */
  stop(): void;
}

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
      // A closed server no longer checks how long a request takes to arrive.
      const cutIncomplete = () => {
        for (const request of unanswered) if (!request.complete) request.destroy();
      };
      setTimeout(cutIncomplete, arrivalMs).unref();
      setTimeout(closeAll, maxStopMs).unref();
      closeIfAnswered();
    },
  };
}
