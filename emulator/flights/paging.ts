// A29: parses `limit` and `before_id`; invalid values are rejected.

export const defaultLimit = 50;

/** Also used by the OpenAPI description. */
export const pagingBounds = {
  limit: { least: 1, most: 100 },
  before_id: { least: 1, most: 999_999_999_999_999 },
} as const;

type Paging = { ok: true; limit: number; beforeId: number } | { ok: false; message: string };

export function readPaging(query: string): Paging {
  const given = new URLSearchParams(query);
  const limit = readWhole(given, 'limit');
  const beforeId = readWhole(given, 'before_id');
  const error = [limit, beforeId].find((read) => typeof read === 'string');
  return typeof error === 'string'
    ? { ok: false, message: error }
    : { ok: true, limit: Number(limit ?? defaultLimit), beforeId: Number(beforeId ?? Infinity) };
}

/** Returns null if missing, or an error message. */
function readWhole(given: URLSearchParams, name: keyof typeof pagingBounds): number | null | string {
  const [text, ...others] = given.getAll(name);
  const { least, most } = pagingBounds[name];
  if (text === undefined) return null;
  if (others.length > 0) return `${name} is given more than once.`;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : `${name} must be a whole number from ${least} to ${most}.`;
}
