import { expect, it } from 'vitest';
import { emulatorFlags as measuredFlags } from '../../bench/emulator/sides.ts';
import { emulatorFlags, isNewEnough } from '../../scripts/project-node.mjs';

it.each([
  ['v20.20.2', false],
  ['v24.11.1', false],
  ['v24.12.0', true],
  ['24.21.0', true],
  ['v26.0.0', true],
])('Node %s runs the project as it is: %s', (version, isEnough) => {
  expect(isNewEnough(version)).toBe(isEnough);
});

it('the emulator is measured on a Node like that of its command', () => {
  expect(measuredFlags).toEqual(emulatorFlags);
});
