// Size limits for files and folders. Tables of data, and the one folder that may be larger, are listed here.
import { posix } from 'node:path';

type Known = Readonly<Record<string, string>>;

const mostLines = 350;
const limits = { core: 10, elsewhere: 15 };

/** Pure tables of data, with their subject: they grow with it. */
const tables: Known = {
  'main/core/messages/failures.ts': 'the catalogue of failures',
  'main/core/logbook/airport-table.ts': 'the airports, generated',
  'main/core/storage/database/migrations.ts': 'the steps of the database',
  'main/node/cli/command-table.ts': 'the commands of the command line',
  'main/messages/message-params.ts': 'the parameters of all messages, generated',
  'emulator/console/messages/en.ts': 'the catalogue of the console',
  'emulator/api-types.ts': 'the types of the control interface',
  'emulator/options/option-table.ts': 'the table of options',
  'test/architecture/import-rules.ts': 'the table of allowed imports',
};

/** A message for each file that is too long, or listed unnecessarily. */
export function longFiles(
  files: readonly { readonly path: string; readonly text: string }[],
  known: Known = tables,
): string[] {
  return files.flatMap(({ path, text }) => {
    const lines = text.split('\n').length - 1;
    const isListed = known[path] !== undefined;
    if (isListed && lines <= mostLines) {
      return [`${path} is short enough now. Take it off the list in test/architecture/size-rules.ts.`];
    }
    if (isListed || lines <= mostLines) return [];
    return [
      `${path} has ${lines} lines, at most ${mostLines} are allowed. Split it by what changes for a reason of its own; a ` +
        'pure table of data goes on the list in test/architecture/size-rules.ts.',
    ];
  });
}

/** A log is found by number: its files keep their folder. */
const logs: Known = { 'docs/decisions': 'the decisions, numbered' };

/** A message for each folder with too many files directly in it, or listed unnecessarily. */
export function fullFolders(paths: readonly string[], known: Known = logs): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) => {
    const atMost = folder.startsWith('main/core') ? limits.core : limits.elsewhere;
    const isListed = known[folder] !== undefined;
    if (isListed && count <= atMost) {
      return [`${folder} is small enough now. Take it off the list in test/architecture/size-rules.ts.`];
    }
    if (isListed || count <= atMost) return [];
    return [
      `${folder} has ${count} files directly in it, at most ${atMost} are allowed. Group those of one subject in a folder ` +
        'of their own.',
    ];
  });
}
