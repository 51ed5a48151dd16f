import { describe, expect, it } from 'vitest';
import { decisionRules } from '../../../main/core/decisions/decision-log.ts';
import { decisionMessage } from '../../../main/core/decisions/decision-entries.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { verbatim } from '../../../main/messages/message.ts';
import { text } from '../../../main/node/host/text.ts';
import type { Figures } from '../../../main/core/storage/tables/log/decisions.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const messageOf = (rule: string, figures: Figures = {}) =>
  decisionMessage({ rule, figures, firstAt: now, lastAt: now, times: 1 }, 'shot.png');

describe('the message of a decision', () => {
  it.each(decisionRules)('renders with any figures: %s', (rule) => {
    expect(text(messageOf(rule))).toMatch(/^([A-Z]|shot\.png)/);
    expect(text(messageOf(rule))).not.toMatch(/undefined|^decision\./);
  });

  it('names the report with the same image, and when that was uploaded', () => {
    const figures = { name: 'other.png', flightId: 4711, uploadedAt: Date.UTC(2026, 4, 12, 12, 0), jobId: 7 };
    expect(messageOf('same-content', figures)).toEqual({
      id: 'decision.sameAsFlightAt',
      params: { flight: '4711', name: 'other.png', at: figures.uploadedAt },
    });
    expect(text(messageOf('same-content', figures))).toMatch(/^Same image as flight 4711 \(other\.png, /);
    expect(messageOf('same-content', { ...figures, uploadedAt: null })).toEqual({
      id: 'decision.sameAsFlight',
      params: { flight: '4711', name: 'other.png' },
    });
    expect(messageOf('same-content', { ...figures, evidence: 'unknown' })).toEqual({
      id: 'decision.sameAsConfirmed',
      params: { name: 'other.png' },
    });
    expect(messageOf('same-content', { ...figures, evidence: 'inferred' })).toEqual({
      id: 'decision.sameAsInferred',
      params: { name: 'other.png', flight: '4711' },
    });
    expect(text(messageOf('same-content', { name: 'other.png', flightId: null }))).toBe(
      'Same image as other.png, which was already in the queue',
    );
  });

  it("is the failure's message if a failure was the reason", () => {
    for (const { message } of [failures.fileIsLink('shot.png'), failures.notAReport('shot.png', { reason: 'empty' })]) {
      expect(messageOf('skipped', { message })).toEqual(message);
      expect(messageOf('rejected', { message })).toEqual(message);
    }
  });

  it('shows a rule of a newer version unchanged', () => {
    expect(messageOf('rule-of-tomorrow')).toEqual(verbatim('rule-of-tomorrow'));
  });
});
