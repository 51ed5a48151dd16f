import { describe, expect, it } from 'vitest';
import { errorRows, isIn } from '../../../emulator/contract/rows.ts';
import { complaintsAbout } from './described-answers.ts';
import { provocations } from './provocations.ts';

const rowOf = new Map(errorRows.map((row) => [row.id, row]));

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  const served = provocations.flatMap((provocation) => {
    const row = rowOf.get(provocation.row);
    // Reading is there in extended mode only, whatever the row says of uploads.
    const isServed = mode === 'extended' || !/^GET \/(api|oauth\/userinfo)/.test(provocation.at);
    return row !== undefined && isIn(row, mode) && isServed
      ? [[`${row.id}, at ${provocation.at}, by ${provocation.way}`, row, provocation] as const]
      : [];
  });

  it.each(served)('%s is provoked, and answered as described', async (_name, row, { at, ask }) => {
    const answer = await ask(mode);
    expect(answer.statusCode).toBe(row.status);
    switch (row.carrier) {
      case 'error body':
        expect(answer.json()).toEqual({ error: row.code, error_description: expect.stringMatching(/\w/) });
        break;
      case 'detail body':
        expect(answer.json()).toEqual({ detail: row.code });
        break;
      case 'redirect': {
        const parameters = new URL(String(answer.headers.location)).searchParams;
        expect(Object.fromEntries(parameters)).toMatchObject({ error: row.code, state: 'a-state' });
        break;
      }
      case 'page':
        expect([answer.headers.location, answer.body]).toEqual([undefined, expect.stringContaining('<h1>')]);
    }
    expect(await complaintsAbout(answer, at, mode)).toEqual([]);
  });
});

it('every refusal of the table is provoked at every endpoint that it can be met at', () => {
  const named = errorRows.flatMap(({ id, at }) => at.map((endpoint) => `${id}, at ${endpoint}`));
  expect(new Set(provocations.map(({ row, at }) => `${row}, at ${at}`))).toEqual(new Set(named));
});
