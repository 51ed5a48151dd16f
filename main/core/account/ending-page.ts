// The page that ends a sign-in in the browser: plain HTML, no script, nothing from elsewhere, calm in light and dark.
import { createHash } from 'node:crypto';

export type EndingPage = { readonly title: string; readonly words: string };

const style = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center;
  font: 17px/1.5 "B612", system-ui, sans-serif; background: #f4f6f8; color: #16202b; }
main { max-width: 32rem; margin: 24px; padding: 32px; border-radius: 8px; background: #fff; border: 1px solid #d5dce3; }
h1 { font-size: 20px; margin: 0 0 12px; }
p { margin: 0 0 8px; }
.product { font-size: 14px; color: #4a5866; margin: 0 0 20px; }
@media (prefers-color-scheme: dark) {
  body { background: #0e141b; color: #e6edf3; }
  main { background: #16202b; border-color: #2b3946; }
  .product { color: #a3b1bf; }
}`;

/** Headers of every answer of the listener: not kept, not framed, no address handed on. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  connection: 'close',
} as const;

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

export const renderPage = ({ title, words }: EndingPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Pilot Companion</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="product">Pilot Companion</p>
<h1>${escape(title)}</h1>
<p>${escape(words)}</p>
</main>
</body>
</html>
`;

export const endingPages = {
  signedIn: (service: string): EndingPage => ({
    title: 'You are signed in',
    words: `Pilot Companion may now carry your reports to ${service}. You may close this window and go back to it.`,
  }),
  notSignedIn: (words: string): EndingPage => ({
    title: 'Nothing was signed in',
    words: `${words} You may close this window and go back to Pilot Companion.`,
  }),
  notOurs: { title: 'Not an answer to this sign-in', words: 'Go back to Pilot Companion. You may close this window.' },
} as const;
