// Generated from en/*.json by `npm run messages`. Do not edit.

export type NoParams = Readonly<Record<string, never>>;

/** The parameters of each message of the catalogue. */
export type MessageParams = {
  'shared.verbatim': { readonly text: string | number };
};
