// Finds text in the database as `searchText` compares it.
import { searchText } from '../../../messages/search-text.ts';
import type { Database } from './database.ts';

/** Every connection that uses `containsText` needs it. */
export const addTextSearch = (database: Database) =>
  database.function('search_text', { deterministic: true }, (text) => searchText(String(text)));

/**
 * The condition that a column contains `text`. `LIKE` is the same as `search_text` for ASCII, which it reads many times
 * as fast.
 */
export const containsText = (column: string, text: string): { readonly sql: string; readonly params: string[] } => {
  const wanted = searchText(text);
  return {
    sql: String.raw`(${column} LIKE ? ESCAPE '\'
      OR (octet_length(${column}) > length(${column}) AND instr(search_text(${column}), ?) > 0))`,
    params: [`%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`, wanted],
  };
};
