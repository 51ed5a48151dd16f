// A29: parses `limit` and `before_id`; invalid values are rejected, or ignored with `lenientPaging`.
import type { EmulatorSettings } from '../options/option-table.ts';

export const defaultLimit = 50;

/** Also used by the OpenAPI description. */
export const pagingBounds = {
  limit: { least: 1, most: 100 },
  before_id: { least: 1, most: 999_999_999_999_999 },
} as const;

type Paging = { ok: true; limit: number; beforeId: number } | { ok: false; message: string };

export function readPaging(query: string, { lenientPaging }: Pick<EmulatorSettings, 'lenientPaging'>): Paging {
  const given = new URLSearchParams(query);
  const limit = readWhole(given, 'limit');
  const beforeId = readWhole(given, 'before_id');
  const error = [limit, beforeId].find((read) => typeof read === 'string');
  if (typeof error === 'string' && !lenientPaging) return { ok: false, message: error };
  return lenientPaging
    ? {
        ok: true,
        limit: leniently(given, 'limit') ?? defaultLimit,
        beforeId: leniently(given, 'before_id') ?? Infinity,
      }
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

/** Returns null if invalid, and at most the upper bound. */
function leniently(given: URLSearchParams, name: keyof typeof pagingBounds): number | null {
  const text = given.get(name);
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Math.min(pagingBounds[name].most, Number(text)) : null;
}
