import { describe, expect, it } from 'vitest';
import {
  add,
  clock,
  historyOf,
  service,
  stateOf,
  stores,
  untilAll,
  uploaderOf,
  withUploader,
} from '../uploader-under-test.ts';

withUploader();

describe('a lost answer', () => {
  it('is found in the listing, and the report is not sent twice', async () => {
    service.whims.push('lose-answer');
    const ids = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll(ids, 'uploaded');
    expect(service.records()).toHaveLength(2);
    expect(service.uploads()).toHaveLength(2);
    expect(historyOf(ids[0])).toEqual(['answer-lost', 'inferred']);
    expect(stores.jobs.byId(ids[0]!)).toMatchObject({
      flightId: 1,
      evidence: 'inferred',
      agreedAt: null,
      reason: null,
    });
    expect(stores.jobs.byId(ids[1]!)).toMatchObject({ flightId: 2, evidence: 'answered', attempt: null });
  });

  it('leads to one more upload after the grace time if the report never arrived', async () => {
    service.whims.push('lose-report');
    const ids = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll(ids, 'uploaded');
    expect(service.records()).toHaveLength(2);
    expect(service.uploads()).toHaveLength(3);
    expect(service.uploads()[1]!.at - service.uploads()[0]!.at).toBeGreaterThanOrEqual(10_000);
    expect(historyOf(ids[0])).toEqual(['answer-lost', 'not-arrived', 'uploaded']);
  });

  it('is found by a later lookup if the record appears late, but within the time that the service ever needed', async () => {
    stores.facts.write('service', 'needed-ms', 4_000, 0);
    service.whims.push('lose-report');
    const ids = add();
    const { uploader } = uploaderOf();
    uploader.start();
    await clock.advanceUntil(() => (stores.jobs.byId(ids[0]!)?.attempt?.lookups ?? 0) === 1);
    service.put();
    await untilAll(ids, 'uploaded');
    expect(service.uploads()).toHaveLength(1);
  });

  it('is the pilot’s decision if two records match, and the queue continues', async () => {
    service.whims.push('lose-answer');
    const [unconfirmed, next] = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await clock.advanceUntil(() => service.uploads().length === 1);
    service.put();
    await untilAll([next!], 'uploaded');
    expect(stores.jobs.byId(unconfirmed!)).toMatchObject({
      state: 'held',
      reason: { requiredAction: 'decision' },
      attempt: {},
    });
    expect(historyOf(unconfirmed)).toEqual(['answer-lost', 'ambiguous']);
    expect(service.uploads()).toHaveLength(2);
  });

  it('is matched by the service’s clock, however wrong that is', async () => {
    service.aheadMs = -2 * 3_600_000;
    const [first, second] = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.whims.push('lose-answer');
    await untilAll([second!], 'uploaded');
    expect(stores.jobs.byId(second!)).toMatchObject({ evidence: 'inferred' });
  });

  it.each([
    ['the service’s clock is not known', () => ({ hasServiceTime: false, createdAt: undefined })],
    ['the record has no readable time', () => ({ hasServiceTime: true, createdAt: null })],
  ])('is left to the pilot if %s', async (_why, given) => {
    const { hasServiceTime, createdAt } = given();
    service.whims.push(createdAt === null ? 'lose-report' : 'lose-answer');
    const ids = add();
    const { uploader, world } = uploaderOf();
    world.hasServiceTime = hasServiceTime;
    uploader.start();
    await clock.advanceUntil(() => stateOf(ids[0]) === 'unconfirmed');
    if (createdAt === null) service.put({ createdAt });
    await untilAll(ids, 'held');
    expect(service.uploads()).toHaveLength(1);
  });

  it('is not settled by a flight that another program reports two seconds later', async () => {
    const [first, lost] = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.whims.push('lose-report');
    await clock.advanceUntil(() => stateOf(lost) === 'unconfirmed');
    await clock.advance(2_000);
    service.put();
    await untilAll([lost!], 'held');
    expect(stores.jobs.byId(lost!)).toMatchObject({ reason: { requiredAction: 'decision' }, flightId: null });
    expect(service.uploads()).toHaveLength(2);
  });

  it('waits for the pilot if flights cannot be read, while the others upload', async () => {
    const [first, unconfirmed, next] = add(3);
    const { uploader, world } = uploaderOf();
    world.canRead = false;
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.whims.push('lose-answer');
    await untilAll([next!], 'uploaded');
    expect(stores.jobs.byId(unconfirmed!)).toMatchObject({
      state: 'unconfirmed',
      reason: { requiredAction: 'decision' },
    });
    await clock.advance(3_600_000);
    expect(service.uploads()).toHaveLength(3);
    world.canRead = true;
    uploader.wake();
    await untilAll([unconfirmed!], 'uploaded');
    expect(stores.jobs.byId(unconfirmed!)).toMatchObject({ flightId: 2 });
  });

  it('is left to the pilot if a flight of the next hour is the only new one', async () => {
    service.whims.push('lose-report');
    const [unconfirmed] = add();
    const { uploader, world } = uploaderOf();
    world.canRead = false;
    uploader.start();
    await clock.advance(3_600_000);
    service.put();
    world.canRead = true;
    uploader.wake();
    await untilAll([unconfirmed!], 'held');
    expect(stores.jobs.byId(unconfirmed!)).toMatchObject({ reason: { requiredAction: 'decision' }, attempt: {} });
    expect(historyOf(unconfirmed)).toEqual(['answer-lost', 'unclear']);
  });

  it('does not count as found if flights were never listed before', async () => {
    service.put({ createdAt: clock.now() - 365 * 86_400_000 });
    service.whims.push('lose-report');
    const [unconfirmed] = add();
    const { uploader, world } = uploaderOf();
    // The first poll did not happen, and whether reading is possible is unknown.
    world.canRead = null;
    uploader.start();
    await clock.advanceUntil(() => stateOf(unconfirmed) === 'unconfirmed');
    world.canRead = true;
    uploader.wake();
    await untilAll([unconfirmed!], 'held');
    expect(service.uploads()).toHaveLength(1);
  });

  it('does not match the record of a report that the pilot confirmed', async () => {
    const [first, lost, received] = add(3);
    const { uploader, world } = uploaderOf();
    world.canRead = false;
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.whims.push('lose-report', 'lose-answer');
    await untilAll([lost!, received!], 'unconfirmed');
    stores.jobs.change(received!, clock.now(), { state: 'uploaded', reason: null, attempt: null });
    world.canRead = true;
    uploader.wake();
    await untilAll([lost!], 'held');
    expect(service.records()).toHaveLength(2);
    expect(historyOf(lost)).toEqual(['answer-lost', 'unclear']);
  });

  it('does not match the record of an unconfirmed report of an unnamed account', async () => {
    const unnamed = stores.accounts.signedIn('demo', { subject: null, name: null }, 1).id;
    const [other] = add(1, { accountId: unnamed });
    const [lost] = add();
    service.whims.push('lose-report');
    const { uploader } = uploaderOf();
    uploader.start();
    await clock.advanceUntil(() => stateOf(lost) === 'unconfirmed');
    const now = clock.now();
    const attempt = { startedAt: now, endedAt: now, baselineId: 0, lookups: 0 };
    stores.jobs.change(other!, now, { state: 'unconfirmed', attempts: 1, attempt });
    service.put();
    await untilAll([lost!], 'held');
    expect(historyOf(lost)).toEqual(['answer-lost', 'unclear']);
  });

  it('is found while another report has long waited for the pilot', async () => {
    const [other, lost] = add(2);
    const long = clock.now() - 3_600_000;
    stores.jobs.change(other!, long, {
      state: 'held',
      attempt: { startedAt: long, endedAt: long, baselineId: 0, lookups: 0, sentAt: { from: long, until: long } },
    });
    service.whims.push('lose-answer');
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll([lost!], 'uploaded');
    expect(historyOf(lost)).toEqual(['answer-lost', 'inferred']);
    expect(stateOf(other)).toBe('held');
  });

  it.each([
    ['both arrived', ['lose-answer', 'lose-answer'] as const, ['held', 'held']],
    ['the first arrived', ['lose-answer', 'lose-report'] as const, ['uploaded', 'held']],
    ['none arrived', ['lose-report', 'lose-report'] as const, ['waiting', 'waiting']],
  ])('of two reports is never taken for the other’s: %s', async (_what, whims, states) => {
    const [first, ...unconfirmed] = add(3);
    const { uploader, world } = uploaderOf();
    world.canRead = false;
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.whims.push(...whims);
    await untilAll(unconfirmed, 'unconfirmed');
    stores.switches.setPaused(true);
    world.canRead = true;
    uploader.wake();
    await clock.advanceUntil(() => unconfirmed.every((id) => stateOf(id) !== 'unconfirmed'));
    expect(unconfirmed.map(stateOf)).toEqual(states);
    expect(service.uploads()).toHaveLength(3);
  });

  it('is left to the pilot if another program made a record in between', async () => {
    const [first, second] = add(2);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.put({ createdAt: clock.now() });
    service.whims.push('lose-report');
    await untilAll([second!], 'held');
    expect(historyOf(second)).toEqual(['answer-lost', 'unclear']);
    expect(service.uploads()).toHaveLength(2);
  });

  it('whose record appears after the grace time does not give that record to the next report', async () => {
    const [first, second, third] = add(3);
    const { uploader } = uploaderOf();
    uploader.start();
    await untilAll([first!], 'uploaded');
    service.whims.push('lose-report');
    await untilAll([second!], 'uploaded');
    // Ten seconds of grace cannot cover this (0008): the service has two of it now.
    service.put({ createdAt: clock.now() - 20_000 });
    service.whims.push('lose-answer');
    await untilAll([third!], 'held');
    expect(historyOf(third)).toEqual(['answer-lost', 'unclear']);
    expect(service.uploads()).toHaveLength(4);
  });

  it('leads to no upload while a record that may match cannot be parsed', async () => {
    service.whims.push('lose-report');
    const ids = add();
    const { uploader } = uploaderOf();
    service.reading = { kind: 'page', flights: [], nextBeforeId: null, unreadIds: [7] };
    uploader.start();
    await untilAll(ids, 'held');
    expect(service.uploads()).toHaveLength(1);
  });
});
