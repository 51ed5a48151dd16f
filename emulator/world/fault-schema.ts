// The schemas of a fault, for requests and for documents. The messages complete “expected …”.

import { validateHeaderName, validateHeaderValue, METHODS } from '../http/node-http.ts';
import { longestDurationMs } from '../options/option-kinds.ts';
import { chosenBy, inputSchemaOf, duration, listOf, members, size, text } from '../options/input-schemas.ts';
import { z } from 'zod';
import { editDistance, meant } from '../options/did-you-mean.ts';
import { refuseUnknown } from '../emulator-error.ts';

// Rejects faults and waits that could never match a request, such as one with a typo. The messages complete “expected …”.

const texts = z.record(z.string(), z.string({ error: 'a text' }), { error: 'names and their texts' });

const matchSchema = members({
  method: text.optional(),
  path: text.optional().describe('A trailing * matches any ending.'),
  grantType: text.optional(),
  clientId: text.optional(),
  pilot: text.optional(),
  /** Contained in the query, in these headers, or in the name or type of an uploaded file; case is ignored. */
  query: text.optional(),
  headers: texts.optional(),
  fileName: text.optional(),
  contentType: text.optional(),
  /** Fields of a URL-encoded form, with exactly these values. */
  form: texts.optional(),
});
export type FaultMatch = z.output<typeof matchSchema>;

