import { expect, test } from 'vitest';
import { namedPaste } from '../../renderer/shell/drop-zone.tsx';

const at = Date.UTC(2026, 4, 12, 12, 30, 5);

test.each([
  ['image.png', 'pasted-2026-05-12T12-30-05Z.png'],
  ['image.JPEG', 'pasted-2026-05-12T12-30-05Z.jpeg'],
  ['report.png', 'report.png'],
  ['my image.png', 'my image.png'],
])('names the pasted file %s %s', (name, expected) => {
  expect(namedPaste(new File(['x'], name), at).name).toBe(expected);
});
