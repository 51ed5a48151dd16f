import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { app, cli, core, exported, resultPage } from '../../main/messages/catalogue.ts';
import type { Catalogue } from '../../main/messages/formatter.ts';
import { languages, type Language } from '../../main/messages/languages.ts';
import { translated } from '../../main/messages/translations.ts';
import { window } from '../../main/messages/window-catalogue.ts';

const english: Catalogue = { ...app, ...cli, ...core, ...exported, ...resultPage, ...window };
const mostSentences = 2;

const parsed = (entry: Catalogue[string]) => {
  const pattern = typeof entry === 'object' && 'defaultMessage' in entry ? entry.defaultMessage : entry;
  return typeof pattern === 'string' ? parse(pattern, { ignoreTag: true }) : pattern;
};

/** Every text that a message can have, with `N` for parameters. */
const variants = (elements: readonly MessageFormatElement[]): readonly string[] =>
  elements.reduce<readonly string[]>(
    (texts, element) => {
      const further = [...new Set(variantsOf(element))];
      return texts.flatMap((text) => further.map((more) => text + more));
    },
    [''],
  );

function variantsOf(element: MessageFormatElement): readonly string[] {
  if (element.type === TYPE.literal) return [element.value];
  if (element.type !== TYPE.select && element.type !== TYPE.plural) return ['N'];
  return Object.values(element.options).flatMap(({ value }) => variants(value));
}

describe('quotation marks and apostrophes', () => {
  /** What a text in this language must not contain, after removing the apostrophes that quote braces. */
  const others: Readonly<Record<Language, RegExp>> = {
    en: /[‘’“”„«»]/,
    de: /["'‘”«»]/,
    fr: /["'‘“”„]/,
    es: /["'‘„«»]/,
    'pt-BR': /["'‘„«»]/,
    ja: /["'‘’“”„«»]/,
  };
  test.each(languages)('are of one kind in %s', async (language) => {
    const texts = Object.entries(await translated(english, language));
    const wrong = texts.filter(([, entry]) => variants(parsed(entry)).some((text) => others[language].test(text)));
    expect(wrong.map(([id]) => id)).toEqual([]);
  });
});

describe('a message', () => {
  /** Help of a command has paragraphs. These are read aloud in parts, or have marks that do not end a sentence. */
  const isLonger = (id: string) => /^cli\.\w+\.about$|^window\.strip\.label/.test(id);
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  /** File names and patterns contain full stops and question marks. */
  const sentencesIn = (text: string) =>
    [...segmenter.segment(text.replaceAll(/\.(?:png|jpe?g|N)\b|(?<= )\?/g, ''))].filter(({ segment }) =>
      /\w/.test(segment),
    ).length;

  test('has at most two sentences', () => {
    const long = Object.entries(english)
      .filter(([id]) => !isLonger(id))
      .filter(([, entry]) => variants(parsed(entry)).some((text) => sentencesIn(text) > mostSentences));
    expect(long.map(([id]) => id)).toEqual([]);
  });
});
