// Which of several reasons counts, and the parameters of each message.
import { describe, expect, test } from 'vitest';
import { defaultRules } from '../../../../main/contract/folder-rules.ts';
import { notUploaded, type Circumstances } from '../../../../main/core/app/diagnostics/not-uploaded.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import type { Figures } from '../../../../main/core/storage/tables/log/decisions.ts';
import type { StoredLedgerEntry } from '../../../../main/core/storage/tables/folders.ts';
import { message, type Message } from '../../../../main/messages/message.ts';
import { makeFolder } from '../../../support/fake-companion/fake-state.ts';

const at = Date.UTC(2026, 10, 21, 12);
const name = 'a.png';
const folder = makeFolder({ id: 'f', name: 'Shots', path: '/shots' });
const other = makeFolder({ id: 'o', name: 'Other', path: '/other' });
const reason = message('failure.fileStalled', { name });
const ledgerReason = message('failure.fileIsPlaceholder', { name });

const last = (rule: string, figures: Figures = {}) => ({ rule, figures, firstAt: at, lastAt: at + 1, times: 1 });
const entry = (verdict: StoredLedgerEntry['verdict'], text: Message | null = null): StoredLedgerEntry => ({
  path: '/shots/a.png',
  size: 1,
  mtimeMs: 1,
  ctimeMs: 1,
  ino: 1,
  sha256: null,
  verdict,
  message: text,
});

type Row = [string, Partial<Circumstances>, Message, Message | null];
const answer = (more: Partial<Circumstances>) => notUploaded({ ...known, ...more });
const known: Circumstances = {
  name,
  path: '/shots/a.png',
  disk: 'file',
  last: null,
  folders: [other, folder],
  ledger: [],
};

const dropAnyway = message('explain.dropAnyway');
const addExisting = message('explain.addExisting');
const existing = message('explain.existing');
const skipped = message('failure.fileSkipped', { name });
const removed = message('explain.reportRemoved');
const addAgain = message('explain.addAgain');
const saveAsImage = message('explain.saveAsImage');
const notAReport = (of: string, why: 'noExtension' | 'otherExtension') =>
  failures.notAReport(of, { reason: why }).message;
const inSubfolder = message('explain.inSubfolder', { name, folder: 'Shots' });
const moveOrWatch = message('explain.moveOrWatch', { path: '/shots', subfolder: 'deep' });
const outside = message('explain.outside', { name });
const dropOrWatch = message('explain.dropOrWatch');
const notChecked = message('explain.notCheckedYet');
const missing = failures.folderUnavailable('/shots').message;

test.each<Row>([
  [
    'a folder, although it has no extension',
    { name: 'a', disk: 'folder', last: last('existing') },
    message('explain.isFolder', { name: 'a' }),
    message('explain.chooseFileInFolder'),
  ],
  [
    'not there and never seen, although it has no extension',
    { name: 'a', path: '/shots/a', disk: 'gone' },
    message('explain.neverSeen', { name: 'a' }),
    message('explain.checkPath', { path: '/shots/a' }),
  ],
  [
    'not there, and only its name is known',
    { path: null, disk: 'gone' },
    message('explain.neverSeen', { name }),
    message('explain.checkName'),
  ],
  ['without an extension', { name: 'a' }, notAReport('a', 'noExtension'), saveAsImage],
  ['with another extension', { name: 'a.gif' }, notAReport('a.gif', 'otherExtension'), saveAsImage],
  ['a JPEG with its other extension, not read yet', { name: 'a.jfif' }, message('explain.notCheckedYet'), null],
  [
    'gone, with another extension',
    { name: 'a.gif', disk: 'gone', last: last('gone') },
    notAReport('a.gif', 'otherExtension'),
    saveAsImage,
  ],
  [
    'a link',
    { disk: 'link', last: last('existing') },
    message('explain.isLink', { name }),
    message('explain.addTheFileItself'),
  ],
  ['no regular file', { disk: 'other', last: last('existing') }, failures.fileIsSpecial(name).message, null],
])('what it is counts first: %s', (_what, more, headline, advice) => {
  expect(answer(more)).toEqual({ headline, advice });
});

