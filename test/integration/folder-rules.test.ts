// The rules of a folder through the whole companion, on a real file system, against the emulator.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FolderRulesChange } from '../../main/contract/folder-rules.ts';
import { ok } from '../../main/contract/failure.ts';
import { openFlightDeck, pngOf, type FlightDeck } from '../support/flight-deck.ts';

const save = (deck: FlightDeck, name: string, what = name) => writeFileSync(join(deck.screenshots, name), pngOf(what));
const sent = (deck: FlightDeck) =>
  deck.emulator.flights
    .list()
    .items.map((flight) => flight.fileName)
    .toSorted();
const left = (deck: FlightDeck) => readdirSync(deck.screenshots).toSorted();
const folderOf = async (deck: FlightDeck) => (await deck.state()).folders[0]!;

async function watch(deck: FlightDeck, rules: FolderRulesChange, existing = false) {
  await deck.answer('folders.add', { path: deck.screenshots, existing, rules });
}
async function change(deck: FlightDeck, rules: FolderRulesChange) {
  const { id } = await folderOf(deck);
  return deck.ask('folders.setRules', { id, rules });
}

describe('names', () => {
  test('adds only images with matching names, and counts the others', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, { names: ['report-*', '*.jpg'] });
    for (const name of ['report-1.png', 'holiday.png', 'REPORT-2.PNG']) save(deck, name);
    await deck.until(() => sent(deck).length === 2);
    expect(sent(deck)).toEqual(['REPORT-2.PNG', 'report-1.png']);
    expect(await folderOf(deck)).toMatchObject({ added: 2, otherNames: 1, existing: 0 });
  });

  test('a wider rule adds new files from then on; skipped ones stay skipped until the pilot adds them', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, { names: ['report-*'] });
    save(deck, 'holiday.png');
    await deck.until(async () => (await folderOf(deck)).otherNames === 1);
    expect(await change(deck, { names: ['*'] })).toEqual(ok(null));
    save(deck, 'new.png');
    await deck.until(() => sent(deck).length === 1);
    await deck.pass(20_000);
    expect(sent(deck)).toEqual(['new.png']);
    expect(await folderOf(deck)).toMatchObject({ otherNames: 0, existing: 1 });
    await deck.answer('folders.addExisting', { id: (await folderOf(deck)).id });
    await deck.until(() => sent(deck).length === 2);
  });

  test('a rule that is made narrower leaves alone what was there before', async () => {
    await using deck = await openFlightDeck();
    for (const name of ['report-1.png', 'holiday.png']) save(deck, name);
    await watch(deck, {});
    expect(await folderOf(deck)).toMatchObject({ existing: 2 });
    await change(deck, { names: ['report-*'] });
    expect(await folderOf(deck)).toMatchObject({ existing: 1, otherNames: 1 });
    await deck.answer('folders.addExisting', { id: (await folderOf(deck)).id });
    await deck.until(() => sent(deck).length === 1);
    await deck.pass(10_000);
    expect(sent(deck)).toEqual(['report-1.png']);
  });

  test('adds an image that is renamed to a matching name', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, { names: ['report-*'] });
    save(deck, 'shot.png');
    await deck.until(async () => (await folderOf(deck)).otherNames === 1);
    renameSync(join(deck.screenshots, 'shot.png'), join(deck.screenshots, 'report-7.png'));
    await deck.until(() => sent(deck).length === 1, 60_000);
    expect(sent(deck)).toEqual(['report-7.png']);
  });

  test('an invalid pattern is refused with a message, and the folder keeps its rules', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, { names: ['report-*'] });
    expect(await change(deck, { names: ['shots/*.png'] })).toMatchObject({
      ok: false,
      failure: { kind: 'wrong-input', message: { id: 'input.patternHasFolder' } },
    });
    expect((await folderOf(deck)).rules.names).toEqual(['report-*']);
  });
});

describe('field guide 10: what was there before', () => {
  test('field guide 10: is left by default, and taken where the pilot says so when the folder is added', async () => {
    await using deck = await openFlightDeck();
    save(deck, 'old.png');
    await watch(deck, {});
    await deck.pass(10_000);
    expect(sent(deck)).toEqual([]);
    expect(await folderOf(deck)).toMatchObject({ existing: 1, added: 0 });
    await deck.answer('folders.remove', { id: (await folderOf(deck)).id });
    await watch(deck, {}, true);
    await deck.until(() => sent(deck).length === 1);
  });
});

