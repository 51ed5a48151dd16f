// `folders`: the watched folders and their rules. `approve`: the pictures that wait for the pilot's word.
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AfterUpload, FolderRulesChange } from '../../../contract/folder-rules.ts';
import type { Failure } from '../../../contract/failure.ts';
import type { FolderState } from '../../../contract/state.ts';
import type { Opened } from '../../open-companion.ts';
import type { CommandLineOptions } from '../arguments.ts';
import { call, stateOf, stripsOf } from '../call.ts';
import { exitCodes } from '../exit.ts';
import { folderFact, rulesWords } from '../folder-line.ts';
import type { Output } from '../output.ts';
import { stripFact, stripLine } from '../strip-line.ts';

export async function folders(
  { companion }: Opened,
  out: Output,
  [action, dir]: readonly string[],
  options: CommandLineOptions,
): Promise<number> {
  if (action === undefined) {
    const { folders: all } = await stateOf(companion);
    for (const folder of all) tell(out, folder);
    if (all.length === 0) out.say('No folder is watched. `watch DIR` adds one.');
    return exitCodes.done;
  }
  if ((action !== 'set' && action !== 'remove') || dir === undefined) {
    out.warn('That is not how it goes: folders, folders set DIR …, folders remove DIR');
    return exitCodes.usage;
  }
  const path = await realpath(resolve(dir)).catch(() => resolve(dir));
  const find = async () => (await stateOf(companion)).folders.find((one) => one.path === path || one.id === dir);
  const folder = await find();
  if (!folder) {
    out.warn(`${path} is not watched. \`watch ${dir}\` adds it.`);
    return exitCodes.failed;
  }
  if (action === 'remove') {
    const removed = await call(companion, 'folders.remove', { id: folder.id });
    if (!removed.ok) return fail(out, removed.failure);
    out.say(`${folder.path} is no longer watched. What was taken from it stays.`);
    return exitCodes.done;
  }
  const rules = rulesFrom(options);
  if (typeof rules === 'string') {
    out.warn(rules);
    return exitCodes.usage;
  }
  const set = await call(companion, 'folders.setRules', { id: folder.id, rules });
  if (!set.ok) return fail(out, set.failure);
  const now = await find();
  if (now) tell(out, now);
  return exitCodes.done;
}

function tell(out: Output, folder: FolderState) {
  out.say(folder.path);
  out.say(`  ${rulesWords(folder.rules)}`);
  const kept = [
    `${folder.added} taken`,
    folder.existing > 0 && `${folder.existing} were there before and are left (\`watch DIR --existing\` takes them)`,
    folder.otherNames > 0 && `${folder.otherNames} with other names`,
    folder.growing > 0 && `${folder.growing} still being written`,
  ].filter((part) => part !== false);
  out.say(`  ${kept.join(', ')}`);
  if (folder.concern) out.say(`  ${folder.concern.message}`);
  for (const { message } of folder.notFiled) out.say(`  ${message}`);
  out.fact({ type: 'folder', ...folderFact(folder) });
}

/** What `--names`, `--after` and `--approval` say; a sentence where that cannot be understood. */
function rulesFrom(options: CommandLineOptions): FolderRulesChange | string {
  const { names, after, approval } = options;
  if (names === undefined && after === undefined && approval === undefined) {
    return 'Say what to set: --names GLOB, --after leave|trash|move:DIR, --approval on|off';
  }
  if (approval !== undefined && approval !== 'on' && approval !== 'off') {
    return `Approval is on or off, not "${String(approval)}".`;
  }
  const afterUpload = typeof after === 'string' ? afterFrom(after) : null;
  if (typeof after === 'string' && afterUpload === null) {
    return `After the upload a file is left, put into the bin or moved: --after leave, --after trash, --after move:DIR; not "${after}".`;
  }
  return {
    ...(Array.isArray(names) && { names: names as string[] }),
    ...(afterUpload && { afterUpload }),
    ...(approval !== undefined && { approval: approval === 'on' }),
  };
}

function afterFrom(text: string): AfterUpload | null {
  if (text === 'leave' || text === 'trash') return { kind: text };
  return text.startsWith('move:') ? { kind: 'move', to: text.slice('move:'.length) } : null;
}

export async function approve(
  { companion }: Opened,
  out: Output,
  ids: readonly string[],
  { all, decline }: { all: boolean; decline: boolean },
): Promise<number> {
  const answer = decline ? 'decline' : 'approve';
  const message = decline
    ? 'is not sent; it is kept, and does not come back.'
    : 'waits to leave: you said that it is to be sent.';
  if (all && ids.length > 0) {
    out.warn('Name the pictures, or say --all; not both.');
    return exitCodes.usage;
  }
  if (all) {
    const result = await call(companion, 'approvals.answerAll', { answer });
    if (!result.ok) return fail(out, result.failure);
    const { count } = result.value;
    const what = `${count} ${count === 1 ? 'picture' : 'pictures'}`;
    const done = decline ? `${what} not to be sent: kept, and not taken again.` : `${what} to be sent.`;
    out.say(count === 0 ? 'Nothing waits for your word.' : done);
    out.fact({ type: 'approval', answer, strip: null, count });
    return exitCodes.done;
  }
  if (ids.length === 0 && decline) {
    out.warn('Name the pictures that are not sent, as `approve` lists them, or say --all.');
    return exitCodes.usage;
  }
  if (ids.length === 0) return list(companion, out);
  const wrong = ids.find((id) => !/^(job-)?\d+$/.test(id));
  if (wrong !== undefined) {
    out.warn(`Name the pictures as \`approve\` lists them, such as 12, not "${wrong}".`);
    return exitCodes.usage;
  }
  let code: number = exitCodes.done;
  for (const id of ids) {
    const strip = id.startsWith('job-') ? id : `job-${id}`;
    const result = await call(companion, `strips.${answer}`, { id: strip });
    if (!result.ok) code = fail(out, result.failure);
    else {
      out.say(`${strip} ${message}`);
      out.fact({ type: 'approval', answer, strip, count: 1 });
    }
  }
  return code;
}

async function list(companion: Opened['companion'], out: Output): Promise<number> {
  const { now } = await stateOf(companion);
  let count = 0;
  for await (const strip of stripsOf(companion, 'needs-you')) {
    if (strip.stage !== 'approval') continue;
    count += 1;
    out.say(stripLine(strip, now));
    out.fact({ type: 'strip', ...stripFact(strip) });
  }
  out.say(
    count === 0
      ? 'Nothing waits for your word.'
      : 'Send them with `approve ID…` or `approve --all`; --decline keeps them here.',
  );
  return exitCodes.done;
}

function fail(out: Output, failure: Failure): number {
  out.failure(failure);
  return failure.kind === 'wrong-input' ? exitCodes.usage : exitCodes.failed;
}
