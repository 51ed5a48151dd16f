import { describe, expect, it } from 'vitest';
import { decisionRules } from '../../../main/core/decisions/decision-log.ts';
import { decisionMessage } from '../../../main/core/decisions/decision-messages.ts';
import { failures } from '../../../main/core/messages/failures.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const say = (rule: string, figures: Record<string, string | number | boolean | null> = {}) =>
  decisionMessage({ rule, figures, firstAt: now, lastAt: now, times: 1 }, 'shot.png', now);

describe('a decision in words', () => {
  it.each(decisionRules)('has a sentence, whatever figures it has: %s', (rule) => {
    expect(say(rule)).toMatch(/^[a-z].*[^.]$/);
    expect(say(rule)).not.toContain('undefined');
  });

  it('says which report has the same content, and when that was uploaded', () => {
    const figures = { name: 'other.png', flightId: 4711, uploadedAt: Date.UTC(2026, 4, 12, 12, 0), jobId: 7 };
    expect(say('same-content', figures)).toBe('left: same content as report 4711 (other.png), uploaded 12 May');
    expect(say('same-content', { ...figures, uploadedAt: now - 60_000 })).toMatch(/uploaded today at \d\d:\d\d$/);
    expect(say('same-content', { name: 'other.png', flightId: null })).toBe(
      'left: same content as other.png, which is in the queue already',
    );
  });

  it('takes the first sentence of a reason, without the name that the line is about', () => {
    expect(say('passed-over', { message: failures.fileIsLink('shot.png').message })).toBe(
      'passed over: it is a link to another place, and links are not followed',
    );
    expect(say('rejected', { message: failures.notAReport('shot.png', 'it is empty').message })).toBe(
      'not taken: it is empty',
    );
    expect(say('later', { message: failures.disk('ENOSPC').message, code: 'ENOSPC' })).toMatch(
      /^not kept yet: The disk is full.*\(ENOSPC\)$/,
    );
  });

  it('shows a rule of a newer version as it is', () => {
    expect(say('rule-of-tomorrow')).toBe('rule-of-tomorrow');
  });
});
