// The page that ends a sign-in in the browser: plain HTML in the look of the window, without script or external
// resources, light and dark.
import { createHash } from 'node:crypto';
import type { Failure, FailureKind } from '../../../contract/failure.ts';
import { languageFor } from '../../../messages/languages.ts';
import { core, resultPage } from '../../../messages/catalogue.ts';
import { createFormatter } from '../../../messages/formatter.ts';
import { message as m, type Message, type Name } from '../../../messages/message.ts';
import { translated } from '../../../messages/translations.ts';

/** `tone`: done, partly done, or something the pilot must do. */
export type ResultPage = {
  readonly tone: 'done' | 'partly' | 'you';
  readonly title: Message;
  readonly message: readonly Message[];
  /** A documented code. */
  readonly code: string | null;
  /** The service's own sentence: shown here, and nowhere else. */
  readonly sentence?: string | null;
};

const style = `
:root { color-scheme: light dark;
  --ground: light-dark(#e3e8ee, #0c131b); --panel: light-dark(#f4f6f9, #131c27); --line: light-dark(#c9d2dc, #2b3a4c);
  --ink: light-dark(#122031, #e8eef5); --dim: light-dark(#4a5a6c, #9db0c3); }
.done { --c: light-dark(#17683a, #62cf8e); --soft: light-dark(#e9f6ee, #16281f); }
.partly, .you { --c: light-dark(#a8221b, #ff8f81); --soft: light-dark(#fdeae8, #341d1d); }
* { box-sizing: border-box; margin: 0; }
body { font: 14px/1.5 "B612", system-ui, sans-serif; color: var(--ink); background: var(--ground); min-height: 100vh;
  display: grid; grid-template-rows: 48px 1fr; }
header { display: flex; align-items: center; padding: 0 16px; background: var(--panel); border-bottom: 1px solid var(--line);
  font-weight: 700; letter-spacing: .02em; }
main { align-self: center; justify-self: center; width: min(40rem, 100% - 32px); padding: 20px 24px 24px; margin: 24px 0 96px;
  background: var(--soft); border: 1px solid var(--line); border-left: 6px solid var(--c); border-radius: 4px 8px 8px 4px; }
.track { display: grid; grid-template-columns: repeat(4, 1fr); gap: 2px; margin-bottom: 14px; }
.track i { height: 3px; border-radius: 2px; background: var(--c); }
.you .track i + i { background: var(--line); }
h1 { font-size: 20px; line-height: 1.3; margin-bottom: 8px; color: var(--c); }
p { font-size: 17px; margin-top: 8px; max-width: 34em; }
.close { font-size: 14px; margin-top: 16px; color: var(--dim); }
.code { font: 12px/1.4 "B612 Mono", ui-monospace, monospace; color: var(--dim); overflow-wrap: anywhere; }`;

/** Headers of every answer of the listener: no caching, no framing, no referrer. */
export const pageHeaders = () => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  connection: 'close',
});

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

const close = m('resultPage.close');

const preferredIn = (acceptLanguage: string) => acceptLanguage.split(',').map((one) => one.split(';')[0]!.trim());

/** @param acceptLanguage the header of the browser that shows the page */
export async function renderPage(page: ResultPage, acceptLanguage = ''): Promise<string> {
  const { tone, title, message } = page;
  const quoted = [page.code, page.sentence].filter((text) => typeof text === 'string');
  const language = languageFor('system', preferredIn(acceptLanguage));
  const formatter = createFormatter({
    catalogue: await translated({ ...core, ...resultPage }, language),
    language,
    locale: preferredIn(acceptLanguage)[0],
  });
  const html = (one: Message) => escape(formatter.text(one));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)} · Pilot Companion</title>
<style>${style}</style>
</head>
<body>
<header>Pilot Companion</header>
<main class="${tone}">
<div class="track" aria-hidden="true"><i></i><i></i><i></i><i></i></div>
<h1>${html(title)}</h1>
${message.map((paragraph) => `<p>${html(paragraph)}</p>`).join('\n')}
<p class="close">${html(close)}</p>
${quoted.map((text) => `<p class="code">${escape(text)}</p>`).join('\n')}
</main>
</body>
</html>
`;
}

/** `mayUpload` is false if the pilot did not allow uploading. */
export const signedIn = (service: Name, mayUpload: boolean): ResultPage =>
  mayUpload
    ? {
        tone: 'done',
        title: m('resultPage.signedInTitle'),
        message: [m('resultPage.signedIn', { service })],
        code: null,
      }
    : {
        tone: 'partly',
        title: m('resultPage.partlyTitle'),
        message: [m('resultPage.partly', { service }), m('resultPage.partlyAdvice')],
        code: null,
      };

const titles: Partial<Record<FailureKind, Message>> = {
  'consent-refused': m('resultPage.declinedTitle'),
  'sign-in-refused': m('resultPage.refusedTitle'),
  'sign-in-cancelled': m('resultPage.cancelledTitle'),
  'sign-in-superseded': m('resultPage.supersededTitle'),
  'sign-in-expired': m('resultPage.timedOutTitle'),
  'other-pilot': m('resultPage.otherPilotTitle'),
  'application-refused': m('resultPage.applicationRefusedTitle'),
  'service-error': m('resultPage.serviceErrorTitle'),
  'service-unreachable': m('resultPage.unansweredTitle'),
  cancelled: m('resultPage.closedTitle'),
};

export const notSignedIn = (why: Failure, sentence: string | null = null): ResultPage => ({
  tone: 'you',
  title: titles[why.kind] ?? m('resultPage.failedTitle'),
  message: [why.message],
  code: why.code ?? null,
  sentence,
});

export const notOurs: ResultPage = {
  tone: 'you',
  title: m('resultPage.notOursTitle'),
  message: [m('resultPage.notOurs'), m('resultPage.notOursAdvice')],
  code: null,
};
