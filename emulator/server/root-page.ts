// GET / in extended mode: lists what is available, for a person who opens the base URL in a browser. The service itself
// has no such page.

import type { FastifyReply } from 'fastify';
import { html, page, styleSource } from '../oauth/html.ts';
import { ruleUnlessRuled } from '../journal/ruling.ts';

/** Links are relative, because a proxy or a world may put a path before them. */
export function sendRootPage(reply: FastifyReply): FastifyReply {
  ruleUnlessRuled(reply.request, 'page: root page of the emulator');
  return reply
    .headers({
      'Content-Security-Policy': `default-src 'none'; style-src ${styleSource}; img-src data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(
      page(
        'Pilot Flight Service emulator',
        html`<div class="card">
          <h1>Pilot Flight Service emulator</h1>
          <p>
            Open the <a href="_emulator/">console</a> for requests, faults and the clock. It asks for the control token.
          </p>
          <p class="small"><a href="_emulator/health">Health</a>: version, mode and time as JSON.</p>
          <p class="small"><a href="openapi.json">OpenAPI</a> of the service.</p>
          <p class="small">
            Docs: <code>docs/emulator/quick-start.md</code> of the project, or the README of the npm package.
          </p>
        </div>`,
      ),
    );
}
