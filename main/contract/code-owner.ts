// Whose code a failure carries, for the small print. Marks that only the program's own parts use name nothing that a
// pilot could look up: they are in the diagnostics and the JSON of the command line, and nobody reads them elsewhere.

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

/** null: nobody's that a person knows. Codes of the system, of TLS and of the database are in capitals. */
export function codeOwner(code: string): CodeOwner | null {
  if (ownMarks.has(code) || code.startsWith('UND_ERR_')) return null;
  if (code.startsWith('proxy: ')) return 'proxy';
  return /^[A-Z][A-Z0-9_]{2,}\b/.test(code) && !code.startsWith('HTTP') ? 'computer' : 'service';
}
