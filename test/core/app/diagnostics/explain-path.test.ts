// What a path is explained by: the disk, its decisions, its reports and its content.
import { createHash } from 'node:crypto';
import fs, { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { message } from '../../../../main/messages/message.ts';
import { makeFolder } from '../../../support/fake-companion/fake-state.ts';
import { setUpProfile } from './explained-profile.ts';

const { context, at, write, addJob, told } = setUpProfile();
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
const changedSince = { at: null, message: message('explain.changedSince') };
const sameAs = (name: string) => ({ at: null, message: message('explain.sameAs', { name }) });

beforeEach(() => void (context.folders = [makeFolder({ path: context.folder })]));

/** The next file has this size, and takes this much of the disk. */
function sizeIs(size: number, blocks: number) {
  const real = fs.promises.lstat;
  const lstat = vi
    .spyOn(fs.promises, 'lstat')
    .mockImplementation((async (path: string) => Object.assign(await real(path), { size, blocks })) as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    lstat.mockRestore();
    syncBuiltinESMExports();
  });
}

describe('what is at the path', () => {
  test.each<[string, (path: string) => unknown, string, string | null]>([
    ['a file', (path) => writeFileSync(path, ''), 'explain.notCheckedYet', null],
    ['a folder', (path) => mkdirSync(path), 'explain.isFolder', 'explain.chooseFileInFolder'],
    ['a link', (path) => symlinkSync('/nowhere', path), 'explain.isLink', 'explain.addTheFileItself'],
    ['nothing', () => {}, 'explain.neverSeen', 'explain.checkPath'],
    [
      'a socket',
      async (path) => {
        const server = createServer().listen(path);
        await once(server, 'listening');
        onTestFinished(() => void server.close());
      },
      'failure.fileIsSpecial',
      null,
    ],
  ])('%s is told as such', async (_what, make, headline, advice) => {
    await make(at('a.png'));
    const { headline: found, advice: todo, ...rest } = await told({ path: at('a.png') });
    expect([found.id, todo?.id ?? null]).toEqual([headline, advice]);
    expect(rest).toEqual({
      name: 'a.png',
      path: at('a.png'),
      lacksText: null,
      looksLike: null,
      state: 'not-added',
      stripId: null,
      lines: [],
    });
  });

  test('a link is not its target: that has other decisions and content', async () => {
    const job = addJob({ name: 'b.png', sha256: sha256Of('b.png'), originalPath: write('b.png') });
    symlinkSync(at('b.png'), at('a.png'));
    expect(await told({ path: at('a.png') })).toMatchObject({ name: 'a.png', stripId: null });
    expect(await told({ path: at('b.png') })).toMatchObject({ name: 'b.png', stripId: `job-${job.id}` });
  });

  test('a file of a folder that nobody watches says so', async () => {
    context.folders = [makeFolder({ path: context.folder, status: 'unwatched' })];
    expect(await told({ path: write('a.png') })).toMatchObject({ headline: message('explain.notWatchedNow') });
  });

  test('the ledger says what the log no longer has', async () => {
    const { folders } = context.stores;
    const { id } = folders.add('demo', context.folder, 1);
    const marks = { size: 1, mtimeMs: 1, ctimeMs: 1, ino: 1, message: null, sha256: null };
    folders.ledger.put(id, { path: write('a.png'), ...marks, verdict: 'existing' });
    expect(await told({ path: at('a.png') })).toMatchObject({ headline: message('explain.existing') });
  });
});

test.each(['real', 'given'])('a path through a linked folder has what was noted under the %s one', async (noted) => {
  mkdirSync(at('real'));
  symlinkSync(at('real'), at('given'));
  writeFileSync(at('real/a.png'), '');
  context.folders = [makeFolder({ path: at('real') })];
  context.decisions.record({ path: at(`${noted}/a.png`), rule: 'existing' });
  const job = addJob({ name: 'a.png', originalPath: at(`${noted}/a.png`) });
  expect(await told({ path: at('given/a.png') })).toMatchObject({
    path: at('real/a.png'),
    stripId: `job-${job.id}`,
    lines: [{ message: message('decision.existing') }],
  });
});

