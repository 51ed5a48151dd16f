import { expect, it } from 'vitest';
import { didYouMean } from '../../../emulator/options/did-you-mean.ts';
import type { OptionRow } from '../../../emulator/options/option-kinds.ts';
import { optionTable } from '../../../emulator/options/option-table.ts';

const flags = Object.values<OptionRow>(optionTable).flatMap(({ flag }) => flag ?? []);

it.each([
  ['min-gapp', ['min-gap']],
  ['min_gap', ['min-gap']],
  ['minGap', ['min-gap']],
  ['gap', ['min-gap']],
  ['max-size', ['max-file-size']],
  ['prot', ['port']],
  ['delay', ['check-delay', 'moderation-delay']],
  ['lifetime', ['code-lifetime', 'access-lifetime', 'refresh-lifetime']],
  ['verbose', []],
  ['x', []],
  ['', []],
])('suggests for %s: %j', (typed, names) => {
  expect(didYouMean(typed, flags)).toEqual(names);
});
