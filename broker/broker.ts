// The application's token server. A desktop app can't keep a secret (RFC 8252 §8.5), so the companion sends its code or
// refresh token here; the broker adds the secret and forwards the request. It stores nothing, and any number of brokers
// can run side by side.

import Fastify, { LogController } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyServerOptions } from 'fastify';
import type { Configuration } from './configuration.ts';
import { createBoundedServers } from './bounded-server.ts';
import { createUpstreamClient } from './upstream-client.ts';
import type { ForwardResult } from './upstream-client.ts';
import { TooManyRequests, addRateLimits } from './rate-limits.ts';
import { readTokenRequest } from './token-request.ts';

type BrokerOptions = {
  /** Where log lines go; false for none. They contain neither bodies nor client addresses. */
  logger: FastifyServerOptions['logger'];
};

const mostFormBytes = 16 * 1024;
/** Further requests are rejected: they would not be answered in time. */
const mostAtOnce = 200;
const tryAgainSeconds = 5;

/** Creates the broker as a Fastify app; `close()` answers the requests in progress first. */
export function createBroker(configuration: Configuration, { logger }: BrokerOptions): FastifyInstance {
  const servers = createBoundedServers(configuration);
  const app = Fastify({
    serverFactory: servers.create,
    logger: logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: mostFormBytes,
    trustProxy: (_address, hop) => hop < configuration.trustedProxies,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  const upstream = createUpstreamClient(configuration);
  let inProgress = 0;
  let isStopping = false;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('preClose', async () => {
    isStopping = true;
    servers.stop();
  });
  app.addHook('onClose', () => upstream.close());

  // RFC 6749 §5.1: an answer that contains tokens is not cached.
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache', 'x-content-type-options': 'nosniff' });
  });
  app.addHook('onResponse', async ({ log, method, routeOptions }, reply) => {
    if (routeOptions.url === '/health') return;
    const took = { method, path: routeOptions.url ?? 'unknown', status: reply.statusCode, ms: reply.elapsedTime };
    log.info({ ...took, ms: Math.round(took.ms) }, 'answered');
  });

  // Before the limits: some proxies (Azure Application Gateway, ALB) add the client's port, and each connection would
  // count as a separate address.
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const forwardedFor = headers['x-forwarded-for'];
    if (forwardedFor !== undefined) headers['x-forwarded-for'] = withoutPorts(String(forwardedFor));
  });
  addRateLimits(app, configuration);
  // In a separate plugin, so that they come after the limits.
  void app.register(async (routes) => {
    /** For monitoring: whether the broker accepts requests. It doesn't contact the service. */
    routes.get('/health', { config: { rateLimit: false } }, (_request, reply) =>
      isStopping ? reply.code(503).send({ status: 'stopping' }) : reply.send({ status: 'ok' }),
    );

    routes.post('/oauth/token', async (request, reply) => {
      // Only companions use this endpoint, never web pages.
      if (request.headers.origin !== undefined)
        return sendError(reply, 403, 'invalid_request', 'Requests from web pages are not accepted.');
      if (request.headers.authorization !== undefined) {
        return sendError(reply, 400, 'invalid_request', 'Send no credentials: the broker adds them.');
      }
      const asked = readTokenRequest(typeof request.body === 'string' ? request.body : '', configuration);
      if ('error' in asked) return sendError(reply, 400, asked.error, asked.description);
      if (isStopping || inProgress >= mostAtOnce) return later(reply, 503, tryAgainSeconds, 'The broker is busy.');

      inProgress += 1;
      const result = await upstream.forward(asked).finally(() => (inProgress -= 1));
      if (result.outcome !== 'answered')
        request.log.error({ code: result.code, grant: asked.grantType }, result.outcome);
      else if (/"invalid_client"/.test(result.body)) request.log.error('the service does not accept our credentials');
      return answer(reply, result);
    });
  });

  app.setNotFoundHandler((_request, reply) => sendError(reply, 404, 'invalid_request', 'Not found.'));
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof TooManyRequests) return later(reply, 429, error.retryAfterSeconds, error.message);
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ name: error.name }, 'a request could not be handled');
    const message =
      status === 413
        ? 'The form is too long.'
        : status === 415
          ? 'The body has to be application/x-www-form-urlencoded.'
          : 'Invalid request.';
    return sendError(reply, status >= 500 ? 500 : 400, 'invalid_request', message);
  });
  return app;
}

/** Turns `203.0.113.7:4711, [2001:db8::1]:4711` into `203.0.113.7, 2001:db8::1`. */
const withoutPorts = (forwardedFor: string) =>
  forwardedFor
    .split(',')
    .map((one) => one.trim().replace(/^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/, '$1$2'))
    .join(', ');

function answer(reply: FastifyReply, result: ForwardResult) {
  if (result.outcome === 'answered') {
    if (result.retryAfter !== null) reply.header('retry-after', result.retryAfter);
    return reply.code(result.status).type('application/json; charset=utf-8').send(result.body);
  }
  // The companion tells these two apart (rule 25): 503, nothing was sent; 504, the outcome is unknown.
  return result.outcome === 'not-uploaded'
    ? later(reply, 503, tryAgainSeconds, 'The service cannot be reached; nothing was sent.')
    : sendError(
        reply,
        504,
        'temporarily_unavailable',
        'The service may have carried out the request; its answer was lost.',
      );
}

const sendError = (reply: FastifyReply, status: number, error: string, description: string) =>
  reply.code(status).send({ error, error_description: description });

const later = (reply: FastifyReply, status: 429 | 503, seconds: number, description: string) =>
  sendError(reply.header('retry-after', String(seconds)), status, 'temporarily_unavailable', description);
