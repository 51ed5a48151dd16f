// Finds faulty texts on a page in a pseudo-locale.
import type { Page } from 'playwright';
import type { FakeCompanion } from '../../support/fake-companion/fake-companion.ts';
import { brackets, type Brackets } from './pseudo-text.ts';

const notTexts = 'time, textarea, kbd, [lang]:not(html), script, style';

type Checking = {
  marks?: Brackets;
  tries?: number;
  /** A selector of elements whose text is data, such as code. */
  untranslated?: string;
  /** Figures with units that the page writes itself, each matched as a whole. */
  figures?: RegExp;
};

/** The faults that remain once runway and charts have been redrawn for their new width. */
export async function lastingFaults(
  page: Page,
  data: ReadonlySet<string>,
  { tries = 20, ...checking }: Checking = {},
): Promise<string[]> {
  for (let triesLeft = tries; ; triesLeft -= 1) {
    const faults = await textFaults(page, data, checking);
    if (faults.length === 0 || triesLeft === 0) return faults;
    await page.waitForTimeout(100);
  }
}

/**
 * Returns every visible text that is neither from the catalogue nor data, every text that is cut off, and everything that
 * scrolls sideways. `data`: texts of the pilot, the service and the system.
 */
function textFaults(
  page: Page,
  data: ReadonlySet<string>,
  { marks = brackets, untranslated, figures }: Checking,
): Promise<string[]> {
  return page.evaluate(
    ({ open, close, known, skipped, figure }) => {
      const faults = new Set<string>();
      // Each month and weekday, a language's separators, and the signs of the zones.
      const dates = Array.from({ length: 84 }, (_, at) => new Date(2026, at % 12, 1 + Math.floor(at / 12)));
      const day = { day: 'numeric', year: 'numeric' } as const;
      const styles: Intl.DateTimeFormatOptions[] = [
        { month: 'short' },
        { weekday: 'short' },
        { month: 'short', ...day },
        { month: 'long', weekday: 'long', ...day },
      ];
      const { lang } = document.documentElement;
      const locale = navigator.language.startsWith(lang) ? navigator.language : lang;
      const formats = styles.map((style) => new Intl.DateTimeFormat(locale, style));
      const parts = formats.flatMap((format) => dates.flatMap((date) => format.formatToParts(date)));
      const bare = (text: string) => text.replaceAll(/[\d\s.,:()/]|Z|LT/g, '');
      const words = [...new Set(parts.map(({ value }) => bare(value)))].toSorted((x, y) => y.length - x.length);
      const isVisible = (element: Element) => {
        const box = element.getBoundingClientRect();
        return element.checkVisibility({ visibilityProperty: true }) && box.width > 1 && box.height > 1;
      };
      const where = (element: Element) =>
        `${element.localName}${element.className && typeof element.className === 'string' ? `.${element.className.replaceAll(' ', '.')}` : ''}`;
      // Figures, dates, times and sizes come from Intl; key names are those of the keyboard.
      const isDate = (text: string) => words.reduce((rest, word) => rest.replaceAll(word, ''), bare(text)) === '';
      const isFigure = (text: string) =>
        /^[^a-zà-ž]*$/i.test(text) ||
        /^[\d.,]+\s(MB|kB|Mo|ko|bytes?)$/.test(text) ||
        (figure !== undefined && new RegExp(figure).test(text)) ||
        isDate(text);
      const isKnown = (text: string) => text === '' || isFigure(text) || known.includes(text);
      const isOfCatalogue = (text: string) => text.startsWith(open) && text.endsWith(close);
      const check = (text: string, element: Element, kind: string) => {
        const plain = text.trim();
        if (!isKnown(plain) && !isOfCatalogue(plain))
          faults.add(`${kind} not in the catalogue: ${plain} (${where(element)})`);
      };

      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const node = texts.currentNode;
        const element = node.parentElement!;
        const text = (node.nodeValue ?? '').trim();
        if (text === '' || !isVisible(element)) continue;
        if (element.closest(skipped) === null) check(text, element, 'text');
        if (!isOfCatalogue(text)) continue;
        const style = getComputedStyle(element);
        const isCut =
          (style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
          (style.overflowY !== 'visible' &&
            style.overflowY !== 'auto' &&
            element.scrollHeight > element.clientHeight + 1);
        if (isCut) faults.add(`cut off: ${text} (${where(element)})`);
        // Clipped by an ancestor.
        const box = element.getBoundingClientRect();
        for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
          if (parent.classList.contains('off-screen')) break;
          const around = getComputedStyle(parent);
          if (around.position === 'fixed' || parent.localName === 'dialog') break;
          if (around.overflowX === 'visible') continue;
          const room = parent.getBoundingClientRect();
          if (box.left < room.left - 1 || box.right > room.right + 1)
            faults.add(`cut off by ${where(parent)}: ${text} (${where(element)})`);
          if (around.overflowX !== 'hidden') break;
        }
      }

      for (const element of document.body.querySelectorAll('*')) {
        if (!isVisible(element)) continue;
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
          const text = element.getAttribute(name);
          if (text !== null) check(text, element, name);
        }
        const { overflowX } = getComputedStyle(element);
        if ((overflowX === 'auto' || overflowX === 'scroll') && element.scrollWidth > element.clientWidth + 1)
          faults.add(`scrolls sideways: ${where(element)} by ${element.scrollWidth - element.clientWidth}`);
      }
      const root = document.documentElement;
      if (root.scrollWidth > root.clientWidth)
        faults.add(`the page scrolls sideways by ${root.scrollWidth - root.clientWidth}`);
      return [...faults];
    },
    {
      ...marks,
      known: [...data],
      skipped: untranslated === undefined ? notTexts : `${notTexts}, ${untranslated}`,
      figure: figures?.source,
    },
  );
}

/** Collects every text that a companion sends to its window: names, texts of the service and of failures. */
export function textsOf(companion: FakeCompanion): Set<string> {
  const found = new Set<string>(['UTC']);
  const { handle, addFiles } = companion;
  const kept = <T>(value: T): T => {
    collect(value, found);
    return value;
  };
  companion.handle = async (name, input) => kept(await handle(name, input));
  companion.addFiles = async (files, source) => kept(await addFiles(files, source));
  companion.subscribe((event) => collect(event, found));
  return found;
}

/** Adds every text in a value, such as the JSON of a response. */
export function collect(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') found.add(value.trim());
  else if (value !== null && typeof value === 'object') for (const part of Object.values(value)) collect(part, found);
}
