// Headers of everything the window server sends, and the plain page for those without a way in.
import { createHash } from 'node:crypto';

export const windowPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const windowHeaders = {
  'content-security-policy': windowPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), clipboard-write=(self)',
  'cache-control': 'no-store',
} as const;

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:20vh auto;padding:0 1.5rem}`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** A page without script, under a policy that lets nothing but its own style be. */
export const closedPagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export const closedPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Pilot Companion</title><style>${style}</style></head>
<body><h1>Open the window again</h1>
<p>An address of Pilot Companion works once, so that nobody else can use it. This one was used already, or belongs to
an earlier start of the program.</p>
<p>Open the window again from the program: it makes a new address. What is in the queue is safe.</p></body></html>
`;
