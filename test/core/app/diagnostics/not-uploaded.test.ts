import { describe, expect, it } from 'vitest';
import { defaultRules } from '../../../../main/contract/folder-rules.ts';
import type { FolderState } from '../../../../main/contract/state.ts';
import { notUploaded, type Circumstances } from '../../../../main/core/app/diagnostics/not-uploaded.ts';
import { failures } from '../../../../main/core/messages/failures.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const folder: FolderState = {
  id: 'f',
  path: '/shots',
  name: 'shots',
  status: 'watching',
  added: 0,
  growing: 0,
  existing: 0,
  otherNames: 0,
  passedOver: [],
  rules: defaultRules,
  notFiled: [],
  concern: null,
};
const why = (more: Partial<Circumstances> = {}) =>
  notUploaded({
    name: 'a.png',
    path: '/shots/a.png',
    disk: 'file',
    now,
    last: null,
    folders: [folder],
    ledger: [],
    isWatchedHere: true,
    ...more,
  });
const last = (rule: string, figures: Record<string, string> = {}) => ({
  rule,
  figures,
  firstAt: now,
  lastAt: now,
  times: 1,
});

describe('why a file never became a report', () => {
  it.each<[string, Partial<Circumstances>, RegExp, RegExp | null]>([
    ['it is not there', { disk: 'gone' }, /is not there, and was never looked at/, /how it is written/],
    ['it is a folder', { disk: 'folder' }, /is a folder/, /Folders/],
    [
      'its ending',
      { name: 'a.webp', path: '/shots/a.webp' },
      /does not end in .png, .jpg or .jpeg, but in .webp/,
      /PNG or JPEG/,
    ],
    ['it is a link', { disk: 'link' }, /a link/, /picture itself/],
    ['it is a pipe', { disk: 'other' }, /is not a file/, null],
    ['it lies outside', { path: '/elsewhere/a.png' }, /outside every watched folder/, /Drop it on the board/],
    ['it lies deeper', { path: '/shots/old/a.png' }, /deeper than the watched folder shots/, /watch old/],
    ['nobody watches any folder', { folders: [] }, /outside every watched folder/, /watch its folder/],
    [
      'its folder is away',
      { folders: [{ ...folder, status: 'unavailable', concern: failures.folderUnavailable('/shots') }] },
      /\/shots is not there just now/,
      null,
    ],
    ['it is hidden', { name: '.a.png', path: '/shots/.a.png' }, /begins with a dot/, /another name/],
    [
      'the folder’s rule',
      { folders: [{ ...folder, rules: { ...defaultRules, names: ['report-*.png'] } }] },
      /does not match the rule of the folder shots \(report-\*\.png\)/,
      /rules/,
    ],
    ['it was there before', { last: last('existing') }, /there before the folder was watched/, /Drop it on the board/],
    [
      'it was there before, as the ledger knows alone',
      {
        ledger: [
          {
            path: '/shots/a.png',
            size: 1,
            mtimeMs: 1,
            ctimeMs: 1,
            ino: 1,
            verdict: 'existing',
            message: null,
            sha256: null,
          },
        ],
      },
      /there before the folder was watched/,
      /Folders/,
    ],
    ['it is being written', { last: last('growing') }, /still being written, since \d\d:\d\d/, null],
    [
      'the cloud has it',
      { last: last('waiting', { message: failures.fileIsPlaceholder('a.png').message }) },
      /the cloud keeps it/,
      /since \d\d:\d\d/,
    ],
    [
      'it is no picture',
      { last: last('rejected', { message: 'a.png is not taken: it is empty.' }) },
      /it is empty/,
      null,
    ],
    ['its report was removed', { last: last('added') }, /taken off the board/, /once more/],
    ['it is gone since', { last: last('gone'), disk: 'gone' }, /no longer in \/shots/, null],
    ['nobody looked yet', {}, /not looked at yet/, null],
    ['no companion runs that looks', { isWatchedHere: false }, /no companion has looked/, /Start the companion/],
    ['only its content is known', { path: null, disk: null }, /never handed over/, /Drop it on the board/],
  ])('is said in a sentence, with the one thing to do: %s', (_what, more, headline, advice) => {
    const answer = why(more);
    expect(answer.headline).toMatch(headline);
    expect(answer.headline).toMatch(/\.$/);
    expect(answer.advice ?? 'nothing').toMatch(advice ?? /^nothing$/);
    expect(`${answer.headline} ${answer.advice}`).not.toMatch(/error|failed|invalid|!/i);
  });
});
