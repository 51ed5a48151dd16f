// Records one exchange: for the journal, with secrets masked, and for the checks, with labels in place of secrets. Bodies
// pass unchanged; copies are kept up to a limit.

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { boundaryOf, createMultipartReader } from '../flights/report/multipart.ts';
import { createReportReader } from '../flights/report/report-reader.ts';
import type { Exchange } from '../journal/exchange.ts';
import { decodeForm, marked, maskForm, maskHeader, maskJson } from '../journal/masking.ts';
import { bounded, unreadText } from '../journal/message-text.ts';
import { createMultipartParts } from '../journal/multipart-parts.ts';
import { formatBytes } from '../journal/wording.ts';
import { pairsOf } from './headers.ts';
import { labelled, learnHeader, parametersOf, replaceSecrets, secretKindOf } from './secrets.ts';
import type { SeenSecrets } from './secrets.ts';
import { isObject } from './traffic.ts';
import type { FileSeen, Observation, Pair } from './traffic.ts';

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

type CapturedBody = {
  push(chunk: Buffer): void;
  readonly sizeBytes: number;
  /** Null if it was longer than what is kept, or cannot be decoded. */
  text(encoding?: string): string | null;
};

function captureBody(mostBytes: number): CapturedBody {
  let chunks: Buffer[] = [];
  let sizeBytes = 0;
  return {
    push(chunk) {
      sizeBytes += chunk.length;
      if (sizeBytes <= mostBytes) chunks.push(Buffer.from(chunk));
      else chunks = [];
    },
    get sizeBytes() {
      return sizeBytes;
    },
    text(encoding = '') {
      return sizeBytes > mostBytes ? null : decoded(Buffer.concat(chunks), encoding, mostBytes);
    },
  };
}

function decoded(bytes: Buffer, encoding: string, maxOutputLength: number): string | null {
  try {
    switch (encoding.trim().toLowerCase()) {
      case '':
      case 'identity':
        return bytes.toString('utf8');
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(bytes, { maxOutputLength }).toString('utf8');
      case 'deflate':
        return inflateSync(bytes, { maxOutputLength }).toString('utf8');
      case 'br':
        return brotliDecompressSync(bytes, { maxOutputLength }).toString('utf8');
      default:
        return null;
    }
  } catch {
    return null;
  }
}

type CapturedFiles = {
  push(chunk: Buffer): void;
  readonly files: readonly FileSeen[];
  /** For the journal: names, types and sizes of the parts. */
  text(): string;
};

const mostFiles = 20;

/** Describes the files of a multipart form without keeping their content. */
function captureFiles(boundary: string): CapturedFiles {
  const files: FileSeen[] = [];
  const parts = createMultipartParts();
  const reader = createMultipartReader(boundary, ({ name, fileName, type }) => {
    const seen = parts.begin(name, fileName, type);
    const image = createReportReader();
    const file: FileSeen | null =
      fileName === null || files.length >= mostFiles
        ? null
        : {
            field: name,
            extension: /\.([^.\0]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? null,
            hasNul: fileName.includes('\0'),
            kind: null,
            sizeBytes: 0,
            isWhole: false,
          };
    if (file !== null) files.push(file);
    return {
      push(bytes) {
        seen.sizeBytes += bytes.length;
        if (file === null) return;
        image.push(bytes);
        file.sizeBytes = seen.sizeBytes;
        file.kind = image.kind();
      },
      end() {
        seen.isWhole = true;
        if (file !== null) file.isWhole = true;
      },
    };
  });
  return { push: (chunk) => reader.push(chunk), files, text: () => parts.text() };
}

const mostItems = 20;
const mostMembers = 40;
const mostCharacters = 300;
const mostDepth = 5;

function shorten(json: unknown, mask: (text: string) => string, depth = 0): unknown {
  if (typeof json === 'string') return mask(json).slice(0, mostCharacters);
  if (typeof json !== 'object' || json === null) return json;
  if (depth === mostDepth) return null;
  if (Array.isArray(json)) return json.slice(0, mostItems).map((item) => shorten(item, mask, depth + 1));
  if (!isObject(json)) return null;
  return Object.fromEntries(
    Object.entries(json)
      .slice(0, mostMembers)
      .map(([name, value]) => [mask(name).slice(0, mostCharacters), shorten(value, mask, depth + 1)]),
  );
}
