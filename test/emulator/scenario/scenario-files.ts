import type { Emulator } from '../../../emulator/emulator.ts';

export const minute = 60_000;

export const day = (parts: object = {}) => ({ title: 'A day', about: 'What happens.', steps: [], ...parts });

export const stepsOf = (emulator: Emulator) => emulator.scenario.read()?.steps;

export const setting = (emulator: Emulator, wanted: string) =>
  emulator.settings.list().items.find(({ name }) => name === wanted)?.value;