describe('its folder counts next', () => {
  const deep = { path: '/shots/deep/a.png' };
  const gone = failures.folderMissing('/shots');
  const webp = failures.notAReport('a.png', { reason: 'otherFormat', extension: 'png', format: 'WebP' }).message;
  const convert = message('explain.dropToConvert');
  test.each<Row>([
    ['in a subfolder', deep, inSubfolder, moveOrWatch],
    ['in a subfolder, and there before', { ...deep, last: last('existing') }, inSubfolder, moveOrWatch],
    ['in a subfolder, and with another name', { ...deep, last: last('other-name') }, inSubfolder, moveOrWatch],
    ['in a subfolder, and added manually', { ...deep, last: last('added') }, removed, addAgain],
    ['beside a watched folder whose name begins alike', { path: '/shots-2/a.png' }, outside, dropOrWatch],
    ['outside, and rejected when it was added', { path: '/x/a.png', last: last('rejected') }, skipped, null],
    ['in a folder that cannot be read', { folders: [{ ...folder, status: 'unavailable' }] }, missing, null],
    [
      'in a folder that cannot be read for a known reason',
      {
        folders: [{ ...folder, status: 'unavailable', concern: gone }],
        last: last('existing'),
      },
      gone.message,
      null,
    ],
    ['in a folder with a concern that can be read', { folders: [{ ...folder, concern: gone }] }, notChecked, null],
    ['outside, and in another format', { path: '/x/a.png', last: last('rejected', { message: webp }) }, webp, convert],
    [
      'hidden',
      { name: '.a.png', last: last('existing') },
      message('explain.hidden', { name: '.a.png' }),
      message('explain.rename'),
    ],
    [
      'not as the folder’s patterns',
      { folders: [{ ...folder, rules: { ...defaultRules, names: ['x*', 'y*'] } }], last: last('existing') },
      message('explain.otherName', { name, folder: 'Shots', patterns: ['x*', 'y*'] }),
      message('explain.changePatterns'),
    ],
    ['without a path, so without a folder', { path: null, disk: null, last: last('existing') }, existing, addExisting],
  ])('%s', (_what, more, headline, advice) => {
    expect(answer(more)).toEqual({ headline, advice });
  });
});

describe('the last decision counts after that', () => {
  const carriedOver = message('explain.carriedOver');
  test.each<Row>([
    ['there before', { last: last('existing') }, existing, addExisting],
    ['carried over', { last: last('carried-over') }, carriedOver, dropAnyway],
    ['carried over after it was added', { last: last('carried-over', { verdict: 'added' }) }, carriedOver, dropAnyway],
    ['touched, and there before', { last: last('carried-over', { verdict: 'existing' }) }, existing, addExisting],
    [
      'renamed, and there before',
      { last: last('carried-over', { verdict: 'existing', from: 'b.png' }) },
      carriedOver,
      dropAnyway,
    ],
    ['growing', { last: last('growing') }, message('explain.growing', { at }), null],
    ['waiting', { last: last('waiting') }, message('explain.incomplete'), null],
    ['waiting for a reason', { last: last('waiting', { message: reason }) }, reason, null],
    ...['skipped', 'rejected', 'later'].flatMap((rule): Row[] => [
      [`${rule} without a reason`, { last: last(rule) }, skipped, null],
      [
        `${rule} for its own reason`,
        { last: last(rule, { message: reason }), ledger: [entry('skipped', ledgerReason)] },
        reason,
        null,
      ],
      [
        `${rule} for the reason in the ledger`,
        { last: last(rule), ledger: [entry('skipped', ledgerReason)] },
        ledgerReason,
        null,
      ],
    ]),
    ['with another name then', { last: last('other-name') }, message('explain.otherNameThen', { name }), dropAnyway],
    ['gone', { last: last('gone'), disk: 'gone' }, message('explain.goneFromFolder', { name, folder: '/shots' }), null],
    ['gone, without a path', { last: last('gone'), path: null, disk: null }, message('explain.gone', { name }), null],
    ['added, and its report removed', { last: last('added') }, removed, addAgain],
    ['the same as a report that was removed', { last: last('same-content') }, removed, addAgain],
    [
      'decided, which outranks the ledger',
      { last: last('growing'), ledger: [entry('existing')] },
      message('explain.growing', { at }),
      null,
    ],
  ])('%s', (_what, more, headline, advice) => {
    expect(answer(more)).toEqual({ headline, advice });
  });
});

test.each<Row>([
  ['there before', { ledger: [entry('existing'), entry('added')] }, existing, addExisting],
  ['skipped', { ledger: [entry('skipped')] }, skipped, null],
  ['skipped for a reason', { ledger: [entry('skipped', reason)] }, reason, null],
  ['with another name', { ledger: [entry('other-name')] }, message('explain.otherNameThen', { name }), dropAnyway],
  ['added', { ledger: [entry('added')] }, removed, addAgain],
])('the ledger counts without a decision: %s', (_what, more, headline, advice) => {
  expect(answer(more)).toEqual({ headline, advice });
});

describe('without any of these', () => {
  const newer = last('a-rule-of-a-newer-version');
  test.each<Row>([
    [
      'only the content is known',
      { path: null, disk: null },
      message('explain.neverAdded'),
      message('explain.dropToUpload'),
    ],
    ['it is gone', { disk: 'gone', last: newer }, message('explain.gone', { name }), null],
    ['it will be checked', { last: newer }, notChecked, null],
    [
      'nobody watches',
      { folders: [{ ...folder, status: 'unwatched' }] },
      message('explain.notWatchedNow'),
      message('explain.startWatching'),
    ],
  ])('%s', (_what, more, headline, advice) => {
    expect(answer(more)).toEqual({ headline, advice });
  });
});
