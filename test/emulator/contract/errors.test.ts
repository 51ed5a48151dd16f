import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { errorsAt, serviceErrors } from '../../../emulator/contract/errors.ts';
import type { ServiceError } from '../../../emulator/contract/errors.ts';
import { complaintsAbout } from './described-answers.ts';
import { provocations } from './provocations.ts';

/** What identifies the error in an answer, for each carrier. */
function errorIn(answer: LightMyRequestResponse, carrier: ServiceError['carrier']): unknown {
  switch (carrier) {
    case 'page':
      return [answer.headers.location, answer.body.includes('<h1>')];
    case 'redirect': {
      const parameters = new URL(String(answer.headers.location)).searchParams;
      return [parameters.get('error'), parameters.get('state'), parameters.has('code')];
    }
    case 'error body': {
      const { error, error_description: message, ...others } = answer.json();
      return [error, typeof message === 'string' && message !== '', others];
    }
    case 'detail and message': {
      const { detail, message, ...others } = answer.json();
      return [detail, typeof message === 'string' && message !== '', others];
    }
    case 'detail body':
      return answer.json();
  }
}

const expectedOf = ({ carrier, code }: ServiceError): unknown =>
  ({
    page: [undefined, true],
    redirect: [code, 'a-state', false],
    'error body': [code, true, {}],
    'detail and message': [code, true, {}],
    'detail body': { detail: code },
  })[carrier];

const rowOf = new Map(serviceErrors.map((row) => [row.id, row]));

describe.each(['strict', 'extended'] as const)('in %s mode', (mode) => {
  const served = provocations.flatMap((provocation) => {
    const row = rowOf.get(provocation.row);
    // Reading exists in extended mode only, including in rows about uploads.
    const isServed = mode === 'extended' || !/^GET \/(api|oauth\/userinfo)/.test(provocation.at);
    return row !== undefined && errorsAt(provocation.at, mode).includes(row) && isServed
      ? [[`${row.id}, at ${provocation.at}, by ${provocation.way}`, row, provocation] as const]
      : [];
  });

  it.each(served)('%s is provoked and answered as described', async (_name, row, { at, ask }) => {
    const answer = await ask(mode);
    expect(answer.statusCode).toBe(row.status);
    expect(errorIn(answer, row.carrier)).toEqual(expectedOf(row));
    expect(await complaintsAbout(answer, at, mode)).toEqual([]);
  });
});

it('every error of the table is provoked at each endpoint that can return it', () => {
  const named = serviceErrors.flatMap(({ id, at }) => at.map((endpoint) => `${id}, at ${endpoint}`));
  expect(new Set(provocations.map(({ row, at }) => `${row}, at ${at}`))).toEqual(new Set(named));
});
