// `upload --dry-run` and `watch --dry-run`: what would become of each file, and why. Nothing is taken.
import { basename, resolve } from 'node:path';
import type { DryRun, DryRunOutcome } from '../../../contract/dry-run.ts';
import type { Opened } from '../../open-companion.ts';
import { call } from '../call.ts';
import { exitCodes } from '../exit.ts';
import { folderWords } from '../folder-words.ts';
import type { Output } from '../output.ts';
import { verbatim } from '../../../messages/message.ts';
import { text } from '../../text.ts';
import { messageFields } from '../json-lines.ts';

const outcomeWords: Readonly<Record<DryRunOutcome, string>> = {
  send: 'would be sent',
  ask: 'would wait for your word',
  hold: 'would be held',
  wait: 'not decided yet',
  known: 'is here already',
  leave: 'left alone',
};

export async function dryRunUpload({ companion }: Opened, out: Output, files: readonly string[]): Promise<number> {
  const AT_ONCE = 1_000;
  const counts = new Map<DryRunOutcome, number>();
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const paths = files.slice(at, at + AT_ONCE).map((file) => resolve(file));
    const result = await call(companion, 'files.dryRun', { paths });
    if (!result.ok) {
      out.failure(result.failure);
      return exitCodes.failed;
    }
    tellFiles(out, await withFolders(result.value));
    for (const { outcome } of result.value.files) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  const all = Object.fromEntries(
    Object.keys(outcomeWords).map((one) => [one, counts.get(one as DryRunOutcome) ?? 0]),
  ) as DryRun['counts'];
  tellCounts(out, all, null);
  return all.leave > 0 ? exitCodes.someRefused : exitCodes.done;
}

const withFolders = async (dryRun: DryRun): Promise<DryRun> => ({
  ...dryRun,
  files: await Promise.all(
    dryRun.files.map(async (file) => {
      const message = file.outcome === 'leave' ? await folderWords(file.name, file.path) : null;
      return message === null ? file : { ...file, message: verbatim(message) };
    }),
  ),
});

export async function dryRunFolders(
  { companion }: Opened,
  out: Output,
  folders: readonly string[],
  existing: boolean,
): Promise<number> {
  for (const folder of folders) {
    const path = resolve(folder);
    const result = await call(companion, 'folders.dryRun', {
      path,
      existing,
      names: null,
      approval: null,
      limit: 1_000_000,
    });
    if (!result.ok) {
      out.failure(result.failure);
      return exitCodes.usage;
    }
    tellFiles(out, result.value);
    tellCounts(out, result.value.counts, path);
  }
  return exitCodes.done;
}

function tellFiles(out: Output, { files }: DryRun) {
  for (const { name, path, bytes, outcome, message, stripId } of files) {
    out.say(`${outcomeWords[outcome].padEnd(24)}  ${name}`);
    if (outcome !== 'send') out.say(`${' '.repeat(26)}${text(message)}`);
    out.fact({ type: 'dry-run', file: name, path, bytes, outcome, ...messageFields(message), strip: stripId });
  }
}

function tellCounts(out: Output, counts: DryRun['counts'], folder: string | null) {
  const parts = Object.entries(outcomeWords)
    .filter(([outcome]) => counts[outcome as DryRunOutcome] > 0)
    .map(([outcome, message]) => `${counts[outcome as DryRunOutcome]} ${message}`);
  const where = folder === null ? '' : `${basename(folder)}: `;
  out.say(`${where}${parts.length === 0 ? 'no pictures' : parts.join(', ')}. Nothing was taken.`);
  out.fact({ type: 'dry-run-counts', folder, counts });
}
