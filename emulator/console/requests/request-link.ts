// A link to one request of the journal: `#requests/17/mbl3k0w0`. The second part is its time: after a restart, the same
// number belongs to another request.
import type { JournalDetail } from '../../api-types.ts';

export type LinkedRequest = {
  readonly id: number;
  /** Null if the link names the number alone. */
  readonly atMs: number | null;
};

const base = 36;

export function linkedRequest(item: string): LinkedRequest | null {
  const [, id, at] = /^(\d+)(?:\/(\w+))?$/.exec(item) ?? [];
  return id === undefined ? null : { id: Number(id), atMs: at === undefined ? null : Number.parseInt(at, base) };
}

export const requestItem = ({ id, at }: Pick<JournalDetail, 'id' | 'at'>): string =>
  `${id}/${Date.parse(at).toString(base)}`;

export const isLinked = ({ at }: JournalDetail, atMs: number | null): boolean =>
  atMs === null || atMs === Date.parse(at);
