// Records one exchange: for the journal, with secrets masked, and for the checks, with labels in place of secrets.

import type { FastifyRequest } from 'fastify';
import type { Exchange } from '../../journal/exchange.ts';
import { decodeForm, marked, maskForm, maskHeader, maskJson } from '../../journal/masking.ts';
import { bounded, unreadText } from '../../journal/message-text.ts';
import { formatBytes } from '../../journal/wording.ts';
import { boundaryOf } from '../../flights/report/multipart.ts';
import { captureBody, captureFiles } from './captured-body.ts';
import { labelled, learnHeader, parametersOf, replaceSecrets, secretKindOf } from './find-secrets.ts';
import { pairsOf } from '../forwarding/headers.ts';
import type { Observation, Pair } from '../traffic/observation.ts';
import type { SeenSecrets } from './seen-secrets.ts';
import { shorten } from './shorten.ts';

type ExchangeRecorder = {
  requestBytes(chunk: Buffer): void;
  head(status: number, message: string, headers: readonly string[]): void;
  responseBytes(chunk: Buffer): void;
  /** A response that the proxy made itself. */
  ownAnswer(text: string): void;
  /** Call it once everything has been seen. */
  observe(endedAtMs: number): Observation;
};

const mostFormBytes = 64 * 1024;
const mostAnswerBytes = 1024 * 1024;
const formType = 'application/x-www-form-urlencoded';

/** What the checks read. */
const checkedHeaders: ReadonlySet<string> = new Set(['allow', 'retry-after', 'www-authenticate']);

type Head = {
  status: number;
  message: string;
  headers: readonly string[];
};

