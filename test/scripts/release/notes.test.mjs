import { expect, test } from 'vitest';
import { notesOf, sectionOf } from '../../../scripts/release/notes.mjs';

const changelog = `# Changelog

## [1.2.0], not yet released

- Something new ([docs](docs/new.md)).

## [1.1.0], 2026-11-20

### Fixed

- A fault ([docs/x.md](docs/x.md), [site](https://x.test/)).

## [1.0.0], 2026-10-01

## [0.9.0], 2026-09-01
- First.

[1.0.0]: https://x.test/1.0.0
`;

test('a version has its own section and no other', () => {
  expect(sectionOf(changelog, '1.1.0')).toBe(
    '### Fixed\n\n- A fault ([docs/x.md](docs/x.md), [site](https://x.test/)).',
  );
  expect(sectionOf(changelog, '0.9.0')).toBe('- First.');
});

test('refuses a version without notes, and prints what to do', () => {
  expect(() => sectionOf(changelog, '1.0.0')).toThrow('The section of 1.0.0 in CHANGELOG.md is empty');
  expect(() => sectionOf(changelog, '2.0.0')).toThrow(/no section for 2\.0\.0[^]*Add "## \[2\.0\.0\], "/);
  expect(() => notesOf({ changelog, version: '1.2.0', repository: 'o/r' })).toThrow('not yet released');
});

test('the notes link to the files of their tag, and explain how to check a download', () => {
  const notes = notesOf({ changelog, version: '1.1.0', repository: 'o/r' });
  expect(notes).toContain('[docs/x.md](https://github.com/o/r/blob/v1.1.0/docs/x.md), [site](https://x.test/)');
  expect(notes).toContain('gh attestation verify FILE --repo o/r');
});

test('a dry run may use what is not released yet', () => {
  expect(notesOf({ changelog, version: '1.2.0', repository: 'o/r', allowsUnreleased: true })).toContain(
    'Something new',
  );
});
