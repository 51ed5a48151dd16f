import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { historyLine, historyMessage } from '../../../main/core/board/history-messages.ts';
import { message, verbatim } from '../../../main/messages/message.ts';
import { expectPlainEnglish } from '../messages/plain-english.ts';

const root = join(import.meta.dirname, '../../../main/core');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/^(watch|storage|messages)/.test(name))
  .map((name) => readFileSync(join(root, name), 'utf8'));

describe('what happened when', () => {
  const details = { code: 'x', flightId: 7, bytes: 2e6, maxBytes: 1e6, points: 12, source: { kind: 'dropped' } };
  const written = new Set(
    sources.flatMap((source) => [
      ...[...source.matchAll(/history\.add\([^;]*?, '([a-z-]+)'/g)].map((match) => match[1]!),
      ...[...source.matchAll(/(?:what: |settle\([^;]*?, )'([a-z-]+)'/gs)].map((match) => match[1]!),
      ...[...source.matchAll(/changeJob\([^;]*?\], '([a-z-]+)'/g)].map((match) => match[1]!),
      ...[...source.matchAll(/later\([^;]*?'([a-z-]+)',?\s*\)/gs)].map((match) => match[1]!),
    ]),
  );

  it('has a message for every word that the code writes', () => {
    expect(written.size).toBeGreaterThan(18);
    for (const what of [...written, 'automatic-check', 'with-moderator', 'completed', 'archived', 'received']) {
      expect([what, historyMessage({ what, details })]).not.toEqual([what, verbatim(what)]);
    }
  });

  it('renders in plain English, even without any details', () => {
    expect(written).toContain('uploaded');
    for (const what of written) {
      for (const given of [details, {}]) expectPlainEnglish(historyMessage({ what, details: given }));
    }
  });

  it('shows a word of a newer version as it is', () => {
    expect(historyLine({ at: 5, what: 'teleported', details: {} })).toEqual({ at: 5, message: verbatim('teleported') });
  });

  it.each<[string, string, Record<string, unknown>, string, Record<string, unknown>]>([
    ['a dropped file', 'added', { source: { kind: 'dropped' } }, 'added', { source: 'dropped', folder: '' }],
    [
      'a watched folder',
      'added',
      { source: { kind: 'folder', folder: 'Shots' } },
      'added',
      { source: 'folder', folder: 'Shots' },
    ],
    ['another source', 'added', { source: { kind: 'cli' } }, 'added', { source: 'other', folder: '' }],
    ['the attempt', 'uploading', { attempt: 3 }, 'uploading', { attempt: 3 }],
    ['the first attempt, uncounted', 'uploading', {}, 'uploading', { attempt: 1 }],
    ['where the file went', 'moved', { to: '/done' }, 'moved', { to: '/done' }],
    ['both sizes', 'too-large', { bytes: 20, maxBytes: 10 }, 'tooLarge', { bytes: 20, maxBytes: 10 }],
    [
      'a size that was written as text',
      'too-large',
      { bytes: '20', maxBytes: 10 },
      'tooLarge',
      { bytes: 20, maxBytes: 10 },
    ],
    ['the flight', 'uploaded', { flightId: 7 }, 'uploaded', { flight: 7 }],
    ['a flight that is not its', 'released-by-pilot', { flightId: 7 }, 'releasedByPilot', { flight: 7 }],
    ['an end of the app', 'answer-lost', { code: 'restart' }, 'interrupted', {}],
    ['no code of a connection', 'answer-lost', { code: 'ECONNRESET' }, 'answerLost', { hasReply: 'other', reply: '' }],
    ['the code of the service', 'answer-lost', { code: 'teapot' }, 'answerLost', { hasReply: 'yes', reply: 'teapot' }],
    ['no code where none was sent', 'rejected', {}, 'rejected', { hasReply: 'other', reply: '' }],
    ['no code that is not a text', 'rejected', { code: {} }, 'rejected', { hasReply: 'other', reply: '' }],
    ['points', 'completed', { points: 12 }, 'completed', { hasPoints: 'yes', points: '12', n: 12 }],
    ['no points', 'completed', {}, 'completed', { hasPoints: 'other', points: '', n: 2 }],
  ])('names %s', (_name, what, given, id, params) => {
    expect(historyMessage({ what, details: given })).toEqual({ id: `history.${id}`, params });
  });

  it('is the reason for which a file stayed where it was', () => {
    const reason = message('history.fileGone');
    expect(historyMessage({ what: 'not-filed', details: { message: reason } })).toEqual(reason);
  });

  it('is one line of repeated events, with the last time and how often', () => {
    const line = { at: 5, message: message('history.tooFast') };
    const entry = { at: 5, until: 9, what: 'too-fast', details: {} };
    expect(historyLine({ ...entry, times: 3 })).toEqual({ ...line, until: 9, times: 3 });
    expect(historyLine({ ...entry, times: 1 })).toEqual(line);
    expect(historyLine(entry)).toEqual(line);
  });
});
