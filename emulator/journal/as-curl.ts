// Formats a journal entry as a curl command. Masked values become shell variables ($ACCESS_TOKEN, $CLIENT_SECRET …);
// everything else is quoted. The console uses this too, so it imports types only.

import type { JournalDetail } from '../api-types.ts';

/** Set by curl itself, or specific to a connection. */
const leftOut = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'accept-encoding',
  'expect',
  'user-agent',
]);

const formType = 'application/x-www-form-urlencoded';

/** @param address the base URL of the service, without a trailing slash */
export function asCurl(detail: JournalDetail, address: string): string {
  if (detail.method === '?') return '# This was not HTTP; curl cannot send it.';
  const { headers } = detail.request;
  const body = bodyArguments(detail.request.body, headers['content-type'] ?? '');
  const parts = [
    ...methodArguments(detail.method, body.length > 0),
    ...addressArguments(detail, address),
    ...authorizationArguments(headers['authorization']),
    ...Object.entries(headers).flatMap(([name, value]) => headerArguments(name, value, body.length > 0)),
    ...body,
  ];
  return ['curl', ...parts].join(' \\\n  ');
}

function methodArguments(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD') return ['--head'];
  return method === (hasBody ? 'POST' : 'GET') ? [] : [`-X ${quoted(method)}`];
}

function addressArguments({ path, query }: JournalDetail, address: string): string[] {
  const target = query === '' ? path : `${path}?${query}`;
  // Keeps curl from normalizing dots, brackets, or a target that is not a path.
  if (!path.startsWith('/')) return [quoted(address), `--request-target ${quoted(target)}`];
  const flags = [
    ...(/[[\]{}]/.test(target) ? ['--globoff'] : []),
    ...(/\/\.{1,2}(?:\/|$)/.test(path) ? ['--path-as-is'] : []),
  ];
  return [...flags, quoted(`${address}${target}`)];
}

function authorizationArguments(value: string | undefined): string[] {
  const clientId = /^basic ‹(.*):secret›$/i.exec(value ?? '')?.[1];
  if (clientId !== undefined) return [`-u ${quoted(`${clientId}:`)}${variable('CLIENT_SECRET')}`];
  return value === undefined ? [] : [`-H ${quoted(`authorization: ${value}`)}`];
}

function headerArguments(name: string, value: string, hasBody: boolean): string[] {
  const isMade = name === 'content-type' && hasBody && (value === formType || value.startsWith('multipart/form-data'));
  if (leftOut.has(name) || name === 'authorization' || isMade) return [];
  // curl writes an empty header with a semicolon; with a colon it would omit it.
  return [`-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`];
}

function bodyArguments(body: string | null, type: string): string[] {
  if (body === null) return [];
  if (type.startsWith('multipart/form-data')) return body.split('\n').flatMap(partArguments);
  // Described, not kept.
  if (/^<.*>$/s.test(body)) return [`--data-binary ${variable('BODY')}`];
  return body.split('&').map((pair) => {
    const at = pair.indexOf('=');
    const isMasked = at > 0 && pair.includes('‹', at);
    // The variable contains the plain secret, so curl has to encode it.
    return isMasked
      ? `--data-urlencode ${quoted(`${pair.slice(0, at)}=`)}${quoted(pair.slice(at + 1), pair.slice(0, at))}`
      : `--data-raw ${quoted(pair)}`;
  });
}

/** `report: <image/png, 1.5 MB, eddf-lppt.png>`; a part without a file name is text, whose content is not kept. */
function partArguments(line: string): string[] {
  const [, field, type = '', fileName] = /^(.*?): <([^,>]*), [^,>]*(?:, (.*))?>$/.exec(line) ?? [];
  if (field === undefined) return [];
  if (fileName === undefined) return [`--form-string ${quoted(`${field}=`)}${variable('TEXT')}`];
  const name = `"${fileName.replaceAll(/["\\]/g, '\\$&')}"`;
  return [`-F ${quoted(`${field}=@${name}${type === '' ? '' : `;type=${type}`}`)}`];
}

const masked = /(at_|rt_|ac_)?‹([^‹›]*)›/g;

/** In single quotes; masked values as variables in double quotes. */
function quoted(text: string, name = ''): string {
  let result = '';
  let from = 0;
  for (const match of text.matchAll(masked)) {
    result += literal(text.slice(from, match.index)) + variable(variableFor(match[1], match[2] ?? '', name));
    from = match.index + match[0].length;
  }
  const rest = text.slice(from);
  return rest === '' && result !== '' ? result : result + literal(rest);
}

const literal = (text: string): string =>
  text !== '' && /^[A-Za-z0-9_./:@=,+-]+$/.test(text)
    ? text
    : text === ''
      ? "''"
      : `'${text.replaceAll("'", `'\\''`)}'`;

const variable = (name: string): string => `"$${name}"`;

const byPrefix: Record<string, string> = { at_: 'ACCESS_TOKEN', rt_: 'REFRESH_TOKEN', ac_: 'CODE' };
const byWord: Record<string, string> = {
  secret: 'CLIENT_SECRET',
  verifier: 'CODE_VERIFIER',
  form_token: 'FORM_TOKEN',
  cookie: 'COOKIE',
  hidden: 'HIDDEN',
};

function variableFor(prefix: string | undefined, word: string, name: string): string {
  const known = prefix === undefined ? byWord[word] : byPrefix[prefix];
  // A token without a known prefix is named after its parameter.
  return known ?? (/^[a-z_]+$/.test(name) ? name.toUpperCase() : 'TOKEN');
}
