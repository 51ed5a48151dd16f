import { describe, expect, it } from 'vitest';
import { defaultRules } from '../../../../main/contract/folder-rules.ts';

import { notUploaded, type Circumstances } from '../../../../main/core/app/diagnostics/not-uploaded.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import type { Figures } from '../../../../main/core/storage/tables/log/decisions.ts';
import { text } from '../../../../main/node/host/text.ts';
import { makeFolder } from '../../../support/fake-companion/fake-state.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const folder = makeFolder({ id: 'f', path: '/shots', added: 0 });
const why = (more: Partial<Circumstances> = {}) =>
  notUploaded({
    name: 'a.png',
    path: '/shots/a.png',
    disk: 'file',
    last: null,
    folders: [folder],
    ledger: [],
    ...more,
  });
const last = (rule: string, figures: Figures = {}) => ({
  rule,
  figures,
  firstAt: now,
  lastAt: now,
  times: 1,
});

describe('why a file never became a report', () => {
  it.each<[string, Partial<Circumstances>, RegExp, RegExp | null]>([
    ['it is not there', { disk: 'gone' }, /doesn't exist and was never seen/, /Check the path/],
    ['it is a folder', { disk: 'folder' }, /a\.png is a folder/, /Folders/],
    ['its ending', { name: 'a.webp', path: '/shots/a.webp' }, /doesn't end in .png, .jpg or .jpeg/, /PNG or JPEG/],
    ['it is a link', { disk: 'link' }, /a link/, /screenshot itself/],
    ['it is a pipe', { disk: 'other' }, /isn't a regular file/, null],
    ['it lies outside', { path: '/elsewhere/a.png' }, /isn't in a watched folder/, /Drop it on the board/],
    ['it lies deeper', { path: '/shots/old/a.png' }, /in a subfolder of shots/, /watch old/],
    ['nobody watches any folder', { folders: [] }, /isn't in a watched folder/, /watch its folder/],
    [
      'its folder is missing',
      { folders: [{ ...folder, status: 'unavailable', concern: failures.folderUnavailable('/shots') }] },
      /\/shots isn't available/,
      null,
    ],
    [
      'its folder is missing, and nothing else is known of that',
      { folders: [{ ...folder, status: 'unavailable', concern: null }] },
      /\/shots isn't available/,
      null,
    ],
    ['it is hidden', { name: '.a.png', path: '/shots/.a.png' }, /starts with a dot/, /Rename/],
    [
      'the folder’s rule',
      { folders: [{ ...folder, rules: { ...defaultRules, names: ['report-*.png'] } }] },
      /doesn't match the patterns of the folder shots \(report-\*\.png\)/,
      /patterns/,
    ],
    ['it was there before', { last: last('existing') }, /there before the folder was watched/, /Drop it on the board/],
    [
      'it was there before, which only the ledger shows',
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
    ['it is being written', { last: last('growing') }, /Still being written \(since .*\d\d:\d\dZ\)/, null],
    [
      'it is in the cloud only',
      { last: last('waiting', { message: failures.fileIsPlaceholder('a.png').message }) },
      /only in the cloud/,
      /since .*\d\d:\d\d/,
    ],
    [
      'it is not an image',
      { last: last('rejected', { message: failures.notAReport('a.png', { reason: 'empty' }).message }) },
      /is empty/,
      null,
    ],
    ['its report was removed', { last: last('added') }, /removed from the board/, /again/],
    ['it is gone since', { last: last('gone'), disk: 'gone' }, /no longer in \/shots/, null],
    ['it is gone and was known by its path only', { last: last('gone'), path: null, disk: null }, /a\.png/, null],
    ['it was skipped without a reason', { last: last('skipped') }, /a\.png/, null],
    ['its image was uploaded before', { last: last('same-content') }, /removed from the board/, /again/],
    ['it was renamed', { last: last('carried-over') }, /seen before under another name/, /Drop it on the board/],
    [
      'it was there before and its state was carried over',
      { last: last('carried-over', { verdict: 'existing' }) },
      /there before the folder was watched/,
      /Folders/,
    ],
    ['it had another name', { last: last('other-name') }, /a\.png/, /Drop it on the board/],
    ['it is incomplete', { last: last('waiting') }, /complete/, /since .*\d\d:\d\d/],
    ['nobody looked yet', {}, /hasn't been checked yet/, null],
    [
      'no companion runs that looks',
      { folders: [{ ...folder, status: 'unwatched' }] },
      /isn't watching/,
      /Start Pilot Companion/,
    ],
    ['only its content is known', { path: null, disk: null }, /never added/, /Drop it on the board/],
  ])('is said in a sentence, with the one thing to do: %s', (_what, more, headline, advice) => {
    const answer = why(more);
    expect(text(answer.headline)).toMatch(headline);
    expect(text(answer.headline)).toMatch(/\.$/);
    expect(answer.advice ? text(answer.advice) : 'nothing').toMatch(advice ?? /^nothing$/);
  });
});
