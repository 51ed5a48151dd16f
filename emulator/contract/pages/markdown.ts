// Markdown and JSON for the generated pages.

export const code = (text: string): string => `\`${text}\``;

/** Escapes text for a table cell. */
export const cell = (text: string): string =>
  text
    .replaceAll('<', '&lt;')
    .replaceAll('|', '\\|')
    .replaceAll(/(?<!`)_(?![^`]*`)/g, '\\_');

export function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const all = [head, head.map(() => '---'), ...lines];
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

export const json = (value: unknown): string => block('json', jsonText(value));

const maxColumns = 120;

/** As oxfmt writes it: a short list of words stays on one line. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(
    /^(.*)\[\n\s+((?:"[^"[\]]*"|\{\})(?:,\n\s+"[^"[\]]*")*)\n\s+\](,?)$/gm,
    (spread: string, before: string, items: string, after: string) => {
      const line = `${before}[${items.replaceAll(/,\n\s+/g, ', ')}]${after}`;
      return line.length <= maxColumns ? line : spread;
    },
  );

/** Sections, lists and tables, with an empty line between them. */
export const join = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');
