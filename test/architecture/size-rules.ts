// How large a file and a folder may be. What is over is listed here with the reason, and cannot grow.
import { posix } from 'node:path';

type Known = Readonly<Record<string, { readonly atMost: number; readonly why: string }>>;

const mostLines = 300;
const limits = { core: 10, elsewhere: 15 };

const data = { atMost: Number.POSITIVE_INFINITY };

/** Pure tables of data: they grow with what they list. */
const tables: Known = {
  'main/core/messages/failures.ts': { ...data, why: 'the catalogue of failures' },
  'main/core/logbook/airport-table.ts': { ...data, why: 'the airports, generated' },
  'main/core/storage/database/migrations.ts': { ...data, why: 'the steps of the database' },
  'main/node/cli/command-table.ts': { ...data, why: 'the commands of the command line' },
  'main/messages/message-params.ts': { ...data, why: 'the parameters of all messages, generated' },
  'emulator/console/words/en.ts': { ...data, why: 'the catalogue of the console' },
  'emulator/api-types.ts': { ...data, why: 'the types of the control interface' },
  'emulator/options/option-table.ts': { ...data, why: 'the table of options' },
  'test/architecture/import-rules.ts': { ...data, why: 'the table of allowed imports' },
};

const split = (atMost: number) => ({ atMost, why: 'to be split' });

/** To be split; the ceiling is the present size. */
const toBeSplit: Known = {
  'test/broker/broker.test.ts': split(424),
  'test/campaigns/crash/campaign.ts': split(302),
  'test/campaigns/faults/campaign.ts': split(332),
  'test/campaigns/faults/drawn-answer.ts': split(420),
  'test/campaigns/faults/raw-service.ts': split(359),
  'test/core/account/sign-in/sign-in-steps.test.ts': split(323),
  'test/core/account/sign-in/sign-in.test.ts': split(652),
  'test/core/account/tokens/lost-refresh.test.ts': split(334),
  'test/core/account/tokens/token-session.test.ts': split(602),
  'test/core/platform/network/http-network.test.ts': split(416),
  'test/core/service/flight-client.test.ts': split(379),
  'test/core/storage/repositories.test.ts': split(324),
  'test/core/uploads/image/image-structure.test.ts': split(321),
  'test/core/uploads/intake/intake.test.ts': split(386),
  'test/core/watch/field-guide.test.ts': split(458),
  'test/core/watch/folder-watcher.test.ts': split(473),
  'test/emulator/cli/command.test.ts': split(327),
  'test/emulator/faults/fault-injection.test.ts': split(382),
  'test/emulator/flights/upload.test.ts': split(368),
  'test/emulator/oauth/token-rules.test.ts': split(359),
  'test/emulator/scenario/player.test.ts': split(306),
  'test/integration/explained.test.ts': split(328),
  'test/integration/flight-path.test.ts': split(467),
  'test/integration/folder-rules.test.ts': split(453),
};

const knownLongFiles: Known = { ...tables, ...toBeSplit };

/** A message for each file that is too long, or that is listed and need not be. */
export function longFiles(
  files: readonly { readonly path: string; readonly text: string }[],
  known: Known = knownLongFiles,
): string[] {
  return files.flatMap(({ path, text }) => {
    const lines = text.split('\n').length - 1;
    const listed = known[path];
    if (listed && listed.atMost !== Number.POSITIVE_INFINITY && lines <= mostLines) {
      return [`${path} is short enough now. Take it off the list in test/architecture/size-rules.ts.`];
    }
    const atMost = listed?.atMost ?? mostLines;
    if (lines <= atMost) return [];
    return [
      `${path} has ${lines} lines, at most ${atMost} are allowed. Split it by what changes for a reason of its own; a pure ` +
        'table of data goes on the list in test/architecture/size-rules.ts.',
    ];
  });
}

/** A message for each source folder with too many files directly in it. */
export function fullFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths.filter((one) => /^(main|renderer|emulator|broker|scripts)\//.test(one))) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) => {
    const atMost = folder.startsWith('main/core') ? limits.core : limits.elsewhere;
    if (count <= atMost) return [];
    return [
      `${folder} has ${count} files directly in it, at most ${atMost} are allowed. Group those of one subject in a folder ` +
        'of their own.',
    ];
  });
}
