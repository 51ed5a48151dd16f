import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureSchema, type Failure } from '../../../main/contract/failure.ts';
import { failures, megabytes } from '../../../main/core/messages/failures.ts';
import { sentence } from '../../../main/core/board/history-messages.ts';

const root = join(import.meta.dirname, '../../../main/core');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('watch'))
  .map((name) => readFileSync(join(root, name), 'utf8'));

/** Every failure of the catalogue, with something harmless for whatever it wants to know. */
const all = Object.entries(failures).map(([name, make]): [string, Failure] => {
  const rescue = {
    reports: 12,
    flights: 9,
    restored: 2,
    outcomeUnknown: 1,
    unreadable: 3,
    keptIn: '/data/damaged.db',
  };
  const own: Record<string, readonly unknown[]> = {
    fileTooLarge: ['shot.png', 2_097_152, 1_048_576],
    imageNotDrawn: [2_097_152],
    dataRescued: [rescue],
    notPermitted: ['CODE', 4_000],
    issuerUnexpected: [
      { name: 'The service', issuer: 'https://flights.example', kind: 'service' },
      'https://other.example',
    ],
  };
  const numbers = [
    'tooFast',
    'rateLimited',
    'refreshOutcomeUnknown',
    'signInTimedOut',
    'loopbackUnavailable',
    'answerLost',
    'vaultPassphraseShort',
  ];
  const figures = own[name] ?? (numbers.includes(name) ? [4_000] : ['Something.', 'CODE']);
  return [name, (make as (...given: unknown[]) => Failure)(...figures)];
});

const houseRules = (message: string) => {
  expect(message).not.toMatch(/\b(error|errors|fail|failed|failure|invalid|illegal|fatal|sorry|oops|please)\b/i);
  expect(message).not.toContain('!');
  expect(message).not.toMatch(/undefined|null|NaN|\[object/);
};

describe('the catalogue of what can be expected to go wrong', () => {
  it.each(all)('%s speaks as the house does', (_name, failure) => {
    expect(failureSchema.parse(failure)).toEqual(failure);
    houseRules(failure.message);
    expect(failure.message).toMatch(/^([A-Z4]|shot\.png)/);
    expect(failure.message).toMatch(/[.?]$/);
  });

  it('says megabytes as people do', () => {
    expect([1024 * 1024, 1.25 * 1024 * 1024, 10 * 1024 * 1024].map(megabytes)).toEqual(['1 MB', '1.3 MB', '10 MB']);
  });

  it('says the two ends of a full disk and a locked one', () => {
    expect(failures.disk('ENOSPC').message).toContain('disk is full');
    expect(failures.disk('EACCES').message).toContain('may be written');
  });
});

describe('what happened when', () => {
  const details = { code: 'x', flightId: 7, bytes: 2e6, maxBytes: 1e6, points: 12, source: { kind: 'dropped' } };
  const message = new Set(
    sources.flatMap((source) => [
      ...[...source.matchAll(/history\.add\([^;]*?, '([a-z-]+)'/g)].map((match) => match[1]!),
      ...[...source.matchAll(/(?:what: |settle\([^;]*?, )'([a-z-]+)'/gs)].map((match) => match[1]!),
      ...[...source.matchAll(/changeJob\([^;]*?\], '([a-z-]+)'/g)].map((match) => match[1]!),
      ...[...source.matchAll(/later\([^;]*?'([a-z-]+)',?\s*\)/gs)].map((match) => match[1]!),
    ]),
  );

  it('has its sentence for every word that the code writes', () => {
    expect(message.size).toBeGreaterThan(18);
    for (const what of [...message, 'automatic-check', 'with-moderator', 'settled', 'archived', 'sent']) {
      expect([what, sentence({ at: 1, what, details }).message]).not.toEqual([what, what]);
    }
  });

  it('speaks as the house does, also with nothing known', () => {
    expect(message).toContain('uploaded');
    for (const what of message) {
      for (const given of [details, {}]) houseRules(sentence({ at: 1, what, details: given }).message);
    }
  });

  it('shows a word of a newer version as it is', () => {
    expect(sentence({ at: 5, what: 'teleported', details: {} })).toEqual({ at: 5, message: 'teleported' });
  });
});
