import { expect, it } from 'vitest';
import { isNewEnough } from '../../scripts/project-node.mjs';

it.each([
  ['v20.20.2', false],
  ['v24.11.1', false],
  ['v24.12.0', true],
  ['24.21.0', true],
  ['v26.0.0', true],
])('Node %s runs the project as it is: %s', (version, isEnough) => {
  expect(isNewEnough(version)).toBe(isEnough);
});
