// A29: `limit` and `before_id` of a list. What makes no sense is refused in words, or overlooked where a switch says so.
import type { EmulatorSettings } from '../options/option-table.ts';

export const usualLimit = 50;

/** The bounds of each, which the OpenAPI description says as well. */
export const pagingBounds = {
  limit: { least: 1, most: 100 },
  before_id: { least: 1, most: 999_999_999_999_999 },
} as const;

export type Paging = { ok: true; limit: number; beforeId: number } | { ok: false; message: string };

export function readPaging(query: string, { lenientPaging }: Pick<EmulatorSettings, 'lenientPaging'>): Paging {
  const given = new URLSearchParams(query);
  const limit = readWhole(given, 'limit');
  const beforeId = readWhole(given, 'before_id');
  const trouble = [limit, beforeId].find((read) => typeof read === 'string');
  if (typeof trouble === 'string' && !lenientPaging) return { ok: false, message: trouble };
  return lenientPaging
    ? { ok: true, limit: leniently(given, 'limit') ?? usualLimit, beforeId: leniently(given, 'before_id') ?? Infinity }
    : { ok: true, limit: Number(limit ?? usualLimit), beforeId: Number(beforeId ?? Infinity) };
}

/** Null where it is not given; a text is what is wrong with it. */
function readWhole(given: URLSearchParams, name: keyof typeof pagingBounds): number | null | string {
  const [text, ...others] = given.getAll(name);
  const { least, most } = pagingBounds[name];
  if (text === undefined) return null;
  if (others.length > 0) return `${name} is given more than once.`;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : `${name} must be a whole number from ${least} to ${most}.`;
}

/** The first, as far as it is a whole number from 1, and no more than the most. */
function leniently(given: URLSearchParams, name: keyof typeof pagingBounds): number | null {
  const text = given.get(name);
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Math.min(pagingBounds[name].most, Number(text)) : null;
}
