// The document of the service, parsed: its tables.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../architecture/source-files.ts';

const text = readFileSync(join(root, 'docs/emulator/pilot-flight-service.md'), 'utf8');

type Table = {
  /** The heading above it. */
  heading: string;
  columns: string[];
  rows: string[][];
};

const cellsOf = (line: string) =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim());

function readTables(): Table[] {
  const tables: Table[] = [];
  let heading = '';
  let open: Table | null = null;
  for (const line of text.split('\n')) {
    const named = /^#+ (.+)$/.exec(line);
    if (named) heading = named[1]!;
    if (!line.startsWith('|')) open = null;
    else if (open === null) tables.push((open = { heading, columns: cellsOf(line), rows: [] }));
    else if (!/^\|[-|]+\|$/.test(line)) open.rows.push(cellsOf(line));
  }
  return tables;
}

const tables = readTables();

/** The only table under a heading that begins like this. */
export function tableOf(heading: string): Table {
  const [table, ...others] = tables.filter((each) => each.heading.startsWith(heading));
  if (table === undefined || others.length > 0) throw new Error(`${heading}: there is no such table, or several`);
  return table;
}
