// Checks the translations in main/messages: each has exactly the messages of the English catalogue, with the same
// parameters, made from the English text as it is now.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { inRoot } from '../root.mjs';

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */

const folder = inRoot('main', 'messages', 'translations');

/** Returns the languages other than English, such as `de` and `pt-BR`. */
export const languages = () => readdirSync(folder).map((file) => file.replace(/\.json$/, ''));

/**
 * Returns a line for each fault of a translation.
 * @param {string} language
 * @param {ReadonlyMap<string, { defaultMessage: string }>} english
 * @returns {string[]}
 */
export function translationFaults(language, english) {
  /** @type {Record<string, string>} */
  const translated = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));
  const faults = Object.keys(translated)
    .filter((id) => !english.has(id))
    .map((id) => `${language}: ${id} isn't in the English catalogue`);
  for (const [id, { defaultMessage }] of english) {
    const text = translated[id];
    if (text === undefined) faults.push(`${language}: ${id} is missing`);
    else for (const fault of faultsOf(defaultMessage, text, language)) faults.push(`${language}: ${id} ${fault}`);
  }
  return faults;
}

/** A mark of the English text that the translations of each message were made from. */
const marksFile = inRoot('main', 'messages', 'translated-from.json');

const markOf = (/** @type {string} */ english) => createHash('sha256').update(english).digest('hex').slice(0, 8);

/** @returns {Record<string, string>} */
const readMarks = () => JSON.parse(readFileSync(marksFile, 'utf8'));

/**
 * Returns the ids of the messages whose English text has changed since they were translated.
 * @param {ReadonlyMap<string, { defaultMessage: string }>} english
 * @param {Record<string, string>} [marks]
 */
export const staleMessages = (english, marks = readMarks()) =>
  [...english].flatMap(([id, { defaultMessage }]) => (marks[id] === markOf(defaultMessage) ? [] : [id]));

/**
 * Marks these messages as translated from the English text of now.
 * @param {ReadonlyMap<string, { defaultMessage: string }>} english
 * @param {readonly string[]} ids
 */
export function markTranslated(english, ids) {
  const marks = readMarks();
  const all = [...english.keys()].toSorted().map((id) => {
    const mark = ids.includes(id) ? markOf(english.get(id)?.defaultMessage ?? '') : marks[id];
    return [id, mark];
  });
  writeFileSync(marksFile, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

/**
 * @param {string} english
 * @param {string} text the translation
 * @param {string} language
 * @returns {string[]}
 */
export function faultsOf(english, text, language) {
  let elements;
  try {
    elements = parse(text, { ignoreTag: true });
  } catch (error) {
    return [`isn't an ICU message: ${String(error)}`];
  }
  const faults = [];
  if (/\p{L}'\p{L}|\p{L}'\{/u.test(text)) faults.push('has a straight apostrophe: use ’');
  const wanted = partsOf(parse(english, { ignoreTag: true }));
  const found = partsOf(elements);
  if (wanted.params !== found.params) faults.push(`has the parameters "${found.params}", not "${wanted.params}"`);
  const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const unknown = found.plurals.filter(
    (category) => !category.startsWith('=') && !known.includes(/** @type {Intl.LDMLPluralRule} */ (category)),
  );
  if (unknown.length > 0) faults.push(`has plural forms that the language has not: ${unknown.join(', ')}`);
  if (optionsIn(english) !== optionsIn(text))
    faults.push(`has the options "${optionsIn(text)}", not "${optionsIn(english)}"`);
  return faults;
}

/** Options of the command line, which are the same in every language. */
const optionsIn = (/** @type {string} */ text) => [...new Set(text.match(/--[a-z][a-z-]+/g))].toSorted().join(' ');

/**
 * Whether an element is `{names, number, list}` or `{names, number, orList}`, our notation for lists.
 * @param {Element} element
 * @returns {boolean}
 */
export const isList = (element) =>
  element.type === TYPE.number && (element.style === 'list' || element.style === 'orList' || element.style === 'facts');

/**
 * Yields each element of a message, also those inside of choices and plurals.
 * @param {readonly Element[]} elements
 * @returns {Generator<Element>}
 */
export function* elementsIn(elements) {
  for (const element of elements) {
    yield element;
    if (element.type === TYPE.select || element.type === TYPE.plural)
      for (const option of Object.values(element.options)) yield* elementsIn(option.value);
  }
}

/**
 * Returns the parameters with their formats and choices, and the plural forms.
 * @param {readonly Element[]} elements
 */
function partsOf(elements) {
  /** @type {Set<string>} */
  const params = new Set();
  /** @type {string[]} */
  const plurals = [];
  for (const element of elementsIn(elements)) {
    if (element.type === TYPE.literal || element.type === TYPE.pound || element.type === TYPE.tag) continue;
    if (element.type === TYPE.select)
      params.add(`${element.value}: ${Object.keys(element.options).toSorted().join('|')}`);
    else params.add(isList(element) ? `${element.value}: list` : element.value);
    if (element.type === TYPE.plural) plurals.push(...Object.keys(element.options));
  }
  return { params: [...params].toSorted().join(', '), plurals };
}
