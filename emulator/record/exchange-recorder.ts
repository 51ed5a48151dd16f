// Records one exchange: for the journal, with secrets masked, and for the checks, with labels in place of secrets. Bodies
// pass unchanged; copies are kept up to a limit.

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { boundaryOf, createMultipartReader, measure } from '../flights/multipart.ts';
import type { JournalMessage } from '../api-types.ts';
import type { Messages } from '../journal/journal.ts';
import { marked, maskForm, maskHeader, maskJson } from '../journal/masking.ts';
import { bounded, createMultipartParts, joined, pairsOf, unreadText, formatBytes } from '../journal/message-text.ts';
import { labelled, learnHeader, learnJson, noCredentials, parametersOf } from './secrets.ts';
import type { SeenSecrets } from './secrets.ts';
import { isObject, parseJson } from '../http/json.ts';
import { valueOf } from './traffic.ts';
import type { FileSeen, Observation } from './traffic.ts';

const mostRequestBytes = 64 * 1024;
const mostAnswerBytes = 1024 * 1024;
const formType = 'application/x-www-form-urlencoded';

/** @param path below the address of the service, with the query */
export function recordExchange(
  { raw, exchange }: FastifyRequest,
  secrets: SeenSecrets,
  { path, atMs }: { path: string; atMs: number },
) {
  const requestHeaders = pairsOf(raw.rawHeaders);
  const learnt = requestHeaders.map(([name, value]) => learnHeader(name, value, secrets));
  const { bearer, basic, basicUser } = learnt.find((one) => (one.bearer ?? one.basic) !== null) ?? noCredentials;
  const [plainPath = '', ...queries] = path.split('?');
  const query = labelled(new URLSearchParams(queries.join('?')), secrets);
  const sentType = valueOf(requestHeaders, 'content-type');
  const type = mediaTypeOf(sentType);
  const boundary = boundaryOf(sentType);
  const files = boundary === null ? null : describeFiles(boundary);
  const declaredBytes =
    raw.headers['transfer-encoding'] === undefined ? Number(raw.headers['content-length'] ?? 0) : null;
  const request = captureBody(mostRequestBytes);
  const answer = captureBody(mostAnswerBytes);
  let head: { status: number; message: string; headers: readonly (readonly [string, string])[] } | null = null;

  const answerHeader = (name: string) => valueOf(head?.headers ?? [], name);
  /** Learns the secrets of both bodies, so that each text is masked only after that. */
  const readBodies = () => {
    const sent = type === formType || isJsonType(type) ? request.text() : null;
    const answered = answer.text(answerHeader('content-encoding'));
    if (isJsonType(type)) learnJson(parseJson(sent ?? ''), secrets);
    return {
      sent,
      answered,
      fields: type !== formType || sent === null ? null : labelled(new URLSearchParams(sent), secrets),
      json: learnJson(parseJson(answered ?? ''), secrets),
    };
  };

  const requestBody = (sent: string | null): string | null => {
    if (files !== null) return secrets.mask(files.text());
    if (sent === null) return unreadText(type ?? undefined, request.sizeBytes);
    return sent === '' ? null : bounded(secrets.mask(type === formType ? hideForm(sent) : maskJson(sent)));
  };
  const answerBody = (answered: string | null): string | null => {
    if (answer.sizeBytes === 0) return null;
    if (parseJson(answered ?? '') !== undefined) return bounded(secrets.mask(maskJson(answered ?? '')));
    const answeredType = mediaTypeOf(answerHeader('content-type')) ?? 'no type';
    return `<${secrets.mask(answeredType)}, ${formatBytes(answer.sizeBytes)}>`;
  };
  const describeAnswer = (
    { headers }: { headers: readonly (readonly [string, string])[] },
    answered: string | null,
  ): JournalMessage => ({
    headers: joined(headers.map(([name, value]) => [name, secrets.mask(hideHeader(name, value))])),
    body: answerBody(answered),
    bodyBytes: answer.sizeBytes,
  });
  if (exchange) {
    const { messages } = exchange;
    exchange.messages = () => {
      if (exchange.outcome === 'open') return hidden(messages(), secrets);
      const { sent, answered } = readBodies();
      const seen = hidden(messages(), secrets);
      return {
        ...seen,
        request: { ...seen.request, body: requestBody(sent), bodyBytes: request.sizeBytes },
        // Without the service's, it is that of the proxy.
        answer: head === null ? seen.answer : describeAnswer(head, answered),
      };
    };
  }

  return {
    requestBytes(chunk: Buffer) {
      files?.push(chunk);
      request.push(chunk);
    },
    head(status: number, message: string, headers: readonly string[]) {
      head = { status, message, headers: pairsOf(headers) };
      for (const [name, value] of head.headers) learnHeader(name, value, secrets);
    },
    responseBytes: (chunk: Buffer) => answer.push(chunk),
    /** Call it once everything has been seen. */
    observe(endedAtMs: number): Observation {
      files?.end();
      const { fields, json } = readBodies();
      const location = answerHeader('location');
      const retryAfter = answerHeader('retry-after');
      return {
        request: exchange?.id ?? 0,
        atMs,
        endedAtMs,
        method: raw.method ?? '?',
        path: secrets.mask(plainPath),
        query,
        bodyBytes: declaredBytes ?? (raw.complete ? request.sizeBytes : Infinity),
        form: fields,
        bearer,
        basic,
        basicUser: basicUser === null ? null : secrets.mask(basicUser),
        files: files?.files ?? null,
        status: head?.status ?? null,
        retryAfter: retryAfter === undefined ? null : secrets.mask(hideHeader('retry-after', retryAfter)),
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

/** Without the secrets that are known by now. */
function hidden(messages: Messages, secrets: SeenSecrets): Messages {
  const { path, query, request } = messages;
  const hide = (text: string) => secrets.mask(hideStates(text));
  const headers = Object.entries(request.headers).map(([name, value]) => [hide(name), hide(value)] as const);
  return {
    ...messages,
    path: secrets.mask(path),
    query: hide(query),
    request: { ...request, headers: Object.fromEntries(headers) },
  };
}

/** The names of OAuth parameters identify the secrets; a page of the service may have any fields. */
const hideForm = (form: string): string =>
  /(?:^|&)grant_type=/.test(form)
    ? hideStates(maskForm(form))
    : form.replaceAll(/(^|&)([^=&]*=)?[^&]*/g, (_pair, start: string, name = '') => start + name + marked('hidden'));

const hideStates = (text: string): string =>
  text.replaceAll(/((?:^|[?&#])(?:state|nonce)=)[^&#\s]+/g, (_whole, name: string) => name + marked('state'));

const hideHeader = (name: string, value: string): string => hideStates(maskHeader(name, value, () => false));

function captureBody(mostBytes: number) {
  let chunks: Buffer[] = [];
  let sizeBytes = 0;
  return {
    push(chunk: Buffer) {
      sizeBytes += chunk.length;
      if (sizeBytes <= mostBytes) chunks.push(chunk);
      else chunks = [];
    },
    get sizeBytes() {
      return sizeBytes;
    },
    /** Null if it was longer than what is kept, or cannot be decoded. */
    text(encoding = 'identity'): string | null {
      const decode = decoders[encoding.trim().toLowerCase()];
      if (sizeBytes > mostBytes || decode === undefined) return null;
      try {
        return decode(Buffer.concat(chunks), { maxOutputLength: mostBytes }).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

const decoders: Readonly<Record<string, (bytes: Buffer, limit: { maxOutputLength: number }) => Buffer>> = {
  identity: (bytes) => bytes,
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** Describes the files of a multipart form without keeping their content. */
function describeFiles(boundary: string) {
  const files: FileSeen[] = [];
  const parts = createMultipartParts();
  const reader = createMultipartReader(boundary, ({ name, fileName, type }) => {
    const seen = Object.assign(parts.begin(name, fileName, type), { field: name });
    if (fileName !== null) files.push(seen);
    return measure(seen);
  });
  return { ...reader, files, text: () => parts.text() };
}

const mostItems = 20;
const mostCharacters = 300;

/** Without long lists and texts, masked. */
function shorten(json: unknown, mask: (text: string) => string): unknown {
  if (typeof json === 'string') return mask(json).slice(0, mostCharacters);
  if (Array.isArray(json)) return json.slice(0, mostItems).map((item) => shorten(item, mask));
  if (!isObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [mask(name), shorten(value, mask)]));
}
