// The service as a Fastify application. No input causes a 5xx; malformed requests get an error in the format of their
// endpoint. A19: there is one version of the interface, under /api/v1.

import Fastify from 'fastify';
import type { FastifyError, FastifyInstance, FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createBrokenHttp } from '../faults/broken-http.ts';
import type { ControlContext } from '../control/control-context.ts';
import { controlPrefix, registerControl, sendUnreadable } from '../control/routes.ts';
import { registerFaults } from '../faults/fault-injection.ts';
import { createRecording } from '../journal/record-requests.ts';
import { registerReadRoutes, registerUserinfoRoute } from '../flights/read.ts';
import { registerUploadRoute } from '../flights/upload.ts';
import { registerAuthorizeRoutes, sendClosed, authorizePath, sendPage } from '../oauth/authorize.ts';
import { problem, registerTokenRoute, sendTokenResponse, sendPostOnly, tokenPath } from '../oauth/token.ts';
import { metadataPath, registerMetadataRoute, registerTokenStatusRoutes } from '../oauth/extended-endpoints.ts';
import { allowOrigins, leaveBodiesUnread, allowedMethods } from '../http/app-hooks.ts';
import { closeAfterBodies, waitForBodies } from './unread-body.ts';
import { isControl, pathOf } from '../http/request.ts';
import { describingOnly } from '../http/route-schema.ts';
import { observeSecrets } from '../oauth/secret-observer.ts';
import type { TlsFiles } from './tls.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Worlds } from './worlds.ts';
import type { StateFile } from '../world/state-file.ts';
import { openapiPath, sendOpenapi } from '../control/static-files.ts';
import { ruleUnlessRuled } from '../journal/journal.ts';
import type { EmulatorContext } from '../context.ts';
import { rootPage } from '../oauth/page.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended
  interface FastifyContextConfig {
    /** The error format of the endpoint; JSON with `detail` by default. */
    errorFormat?: 'oauth' | 'page';
  }
}

const slowestRequestMs = 120_000;

const formType = 'application/x-www-form-urlencoded';
/** A25. */
const mostFormBytes = 64 * 1024;

export function emulatorApp(
  app: FastifyInstance,
  { context, ending }: { context: EmulatorContext; ending: AbortSignal },
) {
  const { settings } = context;
  const isExtended = settings.mode === 'extended';
  // The upload streams its body, and forms are parsed below.
  leaveBodiesUnread(app);

  // Before the routes, which it lists.
  answerOtherMethods(app, context);
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
  // Before faults, because a secret in a lost response was still issued.
  if (context.onSecret) observeSecrets(app, context.onSecret);
  registerFaults(app, context, ending);

  void app.register((withForms, _options, done) => {
    // As text, which the journal shows.
    withForms.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: mostFormBytes }, (_request, form, next) =>
      next(null, form),
    );
    registerTokenRoute(withForms, context);
    if (isExtended) registerTokenStatusRoutes(withForms, context);
    registerAuthorizeRoutes(withForms, context);
    done();
  });
  registerUploadRoute(app, context);
  if (isExtended) {
    registerReadRoutes(app, context);
    registerUserinfoRoute(app, context);
    registerMetadataRoute(app, context);
  }
}

type AppParts = {
  context: ControlContext;
  controlToken: string | null;
  state: Pick<StateFile, 'settle'> | null;
  tls: TlsFiles | null;
  /** Null in a world, whose connections belong to the emulator that contains it. */
  worlds: Worlds | null;
  /** A proxy in front of a real service replaces this one; null serves this one. */
  recorder: Recorder | null;
  /** Ends delayed faults and event streams. */
  ending: AbortSignal;
};

/** A server with the service on it, not listening yet. */
export async function createApp({
  context,
  controlToken,
  state,
  tls,
  worlds,
  recorder,
  ending,
}: AppParts): Promise<FastifyInstance> {
  const recording = createRecording(context, worlds !== null);
  const brokenHttp = createBrokenHttp(recording);
  const options: FastifyHttpOptions<Server> = {
    forceCloseConnections: true,
    return503OnClosing: false,
    exposeHeadRoutes: true,
    // An upload that is forwarded takes as long as the service needs.
    requestTimeout: recorder === null ? slowestRequestMs : 0,
    http: { requireHostHeader: false },
    schemaController: describingOnly,
    frameworkErrors: (_error, request, reply) => {
      if (controlToken !== null && isControl(request.raw.url ?? '')) return void sendUnreadable(reply);
      recording.begin(request, reply, JSON.stringify(notFound));
      if (recorder !== null) return recorder.forward(request, reply);
      void sendNotFound(reply);
    },
    clientErrorHandler: brokenHttp.answer,
  };
  const app =
    tls === null ? Fastify(options) : (Fastify({ ...options, https: tls } as object) as unknown as FastifyInstance);
  allowOrigins(app, context.settings.cors);
  recording.watch(app);
  brokenHttp.watch(app);
  waitForBodies(app);
  // RFC 9110 §6.6.1: by the clock that also dates the records.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (recorder === null && !reply.hasHeader('date'))
      reply.header('date', new Date(context.clock.now()).toUTCString());
    done(null, payload);
  });
  // Node keeps the first of several Authorization headers; they must all be rejected (rules 14 and 29). Joined (RFC 9110
  // §5.3), they are neither Basic nor Bearer.
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.headers.authorization !== undefined) {
      const values = raw.headersDistinct?.['authorization'] ?? [];
      if (values.length > 1) raw.headers.authorization = values.join(', ');
    }
    done();
  });
  if (state !== null) waitForStateFile(app, state);
  if (controlToken !== null) {
    void app.register(async (scope) => registerControl(scope, context, controlToken, ending), {
      prefix: controlPrefix,
    });
  }
  void app.register(async (served) =>
    recorder === null ? emulatorApp(served, { context, ending }) : recorder.register(served),
  );
  await app.ready();
  if (worlds !== null && controlToken !== null && recorder === null) serveWorlds(app, worlds);
  closeAfterBodies(app.server);
  return app;
}