describe('approval', () => {
  test('a picture is safe at once, waits for the word, and leaves with it', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, { approval: true });
    save(deck, 'a.png');
    await deck.until(async () => (await deck.state()).queue.approval === 1);
    rmSync(join(deck.screenshots, 'a.png'));
    await deck.pass(20_000);
    expect(sent(deck)).toEqual([]);
    const [strip] = await deck.strips('needs-attention');
    expect(strip).toMatchObject({
      stage: 'approval',
      actor: 'you',
      hasImage: true,
      reason: { kind: 'approval-needed', requiredAction: 'decision' },
      actions: ['approve', 'decline'],
    });
    await deck.restart();
    await deck.answer('strips.approve', { id: strip!.id });
    await deck.until(() => sent(deck).length === 1);
    const { history } = await deck.answer('strips.detail', { id: strip!.id });
    expect(history.map((one) => one.message.id)).toEqual(
      expect.arrayContaining(['history.approvalNeeded', 'history.approved']),
    );
  });

  test('a rejected image is kept, is not added again under another name, and can be uploaded after all', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, { approval: true });
    save(deck, 'a.png', 'no report');
    await deck.until(async () => (await deck.state()).queue.approval === 1);
    const [strip] = await deck.strips('needs-attention');
    await deck.answer('strips.decline', { id: strip!.id });
    expect((await deck.state()).bays).toMatchObject({ 'needs-attention': 0, queue: 0, 'not-uploaded': 1 });
    const rejected = await deck.strips('not-uploaded');
    expect(rejected).toMatchObject([{ stage: 'not-uploaded', actions: ['approve', 'remove'] }]);

    save(deck, 'copy.png', 'no report');
    await deck.until(async () => (await folderOf(deck)).skipped.length === 1);
    const { skipped } = await folderOf(deck);
    expect(skipped).toMatchObject([{ name: 'copy.png', message: { id: 'failure.declinedBefore' } }]);
    expect((await deck.state()).queue).toMatchObject({ approval: 0, declined: 1 });

    const [again] = await deck.drop(join(deck.screenshots, 'copy.png'));
    expect(again).toMatchObject({ outcome: 'duplicate', stripId: strip!.id });
    expect(again?.message.id).toBe('intake.declinedBefore');

    await deck.answer('strips.approve', { id: strip!.id });
    await deck.until(() => sent(deck).length === 1);
  });

  test('removed from the board, it is still remembered for folders; added by hand it is accepted', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, { approval: true });
    save(deck, 'a.png', 'no report');
    await deck.until(async () => (await deck.state()).queue.approval === 1);
    const [strip] = await deck.strips('needs-attention');
    await deck.answer('strips.decline', { id: strip!.id });
    await deck.answer('strips.remove', { id: strip!.id });
    expect(await deck.strips('not-uploaded')).toEqual([]);
    save(deck, 'copy.png', 'no report');
    await deck.until(async () => (await folderOf(deck)).skipped.length === 1);
    const [answer] = await deck.drop(join(deck.screenshots, 'copy.png'));
    expect(answer).toMatchObject({ outcome: 'added' });
    await deck.until(() => sent(deck).length === 1);
  });

  test('one word answers all', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, { approval: true });
    for (const name of ['a.png', 'b.png', 'c.png']) save(deck, name);
    await deck.until(async () => (await deck.state()).queue.approval === 3);
    expect(await deck.answer('approvals.answerAll', { answer: 'approve' })).toMatchObject({ count: 3 });
    await deck.until(() => sent(deck).length === 3);
    expect(await deck.answer('approvals.answerAll', { answer: 'decline' })).toEqual({ count: 0, ids: [] });
  });

  test('a report that needs no approval says so', async () => {
    await using deck = await openFlightDeck();
    const [answer] = await deck.drop(deck.picture('a.png'));
    expect(await deck.ask('strips.decline', { id: answer!.stripId! })).toMatchObject({
      ok: false,
      failure: { kind: 'not-now', message: { id: 'failure.notAwaitingApproval' } },
    });
  });
});

