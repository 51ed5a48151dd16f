// Why a file never became a report, and the one thing that can be done. Pure: what is known goes in, two sentences come out.
// What the file and its folder are now counts before what was decided some time ago.
import { basename, dirname, extname, sep } from 'node:path';
import type { Explanation } from '../../../contract/explanation.ts';
import type { FolderState } from '../../../contract/state.ts';
import { momentWords } from '../../messages/date-format.ts';
import { createNameRule } from '../../folders/name-pattern.ts';
import type { StoredDecision } from '../../storage/tables/log/decisions.ts';
import type { StoredLedgerEntry } from '../../storage/tables/folders.ts';
import { hasReportExtension } from '../../uploads/image/image-check.ts';

export type Disk = 'file' | 'link' | 'folder' | 'other' | 'gone';
type Answer = Pick<Explanation, 'headline' | 'advice'>;

export type Circumstances = {
  readonly name: string;
  /** Null: only the content is known. */
  readonly path: string | null;
  readonly disk: Disk | null;
  readonly now: number;
  readonly last: StoredDecision | null;
  readonly folders: readonly FolderState[];
  readonly ledger: readonly StoredLedgerEntry[];
  /** Whether this process watches; one that only looks on knows no more than what is on the disk. */
  readonly isWatchedHere: boolean;
};

const DROP_IT = 'Drop it on the board, and it is sent all the same.';
const HAND_OVER = 'Drop it on the board, or watch its folder.';

export function notUploaded(known: Circumstances): Answer {
  return byWhatItIs(known) ?? byItsFolder(known) ?? byWhatWasDecided(known) ?? unseen(known);
}

function byWhatItIs({ name, path, disk, last }: Circumstances): Answer | null {
  if (disk === 'folder') {
    return answer(`${name} is a folder.`, 'Name a file in it, or add it in Folders to have its new pictures sent.');
  }
  if (disk === 'gone' && last === null) {
    return answer(
      `${name} is not there, and was never looked at.`,
      `Check how it is written${path === null ? '' : `: ${path}`}.`,
    );
  }
  if (!hasReportExtension(name)) {
    const ending = extname(name);
    return answer(
      `${name} is not taken: its name does not end in .png, .jpg or .jpeg${ending === '' ? '' : `, but in ${ending}`}.`,
      'Save the picture as PNG or JPEG, and hand that one over.',
    );
  }
  if (disk === 'link') {
    return answer(
      `${name} is a link to another place, and links are not followed.`,
      'Put the picture itself into the folder, or drop it on the board.',
    );
  }
  return disk === 'other' ? answer(`${name} is not a file, though its name looks like a picture's.`, null) : null;
}

function byItsFolder({ name, path, last, folders }: Circumstances): Answer | null {
  if (path === null) return null;
  const folder = folders.find((one) => one.path === dirname(path));
  if (!folder) {
    // It was handed over by hand, and that was decided.
    if (last !== null && last.rule !== 'existing' && last.rule !== 'other-name') return null;
    const above = folders.find((one) => path.startsWith(one.path + sep));
    return above
      ? answer(
          `It lies deeper than the watched folder ${above.name}: only what lies in that folder itself is taken.`,
          `Move it to ${above.path}, or watch ${basename(dirname(path))} as well.`,
        )
      : answer('It lies outside every watched folder, and nobody handed it over.', HAND_OVER);
  }
  if (folder.status === 'unavailable') {
    return answer(folder.concern?.message ?? `${folder.path} is not there just now.`, null);
  }
  if (name.startsWith('.')) {
    return answer(
      'Its name begins with a dot: such files are hidden or unfinished, and are left alone.',
      'Give it another name, and it is taken.',
    );
  }
  if (!createNameRule(folder.rules.names)(name)) {
    return answer(
      `Its name does not match the rule of the folder ${folder.name} (${folder.rules.names.join(', ')}).`,
      `Change the names in that folder's rules, rename the file, or drop it on the board.`,
    );
  }
  return null;
}

function byWhatWasDecided({ last, ledger, now, name, path }: Circumstances): Answer | null {
  const message = typeof last?.figures['message'] === 'string' ? last.figures['message'] : null;
  const since = last === null ? '' : momentWords(last.firstAt, now);
  switch (last?.rule ?? ledger[0]?.verdict) {
    case 'existing':
      return wasThereBefore();
    case 'carried-over':
      if (last?.figures['verdict'] === 'existing' && last.figures['from'] === undefined) return wasThereBefore();
      return answer(
        'It is a file that was decided about under another name, and what was decided then holds.',
        DROP_IT,
      );
    case 'growing':
      return answer(
        `It is still being written, since ${since}. It is taken by itself once it is whole and stands still.`,
        null,
      );
    case 'waiting':
      return answer(message ?? 'It is not whole yet.', since === '' ? null : `It has been so since ${since}.`);
    case 'passed-over':
    case 'rejected':
    case 'later':
      return answer(message ?? ledger[0]?.message ?? 'It was looked at and passed over.', null);
    case 'other-name':
      return answer("Its name did not match the folder's rule when it was looked at.", DROP_IT);
    case 'gone':
      return answer(`${name} is no longer ${path === null ? 'there' : `in ${dirname(path)}`}.`, null);
    case 'added':
    case 'same-content':
      return answer(
        'Its report was taken off the board, so nothing more is sent of it.',
        'Hand it over once more to have it sent.',
      );
    default:
      return null;
  }
}

const wasThereBefore = () =>
  answer(
    'It was there before the folder was watched, and only new pictures are taken.',
    `${DROP_IT} All of them: in Folders, "Also take the pictures already there".`,
  );

function unseen({ path, disk, isWatchedHere }: Circumstances): Answer {
  if (path === null)
    return answer('This picture was never handed over, so nothing was sent.', 'Drop it on the board, and it is sent.');
  if (disk === 'gone') return answer('It is not there now.', null);
  return isWatchedHere
    ? answer('It lies in a watched folder and was not looked at yet. That takes a moment.', null)
    : answer(
        'It lies in a watched folder, and no companion has looked at it yet.',
        'Start the companion (its window, or the command watch): what is new is taken by itself.',
      );
}

const answer = (headline: string, advice: string | null): Answer => ({ headline, advice });
