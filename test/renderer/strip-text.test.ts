// The text at each place of a strip.
import { describe, expect, it } from 'vitest';
import { detailStatus, detailTitle, rowText, stageText, stripName, toneOf } from '../../renderer/format/strip-text.ts';
import type { FailureKind } from '../../main/contract/failure.ts';
import { emptyEntry } from '../../main/contract/own-entry.ts';
import { detailText, detailRows } from '../../renderer/detail/detail-fields.tsx';
import { makeFlight, routed, wholeStrip } from '../support/fake-companion/fake-strips.ts';
import { flightSchema, type Flight } from '../../main/contract/flight.ts';
import type { Strip } from '../../main/contract/strip.ts';
import { verbatim } from '../../main/messages/message.ts';

const since = Date.UTC(2026, 4, 12, 12, 0, 0);
const hourMs = 3_600_000;
const later = since + 2 * hourMs + 600_000;

const rowOf = (strip: Strip, now = since, options: { uploadsAt?: number } = {}) =>
  rowText(strip, { now, uploadsAt: null, ...options });

const moderated = wholeStrip('job-11', 'with-moderator', { flight: makeFlight(4711, routed) });

describe('a strip', () => {
  it('says of what the service did not answer only what is known', () => {
    const inferred = wholeStrip('job-1', 'inferred', { flight: makeFlight(4701) });
    expect(stageText(inferred)).toBe('Probably arrived as flight 4701');
    const confirmed = wholeStrip('job-1', 'received', { flight: null, evidence: 'unknown', isAgreed: true });
    expect(stageText(confirmed)).toBe('You confirmed that it arrived');
    expect(stageText(wholeStrip('job-1', 'received'))).toBe('Uploaded');
  });

  it('is named by its route, else its file, else its number', () => {
    expect(stripName(moderated)).toBe('EDDF to LPPT');
    expect(stripName(wholeStrip('job-5', 'waiting'))).toBe('report-5.png');
    expect(stripName(wholeStrip('flight-9', 'automatic-check', { file: null }))).toBe('flight 9');
    expect(detailTitle(moderated)).toEqual(['EDDF', 'LPPT']);
    const unchecked = wholeStrip('job-5', 'automatic-check', { flight: makeFlight(5) });
    expect(detailTitle(unchecked)).toBe('report-5.png');
    expect(detailTitle({ ...unchecked, file: null })).toEqual(['····', '····']);
  });

  it('is red only where something went wrong, not where it waits for another pilot or for approval', () => {
    const ben = { id: 3, name: 'Ben', isSignedOut: true };
    const othersReport = wholeStrip('job-6', 'held', { bay: 'queue', pilot: ben });
    const approval = wholeStrip('job-7', 'approval');
    const rejected = wholeStrip('job-8', 'rejected');
    expect([othersReport, approval, rejected].map(toneOf)).toEqual([
      'bay-queue is-plain',
      'bay-needs-attention is-question',
      'bay-needs-attention',
    ]);
  });

  it("has the pilot's own entry where the service tells nothing, and says so", () => {
    const own = { ...emptyEntry, icaoOut: 'EDHK', icaoIn: 'LEMD', minutes: 165, note: 'Fog' };
    const told = wholeStrip('job-1', 'received', { flight: makeFlight(1, { icaoOut: 'EDDF' }), own });
    expect(stripName(told)).toBe('EDDF to LEMD');
    expect(rowOf(told)).toMatchObject({ details: '2\u00A0h 45\u00A0min', mark: 'Your own entry' });
    expect(detailText({ strip: told, history: [] })).toContain(
      'Your own entry:\nFrom: EDHK\nTo: LEMD\nEn route: 2\u00A0h 45\u00A0min\nFog',
    );
    expect(rowOf({ ...moderated, own }).details).not.toContain('own entry');
  });

  it('shows one known end of a route beside the unknown one', () => {
    const half = wholeStrip('job-1', 'automatic-check', { flight: makeFlight(1, { icaoOut: 'EDDF' }) });
    expect(stripName(half)).toBe('EDDF to ····');
  });

  it('shows its source, what is on board, what comes later, or why it is on hold', () => {
    expect(rowOf(wholeStrip('job-5', 'waiting')).details).toBe('added 11:59:58Z');
    const file = { name: 'a.png', bytes: 1, source: { kind: 'folder' as const, folder: 'Shots' }, addedAt: since };
    expect(rowOf(wholeStrip('job-5', 'waiting', { file })).details).toBe('from folder Shots, 12:00:00Z');
    expect(rowOf(moderated).details).toBe('A20N, 2\u00A0h 48\u00A0min, 168\u00A0on\u00A0board');
    expect(rowOf(wholeStrip('job-5', 'automatic-check')).details).toBe('Uploaded as flight 5');
    expect(rowOf(wholeStrip('job-5', 'received')).details).toBe('added 11:59:58Z');
    const reason = {
      kind: 'file-too-large' as const,
      message: verbatim('It has 12 MB.'),
      requiredAction: 'other-file' as const,
    };
    const held = wholeStrip('job-5', 'held', { file, reason });
    expect(rowOf(held).details).toBe('from folder Shots, 12:00:00Z, 1\u00A0byte');
    expect(rowOf(held).head).toBe('Your turn: make it smaller');
    expect(rowOf(held).since).toBe('It has 12\u00A0MB.');
  });

  it('keeps figures that came as text, and draws numbers in text as numbers (A6)', () => {
    const flight = makeFlight(1, { ...routed, enRoute: '168', pax: 'full' });
    expect(rowOf(wholeStrip('job-1', 'with-moderator', { flight })).details).toBe(
      'A20N, 2\u00A0h 48\u00A0min, full\u00A0on\u00A0board',
    );
  });

  it('shows how long a step usually takes only if that is known', () => {
    expect(rowOf(moderated, later).since).toBe('2\u00A0h 10\u00A0min');
    const usual = (highMs: number) => rowOf({ ...moderated, usually: { lowMs: 0, highMs } }, later).since;
    expect(usual(6 * hourMs)).toBe('2\u00A0h 10\u00A0min, usually up to 6\u00A0h');
    expect(usual(2 * hourMs), 'longer than usual').toBe('2\u00A0h 10\u00A0min');
  });

  it('shows why it waits, and its bytes while it uploads', () => {
    expect(rowOf(wholeStrip('job-1', 'waiting')).since).toBe('');
    const waits = (kind: FailureKind) =>
      rowOf(wholeStrip('job-1', 'waiting', { reason: { kind, message: verbatim('Why.') } }));
    // An outage is said once, above all rows.
    expect([waits('service-error').since, waits('disk').since]).toEqual(['', 'Why.']);
    const looked = { ...wholeStrip('job-1', 'unconfirmed'), actor: 'companion' as const, since };
    expect(rowOf(looked, since + 8_000).since).toBe('checking whether it arrived, 8\u00A0s');
    const sending = wholeStrip('job-1', 'uploading', { progress: { sentBytes: 1_048_576, totalBytes: 1_677_722 } });
    expect(rowOf(sending).since).toBe('1.0 of 1.6\u00A0MB');
    expect(stageText(sending)).toBe('Uploading 62%');
  });

  it.each([
    [-12, '12\u00A0min early'],
    [0, 'On time'],
    [75, '1\u00A0h 15\u00A0min late'],
    ['-3', '3\u00A0min early'],
    ['on the dot', 'on the dot'],
    [null, 'Done'],
  ])('shows a delay of %j as %s once completed', (delayMin, said) => {
    expect(rowOf(wholeStrip('job-1', 'completed', { flight: makeFlight(1, { delayMin }) })).head).toBe(said);
  });

  it('shows its upload time, then nothing yet, then its points', () => {
    expect(rowOf(wholeStrip('job-1', 'waiting'), later, { uploadsAt: later }).when).toEqual({
      kind: 'upload',
      at: later,
    });
    expect(rowOf(moderated).when).toEqual({ kind: 'nothing' });
    expect(rowOf(wholeStrip('job-1', 'completed')).when).toEqual({ kind: 'points', points: '+48', isStruck: false });
    expect(rowOf(wholeStrip('job-1', 'completed', { flight: makeFlight(1) })).when).toEqual({ kind: 'nothing' });
  });

  it('that was archived is neither a success nor an error, and its points are struck through', () => {
    const archived = wholeStrip('job-1', 'archived', {
      flight: makeFlight(4711, { ...routed, isArchived: true, seasonPoints: 48 }),
    });
    expect(toneOf(archived)).toBe('bay-completed is-plain');
    expect([stageText(archived), detailStatus(archived, later)]).toEqual(['Archived', "Doesn't count"]);
    expect(rowOf(archived).when).toEqual({ kind: 'points', points: '+48', isStruck: true });
    expect(rowOf(archived, later).label).not.toContain('48 points');
    const struck = detailRows(archived, archived.flight!).filter(({ isStruck }) => isStruck);
    expect(struck.map(({ name }) => name)).toContain('seasonPoints');
  });

  // What the window draws of a time is its text.
  const members = Object.keys(flightSchema.shape).filter((name) => name !== 'dateAt' && name !== 'createdAt');
  const texts = { date: 'later', aircraft: 'B738', icaoOut: 'LOWG', icaoIn: 'KLAX', createdAtText: 'later' };
  it.each(members)('shows the member %s of its record in its detail', (member) => {
    const shown = (flight: Flight) => JSON.stringify(detailRows(wholeStrip('job-1', 'completed', { flight }), flight));
    const flight = makeFlight(1);
    const value = flight[member as keyof Flight];
    const changed = { ...texts }[member] ?? (typeof value === 'boolean' ? !value : 77);
    expect(shown({ ...flight, [member]: changed })).not.toBe(shown(flight));
  });

  it('ends with the number of its flight where flights cannot be read, and leaves nothing open', () => {
    const flight = makeFlight(4701);
    const received = wholeStrip('job-1', 'received', { flight });
    expect(toneOf(received)).toBe('bay-completed is-plain');
    expect(detailStatus(received, later)).toBe("Uploaded as flight 4701. The service doesn't share what happens next.");
    expect(rowOf(received).when).toEqual({ kind: 'nothing' });
    expect(detailRows(received, flight).filter(({ isUnknown }) => isUnknown)).toEqual([]);
  });

  it('has one label with all of it for screen readers', () => {
    expect(rowOf(moderated, later).label).toBe(
      'EDDF to LPPT, flight 4711, A20N, 2\u00A0h 48\u00A0min, 168\u00A0on\u00A0board, With a moderator, 2\u00A0h 10\u00A0min',
    );
  });
});

