// The service as a Fastify plugin: routes that mirror the addresses, and an answer for everything else. Nothing that
// comes in ends in a 5xx; what is malformed is answered in the form of the endpoint that it was meant for. A19: there is
// one version of the interface, under the documented prefix /api/v1.

import Fastify from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createBrokenHttp } from '../faults/broken-http.ts';
import type { Controls } from '../control/controls.ts';
import { controlPrefix, registerControl, sendUnreadable } from '../control/routes.ts';
import { registerFaults } from '../faults/fault-injection.ts';
import { createRecording } from './record-requests.ts';
import { notFound, registerReadRoutes, sendNotFound } from '../flights/read.ts';
import { registerUploadRoute } from '../flights/upload.ts';
import { registerAuthorizeRoutes, sendClosed } from '../oauth/authorize.ts';
import { takeForms } from '../oauth/form-body.ts';
import { problem, registerTokenRoute, sendTokenResponse } from '../oauth/token.ts';
import { registerUserinfoRoute } from '../oauth/userinfo.ts';
import { answerOtherMethods } from './other-methods.ts';
import { isControl } from '../http/request-url.ts';
import { observeSecrets } from '../oauth/secret-observer.ts';
import type { EmulatorContext } from '../context.ts';
import type { StateFile } from '../world/state-file.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the endpoint words a refusal; JSON with `detail` where it does not say. */
    speaks?: 'oauth' | 'page';
  }
}

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;
const slowestRequestMs = 120_000;

export function emulatorApp(
  app: FastifyInstance,
  { context, ending }: { context: EmulatorContext; ending: AbortSignal },
) {
  app.removeAllContentTypeParsers();
  // A body stays unread until somebody wants it: the upload streams it, a form is taken in below, the rest is left alone.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  // Fastify refuses a type that is none before any route is asked; but a request without a token is unauthorized first
  // (A8), whatever its body is.
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (!mediaType.test(raw.headers['content-type'] ?? '')) raw.headers['content-type'] = 'application/octet-stream';
    done();
  });

  answerOtherMethods(app, context);
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
  // Before faults: what is issued and then lost on the way was issued all the same.
  if (context.onSecret) observeSecrets(app, context.onSecret);
  registerFaults(app, context, ending);

  void app.register((withForms, _options, done) => {
    takeForms(withForms, context.settings);
    registerTokenRoute(withForms, context);
    registerAuthorizeRoutes(withForms, context);
    done();
  });
  registerUploadRoute(app, context);
  if (context.settings.mode === 'extended') {
    registerReadRoutes(app, context);
    registerUserinfoRoute(app, context);
  }
}

export interface AppParts {
  context: EmulatorContext;
  controls: Controls;
  /** Null leaves the control interface out. */
  controlToken: string | null;
  /** Null where the world is kept in no file. */
  state: Pick<StateFile, 'settle'> | null;
  /** Ends what goes on without a request: faults that wait, events. */
  ending: AbortSignal;
}

/**
 * No route gives Fastify a schema: what comes in is read by rules of our own. Unless it is told so, it loads the compilers
 * of schemas with the first application, which takes longer than all of the emulator.
 */
const noCompiler = () => {
  throw new TypeError('The emulator has no compiler of schemas: read what comes in by a rule of its own.');
};
const withoutSchemas = { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } };

/** A server with the service on it, not listening yet. */
export async function createApp({
  context,
  controls,
  controlToken,
  state,
  ending,
}: AppParts): Promise<FastifyInstance> {
  const recording = createRecording(context);
  const brokenHttp = createBrokenHttp(recording);
  const app = Fastify({
    forceCloseConnections: true,
    return503OnClosing: false,
    exposeHeadRoutes: true,
    requestTimeout: slowestRequestMs,
    http: { requireHostHeader: false },
    schemaController: withoutSchemas,
    frameworkErrors: (_error, request, reply) => {
      if (controlToken !== null && isControl(request.raw.url ?? '')) return void sendUnreadable(reply);
      recording.begin(request, reply, JSON.stringify(notFound));
      void sendNotFound(reply);
    },
    clientErrorHandler: brokenHttp.answer,
  });
  recording.watch(app);
  brokenHttp.watch(app);
  // Of several Authorization headers Node keeps the first; who says two things has said neither (rules 14 and 29).
  // Joined, as RFC 9110 §5.3 joins them, they are nothing that Basic or Bearer would read.
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.headers.authorization !== undefined) {
      const said = raw.headersDistinct?.['authorization'] ?? [];
      if (said.length > 1) raw.headers.authorization = said.join(', ');
    }
    done();
  });
  if (state !== null) answerWhatIsKept(app, state);
  if (controlToken !== null) {
    const register = async (scope: FastifyInstance) =>
      registerControl(scope, { controls, token: controlToken, ending });
    void app.register(register, { prefix: controlPrefix });
  }
  void app.register(async (served) => emulatorApp(served, { context, ending }));
  await app.ready();
  return app;
}

/**
 * No answer leaves before the state file holds what it tells. Where that cannot be written, the connection breaks: what
 * happened then is as open to the client as it is here.
 */
function answerWhatIsKept(app: FastifyInstance, state: Pick<StateFile, 'settle'>): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    state.settle((trouble) => {
      if (trouble === null) return done(null, payload);
      process.emitWarning(trouble);
      reply.hijack();
      reply.raw.destroy();
    });
  });
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // What Fastify itself objects to is the sender's fault and has a status; anything else is a bug of ours.
  if (error.statusCode === undefined || error.statusCode >= 500) {
    process.emitWarning(error);
    return reply.code(500).send({ detail: 'emulator_fault' });
  }
  switch (request.routeOptions.config.speaks) {
    case 'oauth':
      return sendTokenResponse(reply, 400, problem('invalid_request', 'The body is not a valid form.'));
    case 'page':
      return sendClosed(reply, 'The form is not valid.');
    default:
      return reply.code(400).send({ detail: 'bad_request' });
  }
}
