// A row of the table of documented behaviour. A documented row quotes the document of the service, so that a test can
// compare the two; a row that fills a gap names the sentence that leaves the gap, and the assumptions.

export type Assumption = `A${number}`;

export type Endpoint =
  | 'POST /oauth/token'
  | 'POST /api/v1/flights'
  | 'GET /api/v1/flights'
  | 'GET /api/v1/flights/{id}'
  | 'GET /oauth/userinfo'
  | 'GET /.well-known/oauth-authorization-server'
  | 'POST /oauth/revoke'
  | 'POST /oauth/introspect'
  | 'GET /oauth/authorize'
  | 'POST /oauth/authorize';

export type Shape =
  | 'token response'
  | 'flight record'
  | 'page of flights'
  | 'profile'
  | 'server metadata'
  | 'token status';

/** The test that proves a row: its file under test/emulator, without the extension, and its title. */
export type Proof = readonly [file: string, title: string];

type AnyRow = {
  id: string;
  /** The words of the document, or ours if it has none. */
  text: string;
  /** Whether `text` quotes the document. */
  isDocumented: boolean;
  /** The sentence of the document that leaves this open. */
  gap?: string;
  assumptions: readonly Assumption[];
  mode: 'both' | 'strict' | 'extended';
  proof: Proof;
};

/** A member of a response body. `nullable` is the document's word; see A6. */
export type FieldRow = {
  kind: 'field';
  shape: Shape;
  name: string;
  type: 'string' | 'integer' | 'boolean' | 'nullable' | 'list of records' | 'list of strings' | 'integer or null';
  /** Missing from some responses. */
  isOptional?: boolean;
} & AnyRow;

export type ParameterRow = {
  kind: 'parameter';
  at: Endpoint;
  name: string;
  /** In the document's words; `query` and `path` are ours. */
  location: 'form' | 'form (file)' | 'header' | 'query' | 'path';
  type: 'string' | 'file' | 'integer';
  required: string;
  /** Of a whole number. */
  bounds?: { least: number; most: number };
  /** The default. */
  usual?: number;
} & AnyRow;

export type ErrorRow = {
  kind: 'error';
  at: readonly Endpoint[];
  status: number;
  /** Null for an error page. */
  code: string | null;
  carrier: 'error body' | 'detail body' | 'detail and message' | 'redirect' | 'page';
} & AnyRow;

export type TransitionRow = {
  kind: 'transition';
  subject: string;
  trigger: string;
  condition: string;
  next: string;
} & AnyRow;

export type LimitRow = {
  kind: 'limit';
  limit: string;
  appliesTo: string;
} & AnyRow;

type SentenceRow = {
  kind: 'sentence';
} & AnyRow;

export type Row = FieldRow | ParameterRow | ErrorRow | TransitionRow | LimitRow | SentenceRow;

/** By default a row applies to both modes and needs no assumption. */
export type RowFacts = Partial<Pick<AnyRow, 'assumptions' | 'mode' | 'gap'>>;

const facts = ({ assumptions = [], mode = 'both', gap }: RowFacts) => ({
  assumptions,
  mode,
  ...(gap === undefined ? {} : { gap }),
});

/** A row that quotes the document. */
export const sentence = (id: string, text: string, proof: Proof, more: RowFacts = {}): SentenceRow => ({
  kind: 'sentence',
  id,
  text,
  isDocumented: true,
  ...facts(more),
  proof,
});

/** A row for what the document leaves open. */
export const choice = (
  id: string,
  assumptions: readonly Assumption[],
  text: string,
  proof: Proof,
  more: Omit<RowFacts, 'assumptions'> = {},
): SentenceRow => ({ ...sentence(id, text, proof, { ...more, assumptions }), isDocumented: false });