describe('the fields of a report', () => {
  it('are those that are known until a check tells the others, and the text says which check', () => {
    const unchecked = makeFlight(4713);
    const waiting = wholeStrip('job-1', 'automatic-check', { flight: unchecked });
    expect(detailRows(waiting, unchecked).map(({ name }) => name)).toEqual([
      'date',
      'automatedChecked',
      'moderatorChecked',
      'createdAt',
      'id',
    ]);
    expect(detailText({ strip: waiting, history: [] })).toContain('The rest follows after the automatic check.');
    const checked = makeFlight(4713, { automatedChecked: true, pax: 168 });
    const moderated = wholeStrip('job-1', 'with-moderator', { flight: checked });
    const names = detailRows(moderated, checked).map(({ name }) => name);
    expect(names).toContain('cargoKg');
    expect(names).not.toContain('seasonPoints');
    expect(detailText({ strip: moderated, history: [] })).toContain('Points and rating follow after the last check.');
  });

  it('show that a skipped check was not needed', () => {
    const flight = makeFlight(1, { automatedChecked: true });
    const segments = ['done', 'done', 'done', 'skipped', 'done'] as const;
    const rows = detailRows(wholeStrip('job-1', 'completed', { flight, segments: [...segments] }), flight);
    expect(rows.find((row) => row.name === 'moderatorChecked')?.value).toBe('not needed');
  });

  it('promise nothing once nothing more is expected', () => {
    const flight = makeFlight(1, { isArchived: true });
    const rows = detailRows(wholeStrip('job-1', 'archived', { flight }), flight);
    expect(rows.filter((row) => row.isUnknown).map((row) => row.value)).toEqual(
      Array.from({ length: 10 }, () => '····'),
    );
  });

  it('can be copied as text with its history', () => {
    const history = [{ at: since, message: verbatim('safe in the queue') }];
    const copied = detailText({ strip: moderated, history });
    expect(copied.split('\n').slice(0, 3)).toEqual([
      'EDDF to LPPT',
      'With a moderator',
      'File: report-11.png (1.6\u00A0MB)',
    ]);
    expect(copied).toContain('Cargo: 2,140\u00A0kg');
    expect(copied).toContain('12 May 2026, 12:00:00Z  safe in the queue');
  });
});
