// "Why was this file not uploaded?", by the whole companion against the emulator.
import { mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Explanation } from '../../../main/contract/explanation.ts';
import { openFlightDeck, pngOf } from '../../support/flight-deck.ts';
import { message } from '../../../main/messages/message.ts';
import { explain, watch, listed } from './explanations.ts';

const idsOf = ({ lines }: Explanation) => lines.map((line) => line.message.id);

describe('a file can be explained', () => {
  test('that was uploaded: from the first scan to its flight, with the time of its upload', async () => {
    await using deck = await openFlightDeck();
    await watch(deck);
    const path = deck.image('a.png', deck.screenshots);
    await deck.until(() => deck.sent().length === 1);
    await deck.pass(2_000);
    const told = await explain(deck, path);
    expect(told.state).toBe('uploaded');
    expect(told.headline).toMatchObject({ id: 'explain.uploadedAsFlightAt', params: { flight: 4700 } });
    expect(told.lines.map((line) => line.message).slice(0, 4)).toEqual([
      message('decision.growing'),
      message('history.added', { source: 'folder', folder: 'screenshots' }),
      message('history.uploading', { attempt: 1 }),
      message('history.uploaded', { flight: 4700 }),
    ]);
    expect(idsOf(told).filter((id) => id === 'history.uploaded')).toHaveLength(1);
    expect(await listed(deck, 'A.PN')).toMatchObject([{ name: 'a.png', state: 'uploaded', stripId: 'job-1' }]);
  });

  test('that has the same content as a report: which, and when that was uploaded', async () => {
    await using deck = await openFlightDeck();
    await watch(deck);
    const path = deck.image('a.png', deck.screenshots);
    await deck.until(() => deck.sent().length === 1);
    await deck.pass(1_000);
    deck.copy(path, 'b.png');
    await deck.until(async () => (await listed(deck, 'b.png')).some((file) => file.state === 'uploaded'));
    const told = await explain(deck, join(deck.screenshots, 'b.png'));
    expect(told.headline.id).toBe('explain.uploadedAsFlightAt');
    expect(told.lines[0]).toEqual({ at: null, message: message('explain.sameAs', { name: 'a.png' }) });
    expect(told.lines.at(-1)?.message).toMatchObject({
      id: 'decision.sameAsFlightAt',
      params: { flight: '4700', name: 'a.png' },
    });
    expect(deck.sent()).toHaveLength(1);
  });

  test('that was left in its folder: there before, a link, not an image, incomplete, another name, in a subfolder', async () => {
    await using deck = await openFlightDeck();
    const old = deck.image('old.png', deck.screenshots);
    await watch(deck);
    const folder = (await deck.state()).folders[0]!;
    await deck.answer('folders.setRules', { id: folder.id, rules: { names: ['*.png'] } });
    const at = (name: string) => join(deck.screenshots, name);
    symlinkSync(old, at('link.png'));
    writeFileSync(at('text.png'), 'not an image');
    writeFileSync(at('half.png'), pngOf('half').subarray(0, 40));
    writeFileSync(at('photo.jpg'), pngOf('jpg'));
    mkdirSync(at('deep'));
    writeFileSync(join(at('deep'), 'deep.png'), pngOf('deep'));
    await deck.until(async () => (await listed(deck, 'half.png'))[0]?.rule === 'waiting', 200_000);
    const said = async (path: string) => (await explain(deck, path)).headline.id;
    expect(await said(old)).toBe('explain.existing');
    expect(await said(at('link.png'))).toBe('explain.isLink');
    expect((await explain(deck, at('text.png'))).headline).toMatchObject({
      id: 'failure.notAReport',
      params: { reason: null },
    });
    expect(await said(at('half.png'))).toBe('failure.fileStalled');
    expect((await explain(deck, at('photo.jpg'))).headline).toEqual(
      message('explain.otherName', { name: 'photo.jpg', folder: 'screenshots', patterns: ['*.png'] }),
    );
    expect(await said(join(at('deep'), 'deep.png'))).toBe('explain.inSubfolder');
    const rows = await listed(deck);
    expect(rows.every((row) => row.state === 'not-added')).toBe(true);
    expect(rows.map((row) => row.name).toSorted()).toEqual([
      'half.png',
      'link.png',
      'old.png',
      'photo.jpg',
      'text.png',
    ]);
    const half = await explain(deck, at('half.png'));
    expect(half.lines.at(-1)?.message).toEqual(message('failure.fileStalled', { name: 'half.png' }));
  });

  test('that was there before and is overwritten with the same size: uploaded, also by a dry run; touched, it stays', async () => {
    await using deck = await openFlightDeck();
    const at = (name: string) => join(deck.screenshots, name);
    writeFileSync(at('latest.png'), pngOf('view 1'));
    writeFileSync(at('old.png'), pngOf('old'));
    await watch(deck);
    const thereBefore = message('explain.existing');
    expect((await explain(deck, at('latest.png'))).headline).toEqual(thereBefore);

    writeFileSync(at('latest.png'), pngOf('view 2'));
    utimesSync(at('old.png'), new Date(), new Date());
    const path = deck.screenshots;
    const dryRun = await deck.answer('folders.dryRun', {
      path,
      existing: false,
      names: null,
      approval: null,
      limit: 10,
    });
    expect(dryRun.files.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['latest.png', 'send'],
      ['old.png', 'leave'],
    ]);
    await deck.until(() => deck.sent().length === 1);
    await deck.pass(2_000);
    expect((await explain(deck, at('latest.png'))).headline.id).toBe('explain.uploadedAsFlightAt');
    expect((await explain(deck, at('old.png'))).headline).toEqual(thereBefore);

    // Rewritten with its earlier content: it is read, and its verdict is unchanged.
    writeFileSync(at('old.png'), pngOf('old').subarray(0, 40));
    await deck.until(async () => (await listed(deck, 'old.png'))[0]?.rule === 'growing');
    writeFileSync(at('old.png'), pngOf('old'));
    await deck.until(async () => (await listed(deck, 'old.png'))[0]?.rule === 'carried-over');
    expect((await explain(deck, at('old.png'))).headline).toEqual(thereBefore);
    expect(idsOf(await explain(deck, at('old.png'))).at(-1)).toBe('decision.touched');
    expect(deck.sent()).toHaveLength(1);
  });

  test('that waits for a sign-in, since when, and uploads afterwards', async () => {
    await using deck = await openFlightDeck({ signedIn: false });
    await watch(deck);
    const path = deck.image('a.png', deck.screenshots);
    await deck.until(async () => (await deck.strips('queue')).length === 1);
    const waits = await explain(deck, path);
    expect([waits.headline, waits.advice]).toEqual([message('explain.waiting'), message('failure.signInNeeded')]);
    await deck.pass(60_000);
    await deck.signIn();
    await deck.until(() => deck.sent().length === 1);
    await deck.pass(1_000);
    const ids = idsOf(await explain(deck, path));
    expect(ids).toContain('decision.signedOut');
    expect(ids.indexOf('decision.signedInAgain')).toBeGreaterThan(ids.indexOf('decision.signedOut'));
  });

  test('whose folder was missing: from when to when', async () => {
    await using deck = await openFlightDeck();
    await watch(deck);
    renameSync(deck.screenshots, `${deck.screenshots}.away`);
    await deck.pass(70_000);
    expect(idsOf(await explain(deck, join(deck.screenshots, 'a.png'))).at(-1)).toBe('failure.folderUnavailable');
    renameSync(`${deck.screenshots}.away`, deck.screenshots);
    await deck.pass(70_000);
    const path = deck.image('a.png', deck.screenshots);
    await deck.until(() => deck.sent().length === 1);
    const told = await explain(deck, path);
    const away = told.lines.find((line) => line.message.id === 'failure.folderUnavailable');
    const back = told.lines.find((line) => line.message.id === 'decision.folderBack');
    expect((back?.at ?? 0) - (away?.at ?? 0)).toBeGreaterThan(30_000);
  });

  test('by its report, also after a restart', async () => {
    await using deck = await openFlightDeck({ signedIn: false });
    await watch(deck);
    deck.image('a.png', deck.screenshots);
    await deck.until(async () => (await deck.strips('queue')).length === 1);
    const before = await deck.answer('files.explain', { stripId: 'job-1' });
    await deck.restart();
    await deck.pass(1_000);
    const after = await deck.answer('files.explain', { stripId: 'job-1' });
    expect(after).toMatchObject({ name: 'a.png', state: 'waiting' });
    expect(after.lines.slice(0, 2)).toEqual(before.lines.slice(0, 2));
    expect(before.path).toBe(join(deck.screenshots, 'a.png'));
    expect(await deck.ask('files.explain', { stripId: 'job-99' })).toMatchObject({ ok: false });
  });
});
