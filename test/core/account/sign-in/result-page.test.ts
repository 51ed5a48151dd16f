// The browser's result page for every failure.
import { createHash } from 'node:crypto';
import { fc } from '../../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { failureKinds } from '../../../../main/contract/failure.ts';
import {
  notOurs,
  notSignedIn,
  pageHeaders,
  renderPage,
  signedIn,
} from '../../../../main/core/account/sign-in/result-page.ts';
import { verbatim } from '../../../../main/messages/message.ts';

describe('the last page', () => {
  const pages = [
    ...failureKinds.map((kind) =>
      notSignedIn({ kind, message: verbatim('What happened, and what can be done.'), code: 'own_code' }),
    ),
    signedIn('Emulator', true),
    signedIn('Emulator', false),
    notOurs,
  ];

  test.each(pages)('has a title and text in plain English: $title.id', async ({ title, message }) => {
    const page = await renderPage({ tone: 'you', title, message, code: null });
    expect(page).not.toContain(title.id);
    expect(page.replace('<!doctype', '')).not.toMatch(/\b(sorry|please|oops)\b|!/i);
    expect(/<h1>(.*)<\/h1>/.exec(page)?.[1]).toMatch(/^[A-Z].*[^.]$/);
  });

  const paragraphsOf = (page: string) => [...page.matchAll(/<p>(.*)<\/p>/g)].map(([, text]) => text);

  test.each([
    [signedIn('Emulator', true), 'done', 1],
    [signedIn('Emulator', false), 'partly', 2],
    [notOurs, 'you', 2],
    [notSignedIn({ kind: 'offline', message: verbatim('No network.') }), 'you', 1],
  ])('has its tone, its paragraphs and no code: $title.id', async (one, tone, count) => {
    const page = await renderPage(one);
    expect(page).toContain(`<main class="${tone}">`);
    expect(paragraphsOf(page)).toHaveLength(count);
    expect(new Set(paragraphsOf(page)).size).toBe(count);
    expect(page).not.toContain('class="code"');
  });

  test('says for an answer of another sign-in where to continue', async () => {
    const [what, advice] = paragraphsOf(await renderPage(notOurs));
    expect(what).toContain('belongs to a different sign-in');
    expect(advice).toContain('start over in Pilot Companion');
  });

  test("shows the service's code and its own title of a failure", async () => {
    const declined = await renderPage(
      notSignedIn({ kind: 'consent-refused', message: verbatim('Try again.'), code: 'access_denied' }),
    );
    expect(declined).toContain('<h1>Access declined</h1>');
    expect(declined).toContain('<p class="code">access_denied</p>');
    const broken = await renderPage(notSignedIn({ kind: 'disk', message: verbatim('Free some space.') }));
    expect(paragraphsOf(broken)).toEqual(['Free some space.']);
    expect(broken).not.toContain('undefined');
  });

  test.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de', 'Du bist angemeldet'],
    ['fi, pt-PT;q=0.8', 'pt-BR', 'Login'],
    ['*', 'en', 'signed in'],
  ])('is in the first language of the browser that there is: %s', async (header, language, title) => {
    const page = await renderPage(signedIn('Emulator', true), header);
    expect(page).toContain(`<html lang="${language}">`);
    expect(/<h1>(.*)<\/h1>/.exec(page)?.[1]).toContain(title);
  });

  test('has no script, nothing from elsewhere, and the one style that its headers allow', async () => {
    for (const page of await Promise.all(pages.map((one) => renderPage(one)))) {
      const style = /<style>([^]*)<\/style>/.exec(page)?.[1] ?? '';
      const digest = createHash('sha256').update(style).digest('base64');
      expect(pageHeaders()['content-security-policy']).toContain(`style-src 'sha256-${digest}'`);
      expect(page).not.toMatch(/<script|<img|<link|https?:|\son\w+=|style="/i);
    }
  });

  test("escapes the service's text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (message, code) => {
        const page = await renderPage(
          notSignedIn({ kind: 'sign-in-refused', message: verbatim(`<b>${message}`), code: `"'>${code}` }),
        );
        const plain = await renderPage(notSignedIn({ kind: 'sign-in-refused', message: verbatim(''), code: 'x' }));
        expect(page.match(/</g)).toHaveLength(plain.match(/</g)!.length);
      }),
    );
  });
});
