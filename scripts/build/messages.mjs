// `node scripts/run.mjs scripts/build/messages.mjs`: checks the catalogue of messages and writes the types of its ids and parameters. With
// `-- --translated ID…` it notes that the translations of these messages follow the English text.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { inRoot } from '../root.mjs';
import { elementsIn, isList, languages, markTranslated, staleMessages, translationFaults } from './translations.mjs';

/** @typedef {{ defaultMessage: string, description: string }} Entry */

const folder = inRoot('main', 'messages', 'en');
const typesFile = inRoot('main', 'messages', 'message-params.ts');

/** @returns {Map<string, Entry>} by id; throws a `PlainStop` that lists what is wrong */
export function readCatalogue() {
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  const wrong = [];
  for (const file of readdirSync(folder).toSorted()) {
    const area = file.replace(/\.json$/, '');
    /** @type {Record<string, Entry>} */
    const messages = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const [id, entry] of Object.entries(messages)) {
      if (!id.startsWith(`${area}.`)) wrong.push(`${file}: the id ${id} has to begin with "${area}."`);
      if (!entry.description?.trim()) wrong.push(`${file}: ${id} has no description for translators`);
      try {
        parse(entry.defaultMessage, { ignoreTag: true });
      } catch (error) {
        wrong.push(`${file}: ${id} is not an ICU message: ${String(error)}`);
      }
      entries.set(id, entry);
    }
  }
  if (wrong.length > 0) throw new PlainStop(wrong.join('\n'));
  return entries;
}

/**
 * The TypeScript type of each parameter of a message. Arguments of one name in several places get all their types.
 * @param {string} text
 * @returns {Map<string, Set<string>>}
 */
export function parametersOf(text) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  const add = (/** @type {string} */ name, /** @type {readonly string[]} */ types) =>
    found.set(name, new Set([...(found.get(name) ?? []), ...types]));
  for (const element of elementsIn(parse(text, { ignoreTag: true }))) {
    if (element.type === TYPE.argument) add(element.value, ['Part']);
    else if (element.type === TYPE.plural) add(element.value, ['number']);
    else if (element.type === TYPE.number || element.type === TYPE.date || element.type === TYPE.time)
      add(element.value, [isList(element) ? 'readonly Part[]' : 'number']);
    else if (element.type === TYPE.select) {
      // A text for `other` is that of null; without one, a value is always one of the others.
      const { other, ...named } = element.options;
      const options = Object.keys(named).map((option) => `'${option}'`);
      add(element.value, other && other.value.length > 0 ? [...options, 'null'] : options);
    }
  }
  // A choice or a number is narrower than a plain argument of the same name.
  for (const [name, types] of found) {
    const choices = [...types].filter((type) => type.startsWith("'") || type === 'null');
    if (choices.length > 0) found.set(name, new Set(choices));
    else if (types.has('number')) found.set(name, new Set(['number']));
  }
  return found;
}

/** A choice between yes and no is a boolean. */
const typeOf = (/** @type {ReadonlySet<string>} */ types) =>
  [...types].every((type) => type === "'yes'" || type === "'no'" || type === 'null')
    ? 'boolean'
    : [...types].join(' | ');

/** The text of main/messages/message-params.ts. */
export function typesOf(/** @type {ReadonlyMap<string, Entry>} */ entries) {
  const lines = [...entries]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { defaultMessage }]) => {
      const params = [...parametersOf(defaultMessage)].map(([name, types]) => `readonly ${name}: ${typeOf(types)}`);
      return `  '${id}': ${params.length === 0 ? 'NoParams' : `{ ${params.join('; ')} }`};`;
    });
  return [
    '// Generated from en/*.json by `node scripts/run.mjs scripts/build/messages.mjs`. Do not edit.',
    '',
    'export type NoParams = Readonly<Record<string, never>>;',
    '',
    '/** What a name in braces can stand for: a value, or another message, such as the name of the built-in service. */',
    'export type Part = string | number | PartMessage;',
    'interface PartMessage {',
    '  readonly id: keyof MessageParams;',
    '  readonly params: object;',
    '}',
    '',
    '/** The parameters of each message of the catalogue. */',
    'export type MessageParams = {',
    ...lines,
    '};',
    '',
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    const entries = readCatalogue();
    writeFileSync(typesFile, typesOf(entries));
    console.log(`${entries.size} messages; their types are in main/messages/message-params.ts.`);
    const faults = languages().flatMap((language) => translationFaults(language, entries));
    for (const fault of faults) console.log(fault);
    const [option, ...ids] = process.argv.slice(2);
    if (option === '--translated') markTranslated(entries, ids);
    const stale = staleMessages(entries);
    for (const id of stale)
      console.log(`${id}: the English text is new or has changed. Read it in ${languages().join(', ')}.`);
    if (stale.length > 0)
      console.log(`Then run: node scripts/run.mjs scripts/build/messages.mjs --translated ${stale.join(' ')}`);
    // Those are a fault for `npm test` only: a text can be looked at before it is translated.
    return faults.length === 0 ? 0 : 1;
  });
}
