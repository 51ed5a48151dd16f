// Which call of the table a request means.

import type { Call } from './calls/call.ts';

export interface FoundCall {
  name: string;
  row: Call;
  /** What the path says, by the names of its members. */
  members: Record<string, string>;
}

export interface CallFinder {
  /** The call; else which methods the path takes: none where nothing is there. */
  find(method: string, path: string): FoundCall | { methods: string[] };
}

export function createCallFinder(table: Record<string, Call>): CallFinder {
  const rows = Object.entries(table).flatMap(([name, row]) =>
    [row.path, row.alsoPath].flatMap((path) => (path === undefined ? [] : [{ name, row, parts: path.split('/') }])),
  );

  return {
    find(method, path) {
      const given = path.split('/').map(decode);
      const fitting = rows.flatMap(({ name, row, parts }) => {
        const members = membersIn(parts, given);
        return members === null ? [] : [{ name, row, members }];
      });
      // Of `/consents/revoke` and `/consents/:id`, the one that says more.
      const best = fitting
        .filter(({ row }) => row.method === method)
        .toSorted((left, right) => Object.keys(left.members).length - Object.keys(right.members).length)[0];
      return best ?? { methods: [...new Set(fitting.map(({ row }) => row.method))] };
    },
  };
}

function membersIn(parts: readonly string[], given: readonly (string | null)[]): Record<string, string> | null {
  if (parts.length !== given.length) return null;
  const members: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const said = given[index];
    if (said === null || said === undefined || said === '') {
      if (part !== said) return null;
    } else if (part.startsWith(':')) members[part.slice(1)] = said;
    else if (part !== said) return null;
  }
  return members;
}

/** Null where it cannot be read. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
