// `watch`: watches folders and uploads what appears, until Ctrl-C.
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { AppState } from '../../../contract/state.ts';
import { failures } from '../../../core/messages/failures.ts';
import { message, type Message } from '../../../messages/message.ts';
import { text, timeFormat } from '../../host/text.ts';
import type { Opened } from '../../host/open-companion.ts';
import { findFolder } from '../../../core/platform/files/home-dir.ts';
import { call, stateOf, until } from '../terminal/call.ts';
import { exitCodes, bar, type Output } from '../terminal/output.ts';
import { iso } from '../json/line-parts.ts';
import { folderJson } from '../terminal/folder-line.ts';
import { reportJson, reportLine } from '../terminal/report-line.ts';
import type { Given } from './command.ts';
import { dryRunFolders } from './dry-run-commands.ts';
import { concernsOf } from './status-command.ts';

/** How long a process that does not watch may have the lock. */
const endsSoonMs = 5_000;

export async function watch(opened: Opened, given: Given): Promise<number> {
  const { args: folders, options, out, stop } = given;
  if (options['dry-run'] === true) return dryRunFolders(opened, given);
  const { companion } = opened;
  const existing = options['existing'] === true;
  const elsewhere = await workingElsewhere(companion, stop);
  if (elsewhere !== null) {
    out.warn(elsewhere);
    return exitCodes.elsewhere;
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
  printProblems(companion, out, state);
  out.print(message('cli.stopHint'));
  if (!stop.aborted) await once(stop, 'abort');
  return exitCodes.done;
}

/** Returns who works in place of this process. A command such as `check` keeps the lock for a moment only. */
async function workingElsewhere(companion: Opened['companion'], stop: AbortSignal): Promise<Message | null> {
  const worker = await until(
    companion,
    async () => {
      const state = await stateOf(companion);
      return companion.isLeader || state.worker.is === 'other' ? state.worker : null;
    },
    AbortSignal.any([stop, AbortSignal.timeout(endsSoonMs)]),
  );
  if (companion.isLeader) return null;
  return worker?.is === 'other' && !worker.isSameService
    ? failures.worksForOther(worker).message
    : message('cli.watch.elsewhere');
}

/** Prints each problem and each file that will not be uploaded once. */
function printProblems(companion: Opened['companion'], out: Output, begun: AppState) {
  // The others were printed at the start.
  let shown = new Set(concernsOf({ ...begun, folders: [] }, []).map((concern) => concern.message));
  const printed = new Set<string>();
  const lines = new Map<string, string>();
  const away = new Set<string>();
  const print = (line: string) => out.print(`${timeFormat().second(Date.now())}  ${line}`);
  function printOnce(line: Message) {
    const said = text(line);
    if (!printed.has(said)) print(said);
    printed.add(said);
  }
  function show(state: AppState) {
    const problems = new Set(concernsOf(state, []).map((concern) => concern.message));
    for (const problem of problems) if (!shown.has(problem)) print(problem);
    shown = problems;
    for (const folder of state.folders) {
      const { id, path, concern, skipped, skippedCount, notFiled } = folder;
      if (concern !== null) away.add(id);
      else if (away.delete(id)) print(text(message('cli.watch.back', { path })));
      for (const one of [...skipped, ...notFiled]) printOnce(one.message);
      const count = skippedCount - skipped.length;
      if (count > 0) printOnce(message('cli.watch.moreSkipped', { path, count }));
      const line = folderJson(folder);
      const key = JSON.stringify([line.status, line.problem, line.skipped, line.not_filed]);
      if (lines.get(id) !== key) out.printJson({ type: 'folder', ...line });
      lines.set(id, key);
    }
  }
  show(begun);
  companion.subscribe((event) => event.type === 'state.changed' && show(event.state));
}

/** Prints every report whose state changes. Returns the undo. */
export function printChanges(companion: Opened['companion'], out: Output): () => void {
  const printed = new Map<string, string>();
  const names = new Map<string, string>();
  return companion.subscribe((event) => {
    if (event.type === 'upload.progressed')
      out.progress(`${bar(event.sentBytes, event.totalBytes)} ${names.get(event.id) ?? event.id}`);
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
