import { expect, test } from 'vitest';
import { typedPath } from '../../../../main/core/platform/files/home-dir.ts';

test.skipIf(process.platform === 'win32').each([
  ['~', '/home/anna'],
  ['~/', '/home/anna/'],
  ['~/Pictures/MSFS', '/home/anna/Pictures/MSFS'],
  [' /shots/a.png ', '/shots/a.png'],
  ['"/shots/with space"', '/shots/with space'],
  ['/shots/../other', '/other'],
  ['/shots/~', '/shots/~'],
])('reads %j as %j', (text, path) => expect(typedPath(text, '/home/anna')).toBe(path));

test.each(['latest.png', 'shots/latest.png', './shots', '', '~anna/shots', '"', 'C'])('%j names no place', (text) =>
  expect(typedPath(text, '/home/anna')).toBeNull(),
);
