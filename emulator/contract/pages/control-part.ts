// The part of the reference about the control interface: its calls, the events and the faults.

import type { FaultEffect } from '../../world/world.ts';
import { calls } from '../../control/calls.ts';
import type { Call } from '../../control/calls/call.ts';
import { cell, code, join, table } from './markdown.ts';

export const controlPart = (): string =>
  join(
    '## Control interface',
    introduction,
    table(
      ['HTTP', 'Library', 'Scenario step', 'Description'],
      Object.entries(calls as unknown as Record<string, Call>).map(([name, row]) => [
        routesOf(row),
        code(name),
        row.isStep === true ? 'yes' : '',
        cell(row.summary),
      ]),
    ),
    '### Events',
    eventsText,
    '### Faults',
    faultsText,
    table(
      ['Effect', 'What the client sees'],
      Object.values(effects).map(([example, text]) => [code(example), text]),
    ),
  );

const routesOf = ({ method, path, alsoPath }: Call): string =>
  [path, ...(alsoPath === undefined ? [] : [alsoPath])].map((each) => code(`${method} /_emulator${each}`)).join(', ');

const introduction = `JSON over HTTP under ${code('/_emulator')}, with the control token from the ready line (or ${code('--control-token')}) as ${code('Authorization: Bearer …')}. It is not part of the service: its requests are not rate-limited, journaled or subject to faults. It is available at 127.0.0.1 and ${code('localhost')} only, unless ${code('--host')}, ${code('--allowed-host')} or ${code('--public-url')} allow more, and never to other origins. ${code('--no-control')} turns it off.

Lists return ${code('{ "items": […], "next": … }')}: pass ${code('next')} as ${code('after')} to get the next page; null is the end. ${code('limit')} is 1 to 1000, 100 by default; worlds, settings and scenarios come on one page. Members that are not in the path go in the query or in a JSON body. A call without a result returns 204. Errors are ${code('{ "error": "one sentence" }')} with 400 (invalid request), 401 (control token missing or wrong), 404 (not found), 405 (unsupported method), 409 (not allowed in the current state) 413 (body too large) or 421 (host name not allowed).

Every call is also a method of the library with the same name, input and result. “Scenario step” marks the calls that a [scenario](#scenarios) may use. Members, answers and examples: [openapi-control.json](openapi-control.json), served at \`/_emulator/openapi.json\` without a token, and their types in [api-types.ts](../../emulator/api-types.ts).`;

const eventsText = `${code('GET /_emulator/events')}, in the library ${code('journal.listen')}, streams server-sent events: ${code('request')} with the journal entry when the response has been sent (a request that takes longer is announced before, with the outcome ${code('open')}), ${code('clock')}, and ${code('changed')} with the parts to reload. A client that reconnects with ${code('Last-Event-ID')} gets the requests it missed. A client that reads too slowly gets ${code('changed')} instead of the events that were skipped.`;

const faultsText = `A fault applies to requests that match ${code('method')}, ${code('path')} (a ${code('*')} at the end matches anything), ${code('grantType')}, ${code('clientId')} and ${code('pilot')}, ${code('form')} (fields of a URL-encoded form, exactly), and texts contained in ${code('query')}, ${code('headers')}, or the ${code('fileName')} or ${code('contentType')} of an uploaded file, ignoring case; an omitted member matches anything. A fault that could never match is rejected with a suggestion. It lets ${code('skip')} matching requests pass, then applies to ${code('times')} of them (all by default), each with a ${code('probability')} drawn from the seed, so that runs repeat. If several match, the first one that is due applies. The n-th request alone is ${code('"skip": n - 1, "times": 1')}.

Texts in the body of a response may contain ${code('{{method}}')}, ${code('{{path}}')}, ${code('{{query}}')}, ${code('{{pilot}}')}, ${code('{{clientId}}')}, ${code('{{now}}')}, ${code('{{count}}')} (how often the fault applied), ${code('{{fault}}')}, ${code('{{header.NAME}}')}, ${code('{{query.NAME}}')} and ${code('{{form.NAME}}')}. A JSON text that is only ${code('{{count}}')} or ${code('{{fault}}')} becomes a number.`;

/** An example of each effect, and what it does. */
const effects: Readonly<Record<FaultEffect['type'], readonly [example: string, text: string]>> = {
  status: [
    '{ "type": "status", "status": 503, "body": …, "headers": … }',
    'This response instead of the service’s; the request was not processed. Headers that contradict the length of the body are rejected',
  ],
  latency: [
    '{ "type": "latency", "ms": "3s" }',
    'The response comes later, on the emulator’s clock. `ms` may also be `{ "normal": { "mean": "300ms", "deviation": "50ms" } }`, `{ "logNormal": { "median": "200ms", "sigma": 0.8 } }`, both drawn from the seed, or `{ "list": ["1s", "3s"] }`, used in order and again',
  ],
  drop: [
    '{ "type": "drop", "when": "after" }',
    'The connection breaks: with `before`, the request was not processed; with `after`, it was, and the response is lost',
  ],
  'done-then': [
    '{ "type": "done-then", "status": 404, "body": …, "headers": …, "afterBytes": 20 }',
    'The request is processed, then this response is sent; with `afterBytes`, it breaks off after that many bytes of its body',
  ],
  cut: ['{ "type": "cut", "afterBytes": 20 }', 'The request is processed, and the response breaks off'],
  garbage: ['{ "type": "garbage" }', 'The request is processed, and the response is unreadable'],
  throttle: [
    '{ "type": "throttle", "bytesPerSecond": 100 }',
    'The request is processed, and the response comes slowly',
  ],
};