describe('the reports of a path', () => {
  test('are those made from it, the decided one, and the one with its content, each once; the newest counts', async () => {
    const path = write('a.png', 'content');
    const jobs = [
      addJob({ name: 'a.png', originalPath: path, sha256: sha256Of('content') }),
      addJob({ name: 'a.png', originalPath: path }),
      addJob({ name: 'b.png', originalPath: null }),
    ];
    context.decisions.record({ path, rule: 'added', jobId: jobs[2]!.id, figures: { jobId: jobs[2]!.id } });
    for (const { id } of jobs)
      context.stores.history.add({ jobId: id }, context.clock.now() + id, { what: 'declined' });
    const { stripId, lines } = await told({ path });
    expect(stripId).toBe(`job-${jobs[2]!.id}`);
    expect(lines.map((line) => (line.at ?? 0) - context.clock.now())).toEqual(jobs.map(({ id }) => id));
  });

  test('the decided one counts although it was made from another path', async () => {
    const job = addJob({ name: 'a.png', originalPath: '/before/a.png' });
    context.decisions.record({ path: at('a.png'), rule: 'carried-over', jobId: job.id });
    expect(await told({ path: at('a.png') })).toMatchObject({ stripId: `job-${job.id}` });
  });

  test.each([
    ['under another name is named', 'b.png', '/elsewhere/b.png', true],
    ['under the same name is that file', 'a.png', '/elsewhere/a.png', false],
    ['from this path is this file', 'given.png', 'here', false],
  ])('the same image that was added %s', async (_what, name, from, isNamed) => {
    const path = write('a.png', 'content');
    const originalPath = from === 'here' ? path : from;
    const job = addJob({ name, originalPath, sha256: sha256Of('content') });
    const { stripId, headline, lines } = await told({ path });
    expect(stripId).toBe(`job-${job.id}`);
    expect([headline.id === sameAs('b.png').message.id, lines.length]).toEqual([isNamed, isNamed ? 1 : 0]);
  });

  test('a file that was changed since it was added says so, unless its new content was added as well', async () => {
    const path = write('a.png', 'new');
    expect((await told({ path })).lines).toEqual([]);
    addJob({ name: 'a.png', originalPath: path, sha256: sha256Of('old') });
    expect((await told({ path })).lines).toEqual([changedSince]);
    addJob({ name: 'a.png', originalPath: path, sha256: sha256Of('new') });
    expect((await told({ path })).lines).toEqual([]);
  });

  test('another pilot’s waiting report waits', async () => {
    const [anna, bob] = [context.stores.accountOf('anna'), context.stores.accountOf('bob')];
    addJob({ accountId: anna, name: 'a.png', originalPath: at('a.png') });
    context.accountId = bob;
    expect(await told({ path: at('a.png') })).toMatchObject({ state: 'waiting', headline: { id: 'explain.waiting' } });
    context.accountId = anna;
    expect(await told({ path: at('a.png') })).toMatchObject({ state: 'waiting' });
  });
});

describe('the content of a file', () => {
  const megabytes = 2 ** 20;
  test.each([
    ['2 kB', 2_048, 8, true],
    ['the most that is read', 512 * megabytes, megabytes, true],
    ['more than that', 512 * megabytes + 1, 2 * megabytes, false],
    ['a quarter on the disk', 4 * 512, 1, true],
    ['no bytes', 0, 0, false],
  ])('is compared or not: %s', async (_what, size, blocks, isRead) => {
    const path = write('a.png', 'content');
    const job = addJob({ name: 'b.png', originalPath: null, sha256: sha256Of('content') });
    sizeIs(size, blocks);
    expect((await told({ path })).stripId).toBe(isRead ? `job-${job.id}` : null);
  });

  test('of a file that cannot be read is unknown', async () => {
    const path = write('a.png');
    // A link is not followed, whatever it seemed to be before.
    const stats = fs.lstatSync(path);
    fs.rmSync(path);
    symlinkSync('/nowhere', path);
    const lstat = vi.spyOn(fs.promises, 'lstat').mockResolvedValue(stats);
    syncBuiltinESMExports();
    onTestFinished(() => {
      lstat.mockRestore();
      syncBuiltinESMExports();
    });
    for (let times = 0; times < 2; times += 1) {
      expect(await told({ path })).toMatchObject({ headline: message('explain.notCheckedYet'), stripId: null });
    }
  });

  test('is read again only after a change, or after a hundred other files', async () => {
    const time = new Date(1_000_000);
    const rewrite = (text: string) => {
      write('a.png', text);
      utimesSync(at('a.png'), time, time);
    };
    const jobs = {
      one: addJob({ name: 'b.png', sha256: sha256Of('one') }),
      two: addJob({ name: 'b.png', sha256: sha256Of('two') }),
    };
    const found = async () => (await told({ path: at('a.png') })).stripId;
    rewrite('one');
    expect(await found()).toBe(`job-${jobs.one.id}`);
    rewrite('two');
    for (let count = 1; count < 100; count += 1) await told({ path: write(`${count}.png`) });
    expect(await found()).toBe(`job-${jobs.one.id}`);
    await told({ path: write('100.png') });
    expect(await found()).toBe(`job-${jobs.two.id}`);
    rewrite('one');
    utimesSync(at('a.png'), time, new Date(2_000_000));
    expect(await found()).toBe(`job-${jobs.one.id}`);
  });
});
