import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { complaintsAbout, errorsOf } from './described-answers.ts';
import type { EndpointError } from './described-answers.ts';
import { provocations } from './provocations.ts';

/** What identifies the error in an answer, for each carrier. */
function errorIn(answer: LightMyRequestResponse, carrier: EndpointError['carrier']): unknown {
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

const expectedOf = ({ carrier, code }: EndpointError): unknown =>
  ({
    page: [undefined, true],
    redirect: [code, 'a-state', false],
    'error body': [code, true, {}],
    'detail and message': [code, true, {}],
    'detail body': { detail: code },
  })[carrier];

const idOf = ({ at, status, code }: EndpointError) => `${status} ${code ?? 'page'}, at ${at}`;

describe.each(['strict', 'extended'] as const)('in %s mode', async (mode) => {
  const errors = await errorsOf(mode);
  const served = provocations.flatMap((provocation) => {
    const error = errors.find((one) => idOf(one) === `${provocation.error}, at ${provocation.at}`);
    return error === undefined ? [] : [[`${idOf(error)}, by ${provocation.way}`, error, provocation] as const];
  });

  it.each(served)('%s is provoked and answered as described', async (_name, error, { at, ask }) => {
    const answer = await ask(mode);
    expect(answer.statusCode).toBe(error.status);
    expect(errorIn(answer, error.carrier)).toEqual(expectedOf(error));
    expect(await complaintsAbout(answer, at, mode)).toEqual([]);
  });
});

it('every error is provoked at each endpoint that can return it', async () => {
  const named = (await errorsOf('extended')).map(idOf);
  expect(new Set(provocations.map(({ error, at }) => `${error}, at ${at}`))).toEqual(new Set(named));
});
