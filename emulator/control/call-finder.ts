// Finds the call for a method and a path.

import type { Call } from './calls/call.ts';

export type FoundCall = {
  name: string;
  row: Call;
  /** The values of the path parameters. */
  members: Record<string, string>;
};

export type CallFinder = {
  /** Returns the call, or the methods that the path supports (none for an unknown path). */
  find(method: string, path: string): FoundCall | { methods: string[] };
};

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
      // `/consents/revoke` takes precedence over `/consents/:id`.
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
    const value = given[index];
    if (value === null || value === undefined || value === '') {
      if (part !== value) return null;
    } else if (part.startsWith(':')) members[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return members;
}

/** Returns null if it cannot be decoded. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