/** @param path below the address of the service, with the query */
export function recordExchange(
  { raw, exchange }: FastifyRequest,
  secrets: SeenSecrets,
  { path, atMs }: { path: string; atMs: number },
): ExchangeRecorder {
  const requestHeaders = [...pairsOf(raw.rawHeaders)].map(([name, value]): Pair => [name.toLowerCase(), value]);
  const credentials = requestHeaders.map(([name, value]) => learnHeader(name, value, secrets));
  const [plainPath = '', ...queries] = path.split('?');
  const query = labelled(new URLSearchParams(queries.join('?')), secrets);
  const sentType = requestHeaders.find(([name]) => name === 'content-type')?.[1];
  const type = mediaTypeOf(sentType);
  const boundary = boundaryOf(sentType);
  const files = boundary === null ? null : captureFiles(boundary);
  const declaredBytes =
    raw.headers['transfer-encoding'] === undefined ? Number(raw.headers['content-length'] ?? 0) : null;
  const request = captureBody(mostFormBytes);
  const answer = captureBody(mostAnswerBytes);
  let head: Head | null = null;
  let own: string | null = null;

  const answerHeaders = () =>
    [...pairsOf(head?.headers ?? [])].map(([name, value]): Pair => [name.toLowerCase(), value]);
  const answerHeader = (wanted: string) => answerHeaders().find(([name]) => name === wanted)?.[1];
  const answerJson = () => parsed(answer.text(answerHeader('content-encoding')));
  const requestText = () => (type === formType || isJsonType(type) ? request.text() : null);
  const form = () => (type === formType ? request.text() : null);
  const learnBodies = () => {
    const sent = form();
    const fields = sent === null ? null : labelled(new URLSearchParams(sent), secrets);
    const learn = (json: unknown) => replaceSecrets(json, secrets.learn);
    if (isJsonType(type)) learn(parsed(requestText()));
    return { fields, json: learn(answerJson()) };
  };

  if (exchange?.source) {
    hideNow(exchange, secrets);
    exchange.source.read = (finished) => {
      learnBodies();
      const hide = (text: string) => secrets.mask(text);
      hideNow(finished, secrets);
      finished.requestBytes = request.sizeBytes;
      const sent = requestText();
      finished.requestBody =
        files !== null
          ? hide(files.text())
          : sent === null
            ? unreadText(type ?? undefined, request.sizeBytes)
            : sent === ''
              ? null
              : bounded(type === formType ? hide(hideForm(sent)) : jsonText(sent, secrets));
      if (head === null) {
        if (own === null) return;
        finished.answerHead = 'HTTP/1.1 502 Bad Gateway\r\nContent-Type: application/json';
        finished.answerBody = own;
        finished.answerBytes = Buffer.byteLength(own);
        return;
      }
      finished.answerHead = [
        `HTTP/1.1 ${head.status} ${hide(head.message)}`,
        ...answerHeaders().map(([name, value]) => `${name}: ${hide(hideHeader(name, value))}`),
      ].join('\r\n');
      finished.answerBytes = answer.sizeBytes;
      const text = answer.text(answerHeader('content-encoding'));
      const answered = mediaTypeOf(answerHeader('content-type'));
      finished.answerBody =
        answer.sizeBytes === 0
          ? null
          : text !== null && parsed(text) !== undefined
            ? bounded(jsonText(text, secrets))
            : `<${hide(answered ?? 'no type')}, ${formatBytes(answer.sizeBytes)}>`;
    };
  }

  return {
    requestBytes(chunk) {
      files?.push(chunk);
      request.push(chunk);
    },
    head(status, message, headers) {
      head = { status, message, headers };
      for (const [name, value] of answerHeaders()) learnHeader(name, value, secrets);
    },
    responseBytes: (chunk) => answer.push(chunk),
    ownAnswer: (text) => void (own = text),
    observe(endedAtMs) {
      const { fields, json } = learnBodies();
      const location = answerHeader('location');
      const basicUser = credentials.find((one) => one.basicUser !== null)?.basicUser ?? undefined;
      return {
        request: exchange?.id ?? 0,
        atMs,
        endedAtMs,
        method: raw.method ?? '?',
        path: secrets.mask(plainPath),
        query,
        contentType: type,
        bodyBytes: declaredBytes ?? (raw.complete ? request.sizeBytes : Infinity),
        isWhole: raw.complete,
        form: fields,
        bearer: credentials.find(({ bearer }) => bearer !== null)?.bearer ?? null,
        basic: credentials.find(({ basic }) => basic !== null)?.basic ?? null,
        basicUser: basicUser === undefined ? null : secrets.mask(basicUser),
        files: files?.files ?? null,
        status: head?.status ?? null,
        headers: Object.fromEntries(
          answerHeaders()
            .filter(([name]) => checkedHeaders.has(name))
            .map(([name, value]) => [name, secrets.mask(hideHeader(name, value))]),
        ),
        redirect:
          location === undefined
            ? null
            : {
                address: secrets.mask(location.replace(/[?#].*$/s, '')),
                parameters: labelled(parametersOf(location), secrets),
              },
        json: shorten(json, secrets.mask),
      };
    },
  };
}

const mediaTypeOf = (value: string | undefined): string | null =>
  value === undefined ? null : value.split(';')[0]!.trim().toLowerCase();

const isJsonType = (type: string | null) => type !== null && /^application\/(?:[\w.-]+\+)?json$/.test(type);

/** Undefined if it is not JSON. */
function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** What the journal contained before a secret was known. */
function hideNow(exchange: Exchange, secrets: SeenSecrets): void {
  exchange.path = secrets.mask(exchange.path);
  exchange.query = secrets.mask(hideStates(exchange.query));
  exchange.requestHeaders = exchange.requestHeaders.map((text) => secrets.mask(hideStates(text)));
}

/** The names of OAuth parameters identify the secrets; a page of the service may have any fields. */
const hideForm = (form: string): string =>
  maskForm(form).includes('grant_type=') ? hideStates(maskForm(form)) : form.split('&').map(hideField).join('&');

function hideField(pair: string): string {
  const at = pair.indexOf('=');
  if (at === -1) return marked('hidden');
  const name = decodeForm(pair.slice(0, at));
  return `${pair.slice(0, at)}=${marked(secretKindOf(name) ?? 'hidden')}`;
}

const hideStates = (text: string): string =>
  text.replaceAll(/((?:^|[?&#])(?:state|nonce)=)[^&#\s]+/g, (_whole, name: string) => name + marked('state'));

const hideHeader = (name: string, value: string): string => hideStates(maskHeader(name, value, () => false));

/** As sent unless it contains secrets. */
function jsonText(text: string, secrets: SeenSecrets): string {
  const json = parsed(text);
  if (json === undefined) return secrets.mask(maskJson(bounded(text)));
  let isSecret = false;
  const hidden = replaceSecrets(json, (kind, value) => {
    isSecret = true;
    const masked = secrets.mask(value);
    return masked === value ? marked(kind) : masked;
  });
  return secrets.mask(isSecret ? JSON.stringify(hidden) : text);
}
