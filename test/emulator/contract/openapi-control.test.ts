// The OpenAPI description of the control interface against the running one.

import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { describeControl } from '../../../emulator/contract/openapi-control.ts';
import { calls } from '../../../emulator/control/calls.ts';
import type { CallName } from '../../../emulator/control/calls.ts';
import { callCases, requestOf } from '../control/call-cases.ts';
import { callControl } from '../control/call-control.ts';
import { openEmulator } from '../open-emulator.ts';
import { resolved } from './described-answers.ts';

type Schema = Parameters<typeof z.fromJSONSchema>[0];
type Content = Record<string, { schema?: Schema }>;
type Operation = {
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

let paths: Record<string, Record<string, Operation>> = {};
let errorSchema: z.ZodType;

// Rejects a description that isn't valid OpenAPI.
beforeAll(async () => {
  const description = (await resolved(describeControl())) as {
    paths: typeof paths;
    components: { schemas: { EmulatorError: Schema } };
  };
  ({ paths } = description);
  errorSchema = z.fromJSONSchema(description.components.schemas.EmulatorError);
});

it('describes every answer', () => {
  const isDescribed = ({ responses }: Operation) =>
    Object.entries(responses).every(
      ([status, { content = {} }]) =>
        status === '204' ||
        Object.entries(content).every(
          ([type, { schema }]) => !type.includes('json') || Object.keys(schema ?? {}).length > 0,
        ),
    );
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(all.filter((operation) => !isDescribed(operation)).map(({ operationId }) => operationId)).toEqual([]);
});

describe('the description of a call', () => {
  it.each(Object.keys(calls) as CallName[])('matches %s', async (name) => {
    const emulator = await openEmulator();
    const { line, body } = await requestOf(callCases[name], emulator);
    const [described, method, operation] = operationOf(name);
    const [asked = '', path = ''] = line.split(/[ ?]/);
    expect(asked.toLowerCase()).toBe(method);
    expect(`/_emulator${path}`).toMatch(new RegExp(`^${described.replaceAll(/\{\w+\}/g, '[^/]+')}$`));

    const wanted = operation.requestBody?.content['application/json']?.schema ?? {};
    expect(z.fromJSONSchema(wanted).safeParse(body ?? {}).error).toBeUndefined();
    const answer = await callControl(emulator, line, body);
    const success = Object.keys(operation.responses).find((status) => status.startsWith('2')) ?? '';
    expect([answer.status, answer.body === null]).toEqual([
      Number(success),
      success === '204' || name.startsWith('recording.'),
    ]);
    const schema = operation.responses[success]?.content?.['application/json']?.schema ?? {};
    expect(z.fromJSONSchema(schema).safeParse(answer.body).error).toBeUndefined();

    // An unknown member is rejected as described.
    const unknown = `${line}${line.includes('?') ? '&' : '?'}nobody=knows`;
    const wrong = await callControl(emulator, unknown, name === 'state.import' ? {} : undefined);
    expect([wrong.status, errorSchema.safeParse(wrong.body).success]).toEqual([400, true]);
    expect(Object.keys(operation.responses)).toContain('400');
  });

  function operationOf(name: CallName): [path: string, method: string, operation: Operation] {
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        if (operation.operationId === name) return [path, method, operation];
      }
    }
    throw new Error(`${name} is not described`);
  }
});

it('each path is served for its methods, requires the token, and supports no other method', async () => {
  const emulator = await openEmulator();
  for (const [described, methods] of Object.entries(paths)) {
    const path = described.replace('/_emulator', '').replaceAll(/\{\w+\}/g, '1');
    for (const method of Object.keys(methods)) {
      const answer = await callControl(emulator, `${method.toUpperCase()} ${path}`, undefined, { authorization: '' });
      expect([path, method, answer.status]).toEqual([path, method, path === '/health' ? 200 : 401]);
      expect(errorSchema.safeParse(answer.body).success).toBe(path !== '/health');
    }
    const other = await callControl(emulator, `OPTIONS ${path}`);
    const allowed = String(other.headers['allow']).toLowerCase().split(', ');
    // HEAD is answered like GET (A30).
    const expected = Object.keys(methods).flatMap((method) => (method === 'get' ? ['get', 'head'] : [method]));
    expect([path, other.status, allowed.toSorted()]).toEqual([path, 405, expected.toSorted()]);
  }
});
