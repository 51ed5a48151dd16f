// GET / in extended mode: lists what is available, for a person who opens the base URL in a browser. The service itself
// has no such page.

import type { FastifyReply } from 'fastify';
import { html, page, styleSource } from '../oauth/pages/html.ts';
import { pageMessages } from '../oauth/pages/page-messages.ts';
import { ruleUnlessRuled } from '../journal/ruling.ts';

const { root } = pageMessages;

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
    );
}
