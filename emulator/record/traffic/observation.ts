// An exchange as the checks see it. It contains no secret: tokens, codes and the like are labels that are equal where the
// secrets are.

export type Pair = readonly [name: string, value: string];

export type Observation = {
  /** Its number in the journal. */
  request: number;
  /** When its head arrived. */
  atMs: number;
  /** When the response was complete, or the connection broke. */
  endedAtMs: number;
  method: string;
  /** Below the address of the service, without the query. */
  path: string;
  query: readonly Pair[];
  /** The media type of the body, without parameters; null if there is none. */
  contentType: string | null;
  /** As declared, otherwise as received; infinite if it was not declared and not received as a whole. */
  bodyBytes: number;
  /** Whether the request arrived as a whole. */
  isWhole: boolean;
  /** The fields of a URL-encoded form; null if it is not one, or longer than what is kept. */
  form: readonly Pair[] | null;
  /** Labels of the credentials in the Authorization header. */
  bearer: string | null;
  basic: string | null;
  /** The user name of HTTP Basic. */
  basicUser: string | null;
  /** The files of a multipart form; null for another body. */
  files: readonly FileSeen[] | null;
  /** Null if no response came. */
  status: number | null;
  /** Those that are checked; names in lower case, values masked. */
  headers: Readonly<Record<string, string>>;
  /** The address of a redirect without its query, and its parameters. */
  redirect: { address: string; parameters: readonly Pair[] } | null;
  /** The body of the response, with long lists and texts cut; undefined if it is not JSON. */
  json: unknown;
};

export type FileSeen = {
  field: string;
  /** In lower case, without the dot; null if there is none. */
  extension: string | null;
  hasNul: boolean;
  /** By its first bytes. */
  kind: 'png' | 'jpeg' | 'jpeg-ls' | null;
  sizeBytes: number;
  isWhole: boolean;
};

/** The value of a parameter; undefined if there is none. */
export const valueOf = (pairs: readonly Pair[] | null, wanted: string): string | undefined =>
  pairs?.find(([name]) => name === wanted)?.[1];

/** A member of the JSON object in the response. */
export function memberOf({ json }: Observation, name: string): unknown {
  return isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