const isHeaderName = (name: string) => /^[\w!#$%&'*+.^`|~-]+$/.test(name);
const grantTypes = ['authorization_code', 'refresh_token'];
const usualMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const uploadPath = '/api/v1/flights';
const formPaths = ['/oauth/token', '/oauth/authorize', '/oauth/revoke', '/oauth/introspect'];
const servedPaths = [uploadPath, ...formPaths, '/oauth/userinfo', '/.well-known/oauth-authorization-server'];

/** The members that only some requests have, and the paths of these. */
const carried: Partial<Record<keyof FaultMatch, readonly string[]>> = {
  grantType: ['/oauth/token'],
  form: formPaths,
  fileName: [uploadPath],
  contentType: [uploadPath],
};

function matchErrors(match: FaultMatch): Partial<Record<keyof FaultMatch, string>> {
  const { method, path, grantType, query, headers = {} } = match;
  const isMethod = method === undefined || METHODS.includes(method.toUpperCase());
  const isGrantType = grantType === undefined || grantTypes.includes(grantType);
  const wrongHeader = Object.keys(headers).find((name) => !isHeaderName(name));
  const wrongPath = path === undefined ? null : (pathError(path) ?? typoError(path));
  const errors: Partial<Record<keyof FaultMatch, string>> = {
    ...(isMethod ? {} : { method: `an HTTP method${meant(method, usualMethods)}` }),
    ...(wrongPath === null ? {} : { path: wrongPath }),
    ...(wrongHeader === undefined ? {} : { headers: `names of headers, which “${wrongHeader}” is not` }),
    ...(query?.startsWith('?')
      ? { query: `a query without its question mark (did you mean “${query.slice(1)}”?)` }
      : {}),
    ...(isGrantType ? {} : { grantType: `${grantTypes.join(' or ')}${meant(grantType, grantTypes)}` }),
  };
  for (const [name, paths] of Object.entries(carried)) {
    if (match[name as keyof FaultMatch] === undefined) continue;
    if (method !== undefined && method.toUpperCase() !== 'POST') errors.method ??= `POST, because ${name} is set`;
    if (path !== undefined && !paths.some((one) => isPathMatch(path, one))) {
      errors.path ??= `a path that matches ${paths.join(' or ')}, because ${name} is set`;
    }
  }
  const { fileName, contentType, form } = match;
  if ((fileName ?? contentType) !== undefined && (form ?? grantType) !== undefined) {
    errors.form ??= 'no form or grantType, because an upload has neither';
  }
  if (grantType !== undefined && (form?.['grant_type'] ?? grantType) !== grantType)
    errors.form ??= `no other grant_type than ${grantType}`;
  return errors;
}

/** A `*` at the end matches anything. */
export const isPathMatch = (pattern: string, path: string): boolean =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

/** Throws an `EmulatorError` for an unknown application or pilot. */
export function checkParties(
  { clientId, pilot }: Pick<FaultMatch, 'clientId' | 'pilot'>,
  { applications, pilots }: Record<'applications' | 'pilots', Pick<ReadonlySet<string>, 'has' | 'keys'>>,
): void {
  if (clientId !== undefined && !applications.has(clientId))
    refuseUnknown(`Application ${clientId}`, meant(clientId, [...applications.keys()]));
  if (pilot !== undefined && !pilots.has(pilot)) refuseUnknown(`Pilot ${pilot}`, meant(pilot, [...pilots.keys()]));
}

export function pathError(path: string): string | null {
  const [address = ''] = path.split(/[?#]/, 1);
  // Otherwise a fault could not be removed; and they are not in the journal.
  if (path.startsWith('/_emulator')) return 'a path of the service, not of the control interface';
  if (/^\/w\/[^/]+\//.test(path)) return `a path within the world (did you mean “${path.replace(/^\/w\/[^/]+/, '')}”?)`;
  if (path !== '*' && !path.startsWith('/')) return `a path that begins with a slash (did you mean “/${path}”?)`;
  if (address !== path) return `a path without a query (did you mean “${address}*”?)`;
  if (path.slice(0, -1).includes('*')) {
    return `a path with * only at the end (did you mean “${path.slice(0, path.indexOf('*') + 1)}”?)`;
  }
  return null;
}

const mostWrongLetters = 2;

/** About a path that is almost a served one. Another path may be that of a service still to come. */
function typoError(path: string): string | null {
  const isPrefix = path.endsWith('*');
  const typed = isPrefix ? path.slice(0, -1) : path;
  const isServed = servedPaths.some(
    (one) => isPathMatch(path, one) || (typed.startsWith(`${one}/`) && (isPrefix || typed !== `${one}/`)),
  );
  if (typed.length < 2 * mostWrongLetters || isServed) return null;
  const candidates = isPrefix ? servedPaths.map((one) => one.slice(0, typed.length)) : servedPaths;
  const distances = candidates.map((one) => editDistance(typed.toLowerCase(), one.toLowerCase()));
  const least = Math.min(...distances);
  if (least > mostWrongLetters) return null;
  const near = `${candidates[distances.indexOf(least)]}${isPrefix ? '*' : ''}`;
  return `a path of the service (did you mean “${near}”?)`;
}

// Templates in the responses of faults: `{{path}}` in a text, or in any text of a JSON body, becomes a value of the request.

const template = /\{\{\s*([\w.-]+)\s*\}\}/g;

const plainNames = ['method', 'path', 'query', 'pilot', 'clientId', 'now', 'count', 'fault'];
const named = /^(?:header|query|form)\.[\w-]+$/;

const templateMessage = `templates with ${plainNames.join(', ')}, header.NAME, query.NAME or form.NAME`;

const unknownNames = (body: unknown): string[] =>
  [...JSON.stringify(body ?? '').matchAll(template)]
    .map(([, name = '']) => name)
    .filter((name) => !plainNames.includes(name) && !named.test(name));

/** Fills the templates; a text that is one template of a number becomes that number. */
export function fillTemplates(body: unknown, valueOf: (name: string) => string | number): unknown {
  if (typeof body === 'string') {
    if (!body.includes('{{')) return body;
    const [whole, name] = new RegExp(`^${template.source}$`).exec(body) ?? [];
    if (whole !== undefined && name !== undefined) return valueOf(name);
    return body.replaceAll(template, (_all, one: string) => String(valueOf(one)));
  }
  if (Array.isArray(body)) return body.map((item) => fillTemplates(item, valueOf));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, member]) => [name, fillTemplates(member, valueOf)]));
}

// The parts of the schemas.

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
const noBody = new Set([204, 205, 304]);
const headersMessage = 'valid headers other than Content-Length, Transfer-Encoding and Trailer';

/** Headers that contradict the length of the body would break the connection. */
const isFraming = /^(?:content-length|transfer-encoding|trailer)$/i;

const answer = {
  status: whole(200, 599, 'a status from 200 to 599'),
  body: z
    .unknown()
    .refine(isJson, { error: 'a text or JSON', abort: true })
    .refine((body) => unknownNames(body).length === 0, { error: templateMessage })
    .optional(),
  headers: z
    .record(z.string(), z.string({ error: 'a text' }), { error: headersMessage })
    .refine((headers) => Object.entries(headers).every(isHeader), { error: headersMessage })
    .optional(),
};

const milliseconds = duration(longestDurationMs);

/** A list is used in order and starts again. */
export type Delay<Time = number> =
  | Time
  | { normal: { mean: Time; deviation: Time } }
  | { logNormal: { median: Time; sigma: number } }
  | { list: Time[] };

