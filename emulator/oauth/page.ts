// HTML without scripts: a template tag that escapes its values, and the layout of all pages.

import { hash } from 'node:crypto';
import { visible } from '../http/visible.ts';
import type { Application, Pilot } from '../world/world.ts';

/** Escaped HTML; only `html` creates it. */
type Html = {
  readonly html: string;
};

type Piece = string | number | Html | readonly Html[];

export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  const text = strings.reduce((before, string, index) => `${before}${render(pieces[index - 1] ?? '')}${string}`);
  return { html: text };
}

function render(piece: Piece): string {
  if (typeof piece === 'object') return 'html' in piece ? piece.html : piece.map(render).join('');
  return String(piece).replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

const style = `
:root { color-scheme: light dark;
  --ground: light-dark(#e3e8ee, #0c131b); --panel: light-dark(#f4f6f9, #131c27); --strip: light-dark(#ffffff, #1a2533);
  --line: light-dark(#c9d2dc, #2b3a4c); --edge: light-dark(#6b7d90, #6d8299); --ink: light-dark(#122031, #e8eef5);
  --dim: light-dark(#4d5e70, #93a6ba); --out: light-dark(#0b62b8, #63b3ff); --out-soft: light-dark(#e8f1fb, #16283c);
  --on-out: light-dark(#ffffff, #0c131b); --review: light-dark(#8a5a00, #f0b54a); --on-review: light-dark(#ffffff, #1b1403); }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--ink);
  font: 17px/1.45 B612, "Segoe UI", "Noto Sans", "DejaVu Sans", system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; padding: 12px 20px; font-size: 14px;
  background: var(--panel); border-bottom: 3px solid;
  border-image: repeating-linear-gradient(90deg, var(--edge) 0 28px, var(--panel) 28px 48px) 3; }
header strong { font-size: 17px; }
header .mark { background: var(--review); color: var(--on-review); font-size: 12px; font-weight: 700;
  letter-spacing: .06em; padding: 4px 8px; border-radius: 4px; }
header span.dim { flex: 1 1 260px; text-align: end; }
.dim { color: var(--dim); }
main { width: 100%; max-width: 640px; margin: auto; padding: 24px 20px 32px; }
.card { background: var(--strip); border: 1px solid var(--line); border-inline-start: 6px solid var(--out); border-radius: 8px;
  padding: 24px 28px 28px; }
.card.review { border-inline-start-color: var(--review); }
h1 { font-size: 24px; line-height: 1.25; font-weight: 700; text-wrap: balance; }
h1 + p { margin-top: 8px; }
fieldset { border: 0; padding: 0; margin-top: 24px; min-width: 0; }
legend { padding: 0; margin-bottom: 8px; font-size: 12px; font-weight: 700; letter-spacing: .08em; color: var(--dim);
  text-transform: uppercase; }
label { display: flex; align-items: center; gap: 12px; min-height: 44px; padding: 8px 14px; cursor: pointer;
  background: var(--panel); border: 1px solid var(--line); }
label + label { margin-top: -1px; }
label:first-of-type { border-radius: 6px 6px 0 0; } label:last-of-type { border-radius: 0 0 6px 6px; }
label:first-of-type:last-of-type { border-radius: 6px; }
label:has(input:checked) { background: var(--out-soft); }
label:has(input:focus-visible) { outline: 2px solid var(--out); outline-offset: -1px; position: relative; }
label b { font-weight: 400; flex: 1; }
label code { font: 12px/1.4 "B612 Mono", ui-monospace, "DejaVu Sans Mono", monospace; color: var(--dim); }
input { accent-color: var(--out); width: 18px; height: 18px; flex: none; outline: none; }
.choices { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin-top: 28px; }
button { font: inherit; font-weight: 700; min-height: 48px; padding: 8px 16px; border-radius: 6px; cursor: pointer;
  border: 1px solid var(--edge); background: transparent; color: var(--ink); }
button.go { background: var(--out); border-color: var(--out); color: var(--on-out); }
button:hover { border-color: var(--ink); }
button:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
.small { margin-top: 16px; font-size: 14px; }
p { overflow-wrap: anywhere; }
a { color: var(--out); }
dt { margin-top: 16px; }
dd { margin: 0; font-size: 14px; }
@media (max-width: 560px) { .choices { grid-template-columns: 1fr; } .card { padding: 20px; }
  label { display: grid; grid-template-columns: auto 1fr; row-gap: 0; } label code { grid-column: 2; }
  header span.dim { text-align: start; } }
`;

/** The only style that the Content-Security-Policy of the pages allows. */
export const styleSource = `'sha256-${hash('sha256', style, 'base64')}'`;

export function page(title: string, body: Html, messages = pageMessages): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${{ html: `<style>${style}</style>` }}
      </head>
      <body>
        <header>
          <strong>${messages.service}</strong><span class="mark">${messages.demo}</span>
          <span class="dim">${messages.notReal}</span>
        </header>
        <main>${body}</main>
      </body>
    </html> `.html;
}

// Every text of the emulator's pages: consent, error and root page. Messages of errors are shown as they are.

/** Keeps a name of any text direction apart from the sentence around it (Unicode isolates). */
const isolated = (name: string): string => `\u2068${visible(name)}\u2069`;

export const pageMessages = {
  service: 'Pilot Flight Service',
  demo: 'DEMO',
  notReal: 'No real account, no real flights.',
  consent: {
    /** Shown alone, so it needs no isolates. */
    title: (application: string) => `Allow ${visible(application)}`,
    question: (application: string) => `Allow ${isolated(application)} to access your account?`,
    about: 'Choose what it may do. Access lasts until you revoke it.',
    permissions: 'Permissions',
    scopes: {
      openid: 'Identify you',
      profile: 'See your name',
      'flights:read': 'Read your flights and their status',
      'flights:write': 'Upload flight reports for you',
    },
    pilot: 'Pilot',
    deny: 'Deny',
    approve: 'Approve',
    returnTo: (application: string, host: string) => `You’ll return to ${isolated(application)} at ${host}.`,
  },
  error: {
    title: 'There’s nothing to approve',
    about: 'No access was granted. Close this window and start again in the application.',
  },
  root: {
    title: 'Pilot Flight Service emulator',
    console: 'Console',
    consoleAbout: 'Requests, faults and the clock. Requires the control token.',
    health: 'Health',
    healthAbout: 'Version, mode and time as JSON.',
    openapi: 'OpenAPI description',
    openapiAbout: 'All calls of the service.',
    docs: 'Guide: docs/emulator/quick-start.md in the project, or the README of the npm package.',
  },
};

// The consent page and the error page. HTML and a form only: no script and no external resources (rule 31).

type ConsentPage = {
  request: {
    application: Application;
    scopes: readonly (keyof typeof pageMessages.consent.scopes)[];
    redirectUri: string;
    loginHint: string | null;
  };
  pilots: readonly Pilot[];
  /** This endpoint with the query of the request. */
  action: string;
  formToken: string;
};

/** @param messages in the tests, a pseudo-locale */
export function consentPage({ request, pilots, action, formToken }: ConsentPage, messages = pageMessages): string {
  const { application, scopes, redirectUri, loginHint } = request;
  const texts = messages.consent;
  const chosen = pilots.find((pilot) => pilot.id === loginHint) ?? pilots[0];
  const pilotChoices = pilots.map(
    (pilot) =>
      html` <label
        ><input type="radio" name="pilot" value="${pilot.id}" required ${pilot === chosen ? 'checked' : ''} />
        <b><bdi>${pilot.name}</bdi></b
        ><code><bdi>${pilot.id}</bdi></code></label
      >`,
  );
  const scopeChoices = scopes.map(
    (scope) =>
      html` <label
        ><input type="checkbox" name="scope" value="${scope}" checked /> <b>${texts.scopes[scope]}</b
        ><code>${scope}</code></label
      >`,
  );
  return page(
    texts.title(application.name),
    html`<form class="card" method="post" action="${action}">
      <h1>${texts.question(application.name)}</h1>
      <p class="dim">${texts.about}</p>
      <input type="hidden" name="form_token" value="${formToken}" />
      <fieldset>
        <legend>${texts.permissions}</legend>
        ${scopeChoices}
      </fieldset>
      <fieldset>
        <legend>${texts.pilot}</legend>
        ${pilotChoices}
      </fieldset>
      <div class="choices">
        <button name="decision" value="refuse">${texts.deny}</button>
        <button class="go" name="decision" value="approve">${texts.approve}</button>
      </div>
      <p class="small dim">${texts.returnTo(application.name, new URL(redirectUri).host)}</p>
    </form>`,
    messages,
  );
}

export function closedPage(message: string, messages = pageMessages): string {
  return page(
    messages.error.title,
    html`<div class="card review">
      <h1>${messages.error.title}</h1>
      <p>${message}</p>
      <p class="small dim">${messages.error.about}</p>
    </div>`,
    messages,
  );
}

/**
 * Lists what is available, for a person who opens the base URL in a browser; the service itself has no such page. Links are
 * relative, because a proxy or a world may put a path before them.
 */
export function rootPage(): string {
  const { root } = pageMessages;
  return page(
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
  );
}
