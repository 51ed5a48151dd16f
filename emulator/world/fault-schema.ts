// The schemas of a fault, for requests and for documents. The messages complete “expected …”.

import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';
import { longestDurationMs } from '../options/units.ts';
import { matchErrors } from './fault-match.ts';
import { members, text } from '../options/input-schemas.ts';

const whole = (least: number, most: number, message: string) =>
  z.int({ error: message }).min(least, { error: message }).max(most, { error: message });

const number = (least: number, most: number, message: string) =>
  z.number({ error: message }).min(least, { error: message }).max(most, { error: message });

const isJson = (value: unknown) => z.json().safeParse(value).success;

function isHeader([name, value]: [string, string]): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return !isFraming.test(name);
  } catch {
    return false;
  }
}

const most = Number.MAX_SAFE_INTEGER;
const count = 'a whole number, 0 or more';
const headerWords = 'valid headers other than Content-Length, Transfer-Encoding and Trailer';

/** Headers that contradict the length of the body would break the connection. */
const isFraming = /^(?:content-length|transfer-encoding|trailer)$/i;

/** A custom response. */
const answer = {
  status: whole(200, 599, 'a status from 200 to 599'),
  body: z.unknown().refine(isJson, { error: 'a text or JSON' }).optional(),
  headers: z
    .record(z.string(), z.string({ error: 'a text' }), { error: headerWords })
    .refine((headers) => Object.entries(headers).every(isHeader), { error: headerWords })
    .optional(),
};

const effect = z.discriminatedUnion(
  'type',
  [
    members({ type: z.literal('status'), ...answer }),
    members({ type: z.literal('done-then'), ...answer, afterBytes: whole(0, most, count).optional() }),
    members({
      type: z.literal('latency'),
      ms: number(0, longestDurationMs, 'a number of milliseconds, 0 to 100 years'),
    }),
    members({ type: z.literal('drop'), when: z.enum(['before', 'after'], { error: 'before or after' }) }),
    members({ type: z.literal('cut'), afterBytes: whole(0, most, count) }),
    members({ type: z.literal('garbage') }),
    members({ type: z.literal('throttle'), bytesPerSecond: number(1, most, 'a number of bytes, 1 or more') }),
  ],
  { error: 'an effect whose type is status, done-then, latency, drop, cut, garbage or throttle' },
);

const match = members({
  method: text.optional(),
  path: text.optional(),
  grantType: text.optional(),
  clientId: text.optional(),
  pilot: text.optional(),
});

/** For documents; the result has its members in the order of the schema. */
export const faultRequestSchema = members({
  match: match.default({}),
  skip: whole(0, most, count).default(0),
  times: whole(0, most, `${count}, or null for all`).nullable().default(null),
  probability: number(0, 1, 'a number from 0 to 1').default(1),
  effect,
});

/** For requests; rejects a fault that could never match. */
export const newFaultSchema = faultRequestSchema.extend({
  match: match
    .superRefine((asked, context) => {
      for (const [name, message] of Object.entries(matchErrors(asked))) {
        context.addIssue({ code: 'custom', path: [name], message });
      }
    })
    .default({}),
});
