// `watch`: watches folders and uploads what appears, until Ctrl-C.
import { once } from 'node:events';
import { resolve } from 'node:path';
import { message } from '../../../messages/message.ts';
import { text, timeFormat } from '../../host/text.ts';
import type { Opened } from '../../host/open-companion.ts';
import { findFolder } from '../../../core/platform/files/find-folder.ts';
import { call, stateOf } from '../terminal/call.ts';
import { exitCodes } from '../terminal/exit.ts';
import { iso } from '../json/status-line.ts';
import { bar, type Output } from '../terminal/output.ts';
import { reportJson, reportLine } from '../terminal/report-line.ts';

export async function watch(
  { companion }: Opened,
  out: Output,
  folders: readonly string[],
  existing: boolean,
  stop: AbortSignal,
): Promise<number> {
  if (!companion.isSender) {
    out.warn(message('cli.watch.elsewhere'));
    return exitCodes.failed;
  }
  for (const folder of folders) {
    const added = await call(companion, 'folders.add', { path: resolve(folder), existing });
    if (added.ok) {
      out.print(message('cli.watch.watching', { folder }));
      const count = (await findFolder((await stateOf(companion)).folders, resolve(folder)))?.existing ?? 0;
      if (count > 0) out.print(message('cli.watch.existing', { count }));
    } else if (added.failure.kind === 'not-now') {
      out.print(added.failure.message);
      const known = await findFolder((await stateOf(companion)).folders, resolve(folder));
      if (existing && known) await call(companion, 'folders.addExisting', { id: known.id });
    } else {
      out.failure(added.failure);
      return exitCodes.usage;
    }
  }
  const state = await stateOf(companion);
  if (state.account.status !== 'signed-in') out.warn(message('cli.watch.signedOut'));
  printChanges(companion, out);
  out.print(message('cli.stopHint'));
  if (!stop.aborted) await once(stop, 'abort');
  return exitCodes.done;
}

/** Prints every report whose state changes, and what becomes wrong with the data. Returns the undo. */
export function printChanges(companion: Opened['companion'], out: Output): () => void {
  const printed = new Map<string, string>();
  const names = new Map<string, string>();
  let dataConcern = '';
  return companion.subscribe((event) => {
    if (event.type === 'upload.progressed')
      out.progress(`${bar(event.sentBytes, event.totalBytes)} ${names.get(event.id) ?? event.id}`);
    if (event.type === 'state.changed') {
      const concern = event.state.dataConcern;
      const now = concern ? text(concern.message) : '';
      if (concern && now !== dataConcern) out.failure(concern);
      dataConcern = now;
    }
    if (event.type !== 'strips.changed') return;
    for (const report of event.strips) {
      if (report.file) names.set(report.id, report.file.name);
      const now = Date.now();
      const reason = report.reason ? text(report.reason.message) : '';
      const key = `${report.stage} ${report.flight?.id ?? ''} ${report.flight?.icaoOut ?? ''} ${reason}`;
      if (printed.get(report.id) === key) continue;
      printed.set(report.id, key);
      const time = timeFormat().second(now);
      out.print(`${time}  ${reportLine(report, now)}`);
      if (reason !== '') out.print(`${' '.repeat(time.length)}  ${reason}`);
      out.printJson({ type: 'report', at: iso(now), ...reportJson(report) });
    }
  });
}
