// The tables of the guide that are made from tables of the code, as Markdown, by the names of their markers.

import type { Call } from '../control/calls/call.ts';
import { calls, stepInputs } from '../control/calls.ts';
import { shellSwitches } from '../cli/arguments.ts';
import { describeDefault } from '../options/option-kinds.ts';
import type { OptionRow } from '../options/option-kinds.ts';
import { builtInNames, loadBuiltIn } from '../scenario/load-scenario.ts';
import { createScenarioSchema } from '../scenario/scenario-schema.ts';
import type { Row } from './row.ts';
import { rows } from './rows.ts';
import { optionTable } from '../options/option-table.ts';

/** Each part's text, to stand between `<!-- NAME:begin -->` and `<!-- NAME:end -->`. */
export async function guideParts(): Promise<Record<string, string>> {
  return {
    options: optionsTable(),
    switches: table(
      ['Flag', 'What'],
      Object.entries(shellSwitches).map(([flag, message]) => [code(`--${flag}`), message]),
    ),
    calls: callsTable(),
    scenarios: await scenariosTable(),
    rows: rowsTables(),
  };
}

/** The guide with its parts as they are now. A part without its markers is a mistake of whoever edited the guide. */
export function fillGuide(guide: string, parts: Record<string, string>): string {
  return Object.entries(parts).reduce((text, [name, part]) => {
    const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`docs/emulator.md has lost its markers ${begin} and ${end}.`);
    return `${text.slice(0, from)}${begin}\n${part}\n${text.slice(to)}`;
  }, guide);
}

const code = (text: string) => `\`${text}\``;

/** Text that shows as it is in a cell. */
const plain = (text: string) => text.replaceAll('<', '&lt;').replaceAll('|', '\\|').replaceAll('_', '\\_');

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const all = [head, head.map(() => '---'), ...lines];
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function optionsTable(): string {
  const lines = Object.entries<OptionRow>(optionTable).map(([name, row]) => [
    code(`--${row.flag}`),
    code(name),
    describeDefault(row),
    row.assumption ?? '',
    row.isLive === true ? 'yes' : '',
    row.help,
  ]);
  return table(['Flag', 'Option', 'Default', 'Switches', 'While it runs', 'What'], lines);
}

function callsTable(): string {
  const lines = Object.entries(calls as unknown as Record<string, Call>).map(
    ([name, { method, path, alsoPath, summary, isStep }]) => [
      [path, ...(alsoPath === undefined ? [] : [alsoPath])]
        .map((each) => code(`${method} /_emulator${each}`))
        .join(', '),
      code(name),
      isStep === true ? 'yes' : '',
      summary,
    ],
  );
  const events = [code('GET /_emulator/events'), code('journal.listen'), '', 'what happens, as server-sent events'];
  return table(['Over HTTP', 'In the library', 'As a step', 'What'], [...lines, events]);
}

async function scenariosTable(): Promise<string> {
  const schema = createScenarioSchema(stepInputs);
  const scenarios = await Promise.all((await builtInNames()).map((name) => loadBuiltIn(name, schema)));
  return table(
    ['Name', 'What happens'],
    scenarios.map(({ name, document }) => [code(name), document.title]),
  );
}

const groups: readonly (readonly [title: string, has: (row: Row) => boolean])[] = [
  ['Fields', ({ kind }) => kind === 'field'],
  ['Parameters', ({ kind }) => kind === 'parameter'],
  ['Refusals', ({ kind }) => kind === 'error'],
  ['Codes, tokens and consents', ({ kind }) => kind === 'transition'],
  ['Limits', ({ kind }) => kind === 'limit'],
  ['Sentences of the document', ({ kind, isDocumented }) => kind === 'sentence' && isDocumented],
  ['What the assumptions add', ({ kind, isDocumented }) => kind === 'sentence' && !isDocumented],
];

function rowsTables(): string {
  return groups
    .map(([title, has]) => {
      const lines = rows
        .filter(has)
        .map((row) => [
          ...whatOf(row),
          [row.isDocumented ? 'document' : '', ...row.assumptions].filter((word) => word !== '').join(', '),
          row.mode,
          proofOf(row),
        ]);
      return `### ${title}\n\n${table([...headOf[lines[0]?.length ?? 0]!, 'Rests on', 'Mode', 'Proved by'], lines)}`;
    })
    .join('\n\n');
}

/** By the number of cells. */
const headOf: Record<number, string[]> = { 4: ['What'], 5: ['Where', 'What'] };

/** One cell or two, the same number for all rows of a kind. */
function whatOf(row: Row): string[] {
  switch (row.kind) {
    case 'field':
      return [`${row.shape}: ${code(row.name)}`, `${row.type}. ${plain(row.text)}`];
    case 'parameter':
      return [`${code(row.at)}: ${code(row.name)}`, `${row.location}, ${row.required}. ${plain(row.text)}`];
    case 'error':
      return [
        `${row.at.map(code).join(', ')}: ${row.status} ${row.code === null ? 'a page' : code(row.code)}`,
        plain(row.text),
      ];
    case 'transition':
      return [
        `${row.subject}, ${plain(row.trigger)}`,
        `${plain(row.condition)}: ${plain(row.next)}. ${plain(row.text)}`,
      ];
    case 'limit':
      return [`${row.limit}, ${row.appliesTo}`, plain(row.text)];
    case 'sentence':
      return [plain(row.text)];
  }
}

/** A title's places to fill in are shown as such. */
const proofOf = ({ proof: [file, title] }: Row): string =>
  `[${file}](../test/emulator/${file}.test.ts): ${plain(title.replaceAll(/%[a-z]/g, '…'))}`;