/** Requests to a world never reach the routes of the emulator. */
function serveWorlds({ server }: FastifyInstance, worlds: Worlds): void {
  const [serve] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith(`${metadataPath}/w/`)) {
      // RFC 8414 §3.1 puts the path of an issuer behind the well-known one.
      request.url = request.url.slice(metadataPath.length) + metadataPath;
    }
    if (request.url?.startsWith('/w/') === true && worlds.handle(request, response)) return;
    serve?.(request, response);
  });
}

/**
 * Delays each response until the state file contains the change. If it cannot be written, the connection is closed, so the
 * client knows as little as the file.
 */
function waitForStateFile(app: FastifyInstance, state: Pick<StateFile, 'settle'>): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    state.settle((error) => {
      if (error === null) return done(null, payload);
      process.emitWarning(error);
      reply.hijack();
      reply.raw.destroy();
    });
  });
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Errors of Fastify have a status below 500; anything else is a bug.
  if (error.statusCode === undefined || error.statusCode >= 500) {
    process.emitWarning(error);
    return reply.code(500).send({ detail: 'emulator_fault' });
  }
  // Fastify would close the connection, because it leaves the rest of a long body unread; here it is discarded.
  reply.removeHeader('connection');
  const message =
    error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? `The form exceeds ${mostFormBytes} bytes.` : 'The form is not valid.';
  switch (request.routeOptions.config.errorFormat) {
    case 'oauth':
      return sendTokenResponse(reply, 400, problem('invalid_request', message));
    case 'page':
      return sendClosed(reply, message);
    default:
      return reply.code(400).send({ detail: 'bad_request' });
  }
}

// A30: responds to unsupported methods with 405 and Allow, in the format of the endpoint; unknown URLs are 404,
// except the root page of the emulator and, in extended mode, the OpenAPI description.

function answerOtherMethods(app: FastifyInstance, { settings, url }: Pick<EmulatorContext, 'settings' | 'url'>): void {
  const methodsAt = allowedMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    if (request.raw.url === '/' && settings.mode === 'extended' && settings.control && isRead(request)) {
      ruleUnlessRuled(request, 'page: root page of the emulator');
      return sendPage(reply, 200, rootPage(), null);
    }
    if (path === openapiPath && settings.mode === 'extended' && isRead(request)) {
      ruleUnlessRuled(request, 'served: the OpenAPI description');
      return sendOpenapi(reply, 'extended', url());
    }
    const allowed = methodsAt(path);
    // A20: the token endpoint always responds with 405.
    const isAnswered = path === tokenPath || !isLeftOut(path, settings.mode);
    return allowed.length > 0 && isAnswered
      ? sendOtherMethod(reply.header('Allow', allowed.join(', ')), path, allowed)
      : sendNotFound(reply);
  });
}

const notFound = { detail: 'not_found' };

function sendNotFound(reply: FastifyReply): FastifyReply {
  const isOfWorld = reply.request.url.startsWith('/w/');
  const why = isOfWorld ? 'there is no world with this ID; it may have ended' : 'nothing is served at this URL';
  ruleUnlessRuled(reply.request, `not_found: ${why}`);
  const isControl = isOfWorld && /^\/w\/[^/]+\/_emulator(?:\/|$)/.test(reply.request.url);
  return reply.code(404).send(isControl ? { error: 'There is no world with this ID; it may have ended.' } : notFound);
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** A4: in strict mode reading does not exist, although the URL is used for uploads; other methods are answered alike. */
const isLeftOut = (path: string, mode: string): boolean => mode === 'strict' && path.startsWith('/api/');

function sendOtherMethod(reply: FastifyReply, path: string, allowed: readonly string[]): FastifyReply {
  if (path === tokenPath) return sendPostOnly(reply);
  if (path === authorizePath) return sendClosed(reply, `This page supports ${allowed.join(', ')} only.`, 405);
  const { origin, 'access-control-request-method': wanted } = reply.request.headers;
  const isPreflight = reply.request.method === 'OPTIONS' && wanted !== undefined;
  const why = isPreflight ? `a preflight of ${origin}, which --cors does not name` : `use ${allowed.join(', ')}`;
  ruleUnlessRuled(reply.request, `method_not_allowed: ${why}`);
  return reply.code(405).send({ detail: 'method_not_allowed' });
}