describe('after the upload', () => {
  const move = (to: string): FolderRulesChange => ({ afterUpload: { kind: 'move', to } });

  test('the file that was sent goes to the folder, and nothing else does', async () => {
    await using deck = await openFlightDeck();
    save(deck, 'old.png');
    await watch(deck, { ...move('Sent'), names: ['report*', 'old*'] });
    save(deck, 'report-1.png');
    save(deck, 'holiday.png');
    await deck.until(() => left(deck).includes('Sent') && !left(deck).includes('report-1.png'));
    expect(left(deck)).toEqual(['Sent', 'holiday.png', 'old.png']);
    expect(readdirSync(join(deck.screenshots, 'Sent'))).toEqual(['report-1.png']);
    const [strip] = (await deck.strips()).filter((one) => one.file?.name === 'report-1.png');
    await deck.until(async () => {
      const { history } = await deck.answer('strips.detail', { id: strip!.id });
      return history.some((one) => one.message.id === 'history.moved');
    });
    await deck.pass(40_000);
    expect(sent(deck)).toEqual(['report-1.png']);
  });

  test('nothing is moved before the service has the report', async () => {
    await using deck = await openFlightDeck({ signedIn: false });
    await watch(deck, move('Sent'));
    save(deck, 'a.png');
    await deck.until(async () => (await folderOf(deck)).added === 1);
    await deck.pass(20_000);
    expect(left(deck)).toEqual(['a.png']);
    await deck.signIn();
    await deck.until(() => left(deck).join() === 'Sent');
  });

  test('a file that changed since stays, and that is said', async () => {
    await using deck = await openFlightDeck({ signedIn: false });
    await watch(deck, move('Sent'));
    save(deck, 'a.png', 'first');
    await deck.until(async () => (await folderOf(deck)).added === 1);
    writeFileSync(join(deck.screenshots, 'a.png'), 'notes that a pilot wrote over it');
    await deck.signIn();
    await deck.until(async () => (await folderOf(deck)).notFiled.length === 1);
    expect((await folderOf(deck)).notFiled).toMatchObject([
      {
        name: 'a.png',
        message: { id: expect.stringMatching(/^failure\.(notMoved|notTrashed|sentFileChanged)$/) as string },
      },
    ]);
    expect(left(deck)).toEqual(['a.png']);
    expect(readFileSync(join(deck.screenshots, 'a.png'), 'utf8')).toContain('notes');
  });

  test('ended between the answer and the move, it is done at the next start', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, move('Sent'));
    // A file where the folder should be: the move cannot come about.
    writeFileSync(join(deck.screenshots, 'Sent'), '');
    save(deck, 'a.png');
    await deck.until(async () => (await folderOf(deck)).notFiled.length === 1);
    expect((await folderOf(deck)).notFiled[0]?.message).toMatchObject({
      id: 'failure.notMoved',
      params: { to: expect.stringMatching(/Sent$/) as string },
    });
    rmSync(join(deck.screenshots, 'Sent'));
    await deck.restart();
    await deck.until(() => left(deck).join() === 'Sent');
    expect(readdirSync(join(deck.screenshots, 'Sent'))).toEqual(['a.png']);
    await deck.until(async () => (await folderOf(deck)).notFiled.length === 0);
  });

  test('renamed in between, it is still the file that was sent', async () => {
    await using deck = await openFlightDeck({ signedIn: false });
    await watch(deck, move('Sent'));
    save(deck, 'a.png');
    await deck.until(async () => (await folderOf(deck)).added === 1);
    renameSync(join(deck.screenshots, 'a.png'), join(deck.screenshots, 'b.png'));
    await deck.pass(40_000);
    await deck.signIn();
    await deck.until(() => left(deck).join() === 'Sent');
    expect(readdirSync(join(deck.screenshots, 'Sent'))).toEqual(['b.png']);
  });

  test("a copy of the pilot's own stays where it is", async () => {
    await using deck = await openFlightDeck();
    await watch(deck, move('Sent'));
    save(deck, 'a.png', 'the same');
    await deck.until(() => left(deck).join() === 'Sent');
    save(deck, 'copy.png', 'the same');
    await deck.pass(40_000);
    expect(left(deck)).toEqual(['Sent', 'copy.png']);
  });

  test('the bin gets it where this computer has one', async () => {
    const binned: string[] = [];
    await using deck = await openFlightDeck({
      trash: async (path) => {
        binned.push(path);
        rmSync(path);
        return ok(null);
      },
    });
    await watch(deck, { afterUpload: { kind: 'trash' } });
    save(deck, 'a.png');
    await deck.until(() => binned.length === 1);
    expect(left(deck)).toEqual([]);
    await deck.restart();
    await deck.pass(10_000);
    expect(binned).toHaveLength(1);
  });

  test('without a trash the rule is refused with a message', async () => {
    await using deck = await openFlightDeck();
    expect(
      await deck.ask('folders.add', {
        path: deck.screenshots,
        existing: false,
        rules: { afterUpload: { kind: 'trash' } },
      }),
    ).toMatchObject({ ok: false, failure: { kind: 'not-supported-here' } });
    expect((await deck.state()).folders).toEqual([]);
  });

  test('the watched folder itself is no place to move to, nor is a file', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, {});
    expect(await change(deck, move(deck.screenshots))).toMatchObject({ ok: false, failure: { kind: 'wrong-input' } });
    expect(await change(deck, move('.'))).toMatchObject({ ok: false, failure: { kind: 'wrong-input' } });
    save(deck, 'a.png');
    expect(await change(deck, move('a.png'))).toMatchObject({ ok: false });
  });

  test('set back to leaving files, files that were not started stay', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, move('Sent'));
    mkdirSync(join(deck.screenshots, 'Sent'));
    rmSync(join(deck.screenshots, 'Sent'), { recursive: true });
    writeFileSync(join(deck.screenshots, 'Sent'), '');
    save(deck, 'a.png');
    await deck.until(async () => (await folderOf(deck)).notFiled.length === 1);
    expect(await change(deck, { afterUpload: { kind: 'leave' } })).toEqual(ok(null));
    rmSync(join(deck.screenshots, 'Sent'));
    await deck.restart();
    await deck.pass(10_000);
    expect(left(deck)).toEqual(['a.png']);
    expect((await folderOf(deck)).notFiled).toEqual([]);
  });
});

