import { describe, expect, it } from 'vitest';
import { historyLine, historyMessage } from '../../../main/core/board/history-messages.ts';
import { message, verbatim } from '../../../main/messages/message.ts';

describe('what happened when', () => {
  it.each<[string, string, Record<string, unknown>, string, Record<string, unknown>]>([
    ['a dropped file', 'added', { source: { kind: 'dropped' } }, 'added', { source: 'dropped', folder: '' }],
    [
      'a watched folder',
      'added',
      { source: { kind: 'folder', folder: 'Shots' } },
      'added',
      { source: 'folder', folder: 'Shots' },
    ],
    ['the command line', 'added', { source: { kind: 'command-line' } }, 'added', { source: null, folder: '' }],
    ['the attempt', 'uploading', { attempt: 3 }, 'uploading', { attempt: 3 }],
    ['where the file went', 'moved', { to: '/done' }, 'moved', { to: '/done' }],
    ['both sizes', 'too-large', { bytes: 20, maxBytes: 10 }, 'tooLarge', { bytes: 20, maxBytes: 10 }],
    ['the flight', 'uploaded', { flightId: 7 }, 'uploaded', { flight: 7 }],
    ['a flight that is not its', 'released-by-pilot', { flightId: 7 }, 'releasedByPilot', { flight: 7 }],
    ['an end of the app', 'answer-lost', { code: 'restart' }, 'interrupted', {}],
    ['no code of a connection', 'answer-lost', { code: 'ECONNRESET' }, 'answerLost', { hasReply: false, reply: '' }],
    ['the code of the service', 'answer-lost', { code: 'teapot' }, 'answerLost', { hasReply: true, reply: 'teapot' }],
    ['no code where none was sent', 'rejected', {}, 'rejected', { hasReply: false, reply: '' }],
    ['points', 'completed', { points: 12 }, 'completed', { hasPoints: true, points: '12', n: 12 }],
    ['no points', 'completed', {}, 'completed', { hasPoints: false, points: '', n: 2 }],
  ])('names %s', (_name, what, given, id, params) => {
    expect(historyMessage({ what, details: given })).toEqual({ id: `history.${id}`, params });
  });

  it('is the reason for which a file stayed where it was', () => {
    const reason = message('history.fileGone');
    expect(historyMessage({ what: 'not-filed', details: { message: reason } })).toEqual(reason);
  });

  it.each([
    ['teleported', {}],
    ['moved', { to: ['a', 'list'] }],
  ])('of another version is shown by its name: %s', (what, details) => {
    expect(historyMessage({ what, details })).toEqual(verbatim(what));
  });

  it('is one line of repeated events, with the last time and how often', () => {
    const line = { at: 5, message: message('history.tooFast') };
    const entry = { at: 5, until: 9, what: 'too-fast', details: {} };
    expect(historyLine({ ...entry, times: 3 })).toEqual({ ...line, until: 9, times: 3 });
    expect(historyLine({ ...entry, times: 1 })).toEqual(line);
    expect(historyLine(entry)).toEqual(line);
  });
});
