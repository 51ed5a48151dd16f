// What a row of the table of documented behaviour is. Where a row comes from the document of the service, its words are
// the document's own, so that a test can compare the two; where it fills a gap of the document, it names the sentence
// that leaves the gap and the assumptions that fill it.

export type Assumption = `A${number}`;

export type Endpoint =
  | 'POST /oauth/token'
  | 'POST /api/v1/flights'
  | 'GET /api/v1/flights'
  | 'GET /api/v1/flights/{id}'
  | 'GET /oauth/userinfo'
  | 'GET /oauth/authorize'
  | 'POST /oauth/authorize';

export type Shape = 'token response' | 'flight record' | 'page of flights' | 'profile';

/** The test that proves a row: its file under test/emulator, without the ending, and the title as it is written there. */
export type Proof = readonly [file: string, title: string];

interface AnyRow {
  id: string;
  /** The document's words, or ours where it has none. */
  text: string;
  /** Whether the words are the document's. */
  isDocumented: boolean;
  /** A sentence of the document that leaves open what this row says. */
  gap?: string;
  assumptions: readonly Assumption[];
  mode: 'both' | 'strict' | 'extended';
  proof: Proof;
}

/** A member of an answer's body. `nullable` is the document's word; A6 says what it means. */
export interface FieldRow extends AnyRow {
  kind: 'field';
  shape: Shape;
  name: string;
  type: 'string' | 'integer' | 'boolean' | 'nullable' | 'list of records' | 'integer or null';
  /** Left out of some answers. */
  isOptional?: boolean;
}

export interface ParameterRow extends AnyRow {
  kind: 'parameter';
  at: Endpoint;
  name: string;
  /** As the document writes it: form, form (file), header; query and path are ours. */
  location: 'form' | 'form (file)' | 'header' | 'query' | 'path';
  type: 'string' | 'file' | 'integer';
  required: string;
  /** Of a whole number. */
  bounds?: { least: number; most: number };
  /** What it is where it is not given. */
  usual?: number;
}

export interface ErrorRow extends AnyRow {
  kind: 'error';
  at: readonly Endpoint[];
  status: number;
  /** Null for a page in words. */
  code: string | null;
  carrier: 'error body' | 'detail body' | 'detail and message' | 'redirect' | 'page';
}

export interface TransitionRow extends AnyRow {
  kind: 'transition';
  subject: string;
  trigger: string;
  condition: string;
  next: string;
}

export interface LimitRow extends AnyRow {
  kind: 'limit';
  limit: string;
  appliesTo: string;
}

export interface SentenceRow extends AnyRow {
  kind: 'sentence';
}

export type Row = FieldRow | ParameterRow | ErrorRow | TransitionRow | LimitRow | SentenceRow;

/** What may be said of a row beside its own words; documented, of both modes and without assumptions where it is not. */
export type RowFacts = Partial<Pick<AnyRow, 'assumptions' | 'mode' | 'gap'>>;

const facts = ({ assumptions = [], mode = 'both', gap }: RowFacts) => ({
  assumptions,
  mode,
  ...(gap === undefined ? {} : { gap }),
});

/** A sentence of the document. */
export const sentence = (id: string, text: string, proof: Proof, more: RowFacts = {}): SentenceRow => ({
  kind: 'sentence',
  id,
  text,
  isDocumented: true,
  ...facts(more),
  proof,
});

/** What we chose where the document says nothing, or nothing exact. */
export const choice = (
  id: string,
  assumptions: readonly Assumption[],
  text: string,
  proof: Proof,
  more: Omit<RowFacts, 'assumptions'> = {},
): SentenceRow => ({ ...sentence(id, text, proof, { ...more, assumptions }), isDocumented: false });
