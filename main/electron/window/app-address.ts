// Reads an address of the window (app://pilot-companion/). It allows names by pattern: anything encoded, absolute,
// hidden or climbing is rejected.

export const appScheme = 'app';
const appHost = 'pilot-companion';
export const appOrigin = `${appScheme}://${appHost}`;

type AppAddress =
  | { readonly kind: 'file'; /** Relative to the window's folder, with forward slashes. */ readonly name: string }
  | { readonly kind: 'rejected' };

const rejected: AppAddress = { kind: 'rejected' };
/** Names without an escape, a backslash, a colon or a leading dot in any part. */
const fileName = /^(?:[\w@-][\w.@~-]*\/)*[\w@-][\w.@~-]*$/;
const ownStart = `${appOrigin}/`;

/** Reads an address as it arrived, before any parser normalises it. Query and fragment are ignored. */
export function readAppAddress(address: string): AppAddress {
  if (!address.startsWith(ownStart)) return rejected;
  const path = address.slice(ownStart.length).replace(/[?#].*$/s, '');
  if (path === '') return { kind: 'file', name: 'index.html' };
  return fileName.test(path) ? { kind: 'file', name: path } : rejected;
}
