// Who defines the code of a failure, so that a window can show it. Codes that only this program uses are in the
// diagnostics and in JSON only.

const ownMarks: ReadonlySet<string> = new Set([
  'rescued',
  'damaged',
  'busy',
  'older_version_open',
  'full',
  'read-only',
  'disk',
  'open-to-others',
  'restart',
  'CONNECTION_BROKE',
  'PROXY_UNUSABLE',
  'FILE_DAMAGED',
]);

type CodeOwner = 'service' | 'computer' | 'proxy';

/** Null: a code that means nothing to a person. Codes of the system, of TLS and of the database are in capitals. */
export function codeOwner(code: string): CodeOwner | null {
  if (ownMarks.has(code) || code.startsWith('UND_ERR_')) return null;
  if (code.startsWith('proxy: ')) return 'proxy';
  return /^[A-Z][A-Z0-9_]{2,}\b/.test(code) && !code.startsWith('HTTP') ? 'computer' : 'service';
}