const delayMessage = 'a duration such as 3s, or an object with normal, logNormal or list';
const distributions: Record<string, z.ZodType> = {
  normal: members({ normal: members({ mean: milliseconds, deviation: milliseconds }) }),
  logNormal: members({ logNormal: members({ median: milliseconds, sigma: number(0, 10, 'a number from 0 to 10') }) }),
  list: members({ list: listOf(milliseconds, delayMessage).min(1, { error: 'at least one duration' }) }),
};

const delay = chosenBy<Delay, Delay<number | string>>((given) => {
  const [name = ''] = typeof given === 'object' && given !== null ? Object.keys(given) : [];
  const chosen = distributions[name] ?? duration(longestDurationMs, 0, delayMessage);
  return chosen as z.ZodType<Delay>;
}).meta({ anyOf: [milliseconds, ...Object.values(distributions)].map((one) => inputSchemaOf(one)) });

/** With an example and what the client sees, which the reference shows. */
export const effectSchemas = {
  status: members({ type: z.literal('status'), ...answer }).meta({
    title: '{ "type": "status", "status": 503, "body": …, "headers": … }',
    description:
      'This response instead of the service’s; the request was not processed. Headers that contradict the length of the body are rejected',
  }),
  'done-then': members({ type: z.literal('done-then'), ...answer, afterBytes: size(0).optional() }).meta({
    title: '{ "type": "done-then", "status": 404, "body": …, "headers": …, "afterBytes": 20 }',
    description:
      'The request is processed, then this response is sent; with `afterBytes`, it breaks off after that many bytes of its body',
  }),
  latency: members({ type: z.literal('latency'), ms: delay }).meta({
    title: '{ "type": "latency", "ms": "3s" }',
    description:
      'The response comes later, on the emulator’s clock. `ms` may also be `{ "normal": { "mean": "300ms", "deviation": "50ms" } }`, `{ "logNormal": { "median": "200ms", "sigma": 0.8 } }`, both drawn from the seed, or `{ "list": ["1s", "3s"] }`, used in order and again',
  }),
  drop: members({ type: z.literal('drop'), when: z.enum(['before', 'after'], { error: 'before or after' }) }).meta({
    title: '{ "type": "drop", "when": "after" }',
    description:
      'The connection breaks: with `before`, the request was not processed; with `after`, it was, and the response is lost (a browser repeats the request; for a page, use `cut`)',
  }),
  cut: members({ type: z.literal('cut'), afterBytes: size(0) }).meta({
    title: '{ "type": "cut", "afterBytes": 20 }',
    description: 'The request is processed, and the response breaks off',
  }),
  garbage: members({ type: z.literal('garbage') }).meta({
    title: '{ "type": "garbage" }',
    description: 'The request is processed, and the response is unreadable',
  }),
  throttle: members({ type: z.literal('throttle'), bytesPerSecond: size(1) }).meta({
    title: '{ "type": "throttle", "bytesPerSecond": 20000 }',
    description:
      'The body of an upload is read, and the response sent, at this rate; the request is processed in between',
  }),
};

const effectTypes = Object.keys(effectSchemas);
type Effect = (typeof effectSchemas)[keyof typeof effectSchemas];
const effect = z.discriminatedUnion('type', Object.values(effectSchemas) as [Effect, ...Effect[]], {
  error: ({ input }) =>
    `an effect whose type is ${listed(effectTypes)}${meant((input as { type?: unknown } | null)?.type, effectTypes)}`,
});
export type FaultEffect = z.output<typeof effect>;

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** For documents; the result has its members in the order of the schema. */
export const faultRequestSchema = members({
  match: matchSchema.default({}),
  skip: whole(0, most, count).default(0).describe('The number of requests to let through first.'),
  times: whole(0, most, 'a whole number, 1 or more, or null for all')
    .nullable()
    .default(null)
    .describe('All requests by default.'),
  probability: number(0, 1, 'a number from 0 to 1').default(1).describe('From 0 to 1, repeatable by seed.'),
  effect,
});

/** For requests; rejects a fault that could never match. */
export const newFaultSchema = faultRequestSchema.extend({
  times: faultRequestSchema.shape.times.refine((times) => times !== 0, {
    error: 'a whole number, 1 or more, or null for all',
  }),
  effect: effect.refine((one) => !('body' in one && one.body !== undefined && noBody.has(one.status)), {
    path: ['body'],
    error: 'no body, because the status has none',
  }),
  match: matchSchema
    .superRefine((asked, context) => {
      for (const [name, message] of Object.entries(matchErrors(asked))) {
        context.addIssue({ code: 'custom', path: [name], message });
      }
    })
    .default({}),
});
