// Why a file never became a report, and the required action. Pure. The present state of the file and its folder
// outranks earlier decisions.
import { basename, dirname, extname, sep } from 'node:path';
import type { Explanation } from '../../../contract/explanation.ts';
import { isOtherImage } from '../../../contract/failure.ts';
import type { FolderState } from '../../../contract/state.ts';
import { message, storedMessage, type Message } from '../../../messages/message.ts';
import { failures } from '../../messages/failures.ts';
import { createNameRule } from '../../folders/name-pattern.ts';
import type { StoredDecision } from '../../storage/tables/log/decisions.ts';
import type { StoredLedgerEntry } from '../../storage/tables/folders.ts';
import { hasReportExtension, imageRules } from '../../uploads/image/image-check.ts';

export type Disk = 'file' | 'link' | 'folder' | 'other' | 'gone';
type Answer = Pick<Explanation, 'headline' | 'advice'>;

export type Circumstances = {
  readonly name: string;
  /** Null: only the content is known. */
  readonly path: string | null;
  readonly disk: Disk | null;
  readonly last: StoredDecision | null;
  readonly folders: readonly FolderState[];
  readonly ledger: readonly StoredLedgerEntry[];
};

/** Other extensions of PNG and JPEG: once such a file is read, it is known how to rename it. */
const renamed: ReadonlySet<string> = new Set(['.apng', '.jfif', '.jpe']);

export function notUploaded(known: Circumstances): Answer {
  return byWhatItIs(known) ?? byItsFolder(known) ?? byWhatWasDecided(known) ?? unseen(known);
}

function byWhatItIs({ name, path, disk, last, ledger }: Circumstances): Answer | null {
  if (disk === 'folder') {
    return answer(message('explain.isFolder', { name }), message('explain.chooseFileInFolder'));
  }
  if (disk === 'gone' && last === null) {
    return answer(
      message('explain.neverSeen', { name }),
      path === null ? message('explain.checkName') : message('explain.checkPath', { path }),
    );
  }
  // What was read of an image of another extension says more.
  const isRead = imageRules.hasImageExtension(name) && (last?.figures['message'] ?? ledger[0]?.message);
  if (!hasReportExtension(name) && !isRead && !renamed.has(extname(name).toLowerCase())) {
    const reason = extname(name) === '' ? 'noExtension' : 'otherExtension';
    return answer(failures.notAReport(name, { reason }).message, message('explain.saveAsImage'));
  }
  if (disk === 'link') return answer(message('explain.isLink', { name }), message('explain.addTheFileItself'));
  return disk === 'other' ? answer(failures.fileIsSpecial(name).message, null) : null;
}

function byItsFolder({ name, path, last, folders }: Circumstances): Answer | null {
  if (path === null) return null;
  const folder = folders.find((one) => one.path === dirname(path));
  if (!folder) {
    // It was added manually, which settles it.
    if (last !== null && last.rule !== 'existing' && last.rule !== 'other-name') return null;
    const above = folders.find((one) => path.startsWith(one.path + sep));
    return above
      ? answer(
          message('explain.inSubfolder', { name, folder: above.name }),
          message('explain.moveOrWatch', { path: above.path, subfolder: basename(dirname(path)) }),
        )
      : answer(message('explain.outside', { name }), message('explain.dropOrWatch'));
  }
  if (folder.status === 'unavailable') {
    return answer(folder.concern?.message ?? failures.folderUnavailable(folder.path).message, null);
  }
  if (name.startsWith('.')) return answer(message('explain.hidden', { name }), message('explain.rename'));
  if (!createNameRule(folder.rules.names)(name)) {
    return answer(
      message('explain.otherName', { name, folder: folder.name, patterns: folder.rules.names }),
      message('explain.changePatterns'),
    );
  }
  return null;
}

function byWhatWasDecided({ last, ledger, name, path }: Circumstances): Answer | null {
  const entry = ledger[0];
  if (last === null) return entry ? byVerdict(entry.verdict, entry.message, name) : null;
  const { rule, figures, firstAt } = last;
  const given = figures['message'] ? storedMessage(figures['message']) : null;
  switch (rule) {
    case 'carried-over':
      if (figures['verdict'] === 'existing' && figures['from'] === undefined) return wasThereBefore();
      return answer(message('explain.carriedOver'), message('explain.dropAnyway'));
    case 'growing':
      return answer(message('explain.growing', { at: firstAt }), null);
    case 'waiting':
      return answer(given ?? message('explain.incomplete'), null);
    case 'gone':
      return answer(
        path === null
          ? message('explain.gone', { name })
          : message('explain.goneFromFolder', { name, folder: dirname(path) }),
        null,
      );
    default:
      return byVerdict(rule, given ?? entry?.message ?? null, name);
  }
}

/** What the ledger keeps as well. `reason`: why the file was skipped. */
function byVerdict(rule: string, reason: Message | null, name: string): Answer | null {
  switch (rule) {
    case 'existing':
      return wasThereBefore();
    case 'skipped':
    case 'rejected':
    case 'later':
      return answer(
        reason ?? message('failure.fileSkipped', { name }),
        reason && isOtherImage(reason) ? message('explain.dropToConvert') : null,
      );
    case 'other-name':
      return answer(message('explain.otherNameThen', { name }), message('explain.dropAnyway'));
    case 'added':
    case 'same-content':
      return answer(message('explain.reportRemoved'), message('explain.addAgain'));
    default:
      return null;
  }
}

const wasThereBefore = () => answer(message('explain.existing'), message('explain.addExisting'));

function unseen({ name, path, disk, folders }: Circumstances): Answer {
  if (path === null) return answer(message('explain.neverAdded'), message('explain.dropToUpload'));
  if (disk === 'gone') return answer(message('explain.gone', { name }), null);
  const isUnwatched = folders.some((one) => one.path === dirname(path) && one.status === 'unwatched');
  return isUnwatched
    ? answer(message('explain.notWatchedNow'), message('explain.startWatching'))
    : answer(message('explain.notCheckedYet'), null);
}

const answer = (headline: Message, advice: Message | null): Answer => ({ headline, advice });
