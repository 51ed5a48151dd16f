import { expect, test } from 'vitest';
import { core } from '../../main/messages/catalogue.ts';
import { createFormatter } from '../../main/messages/formatter.ts';
import { message } from '../../main/messages/message.ts';
import { pluralCount } from '../../main/messages/plural-count.ts';

test.each([
  ['1', 'Completed: 1 point'],
  ['+1', 'Completed: +1 point'],
  ['-1', 'Completed: -1 point'],
  ['0', 'Completed: 0 points'],
  ['12', 'Completed: 12 points'],
  ['a few', 'Completed: a few points'],
])('the points %j read %j', (points, expected) => {
  const { text } = createFormatter({ catalogue: core });
  expect(text(message('history.completed', { hasPoints: true, points, n: pluralCount(points) }))).toBe(expected);
});