describe('a dry run', () => {
  const dryRun = (deck: FlightDeck, more: { existing?: boolean; names?: string[] } = {}) =>
    deck.answer('folders.dryRun', {
      path: deck.screenshots,
      existing: more.existing ?? false,
      names: more.names ?? null,
      approval: null,
      limit: 100,
    });
  const outcomes = ({ files }: Awaited<ReturnType<typeof dryRun>>) =>
    files.map((file) => `${file.name}: ${file.outcome}`);

  test('says of each file what the watch then does, and takes nothing', async () => {
    await using deck = await openFlightDeck();
    await deck.drop(deck.file('elsewhere.png', pngOf('known')));
    await deck.until(() => sent(deck).length === 1);
    save(deck, 'report-1.png');
    save(deck, 'report-2.png', 'known');
    save(deck, 'holiday.png');
    writeFileSync(join(deck.screenshots, 'report-3.png'), pngOf('half').subarray(0, 40));
    writeFileSync(join(deck.screenshots, 'report-4.png'), 'no picture at all');
    writeFileSync(join(deck.screenshots, 'report-5.webp'), 'RIFF....WEBP');
    writeFileSync(join(deck.screenshots, 'report-6.png'), pngOf('large', 11 * 1024 * 1024));
    writeFileSync(join(deck.screenshots, 'notes.txt'), 'not looked at');

    const said = await dryRun(deck, { existing: true, names: ['report-*'] });
    expect(outcomes(said)).toEqual([
      'holiday.png: leave',
      'report-1.png: send',
      'report-2.png: known',
      'report-3.png: wait',
      'report-4.png: leave',
      'report-5.webp: leave',
      'report-6.png: hold',
    ]);
    expect(said.counts).toEqual({ send: 1, ask: 0, hold: 1, wait: 1, known: 1, leave: 3 });
    expect((await deck.state()).folders).toEqual([]);
    expect((await deck.state()).queue.waiting).toBe(0);

    await watch(deck, { names: ['report-*'] }, true);
    await deck.until(async () => (await folderOf(deck)).skipped.length === 2);
    await deck.until(() => sent(deck).length === 2);
    expect(sent(deck)).toEqual(['elsewhere.png', 'report-1.png']);
    const needAttention = () => deck.strips('needs-attention');
    await deck.until(async () => (await needAttention()).some((one) => one.file?.name === 'report-6.png'));
    const state = await folderOf(deck);
    expect(state).toMatchObject({ otherNames: 1, growing: 1 });
    expect(state.skipped.map(({ name }) => name).toSorted()).toEqual(['report-4.png', 'report-5.webp']);
    const message = new Map(said.files.map((file) => [file.name, file.message]));
    for (const { name, message: real } of state.skipped) expect(message.get(name)).toEqual(real);
  });

  test('of an unwatched folder says that only new images would be added', async () => {
    await using deck = await openFlightDeck();
    save(deck, 'a.png');
    const { files } = await dryRun(deck);
    expect(files).toMatchObject([{ name: 'a.png', outcome: 'leave', message: { id: 'dryRun.existing' } }]);
  });

  test('of a watched folder lists what was added, as which flight, and what needs approval', async () => {
    await using deck = await openFlightDeck();
    await watch(deck, {});
    save(deck, 'a.png');
    await deck.until(() => sent(deck).length === 1);
    const [file] = (await dryRun(deck)).files;
    expect(file).toMatchObject({ name: 'a.png', outcome: 'known', stripId: 'job-1' });
    expect(file?.message.id).toBe('dryRun.uploadedBefore');
    await change(deck, { approval: true });
    await deck.emulator.stop();
    save(deck, 'b.png');
    expect(outcomes(await dryRun(deck))).toContain('b.png: ask');
    await deck.emulator.start();
  });

  test('names at most as many files as were asked for, and counts all', async () => {
    await using deck = await openFlightDeck();
    for (const name of ['a.png', 'b.png', 'c.png']) save(deck, name);
    const said = await deck.answer('folders.dryRun', {
      path: deck.screenshots,
      existing: true,
      names: null,
      approval: true,
      limit: 1,
    });
    expect(said.files).toHaveLength(1);
    expect(said.counts).toMatchObject({ send: 0, ask: 3 });
  });

  test('of files to be added predicts the outcome of intake', async () => {
    await using deck = await openFlightDeck();
    await deck.drop(deck.file('first.png', pngOf('known')));
    // Both answers name its flight once it has one.
    await deck.until(async () => (await deck.strips('under-review')).length === 1);
    const files: readonly [string, string, string][] = [
      [deck.file('good.png', pngOf('good')), 'send', 'added'],
      [deck.file('known.png', pngOf('known')), 'known', 'duplicate'],
      [deck.file('large.png', pngOf('large', 11 * 1024 * 1024)), 'hold', 'added'],
      [deck.file('half.png', pngOf('half').subarray(0, 40)), 'leave', 'rejected'],
      [deck.file('text.png', Buffer.from('message')), 'leave', 'rejected'],
      [deck.file('notes.txt', Buffer.from('message')), 'leave', 'rejected'],
      [deck.file('empty.png', Buffer.alloc(0)), 'leave', 'rejected'],
      [join(deck.screenshots, 'gone.png'), 'leave', 'rejected'],
      [deck.screenshots, 'leave', 'rejected'],
    ];
    const { files: said } = await deck.answer('files.dryRun', { paths: files.map(([path]) => path) });
    expect(said.map((file) => file.outcome)).toEqual(files.map(([, outcome]) => outcome));
    const answers = await deck.drop(...files.map(([path]) => path));
    expect(answers.map((answer) => answer.outcome)).toEqual(files.map(([, , outcome]) => outcome));
    // Only of what is simply taken the one speaks of what would be, the other of what was done.
    const SAME: Record<string, string> = {
      'intake.added': 'dryRun.upload',
      'intake.inQueue': 'dryRun.inQueue',
      'intake.sameAsFlight': 'dryRun.sameAsFlight',
    };
    const message = answers.map((answer) => SAME[answer.message.id] ?? answer.message.id);
    expect(said.map((file) => file.message.id)).toEqual(message);
  });
});
