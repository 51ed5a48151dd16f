// `folders`: the watched folders and their rules.
import { resolve } from 'node:path';
import {
  defaultWithoutText,
  withoutTextRules,
  type AfterUpload,
  type FolderRulesChange,
} from '../../../contract/folder-rules.ts';
import type { FolderState } from '../../../contract/state.ts';
import { message, type Message } from '../../../messages/message.ts';
import { text } from '../../host/text.ts';
import type { Opened } from '../../host/open-companion.ts';
import { findFolder } from '../../../core/platform/files/home-dir.ts';
import { call, stateOf } from '../terminal/call.ts';
import type { Given, Options } from './command.ts';
import { exitCodes, fail, type Output, wrongUsage } from '../terminal/output.ts';
import { folderJson, folderStateMessage, rulesMessage } from '../terminal/folder-line.ts';

export async function folders({ companion }: Opened, { args: [action, dir], options, out }: Given): Promise<number> {
  if (action !== 'set' && hasRules(options)) return wrongUsage(out, message('cli.folders.usage'));
  if (action === undefined) {
    const { folders: all } = await stateOf(companion);
    for (const folder of all) printFolder(out, folder);
    if (all.length === 0) out.print(message('cli.folders.none'));
    return exitCodes.done;
  }
  if ((action !== 'set' && action !== 'remove') || dir === undefined)
    return wrongUsage(out, message('cli.folders.usage'));
  const path = resolve(dir);
  const find = async () => {
    const { folders: all } = await stateOf(companion);
    return all.find((one) => one.id === dir) ?? findFolder(all, path);
  };
  const folder = await find();
  if (!folder) {
    out.warn(message('cli.folders.notWatched', { path, given: dir }));
    return exitCodes.failed;
  }
  if (action === 'remove') {
    const removed = await call(companion, 'folders.remove', { id: folder.id });
    if (!removed.ok) return fail(out, removed.failure);
    out.print(message('cli.folders.removed', { path: folder.path }));
    return exitCodes.done;
  }
  if (!hasRules(options)) return wrongUsage(out, message('cli.folders.nothingToSet'));
  const rules = rulesFrom(options);
  if ('id' in rules) return wrongUsage(out, rules);
  const set = await call(companion, 'folders.setRules', { id: folder.id, rules });
  if (!set.ok) return fail(out, set.failure);
  const changed = await find();
  if (changed) printFolder(out, changed);
  return exitCodes.done;
}

function printFolder(out: Output, folder: FolderState) {
  const { added, existing, otherNames, growing } = folder;
  const counts = [
    message('cli.folders.added', { count: added }),
    existing > 0 && message('cli.folders.existing', { count: existing }),
    otherNames > 0 && message('cli.folders.otherNames', { count: otherNames }),
    growing > 0 && message('cli.folders.growing', { count: growing }),
  ].filter((part) => part !== false);
  out.print(folder.path);
  out.print(`  ${text(folderStateMessage(folder))}`);
  out.print(`  ${text(rulesMessage(folder.rules))}`);
  if (folder.pilot !== null) out.print(`  ${text(message('cli.folders.pilot', { name: folder.pilot }))}`);
  const { withoutText = defaultWithoutText } = folder.rules;
  if (withoutText !== 'off') out.print(`  ${text(message('cli.folders.withoutText', { rule: withoutText }))}`);
  out.print(`  ${text(message('shared.list', { items: counts }))}`);
  if (folder.concern) out.print(`  ${text(folder.concern.message)}`);
  for (const { message: reason } of folder.notFiled) out.print(`  ${text(reason)}`);
  out.printJson({ type: 'folder', ...folderJson(folder) });
}

const hasRules = ({ names, after, approval, 'without-text': withoutText }: Options) =>
  [names, after, approval, withoutText].some((rule) => rule !== undefined);

/** Returns the changes of the options, or what is wrong with them. */
function rulesFrom({ names, after, approval, 'without-text': withoutText }: Options): FolderRulesChange | Message {
  if (approval !== undefined && approval !== 'on' && approval !== 'off') {
    return message('cli.folders.approvalExpected', { given: String(approval) });
  }
  const textRule = withoutTextRules.find((rule) => rule === withoutText);
  if (withoutText !== undefined && textRule === undefined) {
    return message('cli.folders.withoutTextExpected', { given: String(withoutText) });
  }
  const afterUpload = typeof after === 'string' ? afterFrom(after) : null;
  if (typeof after === 'string' && afterUpload === null) {
    return message('cli.folders.afterExpected', { given: after });
  }
  return {
    ...(Array.isArray(names) && { names: names as string[] }),
    ...(afterUpload && { afterUpload }),
    ...(approval !== undefined && { approval: approval === 'on' }),
    ...(textRule && { withoutText: textRule }),
  };
}

function afterFrom(given: string): AfterUpload | null {
  if (given === 'leave' || given === 'trash') return { kind: given };
  return given.startsWith('move:') ? { kind: 'move', to: given.slice('move:'.length) } : null;
}
