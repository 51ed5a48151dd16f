import { describe, expect, it } from 'vitest';
import { failureSchema, type Failure } from '../../../main/contract/failure.ts';
import { answerFailure, failures, type StatusSentence } from '../../../main/core/messages/failures.ts';
import { message } from '../../../main/messages/message.ts';
import { text } from '../../../main/node/host/text.ts';

/** Every failure of the catalogue, with a harmless value for each parameter. */
const all = Object.entries(failures).map(([name, make]): [string, Failure] => {
  const rescue = { what: 'replaced', copiedAt: 1_800_000_000_000, keptIn: '/data/damaged.db' } as const;
  const own: Record<string, readonly unknown[]> = {
    addressInUse: ['https://flights.example', 4],
    worksForOther: [{ service: 'Something', address: 'https://flights.example' }],
    fileTooLarge: [2_097_152, 1_048_576],
    fileTooLargeForService: [2_097_152],
    imageNotDrawn: [2_097_152],
    notAReport: ['shot.png', { reason: null }],
    notFound: ['report'],
    notNow: [message('failure.answerFirst')],
    presetInvalid: ['shot.png', 'missing', 'address'],
    presetUnknownFields: ['shot.png', ['colour', 'size']],
    noSuchProfile: ['alpine', ['demo', 'service']],
    wrongInput: [message('input.invalid')],
    notSupportedHere: [message('failure.typeFolderPath')],
    dataFromNewerVersion: ['/data', 9, 7],
    dataRescued: [rescue],
    notPermitted: ['CODE', 4_000],
    issuerUnexpected: [{ name: 'The service', issuer: 'https://flights.example', kind: 'service' }],
  };
  const numbers = [
    'tooFast',
    'rateLimited',
    'refreshOutcomeUnknown',
    'signInTimedOut',
    'loopbackUnavailable',
    'answerLost',
    'inferredWrongly',
    'vaultPassphraseShort',
  ];
  const figures = own[name] ?? (numbers.includes(name) ? [4_000] : ['Something.', 'CODE']);
  return [name, (make as (...given: unknown[]) => Failure)(...figures)];
});

const sentencesOfStatuses: readonly StatusSentence[] = [
  'timed-out',
  'gateway',
  'too-large',
  'wrong-kind',
  'request-refused',
  'certificate',
  'legal',
];
for (const sentence of sentencesOfStatuses) {
  all.push([
    `answerFailure, ${sentence},`,
    answerFailure('The service', { code: 'CODE', means: { sentence } }, 2_097_152),
  ]);
}

const sentences = (told: string) => told.split(/(?<=[.?]) (?=[A-Z])/);

describe('every failure', () => {
  it.each(all)('%s renders with its parameters alone, in at most two sentences', (_name, failure) => {
    expect(failureSchema.parse(failure)).toEqual(failure);
    const told = text(failure.message);
    expect(told).not.toBe(failure.message.id);
    expect(told).not.toContain('!');
    expect(told).not.toMatch(/undefined|null|NaN|\[object/);
    expect(told).toMatch(/^[A-Z4/]|^shot\.png/);
    expect(told).toMatch(/[.?]$|Something\.$/);
    expect(sentences(told).length).toBeLessThanOrEqual(2);
  });

  it('shows the size of a file and its limit in megabytes', () => {
    expect(text(failures.fileTooLarge(1.25 * 1024 * 1024, 1024 * 1024).message)).toContain(
      '1.3 MB, over the limit of 1 MB',
    );
  });

  it('distinguishes a full disk from a read-only one', () => {
    expect(failures.disk('ENOSPC').message.params).toEqual({ reason: 'full' });
    expect(text(failures.disk('ENOSPC').message)).toContain('disk is full');
    expect(text(failures.disk('EACCES').message)).toContain('permissions');
  });

  it.each([
    [{ reason: 'empty' }, 'shot.png is empty.'],
    [{ reason: 'noExtension' }, 'shot.png has no file extension.'],
    [{ reason: 'otherFormat', extension: 'png', format: 'GIF' }, 'shot.png is in GIF format.'],
    [{ reason: 'damaged', format: 'JPEG' }, 'The JPEG data in shot.png is damaged.'],
    [{ reason: 'appImage' }, 'shot.png is a PNG in a format for iOS apps'],
  ] as const)('names the fault of a file: %j', (fault, told) => {
    expect(text(failures.notAReport('shot.png', fault).message)).toContain(told);
  });

  it.each([
    ['Anna', 'Ben', 'Ben approved access, but the reports here belong to Anna.'],
    ['Anna', null, 'A different pilot approved access, but the reports here belong to Anna.'],
    [null, 'Ben', 'Ben approved access, but the reports here belong to someone else.'],
    [null, null, 'A different pilot approved access.'],
  ])('names the pilots that are known: %s, %s', (expected, agreed, told) => {
    expect(text(failures.otherPilotAgreed(expected, agreed).message)).toContain(told);
  });

  it('tells what replaced damaged data, and names the damaged file if there is one', () => {
    const replaced = { what: 'replaced', copiedAt: 0, keptIn: '/a.db' } as const;
    expect(text(failures.dataRescued(replaced).message)).toMatch(/replaced by its backup from .* kept as \/a\.db\.$/);
    expect(text(failures.dataRescued({ ...replaced, copiedAt: null, keptIn: null }).message)).toMatch(
      /own entries are lost; .* again\.$/,
    );
    expect(text(failures.dataRescued({ ...replaced, what: 'settled' }).message)).toBe(
      'Pilot Companion ended unexpectedly. Reports that this affects are listed with what to do.',
    );
  });
});
