// How names with text direction characters are displayed.
import { expect, it } from 'vitest';
import { message } from '../../main/messages/message.ts';
import { shownName, text } from '../../renderer/text.ts';
import { stripName } from '../../renderer/format/strip-text.ts';
import { wholeStrip } from '../support/fake-companion/fake-strips.ts';

const turned = 'report\u202Egnp.jpg';

it('writes out direction characters, and leaves every other name unchanged', () => {
  expect(shownName(turned)).toBe('report[U+202E]gnp.jpg');
  expect(shownName('تقرير رحلة\u200E.png')).toBe('تقرير رحلة\u200E.png');
  expect(shownName('report-1.png')).toBe('report-1.png');
});

it('does so in the name of a report and in messages', () => {
  const strip = wholeStrip('job-5', 'waiting');
  expect(stripName({ ...strip, file: { ...strip.file!, name: turned } })).toBe('report[U+202E]gnp.jpg');
  expect(text(message('failure.fileIncomplete', { name: turned }))).toContain('report[U+202E]gnp.jpg');
});
