// `upload --dry-run` and `watch --dry-run`: what would happen to each file, and why. Nothing is added.
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { dryRunOutcomes, dryRunSummary, type DryRun, type DryRunOutcome } from '../../../contract/dry-run.ts';
import { looksLikeMessage } from '../../../contract/strip.ts';
import { message, type Message } from '../../../messages/message.ts';
import { errorCode } from '../../../core/platform/error-code.ts';
import { text } from '../../host/text.ts';
import { padded, exitCodes, type Output } from '../terminal/output.ts';
import type { Opened } from '../../host/open-companion.ts';
import { call } from '../terminal/call.ts';
import type { Given } from './command.ts';
import { looksLikeJson, messageFields } from '../json/line-parts.ts';

const filesPerCall = 1_000;
const mostFiles = 1_000_000;
const outcomeWidth = 12;

export async function dryRunUpload({ companion }: Opened, { args: files, out }: Given): Promise<number> {
  const counts = new Map<DryRunOutcome, number>();
  for (let at = 0; at < files.length; at += filesPerCall) {
    const paths = files.slice(at, at + filesPerCall).map((file) => resolve(file));
    out.progress(message('cli.dryRun.looking'));
    const result = await call(companion, 'files.dryRun', { paths });
    if (!result.ok) {
      for (const file of files) {
        const hint = await fileHint(file, resolve(file));
        if (hint !== null) out.warn(hint);
      }
      out.failure(result.failure);
      return exitCodes.failed;
    }
    printFiles(out, await withFileHints(result.value));
    for (const { outcome } of result.value.files) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  const all = Object.fromEntries(dryRunOutcomes.map((one) => [one, counts.get(one) ?? 0])) as DryRun['counts'];
  printCounts(out, all, null);
  return all.leave > 0 ? exitCodes.someRejected : exitCodes.done;
}

const withFileHints = async (dryRun: DryRun): Promise<DryRun> => ({
  ...dryRun,
  files: await Promise.all(
    dryRun.files.map(async (file) => {
      const hint = file.outcome === 'leave' ? await fileHint(file.name, file.path) : null;
      return hint === null ? file : { ...file, message: hint };
    }),
  ),
});

export async function dryRunFolders({ companion }: Opened, { args: folders, options, out }: Given): Promise<number> {
  const existing = options['existing'] === true;
  for (const folder of folders) {
    const path = resolve(folder);
    const rules = { names: null, approval: null };
    out.progress(message('cli.dryRun.looking'));
    const result = await call(companion, 'folders.dryRun', { path, existing, ...rules, look: true, limit: mostFiles });
    if (!result.ok) {
      out.failure(result.failure);
      return exitCodes.usage;
    }
    out.print(path);
    printFiles(out, result.value);
    printCounts(out, result.value.counts, path);
  }
  return exitCodes.done;
}

function printFiles(out: Output, { files }: DryRun) {
  for (const { name, path, bytes, outcome, message: reason, lacksText, looksLike, stripId } of files) {
    out.print(`${padded(text(message('dryRun.outcome', { outcome })), outcomeWidth)}  ${name}`);
    if (outcome !== 'send') out.print(`${' '.repeat(outcomeWidth + 2)}${text(reason)}`);
    if (lacksText) out.print(`${' '.repeat(outcomeWidth + 2)}${text(message('shared.lacksText'))}`);
    if (looksLike)
      for (const line of [looksLikeMessage(looksLike), message('cli.readBy', { by: looksLike.by })])
        out.print(`${' '.repeat(outcomeWidth + 2)}${text(line)}`);
    const rest = { lacks_text: lacksText, looks_like: looksLikeJson(looksLike), report: stripId };
    out.printJson({ type: 'dry-run', file: name, path, bytes, outcome, ...messageFields(reason), ...rest });
  }
}

function printCounts(out: Output, counts: DryRun['counts'], folder: string | null) {
  out.print(dryRunSummary(counts));
  out.printJson({ type: 'dry-run-counts', folder, counts });
}

/** Returns a message where `path` is a folder or is missing, else null. `name` is the path as it was typed. */
export async function fileHint(name: string, path: string): Promise<Message | null> {
  try {
    const info = await stat(path);
    return info.isDirectory() ? message('cli.upload.folder', { name }) : null;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(errorCode(error)) ? message('cli.upload.missing', { name }) : null;
  }
}
