// HTTP/1.1 framing of RFC 9112, parsed strictly and independently of the server's parser: the complete requests in some
// bytes, and the answers. A request counts as complete only if no server could doubt it.

import { METHODS } from 'node:http';

export type ReadRequest = {
  method: string;
  target: string;
  /** Whether it is valid HTTP/1.1: one Host, or none before that version. */
  hasRightHost: boolean;
  /** Names in lower case. */
  headers: [string, string][];
  body: Buffer;
};

export type ReadRequests = {
  whole: ReadRequest[];
  /** True if the connection ends, or may end, after the last complete one. */
  mayEnd: boolean;
  /** What follows the complete ones, without leading empty lines. */
  rest: Buffer;
};

export type ReadAnswer = {
  status: number;
  headers: [string, string][];
  body: Buffer;
};

export type ReadAnswers = {
  whole: ReadAnswer[];
  rest: Buffer;
};

const crlf = '\r\n';
/** Below Node's defaults (16 KiB, and its number of headers), with a margin for different counting. */
const surelyAcceptedHeadBytes = 15_000;
const surelyAcceptedHeaders = 1000;

export function readRequests(bytes: Buffer): ReadRequests {
  const whole: ReadRequest[] = [];
  let rest = withoutEmptyLines(bytes);
  while (rest.length > 0) {
    const read = readRequest(rest);
    if (read === null) break;
    whole.push(read.request);
    rest = read.rest;
    if (read.mayEnd) return { whole, mayEnd: true, rest };
    rest = withoutEmptyLines(rest);
  }
  return { whole, mayEnd: false, rest };
}

function withoutEmptyLines(bytes: Buffer): Buffer {
  let at = 0;
  while (bytes[at] === 0x0d || bytes[at] === 0x0a) at += 1;
  return bytes.subarray(at);
}

function readRequest(bytes: Buffer): { request: ReadRequest; rest: Buffer; mayEnd: boolean } | null {
  const head = readHead(bytes);
  if (head === null || head.bytes > surelyAcceptedHeadBytes || head.headers.length > surelyAcceptedHeaders) return null;
  const [, method = '', target = '', minor] =
    /^([A-Z-]+) ((?:\/|http:\/\/[\w.:[\]-]+\/)[\x21-\x7e]*|\*) HTTP\/1\.([01])$/.exec(head.start) ?? [];
  const { headers } = head;
  if (!METHODS.includes(method) || method === 'CONNECT') return null;
  const body = readBody(bytes.subarray(head.bytes), headers, 'request');
  if (body === null) return null;
  const hosts = valuesOf(headers, 'host').length;
  const hasRightHost = hosts === 1 || (hosts === 0 && minor === '0');
  const connection = valuesOf(headers, 'connection').join(',').toLowerCase();
  return {
    request: { method, target, hasRightHost, headers, body: body.content },
    rest: bytes.subarray(head.bytes + body.bytes),
    mayEnd: minor === '0' || /close|upgrade/.test(connection) || !hasRightHost,
  };
}

export const valuesOf = (headers: readonly [string, string][], name: string): string[] =>
  headers.filter(([other]) => other === name).map(([, value]) => value);

type Head = {
  start: string;
  headers: [string, string][];
  bytes: number;
};

function readHead(bytes: Buffer): Head | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [start = '', ...lines] = bytes.toString('latin1', 0, end).split(crlf);
  const headers: [string, string][] = [];
  for (const line of lines) {
    const [, name, value] =
      /^([\w!#$%&'*+.^`|~-]+):[ \t]*((?:[\x21-\x7e\x80-\xff][\t -~\x80-\xff]*)?)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return null;
    headers.push([name.toLowerCase(), value.trimEnd()]);
  }
  return { start, headers, bytes: end + 4 };
}

type Body = { content: Buffer; bytes: number } | null;

function readBody(bytes: Buffer, headers: [string, string][], of: 'request' | 'answer'): Body {
  const lengths = valuesOf(headers, 'content-length');
  const codings = valuesOf(headers, 'transfer-encoding');
  if (codings.length > 0) {
    return lengths.length === 0 && codings.length === 1 && codings[0] === 'chunked' ? readChunks(bytes) : null;
  }
  if (lengths.length === 0) return of === 'request' ? { content: Buffer.alloc(0), bytes: 0 } : null;
  const [length = ''] = lengths;
  if (lengths.length > 1 || !/^\d{1,12}$/.test(length) || bytes.length < Number(length)) return null;
  return { content: bytes.subarray(0, Number(length)), bytes: Number(length) };
}

function readChunks(bytes: Buffer): Body {
  const pieces: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf(crlf, at);
    if (lineEnd === -1) return null;
    const size = /^([0-9a-fA-F]{1,7})$/.exec(bytes.toString('latin1', at, lineEnd))?.[1];
    if (size === undefined) return null;
    const [from, length] = [lineEnd + 2, Number.parseInt(size, 16)];
    if (length === 0) {
      // Trailers make it ambiguous.
      return bytes.toString('latin1', from, from + 2) === crlf
        ? { content: Buffer.concat(pieces), bytes: from + 2 }
        : null;
    }
    if (bytes.toString('latin1', from + length, from + length + 2) !== crlf) return null;
    pieces.push(bytes.subarray(from, from + length));
    at = from + length + 2;
  }
}

/**
 * The answers to requests of these methods, in order, without interim answers. An answer to a request with an unknown
 * method may be one to HEAD: then another answer, or nothing, follows its head.
 */
export function readAnswers(bytes: Buffer, methods: readonly string[]): ReadAnswers {
  const whole: ReadAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const head = readHead(rest);
    const status = Number(/^HTTP\/1\.1 (\d{3}) [\x20-\x7e]*$/.exec(head?.start ?? '')?.[1] ?? Number.NaN);
    if (head === null || Number.isNaN(status)) break;
    const method = methods[whole.length];
    const next = rest.toString('latin1', head.bytes, head.bytes + 7);
    const isHead = method === 'HEAD' || (method === undefined && (next === '' || next === 'HTTP/1.'));
    const hasBody = !isHead && status >= 200 && status !== 204 && status !== 304;
    const body = hasBody
      ? readBody(rest.subarray(head.bytes), head.headers, 'answer')
      : { content: Buffer.alloc(0), bytes: 0 };
    if (body === null) break;
    if (status >= 200) whole.push({ status, headers: head.headers, body: body.content });
    rest = rest.subarray(head.bytes + body.bytes);
  }
  return { whole, rest };
}
