// The table of rows against the document of the service, the register of assumptions and the tests named in it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OptionRow } from '../../../emulator/options/option-kinds.ts';
import { optionTable } from '../../../emulator/options/option-table.ts';
import { errorRows, fieldRows, parameterRows, rows } from '../../../emulator/contract/rows.ts';
import type { Endpoint, Row, Shape } from '../../../emulator/contract/row.ts';
import { root } from '../../architecture/source-files.ts';
import { testTitles } from '../../support/test-titles.ts';
import { sentences, tableOf, tables } from './document.ts';

const documented = <T extends Row>(all: readonly T[]) => all.filter(({ isDocumented }) => isDocumented);

describe('each table of the document is covered row by row, cell by cell', () => {
  it('has eight tables', () => {
    expect(tables.map(({ heading }) => heading)).toEqual([
      'Token response (from the token endpoint)',
      'Flight record (returned by the upload)',
      'States and transitions',
      'POST /oauth/token',
      'POST /api/v1/flights',
      'Token endpoint',
      'Flight endpoint',
      'Limits',
    ]);
  });

  it.each([
    ['Token response', 'token response'],
    ['Flight record', 'flight record'],
  ] as [string, Shape][])('%s', (heading, shape) => {
    const ours = documented(fieldRows).filter((row) => row.shape === shape);
    expect(ours.map(({ name, type, text }) => [name, type, text])).toEqual(tableOf(heading).rows);
  });

  it.each(['POST /oauth/token', 'POST /api/v1/flights'] as Endpoint[])('parameters of %s', (endpoint) => {
    const ours = documented(parameterRows).filter(({ at }) => at === endpoint);
    const cells = ours.map(({ name, location, type, required, text }) => [name, location, type, required, text]);
    expect(cells).toEqual(tableOf(endpoint).rows);
  });

  it.each([
    ['Token endpoint', 'error body'],
    ['Flight endpoint', 'detail body'],
  ])('errors of the %s', (heading, carrier) => {
    const ours = documented(errorRows).filter((row) => row.carrier === carrier);
    expect(ours.map(({ code, status, text }) => [code, String(status), text])).toEqual(tableOf(heading).rows);
  });

  it('transitions', () => {
    const ours = rows.flatMap((row) =>
      row.kind === 'transition' ? [[row.subject, row.trigger, row.condition, row.next, row.text]] : [],
    );
    expect(ours).toEqual(tableOf('States and transitions').rows);
  });

  it('limits', () => {
    const ours = rows.flatMap((row) => (row.kind === 'limit' ? [[row.limit, row.appliesTo, row.text]] : []));
    expect(ours).toEqual(tableOf('Limits').rows);
  });
});

describe('each sentence of the document', () => {
  /** Introductions, or references to another part. */
  const leading = [
    'The service keeps flight reports of pilots.',
    'The consent of a pilot and its refresh tokens follow these rules:',
    'Errors: see the Errors part.',
  ];

  it('is a row, or a gap that a row fills', () => {
    const known = rows.flatMap(({ isDocumented, text, gap }) => [...(isDocumented ? [text] : []), gap ?? '']);
    expect(sentences.filter((sentence) => !leading.includes(sentence) && !known.includes(sentence))).toEqual([]);
  });

  it('is quoted verbatim', () => {
    const quoted = rows.flatMap(({ kind, isDocumented, text }) => (kind === 'sentence' && isDocumented ? [text] : []));
    const gaps = rows.flatMap(({ gap }) => gap ?? []);
    expect([...quoted, ...gaps].filter((message) => !sentences.includes(message))).toEqual([]);
  });

  it('marked “not shown” is covered by a row', () => {
    const open = sentences.filter((sentence) => /not shown|not stated/.test(sentence));
    expect(open.length).toBeGreaterThan(9);
    expect(open.filter((sentence) => !rows.some(({ gap }) => gap === sentence))).toEqual([]);
  });
});

it('every assumption from A1 to A34 is used by a row or an option, and no other', () => {
  const options = Object.values<OptionRow>(optionTable).flatMap(({ assumption = [] }) => assumption);
  const used = new Set([...rows.flatMap(({ assumptions }) => assumptions), ...options]);
  const all = Array.from({ length: 34 }, (_, index) => `A${index + 1}`);
  expect([...used].toSorted()).toEqual(all.toSorted());
});

it('every row has a unique id', () => {
  const ids = rows.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

describe('every row is tested', () => {
  const files = new Map(
    [...new Set(rows.map(({ proof: [file] }) => file))].map((file) => {
      const path = join(root, 'test/emulator', `${file}.test.ts`);
      return [file, existsSync(path) ? testTitles(path) : []];
    }),
  );

  it('by exactly one existing test that is never skipped', () => {
    const unproved = rows.flatMap(({ id, proof: [file, title] }) => {
      const [test, ...others] = files.get(file)?.filter((each) => each.title === title) ?? [];
      const problem =
        test === undefined
          ? 'is not there'
          : others.length > 0
            ? 'is there more than once'
            : test.maySkip
              ? 'may be skipped'
              : null;
      return problem === null ? [] : [`${id}: “${title}” of ${file} ${problem}`];
    });
    expect(unproved).toEqual([]);
  });

  it('every test in this folder is named by a row', () => {
    const named = new Set(rows.map(({ proof: [file, title] }) => `${file}: ${title}`));
    const unnamed = [...files]
      .filter(([file]) => file.startsWith('contract/'))
      .flatMap(([file, titles]) => titles.map(({ title }) => `${file}: ${title}`))
      .filter((name) => !named.has(name) && !/: (in|every) /.test(name));
    expect(unnamed).toEqual([]);
  });
});
