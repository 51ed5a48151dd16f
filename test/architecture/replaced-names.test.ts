// Names of main, renderer, broker and emulator use the terms of docs/glossary.md.
import { describe, expect, test } from 'vitest';
import { replacedNames } from './replaced-names.ts';
import { isCode, textFiles } from './source-files.ts';

const generated = /\/message-params\.ts$/;

test('no file and no identifier of main, renderer, broker and emulator has a replaced name', () => {
  const files = textFiles().filter(
    ({ path }) => isCode(path) && /^(main|renderer|broker|(test\/)?emulator)\//.test(path) && !generated.test(path),
  );
  expect(files.length).toBeGreaterThan(800);
  expect(files.flatMap(({ path, text }) => replacedNames(path, text))).toEqual([]);
});

describe('the check of names', () => {
  test.each([
    ['const inDoubt = 1;', 'inDoubt', 'outcomeUnknown or unconfirmed'],
    ['function tellAll() {}', 'tellAll', 'notify, send or report'],
    ['class A { #pictures = 1; }', 'pictures', 'image'],
    ['type WithMoment = { at: number };', 'WithMoment', 'time, dateTime or context'],
    ['const LAST_TROUBLE_MS = 1;', 'LAST_TROUBLE_MS', 'error, failure or outage'],
    ['const { putAway } = state;', 'putAway', 'filing, or dismissed'],
    ['row.settled_at;', 'settled_at', 'completedAt'],
  ])('finds a replaced name in %s', (source, name, remedy) => {
    expect(replacedNames('main/core/a.ts', source)).toEqual([
      `main/core/a.ts: ${name} has a name that was replaced. Use ${remedy} (docs/glossary.md).`,
    ]);
  });

  test('finds one in the name of a file', () => {
    expect(replacedNames('main/core/account-desk.test.ts', '')).toEqual([
      expect.stringContaining('account-desk has a name that was replaced.'),
    ]);
  });

  test.each(["const image = 'A picture in doubt';", '// trouble', 'const departure = departures[0];', 'momentum();'])(
    'allows %s',
    (source) => expect(replacedNames('main/core/a.ts', source)).toEqual([]),
  );

  test('allows a word of the emulator only in the folder where its meaning is ordinary', () => {
    expect(replacedNames('emulator/record/judge.ts', 'const traffic = 1;')).toEqual([]);
    expect(replacedNames('emulator/record/judge.ts', 'const seats = 1;')).toHaveLength(1);
    expect(replacedNames('emulator/server/app.ts', 'const traffic = 1;')).toHaveLength(1);
  });

  test('allows stored names of an earlier version only where they are read', () => {
    const source = 'const names = { inDoubtSince: 1 };';
    expect(replacedNames('main/core/account/tokens/token-store.ts', source)).toEqual([]);
    expect(replacedNames('main/core/account/tokens/refresh.ts', source)).toHaveLength(1);
  });
});
