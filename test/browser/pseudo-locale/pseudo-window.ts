// A pseudo-locale: the window built with texts that are accented and 40 % longer. It shows what is not in the catalogue,
// what is cut off and what scrolls sideways.
import { join } from 'node:path';
import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { parsedMessages } from '../../../renderer/build/plugins.ts';
import { accent, type Brackets, brackets, paddingFor } from './pseudo-text.ts';

const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value });

function lengthOf(elements: readonly MessageFormatElement[]): number {
  return elements.reduce((sum, element) => sum + (element.type === TYPE.literal ? element.value.length : 4), 0);
}

/** Accents the literals, also those of choices. */
const accentAll = (elements: readonly MessageFormatElement[]): MessageFormatElement[] =>
  elements.map((element) => {
    if (element.type === TYPE.literal) return literal(accent(element.value));
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return element;
    return withOptions(element, accentAll);
  });

function withOptions(
  element: MessageFormatElement & { type: TYPE.select | TYPE.plural },
  change: (elements: readonly MessageFormatElement[]) => MessageFormatElement[],
): MessageFormatElement {
  const options = Object.entries(element.options).map(([key, { value }]) => [key, { value: change(value) }]);
  return { ...element, options: Object.fromEntries(options) };
}

/** Wraps each literal text of a message, and changes it. */
function around(
  elements: readonly MessageFormatElement[],
  write: (text: readonly MessageFormatElement[]) => MessageFormatElement[],
): MessageFormatElement[] {
  const [only] = elements;
  if (only === undefined) return [];
  // Text of the service or the system, shown as it is.
  if (elements.length === 1 && only.type === TYPE.argument) return [only];
  if (elements.length === 1 && (only.type === TYPE.select || only.type === TYPE.plural))
    return [withOptions(only, (option) => around(option, write))];
  return write(elements);
}

/** Returns a message that is accented, 40 % longer and in brackets. */
export const pseudo = (elements: readonly MessageFormatElement[]): MessageFormatElement[] =>
  around(elements, (text) => [
    literal(brackets.open),
    ...accentAll(text),
    literal(`${paddingFor(lengthOf(text))}${brackets.close}`),
  ]);

/** Invisible marks, so that a translation keeps its width. */
export const invisible: Brackets = { open: '\u2063', close: '\u2064' };

/** Returns a message between these marks. */
export const marked = (elements: readonly MessageFormatElement[]): MessageFormatElement[] =>
  around(elements, (text) => [literal(invisible.open), ...text, literal(invisible.close)]);

/** Builds the window with changed texts into a folder of `dir`, and returns it. */
export async function buildPseudoWindow(dir: string, change = pseudo): Promise<string> {
  const root = join(import.meta.dirname, '../../../renderer');
  const outDir = join(dir, 'window');
  await build({
    configFile: false,
    root,
    base: './',
    logLevel: 'silent',
    plugins: [react(), parsedMessages(change)],
    build: { outDir, emptyOutDir: true, target: 'chrome120', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
  return outDir;
}
