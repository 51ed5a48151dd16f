// A30: responds to unsupported methods with 405 and Allow, in the format of the endpoint; unknown URLs are 404,
// except the root page of the emulator and, in extended mode, the OpenAPI description.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendNotFound } from '../flights/read.ts';
import { openapiPath, sendOpenapi } from '../control/static-files.ts';
import { ruleUnlessRuled } from '../journal/ruling.ts';
import { authorizePath, sendClosed, sendPage } from '../oauth/authorize.ts';
import { sendPostOnly, tokenPath } from '../oauth/token.ts';
import { allowedMethods } from '../http/app-hooks.ts';
import { pathOf } from '../http/request-url.ts';
import type { EmulatorContext } from '../context.ts';
import { html, page, pageMessages } from '../oauth/page.ts';

/** To be called before the routes are registered. */
export function answerOtherMethods(
  app: FastifyInstance,
  { settings, url }: Pick<EmulatorContext, 'settings' | 'url'>,
): void {
  const methodsAt = allowedMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    if (request.raw.url === '/' && hasRootPage(settings) && isRead(request)) return sendRootPage(reply);
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

const hasRootPage = ({ mode, control }: EmulatorContext['settings']) => mode === 'extended' && control;

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

// GET / in extended mode: lists what is available, for a person who opens the base URL in a browser. The service itself
// has no such page.

const { root } = pageMessages;

/** Links are relative, because a proxy or a world may put a path before them. */
function sendRootPage(reply: FastifyReply): FastifyReply {
  ruleUnlessRuled(reply.request, 'page: root page of the emulator');
  return sendPage(
    reply,
    200,
    page(
      root.title,
      html`<div class="card">
        <h1>${root.title}</h1>
        <dl>
          <dt><a href="_emulator/">${root.console}</a></dt>
          <dd class="dim">${root.consoleAbout}</dd>
          <dt><a href="_emulator/health">${root.health}</a></dt>
          <dd class="dim">${root.healthAbout}</dd>
          <dt><a href="openapi.json">${root.openapi}</a></dt>
          <dd class="dim">${root.openapiAbout}</dd>
        </dl>
        <p class="small">${root.docs}</p>
      </div>`,
    ),
    null,
  );
}
