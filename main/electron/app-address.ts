// The window's own address space, app://pilot-companion/, as a pure rule: what an address stands for. It allows by
// pattern instead of refusing what is known to be bad: whatever is encoded, absolute, hidden or climbs is no name.

export const appScheme = 'app';
export const appHost = 'pilot-companion';
export const appOrigin = `${appScheme}://${appHost}`;

export type AppAddress =
  | { readonly kind: 'file'; /** Relative to the window's folder, with forward slashes. */ readonly name: string }
  | { readonly kind: 'rejected' };

const rejected: AppAddress = { kind: 'rejected' };
/** Names without an escape, a backslash, a colon or a leading dot in any of their parts. */
const fileName = /^(?:[\w@-][\w.@~-]*\/)*[\w@-][\w.@~-]*$/;
const ownStart = `${appOrigin}/`;

/** Reads an address as it arrived: as text, before any parser has tidied it up. Query and fragment play no part. */
export function readAppAddress(address: string): AppAddress {
  if (!address.startsWith(ownStart)) return rejected;
  const path = address.slice(ownStart.length).replace(/[?#].*$/s, '');
  if (path === '') return { kind: 'file', name: 'index.html' };
  return fileName.test(path) ? { kind: 'file', name: path } : rejected;
}
